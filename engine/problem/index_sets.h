// Which condition each row of a solved contact problem satisfies by which of its sides.
#pragma once

#include <cstdint>
#include <vector>

#include "problem/contact_problem.h"

namespace keystone {

enum class RowSet : std::uint8_t {
  Ignored,        // tangent of an open contact
  Clamped,        // normal: u = 0, lambda >= 0 free to vary
  Unclamped,      // normal: lambda = 0, u >= 0
  Stick,          // tangent: u = 0, |lambda_t| <= mu lambda_n
  SlideForward,   // tangent: lambda_t = +mu lambda_n, u_t <= 0 (3D: the pair slides, force along the remembered
                  // direction)
  SlideBackward,  // tangent: lambda_t = -mu lambda_n, u_t >= 0
  Bilateral  // joint row without bounds: u = 0. A limit is Clamped or Unclamped as a normal is; a motor or friction
             // row sticks while between its bounds, slides forward at the upper one, backward at the lower one
};
// By solving for their impulses.
inline bool isAtZeroVelocity(RowSet set) {
  return set == RowSet::Clamped || set == RowSet::Stick || set == RowSet::Bilateral;
}
inline bool isSliding(RowSet set) {
  return set == RowSet::SlideForward || set == RowSet::SlideBackward;
}
using IndexSets = std::vector<RowSet>;  // [rows]

struct SetCounts {
  int clamped = 0, unclamped = 0;  // contacts, by their normal row
  int stick = 0, slide = 0;        // contacts that touch, by their tangent rows
  int bilateral = 0;               // joint rows, bounded ones included
};
SetCounts countSets(const ContactProblem& problem, const IndexSets& sets);

// Reads the sets off a solution, for methods that keep none. `tolerance` is relative to the largest impulse.
void classify(const ContactProblem& problem, const VecX& lambda, IndexSets& sets, double tolerance = 1e-8);

}  // namespace keystone
