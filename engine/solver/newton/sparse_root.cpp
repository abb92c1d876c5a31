#include "solver/newton/sparse_root.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace keystone {
namespace {

constexpr double kNothing = 1e-12;  // of W's unit diagonal: rounding of what cancels
constexpr double kLeft = 1e-11;     // likewise: what the root may miss of W
constexpr int kGone = std::numeric_limits<int>::max();

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
  }

  std::optional<SparseRoot<d, m>> run() {
    for (int unit = fewest(); unit >= 0; unit = fewest()) {
      eliminate(unit);
      if (!(left_ <= kLeft)) return std::nullopt;
    }
    return gathered();
  }

 private:
  using Block = Eigen::Matrix<double, m, m>;
  struct Entry {
    int unit;
    Block value;  // rows of `unit`, columns of the one whose list it is in
  };
  struct Piece {
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
    first_[at(unit)] = static_cast<int>(pool_.size());
    const int row = unit < contacts_ ? m * unit : m * contacts_ + unit - contacts_;
    for (int k = 0; k < (unit < contacts_ ? m : 1); ++k)
      for (SparseRows::InnerIterator it(W, row + k); it; ++it) {
        const double value = scale[row + k] * it.value() * scale[it.col()];
        if (value == 0.0) continue;
        const int other = unitOf(static_cast<int>(it.col()));
        if (slot_[at(other)] < first_[at(unit)]) {
          slot_[at(other)] = static_cast<int>(pool_.size());
          pool_.push_back({other, Block::Zero()});
        }
        pool_[at(slot_[at(other)])].value(placeOf(static_cast<int>(it.col())), k) = value;
      }
    degree_[at(unit)] = room_[at(unit)] = static_cast<int>(pool_.size()) - first_[at(unit)];
    if (degree_[at(unit)] == 0) degree_[at(unit)] = kGone;
    if (unit + 1 == units_) slot_.assign(slot_.size(), -1);
  }

  int fewest() const {
    const auto least = std::min_element(degree_.begin(), degree_.end());
    return least == degree_.end() || *least == kGone ? -1 : static_cast<int>(least - degree_.begin());
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
    for (std::size_t i = 0; i < front_.size(); ++i) update(static_cast<int>(i));
    if (exhausted) {
      for (const Pivot& pivot : pivots_) dropUnit(front_[at(pivot.at)]);
    }
    if (width_ > 0) ++nodes_;
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
      if (largest == pivots_.end() || !(largest->left > kNothing)) return true;
      if (width_ == d) return false;
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

  // What the new columns leave of a unit's entries.
  void update(int i) {
    const int unit = front_[at(i)];
    const auto height = static_cast<Eigen::Index>(m * front_.size());
    product_.setZero(height, m);
    Piece piece{unit, nodes_, {}};
    piece.part = columns_.template middleRows<m>(m * i).transpose();
    for (int r = 0; r < m; ++r)
      for (int k = 0; k < width_; ++k) product_.col(r) += piece.part(k, r) * columns_.col(k);
    Entry* kept = begin(unit);
    int met = 0;
    ++update_;
    for (const Entry* e = begin(unit); e != end(unit); ++e) {
      const int slot = slot_[at(e->unit)];
      if (slot < 0) {
        *kept++ = *e;
        continue;
      }
      seen_[at(slot)] = update_;
      ++met;
      const Block value = e->value - product_.template middleRows<m>(m * slot);
      if (e->unit != unit && isNothing(value)) continue;
      kept->unit = e->unit;
      kept++->value = value;
    }
    degree_[at(unit)] = static_cast<int>(kept - begin(unit));
    if (met < static_cast<int>(front_.size())) fillIn(i);
    if (!piece.part.isZero(0.0)) pieces_.push_back(piece);
  }

  void fillIn(int i) {
    const int unit = front_[at(i)];
    for (std::size_t j = 0; j < front_.size(); ++j) {
      if (seen_[j] == update_) continue;
      const Block value = -product_.template middleRows<m>(static_cast<Eigen::Index>(m * j));
      if (!isNothing(value)) append(unit, {front_[j], value});
    }
  }

  bool isNothing(const Block& value) {
    const double size = value.cwiseAbs().maxCoeff();
    if (size > kNothing) return false;
    left_ = std::max(left_, size);
    return true;
  }

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

  void dropUnit(int unit) {
    if (degree_[at(unit)] == kGone) return;
    for (const Entry* e = begin(unit); e != end(unit); ++e) {
      left_ = std::max(left_, e->value.cwiseAbs().maxCoeff());
      if (e->unit == unit || degree_[at(e->unit)] == kGone) continue;
      Entry* last = std::remove_if(begin(e->unit), end(e->unit), [&](const Entry& own) { return own.unit == unit; });
      degree_[at(e->unit)] = static_cast<int>(last - begin(e->unit));
    }
    degree_[at(unit)] = kGone;
  }

  SparseRoot<d, m> gathered() const {
    SparseRoot<d, m> root;
    root.nodes = nodes_;
    root.start.assign(at(units_) + 1, 0);
    for (const Piece& piece : pieces_) ++root.start[at(piece.unit) + 1];
    for (int i = 0; i < units_; ++i) root.start[at(i) + 1] += root.start[at(i)];
    std::vector<int> next(root.start.begin(), root.start.end() - 1);
    root.node.resize(pieces_.size());
    root.part.resize(pieces_.size());
    for (const Piece& piece : pieces_) {
      const int to = next[at(piece.unit)]++;
      root.node[at(to)] = piece.node;
      root.part[at(to)] = piece.part;
    }
    return root;
  }

  int contacts_, units_;
  std::vector<Entry> pool_;        // the entries that are left, by unit
  std::vector<int> first_, room_;  // [units], a unit's place in the pool
  std::vector<int> degree_;        // [units], how many entries
  std::vector<int> front_;         // units the present node touches
  std::vector<int> slot_;          // [units], place in the front, or -1
  std::vector<int> seen_;          // by place in the front: the last update that met it
  std::vector<Pivot> pivots_;
  MatX columns_, product_;  // of L, and L L^T, on the front
  int width_ = 0, nodes_ = 0, update_ = 0;
  std::vector<Piece> pieces_;
  double left_ = 0.0;
};

}  // namespace

template <int d, int m>
std::optional<SparseRoot<d, m>> sparseRoot(const SparseRows& W, const VecX& scale, int contacts) {
  return Elimination<d, m>(W, scale, contacts).run();
}

template std::optional<SparseRoot<3, 1>> sparseRoot<3, 1>(const SparseRows&, const VecX&, int);
template std::optional<SparseRoot<3, 2>> sparseRoot<3, 2>(const SparseRows&, const VecX&, int);
template std::optional<SparseRoot<6, 3>> sparseRoot<6, 3>(const SparseRows&, const VecX&, int);

}  // namespace keystone
