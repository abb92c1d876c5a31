// What happened when in a recording, for its timeline.
#pragma once

#include <string>
#include <vector>

#include "record/recording.h"

namespace keystone {

// A switch is one of the solver or the stepper, a change any other; a limit is that of a frame (Grade::WithinFrame).
// The later one is drawn over the earlier one.
enum class MarkKind { Impact, Change, Switch, Limit, Failure };

struct ReplayMark {
  long position = 0;  // of the step, from 1; of a change or a switch, of the step before it
  MarkKind kind = MarkKind::Impact;
  std::string text;  // what it was, for people
};

// Of the steps, ascending by kind, then position.
std::vector<ReplayMark> marksOf(const Recording& recording);

}  // namespace keystone
