// A recording in the window: it plays on and back, and whatever is done to its world branches off a run of its own.
#pragma once

#include <string>
#include <vector>

#include "record/replay.h"

namespace keystone {

struct Session;

enum class MarkKind { Impact, Change, Failure };  // the later one is drawn over the earlier one

struct ReplayMark {
  long position = 0;  // of the step, from 1; of a change, of the step before it
  MarkKind kind = MarkKind::Impact;
};

// Of the steps, ascending by kind, then position.
std::vector<ReplayMark> marksOf(const Recording& recording);

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
// The run goes on by itself from here.
void branchOff(Session& session);

}  // namespace keystone
