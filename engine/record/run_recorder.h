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
  explicit RunRecorder(const std::string& path);  // throws OutputError
  ~RunRecorder();                                 // as close(), where steps are there and the disk takes them

  // The scene as it is about to be stepped, and the simulation after it. Throw OutputError.
  void before(const Scene& scene);
  void after(const Simulation& simulation);
  // Writes what is left and ends the file; nothing is added after it.
  void close();
  // The same; where no step was made, the recording holds the start alone.
  void finish(const Scene& scene);

  long steps() const { return steps_; }
  const std::string& path() const { return file_.path(); }

 private:
  void flush();

  RecordingFile file_;
  bool closed_ = false;
  std::optional<StepInput> known_;  // as the last step left it
  std::vector<RecordedStep> waiting_;
  long steps_ = 0, since_state_ = 0;
};

}  // namespace keystone
