// Which unknowns the velocity stepper gives bodies that joints hold together (docs/steppers.md, "Reduced coordinates").
#pragma once

#include "world/choice_info.h"

namespace keystone {

enum class Coordinates {
  Maximal,  // six a body; joints are rows of the contact problem
  Reduced   // those that the joints of a tree leave free; its joints have no rows and do not drift
};

using CoordinatesInfo = ChoiceInfo<Coordinates>;
std::span<const CoordinatesInfo> coordinates();

}  // namespace keystone
