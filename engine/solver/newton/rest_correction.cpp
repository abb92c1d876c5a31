#include "solver/newton/rest_correction.h"

#include <algorithm>
#include <cmath>

#include "math/spare.h"

namespace keystone {
namespace {

constexpr double kInside = 1e-5;   // of the largest impulse: as far from its bounds as that a row is held
constexpr double kSliding = 1e-6;  // of the largest free velocity
constexpr double kEpsilon = 1e-4;  // by which rows give way, of W's unit diagonal
constexpr int kSolves = 8;
constexpr double kSmall = 0.03;  // of the tolerance: a defect that needs no further solve
constexpr double kGain = 0.7;    // of the defect, that every solve but the first leaves at most, or it is the last

// S of the rows that are held: of loaded contacts, or of those that close besides. False where something slides.
bool hold(const ConeRows& rows, const VecX& lambda, const VecX& u, bool with_closing, LawSlope& S) {
  const double inside = kInside * std::max(1.0, lambda.lpNorm<Eigen::Infinity>());
  const int dim = rows.dim;
  S.symmetric = true;
  S.contacts.assign(
      static_cast<std::size_t>(dim) * static_cast<std::size_t>(dim) * static_cast<std::size_t>(rows.contacts), 0.0);
  S.joint_rows.setZero(rows.joint_rows);
  for (int c = 0; c < rows.contacts; ++c) {
    const int n = dim * c;
    if (lambda[n] <= inside && !(with_closing && u[n] < 0.0)) continue;
    const bool has_friction = dim > 1 && rows.mu[c] > 0.0;
    if (has_friction && u.segment(n + 1, dim - 1).lpNorm<Eigen::Infinity>() > kSliding) return false;
    Eigen::Map<MatX> slope(S.contacts.data() + dim * dim * c, dim, dim);
    slope.diagonal().head(has_friction ? dim : 1).setConstant(1.0 / kEpsilon);
  }
  for (int k = 0; k < rows.joint_rows; ++k) {
    const double impulse = lambda[rows.firstJointRow() + k];
    if (impulse > rows.lower[k] + inside && impulse < rows.upper[k] - inside) S.joint_rows[k] = 1.0 / kEpsilon;
  }
  return true;
}

// Whether one solve after the other by the last factor leads there.
bool settle(const ConeRows& rows, const ConeSystem& system, const LawSlope& S, double tolerance,
            ProximalProblem& problem, double& defect) {
  const Spare<VecX> room(rows.rows());
  VecX& lambda = *room;
  for (int solve = 0; solve < kSolves; ++solve) {
    const double before = defect;
    rows.sloped(S, problem.u(), lambda);
    system.solveInPlace(lambda);
    lambda = problem.lambda() - lambda;
    rows.project(lambda, lambda);
    problem.place(lambda);
    defect = problem.defect();
    if (problem.isSmall(defect, kSmall * tolerance) || (solve > 0 && !(defect < kGain * before))) break;
  }
  return problem.isSmall(defect, tolerance);
}

}  // namespace

bool correctAtRest(const ConeRows& rows, ConeSystem& system, double tolerance, ProximalProblem& problem, double& defect,
                   int& factorizations, int& kept) {
  const Spare<LawSlope> S(rows.rows());
  for (const bool with_closing : {false, true}) {
    if (!hold(rows, problem.lambda(), problem.u(), with_closing, *S)) return false;
    ++factorizations;
    if (!system.factorNearly(*S, kept)) return false;
    if (settle(rows, system, *S, tolerance, problem, defect)) return true;
  }
  return false;
}

}  // namespace keystone
