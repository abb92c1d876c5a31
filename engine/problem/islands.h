// Parts of a contact problem that have nothing to do with each other: no body that impulses move belongs to two.
#pragma once

#include <vector>

#include "problem/contact_problem.h"

namespace keystone {

// Each list ascending.
struct Island {
  std::vector<int> contacts;
  std::vector<int> joint_rows;  // counted from the first joint row
  std::vector<int> bodies;      // all that J's rows name, kinematic ones too, which several islands may share
};

// In the order of their first contacts; what hangs by joints alone comes last. Rows that no body moves belong to the
// first island. Without bodies (W alone) the problem is one island. Cost: O(entries of J).
void findIslands(const ContactProblem& problem, std::vector<Island>& islands);

// The island of a problem with bodies as a problem of its own, with rows in the island's order; `places` name the
// island's bodies by their place in `island.bodies`.
void restrictTo(const ContactProblem& problem, const Island& island, ContactProblem& part);

// The whole problem's row of each of the island's rows.
void rowsOf(const ContactProblem& problem, const Island& island, std::vector<int>& rows);

}  // namespace keystone
