#include "record/run_recorder.h"

#include <utility>

#include "observe/impacts.h"
#include "world/step_grade.h"

namespace keystone {
namespace {

constexpr long kKeyframe = 120;  // steps from one state to the next: what a replay may have to step through to get on
constexpr std::size_t kBatch = 30;  // steps of a block, half a second: what a killed program loses

}  // namespace

RunRecorder::RunRecorder(const std::string& path) : file_(path) {}

RunRecorder::~RunRecorder() {
  try {
    if (steps_ > 0) close();
  } catch (const std::runtime_error&) {  // there is nobody to tell any more
  }
}

void RunRecorder::before(const Scene& scene) {
  const Simulation& simulation = scene.simulation;
  if (known_) known_->world.drags = simulation.world.drags;  // recorded with each step
  const bool is_known = known_ && *known_ == static_cast<const StepInput&>(simulation);
  if (is_known && since_state_ < kKeyframe) return;
  flush();
  if (!is_known) file_.addScene({scene.id, sceneText(scene)});
  file_.addState(simulation.world, !is_known && known_);
  since_state_ = 0;
}

void RunRecorder::after(const Simulation& simulation) {
  known_ = simulation;
  const StepReport& report = simulation.report;
  waiting_.push_back({report.step, stateHash(simulation.world), static_cast<float>(report.residual.value),
                      static_cast<std::uint32_t>(impactsOf(simulation)), gradeOf(report) == Grade::Failed,
                      simulation.world.drags});
  ++steps_;
  ++since_state_;
  if (waiting_.size() >= kBatch) flush();
}

void RunRecorder::flush() {
  if (waiting_.empty()) return;
  file_.addSteps(waiting_);
  waiting_.clear();
}

void RunRecorder::close() {
  if (std::exchange(closed_, true)) return;
  flush();
  file_.close();
}

void RunRecorder::finish(const Scene& scene) {
  if (steps_ == 0) before(scene);
  close();
}

}  // namespace keystone
