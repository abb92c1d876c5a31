// Problem: the box or cone friction problem of contact_problem.h. Sweeps over contacts carry a load one contact further
// at a time, so that the weight of a tall or a top-heavy stack takes many to reach the ground.
//
// Source: guendelman2003, shock propagation; the levels are those of erleben2007, distances from fixed
// bodies.
//   Up: level after level, the contacts of a level's bodies with each other and with the level below are relaxed while
//   all bodies below are held, as if of infinite mass. So each level gets velocities at which it comes to rest on the
//   one below, whatever its weight.
// Departures:
//   - the source pushes the upper bodies only, so that its velocities belong to no impulses: nobody carries the weight.
//     Here a second way, down, finds impulses for them: level after level from the top, contacts are relaxed against
//     the velocities that the way up gave to what lies below, and each impulse acts on both bodies. In a column the two
//     ways are a solve: exact after one pass, for any masses;
//   - the first half of a level's sweeps leaves friction as it is. Held bodies bear any friction; what answers to slip
//     that is only there until the normal impulses have settled stays in the level as a load that spreads it, and tips
//     over what has to carry it in the end;
//   - levels are distances in the graph of contacts and joints, where the source tries who falls on whom. Bodies that
//     lie on their neighbours as well as on the ground are of its first level;
//   - it comes before the sweeps of the whole, not after them: what it leaves undone they spread;
//   - bodies that nothing connects with the ground have no level, and their rows keep their impulses.
// Cost: 2 `sweeps` sweeps, O(nonzeros of J) each.
// Fails: with too few sweeps of a level for it to settle, below about 20 for faces on faces in space. The heavier what
// lies above, the more of it then is left to the level below, and it may be worse than none. Also where a body hangs on
// one that is farther from the ground than itself: held neighbours carry what they cannot. It is judged as all else, by
// the residual.
#include "solver/shock_propagation.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "math/stop.h"
#include "problem/delassus.h"

namespace keystone {
namespace {

// The movable bodies that a row names, at most two.
struct RowBodies {
  std::array<int, 2> body{};
  int count = 0;
};

RowBodies bodiesOf(const ContactProblem& problem, int row) {
  RowBodies named;
  for (SparseRows::InnerIterator it(problem.J, row); it; ++it) {
    const auto body = static_cast<int>(it.col() / 6);
    if (named.count > 0 && named.body[static_cast<std::size_t>(named.count) - 1] == body) continue;
    if (named.count < 2 && isMovable(problem.inv_mass[static_cast<std::size_t>(body)]))
      named.body[static_cast<std::size_t>(named.count++)] = body;
  }
  return named;
}

// Rows that connect bodies with each other or with the ground: one of each contact, and joints that hold.
std::vector<int> connectingRows(const ContactProblem& problem) {
  std::vector<int> rows;
  for (int contact = 0; contact < problem.contacts; ++contact) rows.push_back(problem.normalRow(contact));
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row)
    if (problem.holds(row)) rows.push_back(row);
  return rows;
}

double largestEigenvalue(double a, double b, double c) {  // of [a c; c b]
  return 0.5 * (a + b) + std::hypot(0.5 * (a - b), c);
}

class LevelSweeps {
 public:
  LevelSweeps(const ContactProblem& problem, FrictionLaw law, int sweeps)
      : problem_(problem), law_(law), sweeps_(sweeps) {
    findLevels(problem, levels_);
    weightedJacobian(problem, T_);
    collectRows();
    findSteps();
  }

  void run(VecX& lambda) {
    const VecX start = T_.transpose() * lambda;
    dv_ = start;
    VecX raised = lambda;
    down_ = false;
    for (std::size_t level = 1; level < rows_.size(); ++level) relax(static_cast<int>(level), raised);
    held_ = dv_;
    dv_ = start;
    down_ = true;
    for (std::size_t level = rows_.size(); level-- > 1;) relax(static_cast<int>(level), lambda);
  }

 private:
  int levelOf(Eigen::Index column) const { return levels_[static_cast<std::size_t>(column / 6)]; }

  // First rows of contacts, and joint rows, by the highest level that they touch; none where a body has no level.
  void collectRows() {
    const auto collect = [this](int row) {
      const RowBodies named = bodiesOf(problem_, row);
      int level = 0;
      for (int i = 0; i < named.count; ++i) {
        const int own = levels_[static_cast<std::size_t>(named.body[static_cast<std::size_t>(i)])];
        if (own == kNoLevel) return;
        level = std::max(level, own);
      }
      if (level == 0) return;
      if (rows_.size() <= static_cast<std::size_t>(level)) rows_.resize(static_cast<std::size_t>(level) + 1);
      rows_[static_cast<std::size_t>(level)].push_back(row);
    };
    for (int contact = 0; contact < problem_.contacts; ++contact) collect(problem_.normalRow(contact));
    for (int row = problem_.firstJointRow(); row < problem_.rows(); ++row)
      if (!problem_.isOnDisc(row)) collect(row);  // those keep their start: their bounds move with the contacts'
  }

