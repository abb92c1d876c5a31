// The paper's loops and what they are subject to, by name.
#pragma once

#include <span>
#include <string_view>

#include "framework/framework_scene.h"
#include "framework/loops.h"

namespace keystone {

enum class FrameworkLoop { Acceleration, Position, Penalty };  // figure 6; figure 7; figure 7 with section 8.4
enum class Objective {
  L1,  // (L') and (S')
  L2,  // (L'') and (S')
  S    // (L'') and (S') as it is printed, which is right only where nothing turns
};

// A loop with what it is subject to. The acceleration loop has one kind of constraints, (L2+) and (S2+): by theorem 5.1
// those of L1. A penalty aims at original lengths, as (L'').
struct FrameworkMethod {
  FrameworkLoop loop;
  Objective objective;
  std::string_view title, brief, what;
};
std::span<const FrameworkMethod> frameworkMethods();
// Null where the loop has no such objective.
const FrameworkMethod* findFrameworkMethod(FrameworkLoop loop, Objective objective);
std::string_view toString(FrameworkLoop loop);   // "acceleration", "position", "penalty"
std::string_view toString(Objective objective);  // "L1", "L2", "S"

struct FrameworkOptions {
  FrameworkLoop loop = FrameworkLoop::Position;
  Objective objective = Objective::L2;
  int bends = 2;           // of L2, LoopParams
  double penalty = 100.0;  // LoopParams
  LineRule lines = LineRule::Facing;
  bool all_terms = true;    // of accelerations; else figure 6 as it is printed: conditions of (S2+) tested for equality
  bool averaged = false;    // of accelerations: positions by the mean of both velocities (section 3)
  bool collisions = false;  // measure each step against theorem 7.1 (inelastic.h)
};
// The loop's parameters. Throws std::invalid_argument, one line, when the loop does not take the objective or the
// framework: struts and a penalty, braces and accelerations.
LoopParams loopParams(const FrameworkScene& scene, const FrameworkOptions& options);

}  // namespace keystone
