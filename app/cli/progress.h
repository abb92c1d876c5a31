// A progress bar for whoever waits at a terminal.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "cli/progress_line.h"

namespace keystone {

// While it lives, one line on standard error says the share done, about how long is left and what is being done. It is
// erased at the end, so print results after that. Nothing at all is written for quick work, where standard error is no
// terminal, or where standard output is a pipe, whose reader may be using the terminal. A thread of its own draws, so
// that pieces may be long. One at a time.
class Progress {
 public:
  // `total` pieces of work that take much the same time each; 0: how many is not known, and the time so far is told.
  Progress(long total, std::string piece);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void workOn(std::string subject);
  void pieceDone();

 private:
  using Clock = std::chrono::steady_clock;
  double elapsed() const;
  void drawUntilEnded();

  WorkState work_;
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;  // of work_ and ended_
  std::condition_variable end_;
  bool ended_ = false;
  std::thread drawing_;  // none where nothing is to be shown
};

}  // namespace keystone
