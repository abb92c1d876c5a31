// Many steps, and the steps of many simulations.
#pragma once

#include "bind/errors.h"

namespace keystone::bind {

inline void checkCount(const char* place, long count, long least) {
  if (count < least) throw ArgumentError(place, std::to_string(count), std::to_string(least) + " or more");
}

}  // namespace keystone::bind
