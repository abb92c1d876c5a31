// Work of the engine without the interpreter's lock (GIL): other Python threads go on, and Ctrl-C ends it.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>

#include "math/no_copy.h"
#include "math/stop.h"

namespace keystone::bind {

namespace py = pybind11;

// While it lives, Ctrl-C in the main thread sets flag(), beside what Python does with it. Does nothing in other
// threads, whose work Python does not interrupt either.
class InterruptScope : NoCopy {
 public:
  InterruptScope();
  ~InterruptScope();
  static const std::atomic<bool>* flag();

 private:
  bool active_;
};

// For the caller, who holds the lock: lets Python raise what the signal asks for.
[[noreturn]] void raiseInterrupt();

// work() must not touch Python. Throws what it throws; KeyboardInterrupt when Ctrl-C stopped it.
template <class Work>
void released(const Work& work) {
  bool stopped = false;
  {
    const py::gil_scoped_release release;
    const InterruptScope interrupt;
    const StopScope stop(InterruptScope::flag());
    try {
      work();
    } catch (const Stopped&) {
      stopped = true;
    }
  }
  if (stopped) raiseInterrupt();
}

}  // namespace keystone::bind
