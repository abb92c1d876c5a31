// A run as a file, to be replayed to the same bits (docs/recordings.md): the scene, keyframes, what was done to the
// world from outside, and the state hash of every step.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "world/world.h"

namespace keystone {

class OutputFile;

// what() is one line, "FILE: found X, expected Y", with the place as "byte N" where there is one.
struct RecordingError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct RecordedScene {
  std::string id;    // Scene::id
  std::string text;  // of a scene file
};

// One step, as it was.
struct RecordedStep {
  long step = 0;              // the world's number of it
  std::uint64_t hash = 0;     // stateHash() after it
  float residual = 0.0F;      // of its solve
  std::uint32_t impacts = 0;  // impactsOf() the simulation
  bool failed = false;        // its grade is Grade::Failed
  std::vector<Drag> drags;    // the hand during it
};

// A state that a replay can begin at.
struct RecordedState {
  long position = 0;       // steps before it in the recording
  std::size_t scene = 0;   // in Recording::scenes
  std::string state;       // for readState()
  bool is_change = false;  // the world or the method was changed from outside here
};

struct Recording {
  std::string program;  // version that recorded it
  std::vector<RecordedScene> scenes;
  std::vector<RecordedState> states;
  std::vector<RecordedStep> steps;
  std::size_t lost = 0;  // bytes at the end that are no whole block: the program that recorded was cut off
};

// The magic bytes that a recording of this version begins with.
inline constexpr std::string_view kRecordingTitle = "Keystone recording 1\n";

inline bool isRecording(std::string_view path) {
  return path.ends_with(".replay");
}

// Throws RecordingError, for a damaged file too. What follows the last whole block of a file that was cut off is left
// out.
Recording readRecording(const std::string& path);

// The file while it is written: blocks, each whole or not there. A program that is killed leaves NAME.partial.replay,
// which can be replayed.
class RecordingFile {
 public:
  explicit RecordingFile(const std::string& path);  // throws OutputError
  ~RecordingFile();

  // In the order of the run. Throw OutputError where the disk takes no more, and RecordingError for too large a world.
  void addScene(const RecordedScene& scene);
  void addState(const World& world, bool is_change);
  void addSteps(const std::vector<RecordedStep>& steps);
  void close();
  const std::string& path() const;

 private:
  void addBlock(std::uint32_t kind, std::string_view bytes);

  std::unique_ptr<OutputFile> file_;
};

}  // namespace keystone
