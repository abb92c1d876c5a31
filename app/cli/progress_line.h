// The words of the progress bar.
#pragma once

#include <string>

namespace keystone {

// How far the work has come. Pieces take much the same time each.
struct WorkState {
  long done = 0, total = 0;          // pieces; a total of 0: how many there are is not known
  std::string piece;                 // what a piece is called, as "step"
  std::string subject;               // what is being worked on; empty = nothing more to say
  double elapsed = 0.0;              // [s]
  double elapsed_at_last_piece = 0;  // [s], when the last of the `done` pieces ended
};

// Time left [s], at least that of the pieces not begun; negative when nothing is known about it yet. A piece that takes
// longer than those before it raises the estimate while it is still going on.
double secondsLeft(const WorkState& work);

// One line of fewer than `columns` printable ASCII characters. Where there is no room for all, the bar goes first, then
// the end of the line; the share and the time stay longest.
std::string progressLine(const WorkState& work, int columns);

}  // namespace keystone
