// What went wrong in a session: the steps that failed, each with its problem, kept to be looked into.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>

#include "microscope/microscope.h"

namespace keystone {

struct Failure {
  Specimen specimen;  // its report says what happened
  std::string saved;  // path of the problem file; empty: not saved, or deleted
};

// The problem files in a folder.
struct SavedProblems {
  int files = 0;
  std::uintmax_t bytes = 0;
};

struct FailureList {
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kMost = 24;                   // newest are kept
  static constexpr int kMostFiles = 20;                      // newest are kept, of earlier sessions too
  static constexpr std::uintmax_t kMostBytes = 100'000'000;  // likewise
  std::deque<Failure> entries;                               // oldest first
  std::string folder;                                        // where failures save themselves; empty: nowhere
  SavedProblems saved;                                       // what is in it
  Clock::time_point next_save;                               // not before, so that a burst does not hold frames up
};

// From now on failures save themselves in that folder, which need not exist.
void saveFailuresIn(FailureList& failures, std::string folder);

// Keeps the step that the specimen's simulation has just made, and writes its problem to `folder`, a second after the
// last one at the earliest. The oldest files make room for it. Returns what the user is told about the file; empty when
// none was due.
std::string keepFailure(FailureList& failures, Specimen specimen,
                        FailureList::Clock::time_point now = FailureList::Clock::now());

// Deletes the files, those of earlier sessions too, and forgets the entries. Returns what the user is told.
std::string deleteFailures(FailureList& failures);

}  // namespace keystone
