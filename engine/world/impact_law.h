// What happens to bodies that touch others when they are struck. Newton's law of restitution, u+ >= -e u-, says it for
// one contact; for several at once there is more than one law, and each has closed forms of its own (docs/steppers.md).
#pragma once

#include "world/choice_info.h"

namespace keystone {

enum class ImpactLaw {
  Simultaneous,  // Newton's law at all touching contacts in one solve (Baraff 1989)
  Sequential,    // in waves: only the contacts that approach take part, then those that approach after it, and so on
  Reflections    // waves without loss, and a share of what an impact without restitution comes to (Smith et al. 2012)
};

// When an impact takes place, under the velocity stepper.
enum class ImpactTime {
  Step,  // once a step, for all contacts that would close within it
  Exact  // when bodies meet: the step stops there (step/event_driven.cpp)
};

// How much an impact at one contact gives back, by its coefficient of restitution e.
enum class RestitutionLaw {
  Newton,   // u+ = -e u-: by velocities
  Poisson,  // the impulse of restitution is e times that of compression
  Stronge   // the normal work of restitution is e^2 times that of compression
};

using ImpactLawInfo = ChoiceInfo<ImpactLaw>;
using ImpactTimeInfo = ChoiceInfo<ImpactTime>;
using RestitutionLawInfo = ChoiceInfo<RestitutionLaw>;
std::span<const ImpactLawInfo> impactLaws();
std::span<const ImpactTimeInfo> impactTimes();
std::span<const RestitutionLawInfo> restitutionLaws();

}  // namespace keystone
