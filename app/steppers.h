// The steppers the menu, the command line and the combo box offer.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "sim/lane.h"

namespace keystone {

inline constexpr std::array kSteppers{StepperKind::Velocity};

inline std::optional<StepperKind> stepperNamed(std::string_view name) {
  for (const StepperKind kind : kSteppers) {
    if (toString(kind) == name) return kind;
  }
  return std::nullopt;
}

}  // namespace keystone
