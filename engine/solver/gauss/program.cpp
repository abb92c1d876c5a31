#include "solver/gauss/program.h"

namespace keystone {
namespace {

// Of the largest relative velocity: what rows that agree may differ by. Rounding alone is a thousandth of it; below
// this, contacts at rest that carry nothing would open and close from step to step.
constexpr double kRowRounding = 1e-12;

// The directions in which bodies move: [6 bodies] -> unknown, -1 where locked or pushed by nothing; and M there. A soft
// row gives way by an unknown of its own, whose mass is the inverse of its compliance.
struct Motions {
  std::vector<int> unknown, give;  // [6 bodies], [joint_rows]
  int count = 0;
  Eigen::SparseMatrix<double> mass;
};

Motions findMotions(const ContactProblem& problem) {
  Motions motions;
  motions.unknown.assign(6 * problem.inv_mass.size(), -1);
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t body = 0; body < problem.inv_mass.size(); ++body) {
    const InverseMass& inverse = problem.inv_mass[body];
    std::vector<int> turns;
    for (int axis = 0; axis < 3; ++axis) {
      if (inverse.linear[axis] <= 0.0) continue;
      motions.unknown[6 * body + axis] = motions.count;
      entries.emplace_back(motions.count, motions.count, 1.0 / inverse.linear[axis]);
      ++motions.count;
    }
    for (int axis = 0; axis < 3; ++axis)
      if (inverse.angular(axis, axis) > 0.0) turns.push_back(axis);
    if (turns.empty()) continue;
    const MatX inertia = inverse.angular(turns, turns).inverse();
    for (std::size_t r = 0; r < turns.size(); ++r) {
      motions.unknown[6 * body + 3 + turns[r]] = motions.count + static_cast<int>(r);
      for (std::size_t c = 0; c < turns.size(); ++c)
        entries.emplace_back(motions.count + static_cast<int>(r), motions.count + static_cast<int>(c),
                             inertia(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c)));
    }
    motions.count += static_cast<int>(turns.size());
  }
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row) {
    motions.give.push_back(problem.isSoft(row) ? motions.count : -1);
    if (!problem.isSoft(row)) continue;
    entries.emplace_back(motions.count, motions.count, 1.0 / problem.complianceOf(row));
    ++motions.count;
  }
  motions.mass.resize(motions.count, motions.count);
  motions.mass.setFromTriplets(entries.begin(), entries.end());
  return motions;
}

RowSet toSet(const ContactProblem& problem, int row, std::span<const Side> sides) {
  const Side side = sides[row];
  if (problem.isNormal(row)) return side == Side::Free ? RowSet::Clamped : RowSet::Unclamped;
  if (problem.isTangent(row)) {
    const int n = problem.normalRow(problem.contactOf(row));
    if (sides[n] != Side::Free) return RowSet::Ignored;
  } else {
    if (problem.isBilateral(row)) return RowSet::Bilateral;
    if (problem.isLimit(row)) return side == Side::Free ? RowSet::Clamped : RowSet::Unclamped;
  }
  if (side == Side::Free) return RowSet::Stick;
  return side == Side::Upper ? RowSet::SlideForward : RowSet::SlideBackward;
}

}  // namespace

QuadraticProgram toProgram(const ContactProblem& problem) {
  const Motions motions = findMotions(problem);
  QuadraticProgram program;
  program.H = motions.mass;
  program.f.setZero(motions.count);
  program.A.resize(problem.rows(), motions.count);
  program.A.resizeNonZeros(problem.J.nonZeros() + problem.joint_rows);
  int entries = 0;
  for (int row = 0; row < problem.rows(); ++row) {
    program.A.outerIndexPtr()[row] = entries;
    for (SparseRows::InnerIterator it(problem.J, row); it; ++it) {
      const int column = motions.unknown[it.col()];
      if (column < 0) continue;
      program.A.innerIndexPtr()[entries] = column;
      program.A.valuePtr()[entries++] = it.value();
    }
    const int give = problem.isJoint(row) ? motions.give[row - problem.firstJointRow()] : -1;
    if (give < 0) continue;
    program.A.innerIndexPtr()[entries] = give;
    program.A.valuePtr()[entries++] = 1.0;
  }
  program.A.outerIndexPtr()[problem.rows()] = entries;
  program.A.resizeNonZeros(entries);
  program.b = -problem.q;
  program.rounding = kRowRounding * problem.q.lpNorm<Eigen::Infinity>();
  program.lower = program.upper = VecX::Zero(problem.rows());
  for (int row = 0; row < problem.rows(); ++row) {
    if (problem.isNormal(row)) program.upper[row] = QuadraticProgram::kUnbounded;
    if (!problem.isJoint(row)) continue;
    program.lower[row] = problem.lower(row);
    program.upper[row] = problem.upper(row);
  }
  return program;
}

IndexSets toSets(const ContactProblem& problem, std::span<const Side> sides) {
  IndexSets sets(static_cast<std::size_t>(problem.rows()));
  for (int row = 0; row < problem.rows(); ++row) sets[row] = toSet(problem, row, sides);
  return sets;
}

std::vector<Side> toSides(const IndexSets& sets) {
  std::vector<Side> sides;
  for (const RowSet set : sets) {
    const bool free = set == RowSet::Clamped || set == RowSet::Stick || set == RowSet::Bilateral;
    sides.push_back(free ? Side::Free : set == RowSet::SlideForward ? Side::Upper : Side::Lower);
  }
  return sides;
}

}  // namespace keystone
