#include "problem/islands.h"

#include <algorithm>

#include "math/groups.h"
#include "math/parallel.h"
#include "math/scratch_pool.h"
#include "problem/take_rows.h"

namespace keystone {
namespace {

// The first and the last body that a row of J names; none: -1.
struct Ends {
  int first = -1, last = -1;
  bool operator==(const Ends&) const = default;
};
Ends endsOf(const SparseRows& J, int row) {
  const int begin = J.outerIndexPtr()[row], end = J.outerIndexPtr()[row + 1];
  if (begin == end) return {};
  return {J.innerIndexPtr()[begin] / 6, J.innerIndexPtr()[end - 1] / 6};
}

bool isMoved(const ContactProblem& problem, int body) {
  return body >= 0 && isMovable(problem.inv_mass[body]);
}

// One of the bodies that impulses move; -1: there is none.
int moverOf(const ContactProblem& problem, const Ends& ends) {
  return isMoved(problem, ends.first) ? ends.first : isMoved(problem, ends.last) ? ends.last : -1;
}

// [contacts, then joint rows]; one row of each contact stands for all of them.
void listEnds(const ContactProblem& problem, std::vector<Ends>& ends) {
  ends.assign(static_cast<std::size_t>(problem.contacts) + static_cast<std::size_t>(problem.joint_rows), Ends{});
  if (!problem.hasBodies()) return;
  constexpr int kContactsAtOnce = 4096;  // of a parallel loop
  parallelFor(problem.contacts, kContactsAtOnce, [&](int begin, int end) {
    for (int c = begin; c < end; ++c) ends[c] = endsOf(problem.J, problem.normalRow(c));
  });
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row)
    ends[problem.contacts + row - problem.firstJointRow()] = endsOf(problem.J, row);
}

// Lists rows in islands and bodies with them.
class IslandList {
 public:
  IslandList(const ContactProblem& problem, Groups& groups, std::vector<Island>& islands)
      : problem_(problem), groups_(groups), islands_(islands) {
    island_of_->assign(problem.inv_mass.size(), -1);
    listed_in_->assign(problem.inv_mass.size(), -1);
  }

  void add(int row, const Ends& ends) {
    // Contacts of a pair follow each other.
    if (count_ == 0 || ends != before_) island_ = islandOf(ends);
    before_ = ends;
    Island& island = islands_[island_];
    if (row < problem_.contacts)
      island.contacts.push_back(row);
    else
      island.joint_rows.push_back(row - problem_.contacts);
  }

  void finish() {
    islands_.resize(count_);
    for (Island& island : islands_) std::sort(island.bodies.begin(), island.bodies.end());
    // A body that is not moved may have been listed in others in between.
    for (Island& island : islands_)
      island.bodies.erase(std::unique(island.bodies.begin(), island.bodies.end()), island.bodies.end());
  }

 private:
  int islandOf(const Ends& ends) {
    int island = 0;
    if (const int body = moverOf(problem_, ends); body >= 0) {
      int& known = (*island_of_)[groups_.find(body)];
      if (known < 0) known = count_;
      island = known;
    }
    if (island == count_) begin(count_++);
    for (const int body : {ends.first, ends.last}) {
      if (body < 0) continue;
      int& last = (*listed_in_)[body];
      if (last != island) islands_[island].bodies.push_back(body);
      last = island;
    }
    return island;
  }

  void begin(int number) {
    if (number == static_cast<int>(islands_.size())) islands_.emplace_back();
    Island& island = islands_[number];
    island.contacts.clear();
    island.joint_rows.clear();
    island.bodies.clear();
  }

  const ContactProblem& problem_;
  Groups& groups_;
  std::vector<Island>& islands_;  // the first count_ are this problem's
  int count_ = 0;
  Scratch<std::vector<int>> island_of_;  // [bodies], of a group's first body
  Scratch<std::vector<int>> listed_in_;  // [bodies], the island that listed a body last
  Ends before_;
  int island_ = 0;  // of `before_`
};

void take(const VecX& from, const std::vector<int>& at, VecX& taken) {
  taken.resize(from.size() > 0 ? static_cast<Eigen::Index>(at.size()) : 0);
  for (Eigen::Index i = 0; i < taken.size(); ++i) taken[i] = from[at[i]];
}

int placeOf(const Island& island, int body) {
  const auto found = std::lower_bound(island.bodies.begin(), island.bodies.end(), body);
  return found != island.bodies.end() && *found == body ? static_cast<int>(found - island.bodies.begin()) : -1;
}

// Columns of the island's bodies alone, in rows that name no others, at most two each.
void renumber(const Island& island, SparseRows& rows) {
  Ends ends;
  int first = 0, last = 0;  // by how much columns of the two bodies move; a row often names those of the one before it
  for (int row = 0; row < rows.rows(); ++row) {
    const Ends now = endsOf(rows, row);
    if (now != ends) {
      first = 6 * (placeOf(island, now.first) - now.first);
      last = 6 * (placeOf(island, now.last) - now.last);
    }
    ends = now;
    for (int at = rows.outerIndexPtr()[row]; at < rows.outerIndexPtr()[row + 1]; ++at)
      rows.innerIndexPtr()[at] += rows.innerIndexPtr()[at] < 6 * now.last ? first : last;
  }
}

// Of the island's rows and contacts; the rows of a disc follow each other there, too.
void takeDiscs(const ContactProblem& problem, const Island& island, ContactProblem& part) {
  part.discs.clear();
  part.disc_of_row.clear();
  if (problem.discs.empty()) return;
  part.disc_of_row.assign(island.joint_rows.size(), -1);
  for (std::size_t row = 0; row < island.joint_rows.size(); ++row) {
    const int at = problem.disc_of_row[island.joint_rows[row]];
    if (at < 0) continue;
    FrictionDisc disc = problem.discs[at];
    if (island.joint_rows[row] == disc.first) {
      disc.first = static_cast<int>(row);
      if (disc.contact >= 0)
        disc.contact =
            static_cast<int>(std::ranges::lower_bound(island.contacts, disc.contact) - island.contacts.begin());
      part.discs.push_back(disc);
    }
    part.disc_of_row[row] = static_cast<int>(part.discs.size()) - 1;
  }
}

}  // namespace

