#include "world/impact_law.h"

namespace keystone {
namespace {

constexpr ImpactLawInfo kLaws[]{
    {ImpactLaw::Simultaneous, "simultaneous", "Simultaneous",
     "restitution at all touching contacts at once: a row of balls that is struck leaves as one"},
    {ImpactLaw::Sequential, "sequential", "Sequential",
     "wave by wave, only where bodies approach: a row of balls that is struck hands the blow to its last"},
    {ImpactLaw::Reflections, "reflections", "Reflections",
     "elastic waves, blended with an impact without restitution: keeps symmetry, ends for every e"},
};

constexpr ImpactTimeInfo kTimes[]{
    {ImpactTime::Step, "step", "Once a step", "all impacts of a step at once, before bodies touch"},
    {ImpactTime::Exact, "exact", "At their time",
     "a step stops where bodies meet; between impacts they fly on parabolas"},
};

constexpr RestitutionLawInfo kRestitutions[]{
    {RestitutionLaw::Newton, "newton", "Newton", "bodies part at e times their speed of approach"},
    {RestitutionLaw::Poisson, "poisson", "Poisson",
     "restitution has e times the impulse of compression; pair after pair"},
    {RestitutionLaw::Stronge, "stronge", "Stronge",
     "restitution does e^2 times the work of compression; pair after pair"},
};

}  // namespace

std::span<const ImpactLawInfo> impactLaws() {
  return kLaws;
}

std::span<const ImpactTimeInfo> impactTimes() {
  return kTimes;
}

std::span<const RestitutionLawInfo> restitutionLaws() {
  return kRestitutions;
}

}  // namespace keystone
