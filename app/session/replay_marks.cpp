#include "session/replay_marks.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "world/step_grade.h"

namespace keystone {
namespace {

using Json = nlohmann::json;

// What a recorded scene says of itself; an object without members where it says nothing.
Json settingsOf(const RecordedScene& scene) {
  Json settings = Json::parse(scene.text, nullptr, false);
  return settings.is_object() ? settings : Json::object();
}

// The id of a solver or a stepper.
std::string methodIn(const Json& settings, const char* what) {
  const Json method = settings.value(what, Json::object());
  const auto id = method.find("id");
  return id != method.end() && id->is_string() ? id->get<std::string>() : "";
}

std::size_t countIn(const Json& settings, const char* what) {
  return settings.value(what, Json::array()).size();
}

// What was done between the two, as "solver exact -> pgs, settings of the stepper".
ReplayMark changeMark(const RecordedScene& before, const RecordedScene& after, long position) {
  if (before.id != after.id) return {position, MarkKind::Change, "another scene: " + after.id};
  const Json from = settingsOf(before), to = settingsOf(after);
  ReplayMark mark{position, MarkKind::Change, ""};
  const auto say = [&](const std::string& what) { mark.text += (mark.text.empty() ? "" : ", ") + what; };
  for (const char* what : {"solver", "stepper"}) {
    const std::string old = methodIn(from, what), now = methodIn(to, what);
    if (old == now) {
      if (from.value(what, Json()) != to.value(what, Json())) say("settings of the " + std::string(what));
    } else {
      mark.kind = MarkKind::Switch;
      say(std::string(what) + " " + old + " -> " + now);
    }
  }
  for (const char* what : {"bodies", "joints", "forces"})
    if (const std::size_t old = countIn(from, what), now = countIn(to, what); old != now)
      say(std::to_string(old) + " -> " + std::to_string(now) + " " + what);
  if (mark.text.empty()) say("the world was changed");
  return mark;
}

bool struck(const RecordedStep& step) {
  return step.impacts > 0;
}

std::string impactText(const RecordedStep& step) {
  return std::to_string(step.impacts) + (step.impacts == 1 ? " contact struck" : " contacts struck");
}

bool failed(const RecordedStep& step) {
  return step.failed;
}

bool reachedLimit(const RecordedStep& step) {
  return !step.failed && gradeOf(step.residual) == Grade::WithinFrame;
}

std::string residualText(const RecordedStep& step) {
  char text[80];
  std::snprintf(text, sizeof text, "residual %.1e", static_cast<double>(step.residual));
  return text;
}

}  // namespace

std::vector<ReplayMark> marksOf(const Recording& recording) {
  std::vector<ReplayMark> marks;
  const auto add = [&](MarkKind kind, auto is, auto text) {
    for (std::size_t i = 0; i < recording.steps.size(); ++i)
      if (is(recording.steps[i])) marks.push_back({static_cast<long>(i) + 1, kind, text(recording.steps[i])});
  };
  add(MarkKind::Impact, struck, impactText);
  for (std::size_t i = 1; i < recording.states.size(); ++i) {
    const RecordedState& state = recording.states[i];
    const auto sceneOf = [&](std::size_t at) -> const RecordedScene& {
      return recording.scenes[recording.states[at].scene];
    };
    if (state.is_change) marks.push_back(changeMark(sceneOf(i - 1), sceneOf(i), state.position));
  }
  std::ranges::stable_sort(marks, {}, &ReplayMark::kind);
  add(MarkKind::Limit, reachedLimit, residualText);
  add(MarkKind::Failure, failed, residualText);
  return marks;
}

}  // namespace keystone