  // W_ij by the bodies of a level alone.
  double coupling(int i, int j, int level) const {
    double sum = i == j ? problem_.complianceOf(i) : 0.0;
    SparseRows::InnerIterator a(problem_.J, i), b(T_, j);
    while (a && b) {
      if (a.col() == b.col() && levelOf(a.col()) == level) sum += a.value() * b.value();
      const bool advance_a = a.col() <= b.col(), advance_b = b.col() <= a.col();
      if (advance_a) ++a;
      if (advance_b) ++b;
    }
    return sum;
  }

  // Step lengths [kg], 1 / W_ii of the level's bodies; for the tangents of a cone contact 1 / eigenvalue.
  void findSteps() {
    steps_.setZero(problem_.rows());
    const auto inverse = [](double w) { return w > 0.0 ? 1.0 / w : 0.0; };
    for (std::size_t at = 1; at < rows_.size(); ++at) {
      const auto level = static_cast<int>(at);
      for (const int first : rows_[at]) {
        const int count = problem_.isJoint(first) ? 1 : problem_.dim;
        for (int row = first; row < first + count; ++row) steps_[row] = inverse(coupling(row, row, level));
        if (count < 3 || law_ == FrictionLaw::Box) continue;
        const int t1 = first + 1, t2 = first + 2;
        steps_[t1] = steps_[t2] =
            inverse(largestEigenvalue(coupling(t1, t1, level), coupling(t2, t2, level), coupling(t1, t2, level)));
      }
    }
  }

  double velocity(int row, int level, const VecX& lambda) const {
    double sum = problem_.q[row] + problem_.complianceOf(row) * lambda[row];
    for (SparseRows::InnerIterator it(problem_.J, row); it; ++it)
      sum += it.value() * (down_ && levelOf(it.col()) != level ? held_ : dv_)[it.col()];
    return sum;
  }

  void set(int row, int level, double value, VecX& lambda) {
    const double change = value - lambda[row];
    lambda[row] = value;
    for (SparseRows::InnerIterator it(T_, row); it; ++it)
      if (down_ || levelOf(it.col()) == level) dv_[it.col()] += it.value() * change;
  }

  double moved(int row, int level, const VecX& lambda) const {
    return lambda[row] - steps_[row] * velocity(row, level, lambda);
  }

  void relaxContact(int n, int level, bool with_friction, VecX& lambda) {
    set(n, level, std::max(0.0, moved(n, level, lambda)), lambda);
    if (problem_.dim == 1 || !with_friction) return;
    const double bound = problem_.mu[problem_.contactOf(n)] * lambda[n];
    if (problem_.dim == 2 || law_ == FrictionLaw::Box) {
      for (int t = n + 1; t < n + problem_.dim; ++t)
        set(t, level, std::clamp(moved(t, level, lambda), -bound, bound), lambda);
      return;
    }
    Vec2 tangent(moved(n + 1, level, lambda), moved(n + 2, level, lambda));
    if (const double size = tangent.norm(); size > bound) tangent *= bound / size;
    set(n + 1, level, tangent[0], lambda);
    set(n + 2, level, tangent[1], lambda);
  }

  void relax(int level, VecX& lambda) {
    for (int sweep = 0; sweep < sweeps_; ++sweep) {
      stopIfAsked();
      for (const int row : rows_[static_cast<std::size_t>(level)]) {
        if (problem_.isJoint(row))
          set(row, level, std::clamp(moved(row, level, lambda), problem_.lower(row), problem_.upper(row)), lambda);
        else
          relaxContact(row, level, 2 * sweep >= sweeps_ || sweep + 1 == sweeps_, lambda);
      }
    }
  }

  const ContactProblem& problem_;
  FrictionLaw law_;
  int sweeps_;
  std::vector<int> levels_;             // [bodies]
  std::vector<std::vector<int>> rows_;  // by level
  SparseRows T_;                        // [rows x 6 bodies], J M^-1
  VecX steps_;                          // [rows]
  VecX dv_, held_;                      // [6 bodies], M^-1 J^T lambda on this way; after the way up
  bool down_ = false;
};

}  // namespace

void findLevels(const ContactProblem& problem, std::vector<int>& levels) {
  const std::vector<int> rows = connectingRows(problem);
  levels.assign(problem.inv_mass.size(), kNoLevel);
  std::vector<std::vector<int>> neighbours(levels.size());
  std::vector<int> reached;
  for (const int row : rows) {
    const RowBodies named = bodiesOf(problem, row);
    const auto a = static_cast<std::size_t>(named.body[0]), b = static_cast<std::size_t>(named.body[1]);
    if (named.count == 1 && levels[a] == kNoLevel) {
      levels[a] = 1;
      reached.push_back(named.body[0]);
    }
    if (named.count < 2) continue;
    neighbours[a].push_back(named.body[1]);
    neighbours[b].push_back(named.body[0]);
  }
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const auto body = static_cast<std::size_t>(reached[next]);
    for (const int other : neighbours[body]) {
      if (levels[static_cast<std::size_t>(other)] != kNoLevel) continue;
      levels[static_cast<std::size_t>(other)] = levels[body] + 1;
      reached.push_back(other);
    }
  }
}

void propagateShock(const ContactProblem& problem, FrictionLaw law, int sweeps, VecX& lambda) {
  LevelSweeps(problem, law, sweeps).run(lambda);
}

}  // namespace keystone
