#include "record/replay.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "record/world_state.h"

namespace keystone {

Replay::Replay(Recording recording, std::string name, std::string asset_dir)
    : recording_(std::move(recording)), name_(std::move(name)), asset_dir_(std::move(asset_dir)) {
  enter(0);
}

std::size_t Replay::stateAt(long position) const {
  const auto after = std::ranges::upper_bound(recording_.states, position, {}, &RecordedState::position);
  return static_cast<std::size_t>(after - recording_.states.begin()) - 1;
}

void Replay::enter(std::size_t index) {
  const RecordedState& state = recording_.states[index];
  try {
    if (loaded_ != state.scene) {
      const RecordedScene& recorded = recording_.scenes[state.scene];
      scene_ = parseScene(recorded.text, name_, asset_dir_);
      scene_.id = recorded.id;
      loaded_ = state.scene;
    }
    static_cast<StepResult&>(scene_.simulation) = {};
    ByteReader bytes(state.state);
    readState(bytes, scene_.simulation.world);
  } catch (const SceneError& error) {
    throw RecordingError(error.what());
  } catch (const BytesError& error) {
    throw RecordingError(name_ + ": state " + std::to_string(index + 1) + ": " + error.what());
  }
  position_ = state.position;
  passed_.clear();
}

void Replay::stepOn() {
  const RecordedStep& expected = recording_.steps[position_];
  World& world = scene_.simulation.world;
  const auto isThere = [&](const Drag& drag) {
    return drag.body >= 0 && drag.body < static_cast<int>(world.bodies.size());
  };
  if (!std::ranges::all_of(expected.drags, isThere))
    throw RecordingError(name_ + ": step " + std::to_string(position_ + 1) +
                         ": found a hand on a body that is not there, expected one on a body");
  passed_.push_back(world);
  world.drags = expected.drags;
  step(scene_.simulation);
  ++position_;
  const std::uint64_t found = stateHash(world);
  if (found != expected.hash && (!divergence_ || position_ < divergence_->position))
    divergence_ = {position_, expected.step, found, expected.hash};
}

bool Replay::forward() {
  if (position_ >= length()) return false;
  const std::size_t state = stateAt(position_);
  if (recording_.states[state].position == position_) enter(state);
  stepOn();
  return true;
}

void Replay::seek(long position) {
  position = std::clamp(position, 0L, length());
  // Before it, where there is a step between: so the last step's contacts are there, too.
  const std::size_t state = stateAt(std::max(0L, position - 1));
  const long back = position_ - position;
  if (position > 0 && back > 0 && back < std::ssize(passed_)) {
    passed_.resize(passed_.size() - static_cast<std::size_t>(back));
    scene_.simulation.world = std::move(passed_.back());
    passed_.pop_back();
    position_ = position - 1;
    stepOn();
    return;
  }
  if (position < position_ || recording_.states[state].position > position_) enter(state);
  while (position_ < position) forward();
}

}  // namespace keystone
