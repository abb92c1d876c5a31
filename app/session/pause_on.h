// Events at which time that runs comes to a halt.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "world/simulation.h"

namespace keystone {

struct PauseOn {
  bool failure = false;          // the step's grade is "failed"
  bool impact = false;           // two bodies press on each other that did not in the step before
  long step = 0;                 // after the step of that number; 0: at none
  std::string why = "as asked";  // at that step
};

using BodyPairs = std::set<std::pair<int, int>>;
// Bodies with a contact that carries a normal force.
BodyPairs pressingPairs(const StepResult& step);
// What to tell the user where `step` is an event to pause at; else empty. `before`: the pairs of the step before.
std::string reasonToPause(const PauseOn& on, const BodyPairs& before, const Simulation& step);

}  // namespace keystone
