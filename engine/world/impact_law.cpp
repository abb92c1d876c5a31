#include "world/impact_law.h"

#include <algorithm>
#include <array>

namespace keystone {
namespace {

constexpr std::array kLaws{
    ImpactLawInfo{ImpactLaw::Simultaneous, "simultaneous", "Simultaneous",
                  "Newton's restitution at all touching contacts at once: a row of balls that is struck leaves as one"},
    ImpactLawInfo{ImpactLaw::Sequential, "sequential", "Sequential",
                  "wave by wave, only where bodies approach: a row of balls that is struck hands the blow to its last"},
};

}  // namespace

std::span<const ImpactLawInfo> impactLaws() {
  return kLaws;
}

const ImpactLawInfo& impactLawInfo(ImpactLaw law) {
  return *std::find_if(kLaws.begin(), kLaws.end(), [law](const ImpactLawInfo& info) { return info.law == law; });
}

const ImpactLawInfo* findImpactLaw(std::string_view id) {
  const auto* found = std::find_if(kLaws.begin(), kLaws.end(), [id](const ImpactLawInfo& i) { return i.id == id; });
  return found == kLaws.end() ? nullptr : found;
}

}  // namespace keystone
