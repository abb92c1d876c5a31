#include "problem/islands.h"

#include <algorithm>
#include <numeric>

namespace keystone {
namespace {

class Groups {
 public:
  explicit Groups(int count) : parent_(static_cast<std::size_t>(count)) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  int find(int i) {
    while (parent(i) != i) i = parent(i) = parent(parent(i));
    return i;
  }
  void unite(int a, int b) {
    a = find(a);
    b = find(b);
    parent(std::max(a, b)) = std::min(a, b);
  }

 private:
  int& parent(int i) { return parent_[static_cast<std::size_t>(i)]; }
  std::vector<int> parent_;
};

bool isMovable(const InverseMass& mass) {
  return !mass.linear.isZero(0.0) || !mass.angular.isZero(0.0);
}

// Calls act(body) for each body that a row of J names.
template <class Act>
void forBodies(const SparseRows& J, int row, const Act& act) {
  int last = -1;
  for (SparseRows::InnerIterator it(J, row); it; ++it) {
    const int body = static_cast<int>(it.col()) / 6;
    if (body != last) act(body);
    last = body;
  }
}

VecX taken(const VecX& from, const std::vector<int>& at) {
  if (from.size() == 0) return {};
  return from(at);
}

// The island's rows of J over its own bodies.
SparseRows takeRows(const SparseRows& J, const std::vector<int>& rows, const std::vector<int>& bodies) {
  SparseRows taken(static_cast<Eigen::Index>(rows.size()), 6 * static_cast<Eigen::Index>(bodies.size()));
  Eigen::Index entries = 0;
  for (const int row : rows) entries += J.outerIndexPtr()[row + 1] - J.outerIndexPtr()[row];
  taken.resizeNonZeros(entries);
  int at = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    int last = -1;
    int place = 0;
    for (SparseRows::InnerIterator it(J, rows[i]); it; ++it, ++at) {
      const int body = static_cast<int>(it.col()) / 6;
      if (body != last) place = static_cast<int>(std::lower_bound(bodies.begin(), bodies.end(), body) - bodies.begin());
      last = body;
      taken.innerIndexPtr()[at] = 6 * place + static_cast<int>(it.col()) % 6;
      taken.valuePtr()[at] = it.value();
    }
    taken.outerIndexPtr()[i + 1] = at;
  }
  return taken;
}

}  // namespace

std::vector<Island> findIslands(const ContactProblem& problem) {
  std::vector<Island> islands;
  if (problem.rows() == 0) return islands;
  const int bodies = static_cast<int>(problem.inv_mass.size());
  const int rows = problem.contacts + problem.joint_rows;  // one of each contact stands for all of them
  const auto rowAt = [&](int i) {
    return i < problem.contacts ? problem.normalRow(i) : problem.firstJointRow() + i - problem.contacts;
  };
  Groups groups(bodies);
  std::vector<int> mover(static_cast<std::size_t>(rows), -1);
  if (problem.hasBodies())
    for (int i = 0; i < rows; ++i)
      forBodies(problem.J, rowAt(i), [&](int body) {
        if (!isMovable(problem.inv_mass[static_cast<std::size_t>(body)])) return;
        int& first = mover[static_cast<std::size_t>(i)];
        if (first < 0)
          first = body;
        else
          groups.unite(first, body);
      });

  std::vector<int> island_of(static_cast<std::size_t>(bodies), -1);
  std::vector<int> listed_in(static_cast<std::size_t>(bodies), -1);  // the island that listed a body last
  for (int i = 0; i < rows; ++i) {
    const int body = mover[static_cast<std::size_t>(i)];
    std::size_t island = 0;
    if (body >= 0) {
      int& known = island_of[static_cast<std::size_t>(groups.find(body))];
      if (known < 0) known = static_cast<int>(islands.size());
      island = static_cast<std::size_t>(known);
    }
    if (island == islands.size()) islands.emplace_back();
    if (i < problem.contacts)
      islands[island].contacts.push_back(i);
    else
      islands[island].joint_rows.push_back(i - problem.contacts);
    if (problem.hasBodies())
      forBodies(problem.J, rowAt(i), [&](int named) {
        int& last = listed_in[static_cast<std::size_t>(named)];
        if (last != static_cast<int>(island)) islands[island].bodies.push_back(named);
        last = static_cast<int>(island);
      });
  }
  for (Island& island : islands) {
    std::sort(island.bodies.begin(), island.bodies.end());
    island.bodies.erase(std::unique(island.bodies.begin(), island.bodies.end()), island.bodies.end());
  }
  return islands;
}

std::vector<int> rowsOf(const ContactProblem& problem, const Island& island) {
  std::vector<int> rows;
  rows.reserve(island.contacts.size() * static_cast<std::size_t>(problem.dim) + island.joint_rows.size());
  for (const int contact : island.contacts)
    for (int k = 0; k < problem.dim; ++k) rows.push_back(problem.normalRow(contact) + k);
  for (const int row : island.joint_rows) rows.push_back(problem.firstJointRow() + row);
  return rows;
}

ContactProblem restrictTo(const ContactProblem& problem, const Island& island) {
  const std::vector<int> rows = rowsOf(problem, island);
  ContactProblem part;
  part.dim = problem.dim;
  part.contacts = static_cast<int>(island.contacts.size());
  part.joint_rows = static_cast<int>(island.joint_rows.size());
  part.h = problem.h;
  part.symmetric = problem.symmetric;
  part.mu = taken(problem.mu, island.contacts);
  part.mu_dynamic = taken(problem.mu_dynamic, island.contacts);
  part.gap = taken(problem.gap, island.contacts);
  part.restitution = taken(problem.restitution, island.contacts);
  part.bias = taken(problem.bias, rows);
  part.q = taken(problem.q, rows);
  part.joint_lower = taken(problem.joint_lower, island.joint_rows);
  part.joint_upper = taken(problem.joint_upper, island.joint_rows);
  part.J = takeRows(problem.J, rows, island.bodies);
  const auto bodies = static_cast<Eigen::Index>(island.bodies.size());
  part.v_free.resize(problem.v_free.size() > 0 ? 6 * bodies : 0);
  for (Eigen::Index i = 0; i < bodies; ++i) {
    const int body = island.bodies[static_cast<std::size_t>(i)];
    part.inv_mass.push_back(problem.inv_mass[static_cast<std::size_t>(body)]);
    if (part.v_free.size() > 0)
      part.v_free.segment<6>(6 * i) = problem.v_free.segment<6>(6 * static_cast<Eigen::Index>(body));
  }
  const auto placeOf = [&](int body) {
    const auto found = std::lower_bound(island.bodies.begin(), island.bodies.end(), body);
    return found != island.bodies.end() && *found == body ? static_cast<int>(found - island.bodies.begin()) : -1;
  };
  if (!problem.places.empty())
    for (const int contact : island.contacts) {
      ContactPlace place = problem.places[static_cast<std::size_t>(contact)];
      place.a = placeOf(place.a);
      place.b = placeOf(place.b);
      part.places.push_back(place);
    }
  return part;
}

}  // namespace keystone
