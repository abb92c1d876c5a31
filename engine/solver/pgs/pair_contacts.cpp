#include "solver/pgs/pair_contacts.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "math/scratch_pool.h"
#include "problem/body_rows.h"

namespace keystone {
namespace {

struct Place {
  std::array<int, 2> bodies{-1, -1};  // ascending; -1: none that moves
  int contact = 0;
  int first = 0;  // contact of the pair
};

std::array<int, 2> movedBodies(const ContactProblem& problem, int contact) {
  BodyRows rows;
  readRows(problem.J, problem.normalRow(contact), problem.dim, rows);
  for (int& body : rows.body)
    if (body >= 0 && !isMovable(problem.inv_mass[body])) body = -1;
  return {std::min(rows.body[0], rows.body[1]), std::max(rows.body[0], rows.body[1])};
}

}  // namespace

void listContactPairs(const ContactProblem& problem, const ContactBlocks& contacts, ContactPairs& pairs) {
  const Scratch<std::vector<Place>> workspace;
  std::vector<Place>& places = *workspace;
  places.clear();
  for (int c = 0; c < problem.contacts; ++c)
    if (contacts.isMoved(c)) places.push_back({movedBodies(problem, c), c});
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return std::tie(a.bodies, a.contact) < std::tie(b.bodies, b.contact);
  });
  for (std::size_t i = 0; i < places.size(); ++i) {
    const bool joins = i > 0 && places[i].bodies == places[i - 1].bodies;
    places[i].first = joins ? places[i - 1].first : places[i].contact;
  }
  std::sort(places.begin(), places.end(),
            [](const Place& a, const Place& b) { return std::tie(a.first, a.contact) < std::tie(b.first, b.contact); });
  pairs.contacts.clear();
  pairs.begin.clear();
  for (const Place& place : places) {
    if (place.contact == place.first) pairs.begin.push_back(static_cast<int>(pairs.contacts.size()));
    pairs.contacts.push_back(place.contact);
  }
  pairs.begin.push_back(static_cast<int>(pairs.contacts.size()));
}

void PairContacts::layOut() {
  blocks_.clear();
  mu_.clear();
  alone_.clear();
  std::size_t size = 0;
  int largest = 0;
  for (int pair = 0; pair < pairs_.count(); ++pair) {
    blocks_.push_back(size);
    if (pairs_.size(pair) == 1) continue;
    const auto n = static_cast<std::size_t>(rows(pair));
    size += n * n;
    largest = std::max(largest, rows(pair));
  }
  for (const int contact : pairs_.contacts) {
    mu_.push_back(problem_->dim > 1 ? problem_->mu[contact] : 0.0);
    alone_.push_back(contacts_->alone(contact));
  }
  W_.resize(size);
  local_.reserve(largest);
  if (q_.size() < largest) {
    q_.resize(largest);
    after_.resize(largest);
  }
}

}  // namespace keystone
