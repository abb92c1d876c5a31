#include "bind/released.h"

#include <sys/types.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

namespace keystone::bind {
namespace {

std::atomic<bool> g_interrupted = false;
// Never set: what the flag of other threads is.
const std::atomic<bool> kNever = false;
struct sigaction g_python {};  // what Python does at Ctrl-C

bool isMainThread() {
  return gettid() == getpid();
}

void onInterrupt(int signal) {
  g_interrupted = true;
  g_python.sa_handler(signal);
}

// Whether Python handles the signal itself: not where a program ignores it or leaves it to the system.
bool pythonListens() {
  return sigaction(SIGINT, nullptr, &g_python) == 0 && (g_python.sa_flags & SA_SIGINFO) == 0 &&
         g_python.sa_handler != SIG_DFL && g_python.sa_handler != SIG_IGN && g_python.sa_handler != onInterrupt;
}

}  // namespace

InterruptScope::InterruptScope() : active_(isMainThread() && pythonListens()) {
  if (!active_) return;
  g_interrupted = false;
  struct sigaction ours = g_python;
  ours.sa_handler = onInterrupt;
  active_ = sigaction(SIGINT, &ours, nullptr) == 0;
}

InterruptScope::~InterruptScope() {
  if (active_) sigaction(SIGINT, &g_python, nullptr);
}

const std::atomic<bool>* InterruptScope::flag() {
  return isMainThread() ? &g_interrupted : &kNever;
}

void raiseInterrupt() {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  throw std::runtime_error("the work was stopped by a signal");
}

}  // namespace keystone::bind
