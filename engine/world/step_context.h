// A step under way: what it reads, where it has come to, and the memory that it uses.
#pragma once

#include <memory>

#include "world/simulation.h"
#include "world/stopwatch.h"

namespace keystone {

struct TreeSystem;
struct TurnedContacts;

struct StepContext {
  const StepInput& input;
  StepResult& result;
  StepWorkspace& workspace;
  World& world;  // result.next: as it is now, input.world at first
  double dt;     // [s], length of the step, or of the phase that it is in
  // Whose caches hold the last impulses: the input's until bodies have moved or sleepers woken.
  const World* remembered;
  Stopwatch watch = {};
  std::shared_ptr<const TreeSystem> trees = {};  // of reduced coordinates (step/reduced_step.h), where the bodies are
  bool notes_phases = false;                     // whether workspace.phases are wanted
  TurnedContacts* turned = nullptr;              // where to note them (step/turned_contacts.h), if they are wanted
};

}  // namespace keystone
