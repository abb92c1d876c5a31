#include "session/review.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>

#include "session/session.h"
#include "session/settings.h"

namespace keystone {
namespace {

using RealTime = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBudget{12};  // of a frame, as for steps of a run

// All but its simulation, which is shown step by step.
void showScene(const Scene& from, Scene& to) {
  to.id = from.id;
  to.name = from.name;
  to.group = from.group;
  to.description = from.description;
  to.source = from.source;
  to.keyframes = from.keyframes;
  to.notes = from.notes;
  to.camera = from.camera;
  to.drag_cap = from.drag_cap;
  to.challenge = from.challenge;
}

// The session shows what the replay has come to. At its start it can play forwards alone.
void show(Session& session) {
  Review& review = *session.review;
  const Simulation& from = review.replay.scene().simulation;
  Simulation& to = session.scene.simulation;
  showScene(review.replay.scene(), session.scene);
  static_cast<StepInput&>(to) = from;
  static_cast<StepResult&>(to) = from;
  review.shown = from;
  if (review.replay.position() == 0) review.backwards = false;
  std::erase_if(session.selected, [&](int body) { return body >= static_cast<int>(to.world.bodies.size()); });
}

// A failure to read on ends the review where it is.
template <class Move>
bool move(Session& session, Move go) {
  try {
    return go(session.review->replay);
  } catch (const RecordingError& error) {
    complain(session, error.what());
    branchOff(session);
    return false;
  }
}

bool playOne(Session& session, bool backwards) {
  const bool moved = move(session, [backwards](Replay& replay) {
    if (!backwards) return replay.forward();
    if (replay.position() == 0) return false;
    replay.seek(replay.position() - 1);
    return true;
  });
  if (!moved || !session.review) return false;
  const Simulation& simulation = session.review->replay.scene().simulation;
  if (!backwards) session.telemetry.add(simulation.report, *simulation.solver);
  if (!backwards && session.watch) session.watch->add(simulation);
  return true;
}

}  // namespace

void openReview(Session& session, const std::string& path, const std::string& asset_dir) {
  Replay replay(readRecording(path), path, asset_dir);
  openScene(session, replay.scene());
  std::vector<ReplayMark> marks = marksOf(replay.recording());
  session.review.reset(new Review{std::move(replay), path, std::move(marks), false, {}});
  show(session);
  const Recording& recording = session.review->replay.recording();
  std::string text = "Opened " + shownPath(path) + ": " + std::to_string(recording.steps.size()) + " steps";
  if (recording.lost > 0) text += ", cut off: the last " + std::to_string(recording.lost) + " bytes are no whole block";
  say(session, std::move(text));
}

void advanceReview(Session& session, double real_seconds) {
  const bool is_changed = !(session.review->shown == static_cast<const StepInput&>(session.scene.simulation));
  if (is_changed || session.hand) return branchOff(session);
  const double h = session.scene.simulation.world.h;
  if (session.paused) {
    session.clock.reset();
    session.rate.reset();
  } else {
    session.asked_steps = 0;
    session.clock.add(real_seconds, session.speed);
  }
  const auto is_due = [&] { return session.paused ? session.asked_steps > 0 : session.clock.due(h); };
  const auto until = RealTime::now() + kBudget;
  int steps = 0;
  while (is_due() && RealTime::now() < until) {
    session.clock.take(session.paused ? 0.0 : h);
    // A step that is asked for is one on, whichever way it plays.
    if (!playOne(session, session.review->backwards && !session.paused)) {
      session.asked_steps = 0;
      session.paused = true;  // at an end
      break;
    }
    session.asked_steps = std::max(0, session.asked_steps - 1);
    ++steps;
    if (session.review->replay.scene().simulation.world.step == session.pause_on.step) session.paused = true;
  }
  if (!session.review) return;
  if (session.review->backwards && session.review->replay.position() == 0) {
    session.review->backwards = false;
    session.paused = true;
  }
  session.clock.drop(h);
  if (!session.paused) session.rate.add(real_seconds, steps * h);
  if (steps > 0) show(session);
}

void seekReview(Session& session, long position) {
  const bool moved = move(session, [position](Replay& replay) {
    replay.seek(position);
    return true;
  });
  if (moved) show(session);
}

bool seekEvent(Session& session, bool backwards) {
  const long here = session.review->replay.position();
  std::optional<long> nearest;
  for (const ReplayMark& mark : session.review->marks) {
    const bool is_ahead = backwards ? mark.position < here : mark.position > here;
    if (is_ahead && (!nearest || std::abs(mark.position - here) < std::abs(*nearest - here))) nearest = mark.position;
  }
  if (nearest) seekReview(session, *nearest);
  return nearest.has_value();
}

std::string newestRecording(const std::string& folder) {
  std::error_code error;
  std::pair<std::filesystem::file_time_type, std::string> newest;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (!isRecording(entry.path().string()) || !entry.is_regular_file(error)) continue;
    const auto time = entry.last_write_time(error);
    if (newest.second.empty() || time > newest.first) newest = {time, entry.path().string()};
  }
  return newest.second;
}

void branchOff(Session& session) {
  const long position = session.review->replay.position();
  const std::string name = std::filesystem::path(session.review->path).filename().string();
  session.review.reset();
  session.history.clear();
  session.start = session.scene.simulation.world;
  session.clock.reset();
  say(session, "Branched off " + name + " at step " + std::to_string(position) + ": a run of its own from here");
}

}  // namespace keystone
