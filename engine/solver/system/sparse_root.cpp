#include "solver/system/sparse_root.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/rounding.h"

namespace keystone {
namespace {

constexpr int kGone = std::numeric_limits<int>::max();

// Right-looking, on lists of the entries that are left. Units of the same neighbours, the contacts of a pair of bodies,
// are eliminated together, the largest pivot first, until nothing is left of them.
template <int d, int m>
class Elimination {
 public:
  Elimination(const SparseRows& W, const VecX& scale, int contacts)
      : contacts_(contacts), units_(contacts + static_cast<int>(W.rows()) - m * contacts) {
    const auto units = static_cast<std::size_t>(units_);
    first_.resize(units);
    room_.resize(units);
    degree_.resize(units);
    slot_.assign(units, -1);
    seen_.assign(units, 0);
    pool_.reserve(static_cast<std::size_t>(W.nonZeros()) / m);
    for (int i = 0; i < units_; ++i) take(W, scale, i);
    slot_.assign(units, -1);
  }

  SparseRoot<d, m> run() {
    for (int unit = fewest(); unit >= 0; unit = fewest()) eliminate(unit);
    return gathered();
  }

 private:
  using Block = Eigen::Matrix<double, m, m>;
  struct Entry {
    int unit;
    Block value;  // rows of `unit`, columns of the one whose list it is in
  };
  struct Found {
    int unit, node;
    typename SparseRoot<d, m>::Part part;
  };
  struct Pivot {
    int at, row;  // in the front
    double left;
  };

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  int unitOf(int row) const { return row < m * contacts_ ? row / m : contacts_ + row - m * contacts_; }
  int placeOf(int row) const { return row < m * contacts_ ? row % m : 0; }
  Entry* begin(int unit) { return pool_.data() + first_[at(unit)]; }
  Entry* end(int unit) { return begin(unit) + degree_[at(unit)]; }

  void take(const SparseRows& W, const VecX& scale, int unit) {
    const int first = static_cast<int>(pool_.size());
    const int row = unit < contacts_ ? m * unit : m * contacts_ + unit - contacts_;
    for (int k = 0; k < (unit < contacts_ ? m : 1); ++k) {
      const double own = scale[row + k];
      for (SparseRows::InnerIterator it(W, row + k); it; ++it) {
        const int column = static_cast<int>(it.col());
        const double value = own * it.value() * scale[column];
        if (value == 0.0) continue;
        const int other = unitOf(column);
        int& slot = slot_[at(other)];
        if (slot < first) {
          slot = static_cast<int>(pool_.size());
          pool_.push_back({other, m == 1 ? Block::Constant(value) : Block::Zero()});
        }
        if (m > 1) pool_[at(slot)].value(placeOf(column), k) = value;
      }
    }
    first_[at(unit)] = first;
    room_[at(unit)] = static_cast<int>(pool_.size()) - first;
    degree_[at(unit)] = room_[at(unit)] > 0 ? room_[at(unit)] : kGone;
  }

  int fewest() const {
    // Two passes, of which the compiler makes lanes.
    int least = kGone;
    for (const int degree : degree_) least = std::min(least, degree);
    return least == kGone ? -1 : static_cast<int>(std::find(degree_.begin(), degree_.end(), least) - degree_.begin());
  }

  // One node: up to `d` columns of the unit and of those that have the same neighbours.
  void eliminate(int unit) {
    front_.clear();
    for (const Entry* e = begin(unit); e != end(unit); ++e) {
      if (degree_[at(e->unit)] == kGone) continue;
      slot_[at(e->unit)] = static_cast<int>(front_.size());
      front_.push_back(e->unit);
    }
    findPivots(unit);
    const bool exhausted = factorPivots();
    if (exhausted)
      for (const Pivot& pivot : pivots_) degree_[at(front_[at(pivot.at)])] = kGone;
    for (std::size_t i = 0; i < front_.size(); ++i) update(static_cast<int>(i));
    // Without friction a planar body has two unknowns, a spatial one three: all of them as the first one has.
    if (m == 1 && nodes_ == 0) most_ = std::max(width_, 2);
    nodes_ += width_ > 0 ? 1 : 0;
    widest_ = std::max(widest_, width_);
    for (const int i : front_) slot_[at(i)] = -1;
  }

  void findPivots(int unit) {
    pivots_.clear();
    for (std::size_t i = 0; i < front_.size(); ++i) {
      const int other = front_[i];
      if (degree_[at(other)] != degree_[at(unit)]) continue;
      const Entry* own = begin(other);
      bool alike = true;
      for (const Entry* e = begin(other); e != end(other); ++e) {
        alike = alike && (slot_[at(e->unit)] >= 0 || degree_[at(e->unit)] == kGone);
        if (e->unit == other) own = e;
      }
      if (!alike) continue;
      for (int k = 0; k < m; ++k) pivots_.push_back({static_cast<int>(i), k, own->value(k, k)});
    }
  }

