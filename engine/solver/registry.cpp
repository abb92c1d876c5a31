#include "solver/registry.h"

#include <array>

namespace keystone {

extern const SolverInfo kExact;
extern const SolverInfo kPivoting;
extern const SolverInfo kPgs;
extern const SolverInfo kGauss;
extern const SolverInfo kNewtonCone;
extern const SolverInfo kInteriorPoint;
extern const SolverInfo kLemke;
extern const SolverInfo kKeller;
extern const SolverInfo kEnumeration;
extern const SolverInfo kJacobi;
extern const SolverInfo kPsor;
extern const SolverInfo kNsgs;
extern const SolverInfo kBgsPcg;
extern const SolverInfo kNncg;
extern const SolverInfo kPgsSm;
extern const SolverInfo kApgd;
extern const SolverInfo kAdmm;
extern const SolverInfo kStaggered;
extern const SolverInfo kMinmapNewton;
extern const SolverInfo kFischerNewton;

namespace {
// In the order of the menu; the first is what a simulation gets that names none. Keys 1 to 9 choose the first nine.
constexpr std::array kSolvers{&kExact,  &kPivoting,    &kPgs,    &kGauss,     &kNewtonCone,   &kInteriorPoint, &kLemke,
                              &kKeller, &kEnumeration, &kJacobi, &kPsor,      &kNsgs,         &kBgsPcg,        &kNncg,
                              &kPgsSm,  &kApgd,        &kAdmm,   &kStaggered, &kMinmapNewton, &kFischerNewton};
}  // namespace

std::span<const SolverInfo* const> solvers() {
  return kSolvers;
}

const SolverInfo* findSolver(std::string_view id) {
  for (const SolverInfo* solver : kSolvers)
    if (solver->id == id) return solver;
  return nullptr;
}

}  // namespace keystone
