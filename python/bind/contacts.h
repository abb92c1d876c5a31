// The contacts of the last step as arrays.
#pragma once

#include "bind/simulation.h"

namespace keystone::bind {

void bindContacts(SimulationClass& simulation);

}  // namespace keystone::bind
