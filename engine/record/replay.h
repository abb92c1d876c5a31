// A recording run again.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/recording.h"
#include "scene/scene_def.h"

namespace keystone {

// A step that came to another state than the recorded one.
struct Divergence {
  long position = 0;  // of the step in the recording, from 1
  long step = 0;      // the world's number of it
  std::uint64_t found = 0, expected = 0;
};

// Wherever it is, the scene is as it was after position() steps of the recording.
class Replay {
 public:
  // At the start. `name` stands for the file in messages. Throws RecordingError.
  Replay(Recording recording, std::string name, std::string asset_dir);

  const Recording& recording() const { return recording_; }
  const Scene& scene() const { return scene_; }
  long position() const { return position_; }
  long length() const { return static_cast<long>(recording_.steps.size()); }

  // One step on, from the recorded state where there is one; false at the end. Throws RecordingError.
  bool forward();
  // To 0 .. length(). Throws RecordingError. On from here or from the nearest recorded state; back by one step alone,
  // as far as this state's steps have been made before.
  void seek(long position);

  // The first step so far that did not come to what is recorded.
  const std::optional<Divergence>& divergence() const { return divergence_; }

 private:
  // The last recorded state at or before `position`.
  std::size_t stateAt(long position) const;
  void enter(std::size_t state);
  void stepOn();

  Recording recording_;
  std::string name_, asset_dir_;
  Scene scene_;
  std::optional<std::size_t> loaded_;  // of recording_.scenes
  long position_ = 0;
  std::vector<World> passed_;  // before each step since the last recorded state that was entered
  std::optional<Divergence> divergence_;
};

}  // namespace keystone
