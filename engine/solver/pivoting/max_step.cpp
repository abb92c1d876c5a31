#include "solver/pivoting/max_step.h"

#include <algorithm>
#include <cmath>

namespace keystone {
namespace {

constexpr double kStays = 1e-10;  // of the fastest: what does not move

class FirstEnd {
 public:
  FirstEnd(const Path& path, const Driven& driven, double same)
      : path_(path),
        driven_(driven),
        same_(same),
        still_a_(kStays * path.da.lpNorm<Eigen::Infinity>()),
        still_f_(kStays * path.df.lpNorm<Eigen::Infinity>()) {
    step_.length = HUGE_VAL;
  }

  Step find() {
    if (driven_.row >= 0) limitDriven(driven_.row);
    end_ = driven_.row >= 0 ? step_.length : 1.0;
    for (int row = 0; row < static_cast<int>(path_.f.size()); ++row)
      if (row != driven_.row && !path_.states.isBilateral(row)) limitRow(row);
    return step_;
  }

 private:
  void limit(int row, double left, double rate, double still, RowState to) {
    if (rate <= still || rate * end_ <= left + same_) return;
    const double length = std::max(left, 0.0) / rate;
    const bool is_tie = step_.isFound() && std::abs(length - step_.length) <= same_ / rate;
    if (is_tie ? rate > step_.rate : length < step_.length) step_ = {std::min(length, step_.length), rate, row, to};
  }

  void limitBounds(int row) {
    const double f = path_.f[row], df = path_.df[row];
    const double rate = path_.states.isFriction(row) ? path_.states.upper(row, path_.df) : 0.0;  // of the upper bound
    limit(row, f - path_.states.lower(row, path_.f), -df - rate, still_f_, RowState::Lower);
    limit(row, path_.states.upper(row, path_.f) - f, df - rate, still_f_, RowState::Upper);
  }

  void limitDriven(int row) {
    const double f = path_.f[row], df = path_.df[row];
    if (driven_.loses_force) {
      const double excess = std::abs(f) - path_.states.upper(row, path_.f), a = path_.a[row], da = path_.da[row];
      if (driven_.to_bound || (excess > same_ && f * a < 0.0))
        limit(row, excess, std::abs(df) + path_.states.upper(row, path_.df), 0.0,
              f > 0.0 ? RowState::Upper : RowState::Lower);
      else if (excess <= same_ && a * da < 0.0)
        limit(row, std::abs(a), std::abs(da), still_a_, RowState::Held);
      if (!driven_.to_bound) limit(row, std::abs(f), std::abs(df), 0.0, RowState::None);
      return;
    }
    const double sense = df > 0.0 ? 1.0 : -1.0;
    limit(row, -sense * path_.a[row], sense * path_.da[row], still_a_, RowState::Held);
    limitBounds(row);
  }

  void limitRow(int row) {
    switch (path_.states[row]) {
      case RowState::Held:
        return limitBounds(row);
      case RowState::Lower:
        return limit(row, path_.a[row], -path_.da[row], still_a_, RowState::Held);
      case RowState::Upper:
        return limit(row, -path_.a[row], path_.da[row], still_a_, RowState::Held);
      case RowState::None:
      case RowState::Away:
        return;
    }
  }

  const Path& path_;
  Driven driven_;
  double same_, still_a_, still_f_;
  double end_ = HUGE_VAL;  // of the path, as far as the driven row alone decides
  Step step_;
};

}  // namespace

Step maxStep(const Path& path, const Driven& driven, double same) {
  return FirstEnd(path, driven, same).find();
}

}  // namespace keystone
