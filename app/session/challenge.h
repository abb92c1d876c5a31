// The overhang challenge: reach as far as possible past the end of a table with a given number of bricks.
#pragma once

#include <optional>
#include <string>

#include "observe/race.h"
#include "scene/scene_def.h"

namespace keystone {

// Overhang, in bricks, of the harmonic stack of n bricks: H_n / 2.
double harmonicOverhang(int bricks);
// The largest overhang, in bricks, that Paterson and Zwick found for n frictionless bricks (Overhang, figures 2 and 3);
// none beyond six. tests/app/challenge_test.cpp builds stacks that reach them.
std::optional<double> bestKnownOverhang(int bricks);

// What a stack has come to.
struct ChallengeScore {
  int left = 0;           // bricks
  double overhang = 0.0;  // in bricks, of those that lie no lower than the table's top; 0 when none reaches past it
  bool fair = true;       // nothing in the scene but the table and the given bricks
};

class ChallengeRun {
 public:
  static constexpr double kLongEnough = 2.0;  // [s], simulated: a stack that has stood so long stands

  ChallengeRun(const OverhangChallenge& task, const World& start);

  // Once a frame. A stack counts from when its last brick was put down, moved, or let go of by the hand; it must have
  // stood for kLongEnough under `counted()`, and be balanced as built. Returns true when that has just come about.
  bool watch(const Simulation& simulation, bool held);

  ChallengeScore score(const World& world) const;
  // In bricks, of one brick; 0 when it lies below the table's top or does not reach past its end.
  double overhangOf(const Shape& shape, const Pose& pose) const;
  const OverhangChallenge& task() const { return task_; }
  double tableEnd() const { return end_; }  // [m], x
  double tableTop() const { return top_; }  // [m], y
  double stood() const { return stood_; }   // [s], simulated
  bool stands() const { return stands_; }   // the present stack has stood long enough
  double best() const { return best_; }     // in bricks, of all that stood; 0: none
  void remember(double best) { best_ = best; }
  static Method counted() { return {StepperKind::Velocity, findSolver("exact")}; }

 private:
  void countFrom(const Simulation& simulation);
  bool hasMoved(const World& world) const;

  OverhangChallenge task_;
  double end_ = 0.0, top_ = 0.0;
  std::size_t fixed_ = 0;  // bodies that do not move, of the scene as it was
  Simulation built_;       // as it was when the count began
  double stood_ = 0.0, best_ = 0.0;
  bool stands_ = false;
};

}  // namespace keystone
