#include "problem/global_form.h"

#include <Eigen/SparseLU>
#include <stdexcept>

#include "problem/delassus.h"

namespace keystone {
namespace {

using SparseColumns = Eigen::SparseMatrix<double>;
using Entry = Eigen::Triplet<double, int>;

// [A B], both with the same number of rows.
SparseColumns sideBySide(const SparseRows& A, const SparseRows& B) {
  std::vector<Entry> entries;
  entries.reserve(A.nonZeros() + B.nonZeros());
  const auto add = [&entries](const SparseRows& X, int shift) {
    for (int i = 0; i < X.outerSize(); ++i)
      for (SparseRows::InnerIterator it(X, i); it; ++it)
        entries.emplace_back(i, static_cast<int>(it.col()) + shift, it.value());
  };
  add(A, 0);
  add(B, static_cast<int>(A.cols()));
  SparseColumns both(A.rows(), A.cols() + B.cols());
  both.setFromTriplets(entries.begin(), entries.end());
  return both;
}

// [6 bodies] -> number of the free direction, or -1 for one that nothing can push.
std::vector<int> freeDirections(const ContactProblem& problem, int& count) {
  std::vector<int> number(6 * problem.inv_mass.size(), -1);
  count = 0;
  for (std::size_t body = 0; body < problem.inv_mass.size(); ++body) {
    const InverseMass& inverse = problem.inv_mass[body];
    for (int k = 0; k < 6; ++k)
      if ((k < 3 ? inverse.linear[k] : inverse.angular(k - 3, k - 3)) > 0.0) number[6 * body + k] = count++;
  }
  return number;
}

// Soft rows give way by a direction each, behind those of the bodies: [joint_rows] -> its number, or -1.
std::vector<int> giveDirections(const ContactProblem& problem, int& count) {
  std::vector<int> number;
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row)
    number.push_back(problem.isSoft(row) ? count++ : -1);
  return number;
}

SparseRows massMatrix(const ContactProblem& problem, const std::vector<int>& number, const std::vector<int>& give,
                      int count) {
  std::vector<Entry> entries;
  for (int row = 0; row < problem.joint_rows; ++row)
    if (const int at = give[row]; at >= 0) entries.emplace_back(at, at, 1.0 / problem.compliance[row]);
  for (std::size_t body = 0; body < problem.inv_mass.size(); ++body) {
    std::vector<int> turns;  // axes the body can turn about
    for (int k = 0; k < 3; ++k) {
      const int linear = number[6 * body + k];
      if (linear >= 0) entries.emplace_back(linear, linear, 1.0 / problem.inv_mass[body].linear[k]);
      if (number[6 * body + 3 + k] >= 0) turns.push_back(k);
    }
    if (turns.empty()) continue;
    const MatX inertia = MatX(problem.inv_mass[body].angular(turns, turns)).inverse();
    for (int i = 0; i < inertia.rows(); ++i)
      for (int j = 0; j < inertia.cols(); ++j)
        entries.emplace_back(number[6 * body + 3 + turns[i]], number[6 * body + 3 + turns[j]],
                             0.5 * (inertia(i, j) + inertia(j, i)));
  }
  SparseRows M(count, count);
  M.setFromTriplets(entries.begin(), entries.end());
  return M;
}

// The columns of J^T that belong to rows first .. first + rows - 1, on the free directions. `give` [rows], or empty.
SparseRows freeColumns(const ContactProblem& problem, const std::vector<int>& number, const std::vector<int>& give,
                       int count, int first, int rows) {
  std::vector<Entry> entries;
  for (int row = 0; row < rows; ++row) {
    for (SparseRows::InnerIterator it(problem.J, first + row); it; ++it)
      if (const int at = number[it.col()]; at >= 0) entries.emplace_back(at, row, it.value());
    if (!give.empty() && give[row] >= 0) entries.emplace_back(give[row], row, 1.0);
  }
  SparseRows columns(count, rows);
  columns.setFromTriplets(entries.begin(), entries.end());
  return columns;
}

// Entries of x [6 bodies] on the free directions.
VecX onFreeDirections(const std::vector<int>& number, int count, const VecX& x) {
  VecX free = VecX::Zero(count);
  for (std::size_t i = 0; i < number.size(); ++i)
    if (number[i] >= 0) free[number[i]] = x[static_cast<Eigen::Index>(i)];
  return free;
}

}  // namespace

ContactProblem reduce(const GlobalForm& form) {
  const SparseColumns A = sideBySide(form.H, form.G);
  const SparseColumns M = form.M;
  Eigen::SparseLU<SparseColumns> lu(M);
  if (lu.info() != Eigen::Success) throw std::runtime_error("found a singular M, expected one that can be inverted");
  const VecX free = lu.solve(form.f);
  const SparseColumns moved = lu.solve(A);

  ContactProblem problem;
  problem.dim = form.dim;
  problem.contacts = static_cast<int>(form.mu.size());
  problem.joint_rows = static_cast<int>(form.G.cols());
  problem.mu = form.mu;
  problem.gap = problem.restitution = VecX::Zero(problem.contacts);
  problem.bias = VecX::Zero(problem.rows());
  problem.q = A.transpose() * free;
  problem.q.head(form.w.size()) += form.w;
  problem.q.tail(form.b.size()) += form.b;
  problem.W = SparseColumns(A.transpose() * moved);
  return problem;
}

GlobalForm globalForm(const ContactProblem& problem) {
  if (!problem.hasBodies()) throw std::runtime_error("found a problem without bodies, expected one with bodies");
  int count = 0;
  const std::vector<int> number = freeDirections(problem, count), give = giveDirections(problem, count);
  const int rows = problem.dim * problem.contacts;
  GlobalForm form;
  form.dim = problem.dim;
  form.mu = problem.mu;
  form.M = massMatrix(problem, number, give, count);
  form.H = freeColumns(problem, number, {}, count, 0, rows);
  form.G = freeColumns(problem, number, give, count, rows, problem.joint_rows);
  const VecX v_free = onFreeDirections(number, count, problem.v_free);
  form.f = form.M * v_free;
  form.w = problem.q.head(rows) - form.H.transpose() * v_free;
  form.b = problem.q.tail(problem.joint_rows) - form.G.transpose() * v_free;
  return form;
}

VecX freeVelocities(const ContactProblem& problem, const VecX& lambda) {
  int count = 0;
  const std::vector<int> number = freeDirections(problem, count), give = giveDirections(problem, count);
  VecX v = onFreeDirections(number, count, velocityAfter(problem, lambda));
  for (int row = 0; row < problem.joint_rows; ++row)
    if (const int at = give[row]; at >= 0) v[at] = problem.compliance[row] * lambda[problem.firstJointRow() + row];
  return v;
}

}  // namespace keystone
