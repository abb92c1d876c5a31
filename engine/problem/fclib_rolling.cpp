#include "problem/fclib_rolling.h"

#include <algorithm>

namespace keystone {
namespace {

// [rows] The column of H that a row has in the rolling form; of bilateral row k, a column of G, -1 - k.
std::vector<int> rollingColumns(const ContactProblem& problem) {
  std::vector<int> columns;
  for (int row = 0; row < problem.firstJointRow(); ++row) columns.push_back(kRollingRows * (row / 3) + row % 3);
  int bilateral = 0;
  for (int row = 0; row < problem.joint_rows; ++row) {
    const int disc = problem.disc_of_row[static_cast<std::size_t>(row)];
    const FrictionDisc* const found = disc < 0 ? nullptr : &problem.discs[static_cast<std::size_t>(disc)];
    columns.push_back(found == nullptr ? -1 - bilateral++ : kRollingRows * found->contact + 3 + row - found->first);
  }
  return columns;
}

}  // namespace

bool isRolling(const ContactProblem& problem) {
  std::vector<bool> rolls(static_cast<std::size_t>(problem.contacts), false);
  for (const FrictionDisc& disc : problem.discs) {
    if (disc.contact < 0 || disc.count != 2 || rolls[static_cast<std::size_t>(disc.contact)]) return false;
    rolls[static_cast<std::size_t>(disc.contact)] = true;
  }
  return problem.dim == 3 && !problem.discs.empty();
}

void splitRolling(const ContactProblem& problem, const VecX& x, VecX& contact, VecX& bilateral) {
  const std::vector<int> columns = rollingColumns(problem);
  contact = VecX::Zero(kRollingRows * problem.contacts);
  bilateral = VecX::Zero(std::ranges::count_if(columns, [](int column) { return column < 0; }));
  for (int row = 0; row < problem.rows(); ++row) {
    const int column = columns[static_cast<std::size_t>(row)];
    (column >= 0 ? contact[column] : bilateral[-1 - column]) = x[row];
  }
}

GlobalForm rollingForm(const ContactProblem& problem) {
  const GlobalForm given = globalForm(problem);
  GlobalForm form = given;
  VecX velocities(problem.rows());
  velocities << given.w, given.b;
  splitRolling(problem, velocities, form.w, form.b);
  const std::vector<int> columns = rollingColumns(problem);
  std::vector<Entry> contact, bilateral;
  const auto add = [&](const SparseRows& matrix, int first) {
    for (int i = 0; i < matrix.outerSize(); ++i)
      for (SparseRows::InnerIterator it(matrix, i); it; ++it) {
        const int column = columns[static_cast<std::size_t>(first + it.col())];
        column >= 0 ? contact.emplace_back(i, column, it.value()) : bilateral.emplace_back(i, -1 - column, it.value());
      }
  };
  add(given.H, 0);
  add(given.G, problem.firstJointRow());
  form.dim = kRollingRows;
  form.H = SparseRows(given.H.rows(), form.w.size());
  form.H.setFromTriplets(contact.begin(), contact.end());
  form.G = SparseRows(given.H.rows(), form.b.size());
  form.G.setFromTriplets(bilateral.begin(), bilateral.end());
  return form;
}

}  // namespace keystone
