#include "cli/progress.h"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cassert>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace keystone {
namespace {

constexpr std::chrono::milliseconds kQuick(500);   // work shorter than this shows nothing: nobody wonders yet
constexpr std::chrono::milliseconds kRedraw(100);  // between two drawings: faster than this, digits cannot be read
constexpr int kUsualColumns = 80;                  // of a terminal that does not say how wide it is
constexpr std::string_view kErase = "\r\x1b[K";    // to the start of the line, and nothing after it

bool g_visible = false;  // of the drawing thread while there is one
bool g_one_lives = false;

void put(std::string_view text) {
  // A terminal that takes nothing any more needs no bar either.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
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
  g_visible = true;
  put(line);
}

}  // namespace

Progress::Progress(long total, std::string piece) {
  assert(!g_one_lives);
  g_one_lives = true;
  work_.total = total;
  work_.piece = std::move(piece);
  if (!somebodyWatches()) return;
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
  if (std::exchange(g_visible, false)) put(kErase);
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
