// A step under way: what it reads, where it has come to, and what its parts leave for each other.
#pragma once

#include <memory>

#include "world/simulation.h"
#include "world/stopwatch.h"

namespace keystone {

struct TreeSystem;
struct Speculation;

// A contact left out of a step, whose bodies the plane of another contact parts (step/internal_edges.h).
struct GhostContact {
  Manifold manifold;
  int body = -1;                // of the two, the one that the plane holds
  Vec3 normal = Vec3::UnitY();  // unit, of the plane, towards that body
  double apart = 0.0;           // [m], by how much they overlap along it, or 0
};

// What the parts of a step leave for each other; of no meaning between steps.
struct StepWorkspace {
  std::vector<std::pair<int, int>> pairs;  // of the broad phase
  std::vector<GhostContact> ghosts;
  std::vector<char> flies;              // [bodies], touches nothing and is near nothing; or empty: not known
  VecX v_before, v_free, v;             // [6 bodies], velocities: the present ones, without contact, and at the end
  CheckedSolve solve;                   // of the step's problem
  ContactProblem recovery_problem;      // what takes overlap away (step/recover.h)
  Solution recovered;                   // of it
  std::vector<int> holding_rows;        // of the step's problem: its rows
  std::vector<Island> holding_islands;  // likewise, where there are joints
  DeltaV recovery;                      // pseudo-velocities that remove overlap
  std::vector<Motion> motions;          // [bodies]
  std::vector<BodyMotion> smooth;       // of what touches nothing, if an integrator has moved it
};

struct StepContext {
  const StepInput& input;
  StepResult& result;
  StepWorkspace& workspace;
  World& world;  // result.next: as it is now, input.world at first
  double dt;     // [s], length of the step, or of the interval that it is in
  // Whose caches hold the last impulses: the input's until bodies have moved or sleepers woken.
  const World* remembered;
  Stopwatch watch = {};
  std::shared_ptr<const TreeSystem> trees = {};    // of reduced coordinates (step/reduced_step.h), where the bodies are
  Speculation* speculation = nullptr;              // of contacts ahead (step/speculative.h), where they are checked
  std::vector<std::pair<int, int>> isolated = {};  // bodies that meet by themselves (step/isolated_impacts.h)
};

}  // namespace keystone
