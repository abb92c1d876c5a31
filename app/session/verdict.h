// Whether what lies in the scene would stand, and with the piece that the stack tool offers.
#pragma once

#include <cstdint>
#include <optional>

#include "observe/analysis.h"
#include "session/edits.h"

namespace keystone {

// The answer for one state of the world, exact whatever solver runs.
struct Verdict {
  Analysis analysis;
  double overhang = 0.0;  // [m]
  double ms = 0.0;        // what it took
};

struct VerdictView {
  bool on = false;
  std::optional<Verdict> now, with_brick;
  std::uint64_t now_hash = 0, brick_hash = 0;  // of what they were found for
};

Verdict verdictOf(const Simulation& simulation);
// The simulation with a piece at that pose.
Verdict verdictWith(const Simulation& simulation, const World& piece, const Pose& pose);

// Brings `view` up to date; `piece` and `pose` null without an offered one. Does nothing while off.
void refresh(VerdictView& view, const Simulation& simulation, const World* piece, const Pose* pose);

}  // namespace keystone