  // Columns of L on the front; true when nothing is left of the pivots.
  bool factorPivots() {
    const auto height = static_cast<Eigen::Index>(m * front_.size());
    columns_.setZero(height, d);
    for (width_ = 0;; ++width_) {
      const auto largest = std::max_element(pivots_.begin(), pivots_.end(),
                                            [](const Pivot& a, const Pivot& b) { return a.left < b.left; });
      if (largest == pivots_.end() || !(largest->left > kManyRoundings)) return true;
      if (width_ == most_) return false;
      auto column = columns_.col(width_);
      const int unit = front_[at(largest->at)];
      for (const Entry* e = begin(unit); e != end(unit); ++e)
        if (slot_[at(e->unit)] >= 0) column.template segment<m>(m * slot_[at(e->unit)]) = e->value.col(largest->row);
      const int row = m * largest->at + largest->row;
      for (int k = 0; k < width_; ++k) column -= columns_(row, k) * columns_.col(k);
      column /= std::sqrt(largest->left);
      for (Pivot& pivot : pivots_) {
        const double part = column[m * pivot.at + pivot.row];
        pivot.left -= part * part;
      }
    }
  }

  // Keeps a unit's part of the new columns, and what they leave of its entries.
  void update(int i) {
    const int unit = front_[at(i)];
    const Found piece{unit, nodes_, columns_.template middleRows<m>(m * i).transpose()};
    if (!piece.part.isZero(0.0)) found_.push_back(piece);
    if (degree_[at(unit)] == kGone) return;
    product_ = columns_.lazyProduct(piece.part);
    Entry* kept = begin(unit);
    ++update_;
    for (const Entry* e = begin(unit); e != end(unit); ++e) {
      if (degree_[at(e->unit)] == kGone) continue;
      if (const int slot = slot_[at(e->unit)]; slot >= 0) {
        seen_[at(slot)] = update_;
        const Block value = e->value - product_.template middleRows<m>(m * slot);
        if (e->unit != unit && isNothing(value)) continue;
        kept->unit = e->unit;
        kept++->value = value;
      } else {
        *kept++ = *e;
      }
    }
    degree_[at(unit)] = static_cast<int>(kept - begin(unit));
    fillIn(i);
    if (degree_[at(unit)] == 1 && isNothing(begin(unit)->value)) degree_[at(unit)] = kGone;
  }

  // Entries that the unit did not have.
  void fillIn(int i) {
    const int unit = front_[at(i)];
    for (std::size_t j = 0; j < front_.size(); ++j) {
      if (seen_[j] == update_ || degree_[at(front_[j])] == kGone) continue;
      const Block value = -product_.template middleRows<m>(static_cast<Eigen::Index>(m * j));
      if (!isNothing(value)) append(unit, {front_[j], value});
    }
  }

  static bool isNothing(const Block& value) { return value.cwiseAbs().maxCoeff() <= kManyRoundings; }

  void append(int unit, const Entry& entry) {
    int& degree = degree_[at(unit)];
    if (degree == room_[at(unit)]) {
      // Moved to the end, with room to grow.
      const int moved = static_cast<int>(pool_.size());
      room_[at(unit)] = 2 * degree + 4;
      pool_.resize(pool_.size() + at(room_[at(unit)]));
      std::copy_n(pool_.begin() + first_[at(unit)], degree, pool_.begin() + moved);
      first_[at(unit)] = moved;
    }
    *end(unit) = entry;
    ++degree;
  }

  SparseRoot<d, m> gathered() const {
    SparseRoot<d, m> root;
    root.nodes = nodes_;
    root.widest = widest_;
    root.start.assign(at(units_) + 1, 0);
    for (const Found& piece : found_) ++root.start[at(piece.unit) + 1];
    for (int i = 0; i < units_; ++i) root.start[at(i) + 1] += root.start[at(i)];
    std::vector<int> next(root.start.begin(), root.start.end() - 1);
    root.node.resize(found_.size());
    root.part.resize(found_.size());
    root.by_node.reserve(found_.size());
    for (const Found& piece : found_) {
      const int to = next[at(piece.unit)]++;
      root.node[at(to)] = piece.node;
      root.part[at(to)] = piece.part;
      while (static_cast<int>(root.node_start.size()) <= piece.node)
        root.node_start.push_back(static_cast<int>(root.by_node.size()));
      root.by_node.push_back({to, piece.unit});
    }
    root.node_start.push_back(static_cast<int>(root.by_node.size()));
    return root;
  }

  int contacts_, units_;
  std::vector<Entry> pool_;        // the entries that are left, by unit
  std::vector<int> first_, room_;  // [units], a unit's place in the pool
  std::vector<int> degree_;        // [units], how many entries, or kGone
  std::vector<int> front_;         // units the present node touches
  std::vector<int> slot_;          // [units], place in the front, or -1
  std::vector<int> seen_;          // by place in the front: the last update that met it
  std::vector<Pivot> pivots_;
  Eigen::Matrix<double, Eigen::Dynamic, d> columns_;  // of L, on the front
  Eigen::Matrix<double, Eigen::Dynamic, m> product_;  // L L^T's, likewise
  int width_ = 0, widest_ = 0, most_ = d;             // columns of the present node, of any so far, at most
  int nodes_ = 0, update_ = 0;
  std::vector<Found> found_;
};

}  // namespace

template <int d, int m>
SparseRoot<d, m> sparseRoot(const SparseRows& W, const VecX& scale, int contacts) {
  return Elimination<d, m>(W, scale, contacts).run();
}

template SparseRoot<3, 1> sparseRoot<3, 1>(const SparseRows&, const VecX&, int);
template SparseRoot<3, 2> sparseRoot<3, 2>(const SparseRows&, const VecX&, int);
template SparseRoot<6, 3> sparseRoot<6, 3>(const SparseRows&, const VecX&, int);

}  // namespace keystone
