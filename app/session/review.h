// A recording in the window: it plays on and back, and whatever is done to its world branches off a run of its own.
#pragma once

#include <string>
#include <vector>

#include "record/replay.h"
#include "session/replay_marks.h"

namespace keystone {

struct Session;

struct Review {
  Replay replay;
  std::string path;
  std::vector<ReplayMark> marks;
  bool backwards = false;
  StepInput shown;  // what the session got: where that is another now, somebody has changed it
};

// Shows the recording from its start, in place of the scene. Throws RecordingError.
void openReview(Session& session, const std::string& path, const std::string& asset_dir);
// Plays by real_seconds [s], or branches off if something has changed the world or the method.
void advanceReview(Session& session, double real_seconds);
void seekReview(Session& session, long position);
// To the next step with a mark, or the one before; at the last one it stays. False where there is none.
bool seekEvent(Session& session, bool backwards);
// The recording in `folder` that was written to last; empty: there is none.
std::string newestRecording(const std::string& folder);
// The run goes on by itself from here.
void branchOff(Session& session);

}  // namespace keystone
