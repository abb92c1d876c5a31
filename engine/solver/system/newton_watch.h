// Who looks on while Newton's method is at work.
#pragma once

#include <functional>

#include "math/types.h"

namespace keystone {

struct NewtonStep {
  const VecX& lambda;
  double share;  // of Newton's step that was taken
  int factorizations;
};
using NewtonWatch = std::function<void(const NewtonStep&)>;  // may be empty

}  // namespace keystone
