// Bodies by name, and what comes and goes between two steps.
#pragma once

#include <string>

#include "world/world.h"

namespace keystone::bind {

// The first of that name. Throws ArgumentError.
int indexOfBody(const World& world, const std::string& name);

}  // namespace keystone::bind
