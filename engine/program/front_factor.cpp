// Order by approximate minimum degree (Amestoy, Davis, Duff 1996; Eigen's), then the elimination tree's postorder, so
// that a front's columns are neighbours. Small fronts are merged with their parents where that adds few zeros: a dense
// step costs less than the bookkeeping of two.
#include "program/front_factor.h"

#include <Eigen/OrderingMethods>
#include <algorithm>
#include <numeric>
#include <span>

namespace keystone {
namespace {

constexpr int kNarrow = 8;          // columns of two fronts that are merged whatever it costs
constexpr double kZeroShare = 0.2;  // of a merged front's panel, that may be zeros

// Lists of numbers, one after the other.
struct Lists {
  std::vector<int> begin{0}, items;
  std::span<const int> operator[](int k) const {
    return {items.data() + begin[k], static_cast<std::size_t>(begin[k + 1] - begin[k])};
  }
};

// For each column its rows below the diagonal under `place`; or (`above`) for each row its columns before the diagonal.
Lists offDiagonal(const Eigen::SparseMatrix<double>& lower, const std::vector<int>& place, bool above) {
  Lists lists;
  lists.begin.assign(place.size() + 1, 0);
  const auto forAll = [&](auto visit) {
    for (int c = 0; c < lower.cols(); ++c)
      for (int k = lower.outerIndexPtr()[c]; k < lower.outerIndexPtr()[c + 1]; ++k) {
        const auto [i, j] = std::minmax(place[lower.innerIndexPtr()[k]], place[c]);
        if (i != j) above ? visit(j, i) : visit(i, j);
      }
  };
  forAll([&](int list, int) { ++lists.begin[list + 1]; });
  std::partial_sum(lists.begin.begin(), lists.begin.end(), lists.begin.begin());
  lists.items.resize(lists.begin.back());
  std::vector<int> next(lists.begin.begin(), lists.begin.end() - 1);
  forAll([&](int list, int item) { lists.items[next[list]++] = item; });
  return lists;
}

// The elimination tree's postorder: [n], each column's new place. The tree as in [liu1990].
std::vector<int> postorder(const Lists& above) {
  const int n = static_cast<int>(above.begin.size()) - 1;
  std::vector<int> parent(n, -1), ancestor(n, -1);
  for (int row = 0; row < n; ++row)
    for (int c : above[row])
      while (c != row && c >= 0) {
        const int next = ancestor[c];
        ancestor[c] = row;
        if (next < 0) parent[c] = row;
        c = next;
      }
  std::vector<int> child(n, -1), sibling(n, -1), stack, place(n);
  for (int c = 0; c < n; ++c) {
    if (parent[c] < 0) {
      stack.push_back(c);
      continue;
    }
    sibling[c] = child[parent[c]];
    child[parent[c]] = c;
  }
  for (int next = n - 1; !stack.empty(); --next) {  // parents before children, from the end
    const int c = stack.back();
    stack.pop_back();
    place[c] = next;
    for (int k = child[c]; k >= 0; k = sibling[k]) stack.push_back(k);
  }
  return place;
}

// Rows of L below the diagonal, ascending: a column's own and those that its children leave.
Lists fill(const Lists& below) {
  const int n = static_cast<int>(below.begin.size()) - 1;
  Lists rows;
  std::vector<int> child(n, -1), sibling(n, -1), mark(n, -1);
  for (int c = 0; c < n; ++c) {
    const auto add = [&](int r) {
      if (r == c || mark[r] == c) return;
      mark[r] = c;
      rows.items.push_back(r);
    };
    for (const int r : below[c]) add(r);
    for (int k = child[c]; k >= 0; k = sibling[k])
      for (int at = rows.begin[k]; at < rows.begin[k + 1]; ++at) add(rows.items[at]);
    std::sort(rows.items.begin() + rows.begin[c], rows.items.end());
    rows.begin.push_back(static_cast<int>(rows.items.size()));
    if (rows.begin[c] == rows.begin[c + 1]) continue;
    const int parent = rows.items[rows.begin[c]];
    sibling[c] = child[parent];
    child[parent] = c;
  }
  return rows;
}

}  // namespace

void FrontFactor::order(const Eigen::SparseMatrix<double>& lower) {
  const Eigen::SparseMatrix<double> whole = lower.selfadjointView<Eigen::Lower>();
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> inverse;
  Eigen::AMDOrdering<int>()(whole, inverse);
  place_.resize(lower.cols());
  for (int k = 0; k < lower.cols(); ++k) place_[inverse.indices()[k]] = k;
  const std::vector<int> after = postorder(offDiagonal(lower, place_, true));
  for (int& place : place_) place = after[place];
}

void FrontFactor::analyze(const Eigen::SparseMatrix<double>& lower) {
  order(lower);
  const Lists below = fill(offDiagonal(lower, place_, false));
  const int n = static_cast<int>(place_.size());
  fronts_.clear();
  for (int c = 0; c < n; ++c) {
    fronts_.push_back({c, 1, {below[c].begin(), below[c].end()}, -1, {}});
    // With the front before it, if it is this column's child and the zeros are few.
    while (fronts_.size() > 1) {
      Front &last = fronts_.back(), &child = fronts_[fronts_.size() - 2];
      if (child.below.empty() || child.below[0] != last.first) break;
      const int columns = child.columns + last.columns;
      const int more = last.columns + static_cast<int>(last.below.size()) - static_cast<int>(child.below.size());
      const double zeros = static_cast<double>(child.columns) * more;
      const double panel = static_cast<double>(columns) * (columns + static_cast<double>(last.below.size()));
      if (more > 0 && columns > kNarrow && zeros > kZeroShare * panel) break;
      child.columns = columns;
      child.below = std::move(last.below);
      fronts_.pop_back();
    }
  }
  std::vector<int> front_of(place_.size());
  for (int f = 0; f < static_cast<int>(fronts_.size()); ++f)
    std::fill_n(front_of.begin() + fronts_[f].first, fronts_[f].columns, f);
  const auto placeIn = [&](const Front& front, int row) {
    if (row < front.first + front.columns) return row - front.first;
    const auto found = std::ranges::lower_bound(front.below, row);
    return front.columns + static_cast<int>(found - front.below.begin());
  };
  children_.assign(fronts_.size(), {});
  for (std::size_t f = 0; f < fronts_.size(); ++f) {
    Front& front = fronts_[f];
    if (front.below.empty()) continue;
    front.parent = front_of[front.below[0]];
    children_[front.parent].push_back(static_cast<int>(f));
    for (const int row : front.below) front.in_parent.push_back(placeIn(fronts_[front.parent], row));
  }
  entries_.clear();
  entry_begin_.assign(fronts_.size() + 1, 0);
  for (int c = 0; c < n; ++c)
    for (int k = lower.outerIndexPtr()[c]; k < lower.outerIndexPtr()[c + 1]; ++k) {
      const auto [column, row] = std::minmax(place_[lower.innerIndexPtr()[k]], place_[c]);
      const int f = front_of[column];
      entries_.push_back({f, placeIn(fronts_[f], row), column - fronts_[f].first});
      ++entry_begin_[f + 1];
    }
  std::partial_sum(entry_begin_.begin(), entry_begin_.end(), entry_begin_.begin());
  entry_order_.resize(entries_.size());
  std::vector<int> next(entry_begin_.begin(), entry_begin_.end() - 1);
  for (int k = 0; k < static_cast<int>(entries_.size()); ++k) entry_order_[next[entries_[k].front]++] = k;
  panels_.resize(fronts_.size());
  remainders_.resize(fronts_.size());
}

void FrontFactor::addChildren(std::size_t front, MatX& dense) {
  for (const int child : children_[front]) {
    MatX& remainder = remainders_[child];
    const std::vector<int>& to = fronts_[child].in_parent;
    for (Eigen::Index c = 0; c < remainder.cols(); ++c) {
      const double* from = remainder.data() + c * remainder.rows();
      double* column = dense.data() + to[c] * dense.rows();
      for (Eigen::Index r = c; r < remainder.rows(); ++r) column[to[r]] += from[r];
    }
  }
}

bool FrontFactor::factor(const Eigen::SparseMatrix<double>& lower) {
  MatX& dense = dense_;
  for (std::size_t f = 0; f < fronts_.size(); ++f) {
    const Front& front = fronts_[f];
    const Eigen::Index w = front.columns, m = front.rows();
    dense.setZero(m, m);
    for (int k = entry_begin_[f]; k < entry_begin_[f + 1]; ++k) {
      const Entry& entry = entries_[entry_order_[k]];
      dense(entry.row, entry.column) += lower.valuePtr()[entry_order_[k]];
    }
    addChildren(f, dense);
    Eigen::Ref<MatX> corner = dense.topLeftCorner(w, w);
    const Eigen::LLT<Eigen::Ref<MatX>> root(corner);
    if (root.info() != Eigen::Success) return false;
    auto under = dense.bottomLeftCorner(m - w, w);
    corner.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(under);
    if (m > w) {
      remainders_[f] = dense.bottomRightCorner(m - w, m - w);
      remainders_[f].selfadjointView<Eigen::Lower>().rankUpdate(under, -1.0);
    }
    panels_[f] = dense.leftCols(w);
  }
  return true;
}

VecX FrontFactor::solve(const VecX& rhs) const {
  VecX x(rhs.size());
  for (Eigen::Index k = 0; k < rhs.size(); ++k) x[place_[k]] = rhs[k];
  VecX part;
  for (std::size_t f = 0; f < fronts_.size(); ++f) {
    const Front& front = fronts_[f];
    auto own = x.segment(front.first, front.columns);
    panels_[f].topRows(front.columns).triangularView<Eigen::Lower>().solveInPlace(own);
    if (front.below.empty()) continue;
    part.noalias() = panels_[f].bottomRows(front.below.size()) * own;
    for (std::size_t r = 0; r < front.below.size(); ++r) x[front.below[r]] -= part[r];
  }
  for (std::size_t f = fronts_.size(); f-- > 0;) {
    const Front& front = fronts_[f];
    auto own = x.segment(front.first, front.columns);
    if (!front.below.empty()) {
      part.resize(front.below.size());
      for (std::size_t r = 0; r < front.below.size(); ++r) part[r] = x[front.below[r]];
      own.noalias() -= panels_[f].bottomRows(front.below.size()).transpose() * part;
    }
    panels_[f].topRows(front.columns).triangularView<Eigen::Lower>().transpose().solveInPlace(own);
  }
  VecX result(rhs.size());
  for (Eigen::Index k = 0; k < rhs.size(); ++k) result[k] = x[place_[k]];
  return result;
}

}  // namespace keystone
