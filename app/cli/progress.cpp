#include "cli/progress.h"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cassert>
#include <csignal>
#include <cstdlib>
#include <string_view>

namespace keystone {
namespace {

constexpr std::chrono::milliseconds kQuick(500);   // work shorter than this shows nothing: nobody wonders yet
constexpr std::chrono::milliseconds kRedraw(100);  // between two drawings: faster than this, digits cannot be read
constexpr int kUsualColumns = 80;                  // of a terminal that does not say how wide it is
constexpr std::string_view kErase = "\r\x1b[K";    // to the start of the line, and nothing after it
constexpr std::array kInterrupts{SIGINT, SIGTERM};

// What the signal handler has to know.
std::atomic<bool> g_drawing{false}, g_visible{false}, g_interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);  // signal handlers may use no others
std::array<struct sigaction, kInterrupts.size()> g_actions_before;

bool g_one_lives = false;

void put(std::string_view text) {
  // A terminal that takes nothing any more needs no bar either.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
}

// The drawing thread takes no signals, so that waiting for it here comes to an end.
void endByInterrupt(int signal) {
  g_interrupted = true;
  while (g_drawing) {
  }
  if (g_visible.exchange(false)) put(kErase);
  raise(signal);  // SA_RESETHAND: now as if nobody had handled it
}

void handleInterrupts() {
  for (std::size_t i = 0; i < kInterrupts.size(); ++i) {
    sigaction(kInterrupts[i], nullptr, &g_actions_before[i]);
    if (g_actions_before[i].sa_handler != SIG_DFL) continue;  // ignored, under nohup say, it stays
    struct sigaction action {};
    action.sa_handler = endByInterrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(kInterrupts[i], &action, nullptr);
  }
}

void restoreInterrupts() {
  for (std::size_t i = 0; i < kInterrupts.size(); ++i) sigaction(kInterrupts[i], &g_actions_before[i], nullptr);
}

void takeNoSignals() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, nullptr);
}

bool somebodyWatches() {
  const char* terminal = std::getenv("TERM");
  if (isatty(STDERR_FILENO) == 0 || terminal == nullptr || std::string_view(terminal) == "dumb") return false;
  struct stat output {};
  return fstat(STDOUT_FILENO, &output) != 0 || !S_ISFIFO(output.st_mode);
}

// In the background, the line that the cursor is in belongs to the shell.
bool inForeground() {
  const pid_t group = tcgetpgrp(STDERR_FILENO);
  return group < 0 || group == getpgrp();
}

int terminalColumns() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const char* columns = std::getenv("COLUMNS");
  const int told = columns == nullptr ? 0 : std::atoi(columns);
  return told > 0 ? told : kUsualColumns;
}

void draw(const WorkState& work) {
  if (!inForeground()) return;
  const std::string line = "\r" + progressLine(work, terminalColumns()) + "\x1b[K";
  g_drawing = true;
  if (!g_interrupted) {
    g_visible = true;
    put(line);
  }
  g_drawing = false;
}

}  // namespace

Progress::Progress(long total, std::string piece) {
  assert(!g_one_lives);
  g_one_lives = true;
  work_.total = total;
  work_.piece = std::move(piece);
  if (!somebodyWatches()) return;
  handleInterrupts();
  drawing_ = std::thread([this] { drawUntilEnded(); });
}

Progress::~Progress() {
  g_one_lives = false;
  if (!drawing_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  end_.notify_one();
  drawing_.join();
  if (g_visible.exchange(false)) put(kErase);
  restoreInterrupts();
}

void Progress::workOn(std::string subject) {
  const std::lock_guard lock(mutex_);
  work_.subject = std::move(subject);
}

void Progress::pieceDone() {
  const std::lock_guard lock(mutex_);
  ++work_.done;
  work_.elapsed_at_last_piece = elapsed();
}

double Progress::elapsed() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

void Progress::drawUntilEnded() {
  takeNoSignals();
  std::unique_lock lock(mutex_);
  bool ended = end_.wait_for(lock, kQuick, [this] { return ended_; });
  while (!ended) {
    work_.elapsed = elapsed();
    const WorkState work = work_;
    lock.unlock();
    draw(work);
    lock.lock();
    ended = end_.wait_for(lock, kRedraw, [this] { return ended_; });
  }
}

}  // namespace keystone
