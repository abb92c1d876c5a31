// What went wrong in a session: the steps whose solve failed, each with its problem, kept to be looked into.
#pragma once

#include <deque>
#include <string>

#include "microscope/microscope.h"

namespace keystone {

struct Failure {
  Specimen specimen;  // its report says what happened
  std::string saved;  // path of the problem file; empty: not saved
};

struct FailureList {
  static constexpr std::size_t kMost = 24;  // newest are kept
  static constexpr int kMostFiles = 20;     // written in one session
  std::deque<Failure> entries;              // oldest first
  std::string folder;                       // where failures save themselves; empty: nowhere
  int files = 0;                            // written so far
};

// Keeps the step that the specimen's simulation has just made, and writes its problem to `folder` while there is room.
// Returns what the user is told about the file; empty when none was due.
std::string keepFailure(FailureList& failures, Specimen specimen);

}  // namespace keystone
