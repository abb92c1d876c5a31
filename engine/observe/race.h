// The same world moved by several methods at once, in lockstep: from one state, with the same input, step by step.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "observe/mirror.h"
#include "step/step.h"

namespace keystone {

// A stepper with a solver, which a stepper that is a method of its own (StepperInfo::uses_solver) does not ask.
struct Method {
  StepperKind stepper = StepperKind::Velocity;
  const SolverInfo* solver = nullptr;
  std::optional<JointErrors> joint_errors = {};  // of a stepper that looks at them; none: as they are
  bool operator==(const Method&) const = default;
};
// "velocity+pivoting", "velocity+exact+baumgarte"; "avbd", of a stepper that is a method of its own.
std::string toString(const Method& method);
std::string_view briefName(const Method& method);  // of its solver, or of such a stepper
// Of such a name; such a stepper's solver is the first. Throws ChoiceError (step/choose_method.h), which begins with
// `place`.
Method methodNamed(const std::string& place, std::string_view name);
Method methodOf(const Simulation& simulation);
void impose(Simulation& simulation, const Method& method);  // a change of solver starts from its default parameters
// The exact solver, projected Gauss-Seidel and Gauss' principle, each as it is meant: the first is what others differ
// from.
std::span<const Method> usualMethods();

// Where a simulation stands after a step.
struct RaceMeasure {
  double difference = 0.0;    // [m], of the centre of a body from where the first simulation has it, the farthest
  double mirror_error = 0.0;  // [m], of a race that has a mirror
  double kinetic = 0.0;       // [J]
  double residual = 0.0;
  double penetration = 0.0;  // [m], at the start of the step
  double joint_error = 0.0;  // [m], at its end
};

struct Race {
  std::vector<Simulation> simulations;
  std::optional<Mirror> mirror;  // of the world they started from
};

// Copies of `from`, all of it but the method: bodies, step length, the parameters of the steppers.
Race startRace(const Simulation& from, std::span<const Method> methods);
void step(Race& race);
// `simulation` beside the race: one of its own, or another that holds the same bodies.
RaceMeasure measure(const Race& race, const Simulation& simulation);

// [m] and [rad]: far above what rounding leaves between two exact methods, far below what is seen.
inline constexpr double kParted = 1e-6;
// Whether a body of one world stands elsewhere than the other has it, by more than that, or is turned otherwise. Bodies
// that one world alone has do not count.
bool haveParted(const World& a, const World& b);

// [m], the farthest that the centre of a body of one world is from where the other has it. Bodies that one world alone
// has do not count.
double positionDifference(const World& a, const World& b);

}  // namespace keystone
