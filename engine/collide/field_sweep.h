// When two bodies that meet by points do so on their way through a step.
#pragma once

#include "collide/sweep.h"

namespace keystone {

// [s] When one of the points of a body's parts comes to lie `level` [m] over the other body, to within `slop` [m], of
// the first h [s]; negative: inside of it, which triangles with nothing behind them do not have. Empty if none does.
// Those that are there at first do not count. Conservative advancement, each point by itself; 0 where a body turns by
// more than 100 rad.
std::optional<double> timeOfPoints(const Moving& body, const std::vector<int>& parts, const Moving& other, double h,
                                   double level, double slop);

}  // namespace keystone
