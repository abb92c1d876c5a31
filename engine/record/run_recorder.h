// Records a run while it goes on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "record/recording.h"
#include "scene/scene_def.h"

namespace keystone {

// Told of every step, it finds out itself what was done to the world between two: that becomes a change.
class RunRecorder {
 public:
  explicit RunRecorder(const std::string& path);  // throws RecordingError
  ~RunRecorder();                                 // writes what is left, if the disk takes it

  // The scene as it is about to be stepped, and the simulation after it. Throw RecordingError.
  void before(const Scene& scene);
  void after(const Simulation& simulation);
  // Writes what is left; what was added before is safe from then on.
  void flush();
  // The same at the end; where no step was made, the recording holds the start alone.
  void finish(const Scene& scene);

  long steps() const { return steps_; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  RecordingFile file_;
  std::optional<StepInput> known_;  // as the last step left it
  std::vector<RecordedStep> waiting_;
  long steps_ = 0, since_state_ = 0;
};

}  // namespace keystone
