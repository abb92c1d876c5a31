#include "cli/interrupt.h"

#include <csignal>
#include <cstdio>

namespace keystone {
namespace {

std::atomic<bool> g_interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // signal handlers may use no others

void interrupt(int) {
  g_interrupted = true;
}

}  // namespace

const std::atomic<bool>& handleInterrupts() {
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = interrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
    sigaction(signal, &action, nullptr);
  }
  return g_interrupted;
}

int sayInterrupted(const std::string& subject, long done, long total, const std::string& pieces) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s: interrupted after %ld of %ld %s\n", subject.c_str(), done, total, pieces.c_str());
  return kInterrupted;
}

}  // namespace keystone
