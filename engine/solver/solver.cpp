#include "solver/solver.h"

#include <algorithm>
#include <cassert>

namespace keystone {

std::string_view toString(SolveStatus status) {
  switch (status) {
    case SolveStatus::Converged:
      return "converged";
    case SolveStatus::IterationLimit:
      return "iteration limit";
    case SolveStatus::Breakdown:
      return "breakdown";
    case SolveStatus::Ray:
      return "unbounded ray";
    case SolveStatus::Unsupported:
      return "unsupported";
  }
  return "unknown";
}

void checkResidual(const Residual& residual, double tolerance, SolveReport& report) {
  report.residual = residual;
  if (report.status == SolveStatus::Unsupported) return;
  if (residual.value <= tolerance) {
    if (report.status != SolveStatus::Converged) report.message.clear();
    report.status = SolveStatus::Converged;
  } else if (report.status == SolveStatus::Converged) {
    report.status = SolveStatus::IterationLimit;
    report.message = "the residual is above the tolerance";
  }
}

double knob(const SolverInfo& solver, const KnobValues& values, std::string_view id) {
  const auto found = std::find_if(solver.knobs.begin(), solver.knobs.end(), [&](const Knob& k) { return k.id == id; });
  assert(found != solver.knobs.end());
  const auto set = values.find(id);
  return set == values.end() ? found->value : std::clamp(set->second, found->low, found->high);
}

double toleranceOf(const SolverInfo& solver, const KnobValues& values) {
  const auto is_tolerance = [](const Knob& k) { return k.id == "tolerance"; };
  const bool asks = solver.exact && std::any_of(solver.knobs.begin(), solver.knobs.end(), is_tolerance);
  return asks ? knob(solver, values, "tolerance") : kExactResidual;
}

FrictionLaw frictionLaw(const SolverInfo& solver, const KnobValues& values) {
  for (const Knob& k : solver.knobs) {
    if (k.id != "friction" || k.type != Knob::Type::Choice) continue;
    std::string_view name = k.choices;
    for (int skip = static_cast<int>(knob(solver, values, k.id)); skip > 0; --skip)
      name.remove_prefix(std::min(name.size(), name.find('|') + 1));
    return name.substr(0, name.find('|')) == "box" ? FrictionLaw::Box : FrictionLaw::Cone;
  }
  return solver.accepts.cone_friction ? FrictionLaw::Cone : FrictionLaw::Box;
}

}  // namespace keystone
