#include "math/times_transposed.h"

#include <algorithm>
#include <vector>

#include "math/scratch_pool.h"

namespace keystone {
namespace {

struct Workspace {
  // B by columns.
  std::vector<int> start, row;
  std::vector<double> value;
  // One row of the result: its sums, and the row in which each was begun last.
  std::vector<double> sum;
  std::vector<int> begun;
  // The result.
  std::vector<int> columns;
  std::vector<double> values;
};

void storeByColumns(const SparseRows& B, Workspace& workspace) {
  workspace.start.assign(static_cast<std::size_t>(B.cols()) + 2, 0);
  workspace.row.resize(B.nonZeros());
  workspace.value.resize(B.nonZeros());
  for (int i = 0; i < B.rows(); ++i)
    for (SparseRows::InnerIterator it(B, i); it; ++it) ++workspace.start[it.col() + 2];
  for (std::size_t c = 2; c < workspace.start.size(); ++c) workspace.start[c] += workspace.start[c - 1];
  // A column's start moves to its end, which is where the next one starts.
  for (int i = 0; i < B.rows(); ++i)
    for (SparseRows::InnerIterator it(B, i); it; ++it) {
      const auto at = static_cast<std::size_t>(workspace.start[it.col() + 1]++);
      workspace.row[at] = i;
      workspace.value[at] = it.value();
    }
}

// Row `i` of the result, at the end of what the workspace holds of it.
void appendRow(const SparseRows& A, int i, Workspace& workspace) {
  const auto first = static_cast<std::ptrdiff_t>(workspace.columns.size());
  for (SparseRows::InnerIterator it(A, i); it; ++it) {
    const auto column = static_cast<std::size_t>(it.col());
    for (int k = workspace.start[column]; k < workspace.start[column + 1]; ++k) {
      const int j = workspace.row[k];
      const auto to = static_cast<std::size_t>(j);
      if (workspace.begun[to] != i) {
        workspace.begun[to] = i;
        workspace.columns.push_back(j);
        workspace.sum[to] = 0.0;
      }
      workspace.sum[to] += it.value() * workspace.value[k];
    }
  }
  std::sort(workspace.columns.begin() + first, workspace.columns.end());
  for (auto j = workspace.columns.begin() + first; j != workspace.columns.end(); ++j)
    workspace.values.push_back(workspace.sum[*j]);
}

}  // namespace

void timesTransposed(const SparseRows& A, const SparseRows& B, SparseRows& result) {
  const Scratch<Workspace> scratch;
  Workspace& workspace = *scratch;
  storeByColumns(B, workspace);
  workspace.begun.assign(B.rows(), -1);
  workspace.sum.resize(B.rows());
  workspace.columns.clear();
  workspace.values.clear();
  result.resize(A.rows(), B.rows());
  for (int i = 0; i < A.rows(); ++i) {
    appendRow(A, i, workspace);
    result.outerIndexPtr()[i + 1] = static_cast<int>(workspace.columns.size());
  }
  result.resizeNonZeros(static_cast<Eigen::Index>(workspace.columns.size()));
  std::copy(workspace.columns.begin(), workspace.columns.end(), result.innerIndexPtr());
  std::copy(workspace.values.begin(), workspace.values.end(), result.valuePtr());
}

}  // namespace keystone