void findIslands(const ContactProblem& problem, std::vector<Island>& islands) {
  if (problem.rows() == 0) return islands.clear();
  const Scratch<std::vector<Ends>> ends;
  listEnds(problem, *ends);
  const Scratch<Groups> groups;
  groups->begin(static_cast<int>(problem.inv_mass.size()));
  for (const Ends& row : *ends)
    if (isMoved(problem, row.first) && isMoved(problem, row.last)) groups->unite(row.first, row.last);
  IslandList list(problem, *groups, islands);
  for (std::size_t row = 0; row < ends->size(); ++row) list.add(static_cast<int>(row), (*ends)[row]);
  list.finish();
}

void rowsOf(const ContactProblem& problem, const Island& island, std::vector<int>& rows) {
  rows.clear();
  rows.reserve(island.contacts.size() * static_cast<std::size_t>(problem.dim) + island.joint_rows.size());
  for (const int contact : island.contacts)
    for (int k = 0; k < problem.dim; ++k) rows.push_back(problem.normalRow(contact) + k);
  for (const int row : island.joint_rows) rows.push_back(problem.firstJointRow() + row);
}

void restrictTo(const ContactProblem& problem, const Island& island, ContactProblem& part) {
  const Scratch<std::vector<int>> workspace;
  std::vector<int>& rows = *workspace;
  rowsOf(problem, island, rows);
  part.dim = problem.dim;
  part.contacts = static_cast<int>(island.contacts.size());
  part.joint_rows = static_cast<int>(island.joint_rows.size());
  part.h = problem.h;
  part.symmetric = problem.symmetric;
  take(problem.mu, island.contacts, part.mu);
  take(problem.mu_dynamic, island.contacts, part.mu_dynamic);
  take(problem.gap, island.contacts, part.gap);
  take(problem.restitution, island.contacts, part.restitution);
  take(problem.bias, rows, part.bias);
  take(problem.surface, rows, part.surface);
  take(problem.q, rows, part.q);
  take(problem.joint_lower, island.joint_rows, part.joint_lower);
  take(problem.joint_upper, island.joint_rows, part.joint_upper);
  take(problem.compliance, island.joint_rows, part.compliance);
  takeDiscs(problem, island, part);
  takeRows(problem.J, rows, 6 * static_cast<Eigen::Index>(island.bodies.size()), part.J);
  renumber(island, part.J);
  const auto bodies = static_cast<Eigen::Index>(island.bodies.size());
  part.inv_mass.clear();
  part.inv_mass.reserve(island.bodies.size());
  part.v_free.resize(problem.v_free.size() > 0 ? 6 * bodies : 0);
  part.v_before.resize(problem.v_before.size() > 0 ? 6 * bodies : 0);
  for (Eigen::Index i = 0; i < bodies; ++i) {
    const int body = island.bodies[i];
    part.inv_mass.push_back(problem.inv_mass[body]);
    if (part.v_free.size() > 0)
      part.v_free.segment<6>(6 * i) = problem.v_free.segment<6>(6 * static_cast<Eigen::Index>(body));
    if (part.v_before.size() > 0)
      part.v_before.segment<6>(6 * i) = problem.v_before.segment<6>(6 * static_cast<Eigen::Index>(body));
  }
  part.contact_points.clear();
  part.joint_of_row.clear();
  if (problem.contact_points.empty()) return;
  part.contact_points.reserve(island.contacts.size());
  Ends before, own;  // contacts of a pair follow each other
  for (const int contact : island.contacts) {
    ContactPoint place = problem.contact_points[contact];
    const Ends ends{place.a, place.b};
    if (ends != before) own = {placeOf(island, place.a), placeOf(island, place.b)};
    before = ends;
    place.a = own.first;
    place.b = own.last;
    part.contact_points.push_back(place);
  }
}

}  // namespace keystone
