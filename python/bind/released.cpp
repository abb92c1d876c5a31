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

// Asked once a thread: each call of the kernel is felt beside a solve of a few microseconds.
bool isMainThread() {
  thread_local const bool is_main = gettid() == getpid();
  return is_main;
}

void onInterrupt(int signal);

// False where the program ignores the signal, leaves it to the system, or has a handler of another kind.
bool isPythons(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN &&
         action.sa_handler != onInterrupt;
}

void onInterrupt(int signal) {
  g_interrupted = true;
  if (isPythons(g_python)) g_python.sa_handler(signal);
}

}  // namespace

InterruptScope::InterruptScope() : active_(isMainThread()) {
  if (!active_) return;
  g_interrupted = false;
  struct sigaction ours = {}, before = {};
  ours.sa_handler = onInterrupt;
  active_ = sigaction(SIGINT, &ours, &before) == 0;
  if (!active_) return;
  g_python = before;
  active_ = isPythons(before);
  if (!active_) sigaction(SIGINT, &before, nullptr);
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
