#include "cli/progress_line.h"

#include <algorithm>
#include <cmath>

namespace keystone {
namespace {

constexpr int kBarCells = 24;            // wide enough to see 4 %; with its words a line of 80 columns has room for it
constexpr double kSecondsUpTo = 120.0;   // [s]; a longer time is told in minutes, since estimates are no better
constexpr double kMinutesUpTo = 7200.0;  // [s]; a longer one in hours

std::string timeText(double seconds) {
  if (seconds < kSecondsUpTo) return std::to_string(std::lround(std::max(1.0, seconds))) + " s";
  if (seconds < kMinutesUpTo) return std::to_string(std::lround(seconds / 60.0)) + " min";
  return std::to_string(std::lround(seconds / 3600.0)) + " h";
}

// How many of `parts` equal parts of the work are done.
long partsDone(const WorkState& work, long parts) {
  return parts * std::min(work.done, work.total) / work.total;
}

std::string bar(const WorkState& work) {
  const auto full = static_cast<std::size_t>(partsDone(work, kBarCells));
  return "[" + std::string(full, '=') + std::string(kBarCells - full, ' ') + "] ";
}

std::string shareAndTime(const WorkState& work) {
  if (work.total == 0) return timeText(work.elapsed) + " so far";
  const double left = secondsLeft(work);
  std::string percent = std::to_string(partsDone(work, 100)) + " %";
  percent.insert(0, 5 - std::min<std::size_t>(5, percent.size()), ' ');  // "100 %" is the longest: the rest stays put
  return percent + (left < 0.0 ? "" : ", about " + timeText(left) + " left");
}

std::string whatIsDone(const WorkState& work) {
  std::string words = work.subject;
  if (!work.piece.empty()) words += (words.empty() ? "" : ", ") + work.piece;
  if (work.total > 0)
    words += " " + std::to_string(std::min(work.done + 1, work.total)) + " of " + std::to_string(work.total);
  // A file's name may hold anything; control characters would move the cursor.
  std::replace_if(
      words.begin(), words.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return words;
}

}  // namespace

double secondsLeft(const WorkState& work) {
  if (work.total == 0 || work.done == 0) return -1.0;
  const auto done = static_cast<double>(work.done), left = static_cast<double>(work.total - work.done);
  const double a_piece = std::max(work.elapsed_at_last_piece / done, work.elapsed / (done + 1.0));
  const double in_this_piece = work.elapsed - work.elapsed_at_last_piece;
  return std::max(a_piece * left - in_this_piece, a_piece * (left - 1.0));
}

std::string progressLine(const WorkState& work, int columns) {
  const auto room = static_cast<std::size_t>(std::max(columns - 1, 0));  // terminals wrap when the last column is used
  std::string line = shareAndTime(work);
  if (const std::string words = whatIsDone(work); !words.empty()) line += ": " + words;
  if (work.total > 0 && line.size() + kBarCells + 3 <= room) line.insert(0, bar(work));
  if (line.size() > room) line.resize(room);
  return line;
}

}  // namespace keystone
