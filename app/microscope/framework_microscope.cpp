#include "microscope/framework_microscope.h"

#include <algorithm>
#include <utility>

namespace keystone {

FrameworkMicroscope::FrameworkMicroscope(LoopTrace trace, FrameworkStep step, PositionState start)
    : trace_(std::move(trace)), step_(std::move(step)), start_(std::move(start)) {
  for (const LoopEvent& event : trace_.events) residuals_.push_back(trace_.residualAt(event).value());
}

void FrameworkMicroscope::seek(int event) {
  at_ = std::clamp(event, 0, size() - 1);
}

int FrameworkMicroscope::neighbourProgram(int direction) const {
  int event = at_ + direction;
  while (event > 0 && event < size() - 1 && trace_.events[event].kind != LoopEventKind::Start) event += direction;
  return std::clamp(event, 0, size() - 1);
}

bool FrameworkMicroscope::changed(int row) const {
  if (event().kind == LoopEventKind::Start) return false;
  const auto i = static_cast<std::size_t>(row);
  return event().sides[i] != trace_.events[at_ - 1].sides[i];
}

int FrameworkMicroscope::active() const {
  return static_cast<int>(std::ranges::count(event().sides, Side::Free));
}

}  // namespace keystone
