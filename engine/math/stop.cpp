#include "math/stop.h"

#include <utility>

namespace keystone {
namespace {

thread_local const std::atomic<bool>* t_asked = nullptr;

}  // namespace

StopScope::StopScope(const std::atomic<bool>* asked) : outer_(std::exchange(t_asked, asked)) {}

StopScope::~StopScope() {
  t_asked = outer_;
}

const std::atomic<bool>* stopFlag() {
  return t_asked;
}

void stopIfAsked() {
  if (t_asked != nullptr && t_asked->load(std::memory_order_relaxed)) throw Stopped{};
}

}  // namespace keystone
