// Which gaps are none.
#pragma once

#include <algorithm>

namespace keystone {

// [m] A gap up to here is none in a step of length h [s]. What closes does so to nothing, in the middle of what counts
// as touching, so that the micrometres by which the corners of a face differ after a while decide about no contact, and
// a pile at rest is the same problem, with the same index sets, at every step. It is what passes at 0.6 mm/s in a step,
// 10 um at 60 Hz, and never less than the rounding of positions and clipping.
inline double touchingGap(double h) {
  return std::clamp(6e-4 * h, 1e-7, 1e-5);
}

}  // namespace keystone
