#include "sim/lane.h"

namespace keystone {

std::string_view toString(StepperKind kind) {
  switch (kind) {
    case StepperKind::Velocity:
      return "velocity";
  }
  return "unknown";
}

}  // namespace keystone
