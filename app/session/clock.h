// Turns the screen's uneven time into whole physics steps of fixed length.
#pragma once

namespace keystone {

// Real time goes in, whole steps come out. Time that cannot be simulated soon is dropped rather than owed, so that a
// slow machine shows slow motion instead of falling ever further behind.
class Clock {
 public:
  // Adds real_seconds [s] of the screen's time at `speed` (1 = real time). Negative or absurdly long frames are cut.
  void add(double real_seconds, double speed);
  // Whether a whole step of h [s] is owed.
  bool due(double h) const;
  // Marks one step of h [s] as done.
  void take(double h);
  // Drops all but a fraction of one step of h [s]; called when a frame's budget for physics is spent.
  void drop(double h);
  void reset() { owed_ = 0.0; }
  double owed() const { return owed_; }  // [s], simulated time not yet stepped

 private:
  double owed_ = 0.0;
};

// Simulated seconds per real second over the last second or so.
class RateMeter {
 public:
  void add(double real_seconds, double simulated_seconds);
  double factor() const { return factor_; }
  void reset();

 private:
  double real_ = 0.0, simulated_ = 0.0, factor_ = 0.0;
};

}  // namespace keystone
