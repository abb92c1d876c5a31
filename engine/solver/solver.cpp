#include "solver/solver.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "math/product_count.h"
#include "solver/trace.h"

namespace keystone {

std::string_view toString(SolveStatus status) {
  constexpr std::string_view kNames[] = {"converged", "iteration limit", "breakdown", "unbounded ray", "unsupported"};
  return kNames[static_cast<int>(status)];
}

void checkResidual(const Residual& residual, double tolerance, SolveReport& report) {
  report.residual = residual;
  if (report.status == SolveStatus::Unsupported) return;
  if (residual.value <= tolerance) {
    if (report.status != SolveStatus::Converged) report.message.clear();
    report.status = SolveStatus::Converged;
  } else if (report.status == SolveStatus::Converged)
    report.end(SolveStatus::IterationLimit, kAboveTolerance);
}

bool addReport(const SolveReport& part, SolveReport& sum) {
  for (int SolveReport::*const count : {&SolveReport::pivots, &SolveReport::drives, &SolveReport::zero_steps,
                                        &SolveReport::iterations, &SolveReport::factorizations, &SolveReport::products})
    sum.*count += part.*count;
  const bool first = sum.status == SolveStatus::Converged && part.status != SolveStatus::Converged;
  if (first) sum.status = part.status;
  if (first || sum.message.empty()) sum.message = part.message;
  // The last stage that a part needed; none where one was not solved. The worst residual.
  const int rank = part.status == SolveStatus::Converged ? part.stage_rank : std::numeric_limits<int>::max();
  if (rank > sum.stage_rank || (rank == sum.stage_rank && !part.stage.empty())) {
    sum.stage = part.stage;
    sum.stage_rank = rank;
  }
  if (!(part.residual.value <= sum.residual.value)) sum.residual = part.residual;
  return first;
}

std::vector<std::string_view> wordsOf(const Accepts& accepts) {
  std::vector<std::string_view> words;
  const auto add = [&](bool yes, std::string_view word) {
    if (yes) words.push_back(word);
  };
  add(accepts.frictionless, "frictionless");
  add(accepts.box_friction, "box");
  add(accepts.cone_friction, "cone");
  add(accepts.joints, "joints");
  add(accepts.w_only, "W-only");
  add(accepts.discs, "discs");
  add(accepts.unsymmetric, "unsymmetric");
  return words;
}

namespace {

std::string_view whyRowsNotTaken(const Accepts& accepts, const ContactProblem& problem) {
  if (!problem.discs.empty() && !accepts.discs) return "takes no torsional, rolling or ball joint friction";
  if (problem.joint_rows > 0 && !accepts.joints) return "takes no joints";
  if (!problem.hasBodies() && !accepts.w_only) return "needs bodies, and W is given alone";
  if (!problem.symmetric && !accepts.unsymmetric) return "takes no W that is not symmetric";
  return {};
}

std::string_view whyLawNotTaken(const Accepts& accepts, const ContactProblem& problem, FrictionLaw law) {
  if (problem.dim == 1 || problem.contacts == 0 || problem.mu.maxCoeff() == 0.0)
    return accepts.frictionless ? "" : "takes no problem without friction";
  if (!accepts.box_friction && !accepts.cone_friction) return "takes no friction";
  if (problem.dim == 2) return {};  // one tangent: the laws are the same
  if (law == FrictionLaw::Cone) return accepts.cone_friction ? "" : "takes no cone friction in space, but the box";
  return accepts.box_friction ? "" : "takes no box friction in space, but the cone";
}

}  // namespace

std::string_view whyNotTaken(const Accepts& accepts, const ContactProblem& problem, FrictionLaw law) {
  const std::string_view why = whyRowsNotTaken(accepts, problem);
  return why.empty() ? whyLawNotTaken(accepts, problem, law) : why;
}

SolveReport SolverInfo::solve(const ContactProblem& problem, const ParameterValues& values, Solution& solution,
                              SolverTrace* trace) const {
  solution.sets_inferred = false;
  solution.ray.resize(0);
  if (problem.rows() == 0 || solution.lambda.size() != problem.rows()) {
    solution.lambda.setZero(problem.rows());
    solution.sets.clear();
  }
  if (problem.rows() == 0) return {};
  if (const std::string_view why = whyRowsNotTaken(accepts, problem); !why.empty()) return refused(std::string(why));
  const ProductCount products;
  SolveReport report = run(problem, values, solution, trace);
  report.products = products.count();
  if (report.status == SolveStatus::Unsupported) return report;
  if (solution.sets.empty()) {
    classify(problem, solution.lambda, solution.sets);
    solution.sets_inferred = true;
  }
  if (trace != nullptr && trace->hasBegun())
    trace->add({.kind = TraceKind::Result}, solution.lambda, solution.sets, report.factorizations);
  return report;
}

double parameterOf(std::span<const Parameter> parameters, const ParameterValues& values, std::string_view id) {
  const auto found = std::ranges::find(parameters, id, &Parameter::id);
  assert(found != parameters.end());
  const auto set = values.find(id);
  return set == values.end() ? found->value : std::clamp(set->second, found->low, found->high);
}

double parameter(const SolverInfo& solver, const ParameterValues& values, std::string_view id) {
  return parameterOf(solver.parameters, values, id);
}

double toleranceOf(const SolverInfo& solver, const ParameterValues& values) {
  const auto is_tolerance = [](const Parameter& k) { return k.id == "tolerance"; };
  const bool asks = solver.exact && std::any_of(solver.parameters.begin(), solver.parameters.end(), is_tolerance);
  return asks ? parameter(solver, values, "tolerance") : kExactResidual;
}

FrictionLaw frictionLaw(const SolverInfo& solver, const ParameterValues& values) {
  for (const Parameter& k : solver.parameters) {
    if (k.id != "friction" || k.type != Parameter::Type::Choice) continue;
    std::string_view name = k.choices;
    for (int skip = static_cast<int>(parameter(solver, values, k.id)); skip > 0; --skip)
      name.remove_prefix(std::min(name.size(), name.find('|') + 1));
    return name.substr(0, name.find('|')) == "box" ? FrictionLaw::Box : FrictionLaw::Cone;
  }
  return solver.accepts.cone_friction ? FrictionLaw::Cone : FrictionLaw::Box;
}

}  // namespace keystone
