#include "solver/registry.h"

namespace keystone {

extern const SolverInfo kExact, kPivoting, kPgs, kGauss, kNewtonCone, kInteriorPoint, kLemke, kKeller, kEnumeration,
    kParametric, kJacobi, kNsgs, kBgsPcg, kNncg, kPgsSm, kApgd, kAdmm, kStaggered, kMinmapNewton, kFischerNewton, kPsor;

namespace {
// In the order of the menu: the papers' three methods first. Keys 1 to 9 choose the first nine.
constexpr const SolverInfo* kSolvers[]{&kPivoting,      &kPgs,   &kGauss,     &kExact,        &kNewtonCone,
                                       &kInteriorPoint, &kLemke, &kKeller,    &kEnumeration,  &kParametric,
                                       &kJacobi,        &kNsgs,  &kBgsPcg,    &kNncg,         &kPgsSm,
                                       &kApgd,          &kAdmm,  &kStaggered, &kMinmapNewton, &kFischerNewton};
}  // namespace

std::span<const SolverInfo* const> solvers() {
  return kSolvers;
}

const SolverInfo* defaultSolver() {
  return &kExact;
}

std::vector<std::string_view> solverIds() {
  std::vector<std::string_view> ids;
  for (const SolverInfo* solver : kSolvers) ids.push_back(solver->id);
  ids.push_back(kPsor.id);
  return ids;
}

const SolverInfo* findSolver(std::string_view id) {
  for (const SolverInfo* solver : kSolvers)
    if (solver->id == id) return solver;
  return id == kPsor.id ? &kPsor : nullptr;
}

}  // namespace keystone
