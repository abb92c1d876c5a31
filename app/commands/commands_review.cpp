#include "commands/commands_review.h"

#include <exception>

namespace keystone {
namespace {

void toggleRunRecording(AppState& app) {
  Session& session = app.session;
  if (session.run_recorder) return stopRunRecording(session);
  if (session.review) return say(session, "This is a recording: branch off it first");
  if (!session.problem_file.empty()) return complain(session, "A problem without bodies has no run to record");
  beginRecording(session, ".replay");
}

void toggleReview(AppState& app) {
  Session& session = app.session;
  if (session.review) return branchOff(session);
  if (session.run_recorder) stopRunRecording(session);
  // After a start of the program, what an earlier one recorded.
  if (session.last_recording.empty()) session.last_recording = newestRecording(dataDir());
  if (session.last_recording.empty())
    return say(session, "No recording in " + shownPath(dataDir()) + " yet: " + shortcut(Action::RecordRun) + " begins");
  try {
    openRecording(app, session.last_recording);
    frameAll(app);
  } catch (const RecordingError& error) {
    complain(session, error.what());
  }
}

void toggleBackwards(AppState& app) {
  Session& session = app.session;
  if (!session.review) return say(session, "Only recordings play backwards; Comma makes one step back");
  session.review->backwards = !session.review->backwards;
  session.paused = false;
}

void toEvent(AppState& app, bool backwards) {
  Session& session = app.session;
  if (!session.review)
    return say(session, "Only recordings have events to jump to; " + shortcut(Action::Review) + " opens the last");
  session.paused = true;
  if (!seekEvent(session, backwards))
    say(session, backwards ? "No event before this step" : "No event after this step");
}

constexpr ActionHandler kReviewHandlers[] = {
    {Action::RecordRun, toggleRunRecording},
    {Action::Review, toggleReview},
    {Action::PlayBackwards, toggleBackwards},
    {Action::NextEvent, [](AppState& app) { toEvent(app, false); }},
    {Action::PreviousEvent, [](AppState& app) { toEvent(app, true); }},
};

}  // namespace

std::span<const ActionHandler> reviewHandlers() {
  return kReviewHandlers;
}

void beginRecording(Session& session, const std::string& extension) {
  try {
    startRecording(session, freshName(session.scene.id, extension));
  } catch (const std::exception& error) {
    complain(session, error.what());
  }
}

void openRecording(AppState& app, const std::string& path) {
  app.session.race.reset();
  openReview(app.session, path, app.asset_dir);
  app.session.paused = false;
}

void seekReplay(AppState& app, long position) {
  if (!app.session.review) return;
  app.session.paused = true;
  seekReview(app.session, position);
}

}  // namespace keystone
