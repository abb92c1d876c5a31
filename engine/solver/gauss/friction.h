// Coulomb friction for a quadratic program: bounds of the tangent rows by the impulses of the round before.
#pragma once

#include <span>
#include <vector>

#include "problem/contact_problem.h"
#include "problem/index_sets.h"
#include "problem/residual.h"
#include "program/quadratic_program.h"

namespace keystone {

// What a round takes over of the one before, `lag` [rows]: of each contact its normal impulse and, on the cone, the
// point t = lambda_t - u_t / w whose projection on the disc of radius mu lambda_n friction is; other rows are zero. On
// the cone the tangent rows are turned so that the first points along t. A contact that slides gets all
// friction along it and none across, so that the round's sliding turns t to where it belongs; one that sticks gets the
// box around the disc.
// Impulses and sides in the QpSolution are those of the turned rows; lag and lambda are the problem's own.
class LaggedFriction {
 public:
  // `settled`: what of friction does not matter, of the largest impulse. Bounds of half of that are none: they would
  // change with the rounding of the normal impulses.
  LaggedFriction(const ContactProblem& problem, FrictionLaw law, double settled, QuadraticProgram& program);

  bool any() const { return any_; }

  // Turns the program's rows and bounds them by `lag`; `state` follows. `sets`: who slides at the start, or empty.
  void bound(const VecX& lag, const IndexSets& sets, QpSolution& state);
  // The state's impulses in the problem's own frames.
  VecX impulses(const QpSolution& state) const;
  // The next lag, as the state has it.
  VecX lagOf(const QpSolution& state) const;
  // Sets of a round. Tangent rows without room between their bounds have no side: they keep their set in `start`.
  IndexSets setsOnTheWay(std::span<const Side> sides, const IndexSets& start) const;
  // Sets of a settled state. Who slides is told by the sides, to the letter: a start from other sides would take them
  // up again on every step, though nothing moves. Where friction is next to none and has no sides, t tells.
  IndexSets sets(const QpSolution& state) const;

 private:
  bool turns() const { return problem_.dim == 3 && law_ == FrictionLaw::Cone; }
  double radius(int contact, double normal) const;
  bool isAtBound(int contact, std::span<const Side> sides) const;  // friction of some room between its bounds
  void turn(int contact, const Vec2& direction, QpSolution& state);
  Vec2 tangent(const VecX& v, int contact) const;  // of [rows], in the problem's own frame; planar: (t, 0)

  const ContactProblem& problem_;
  FrictionLaw law_;
  double settled_;
  QuadraticProgram& program_;
  SparseRows A_;                 // the program's rows before they were turned
  VecX b_;                       // likewise
  VecX mobility_;                // [contacts], of the tangent that moves most
  std::vector<Vec2> direction_;  // [contacts], of the first tangent row in the problem's frame
  bool any_ = false;
};

// The next lag. Repeating the last one converges slowly where bodies are wedged, or swings; Anderson's mixing of the
// last rounds [anderson1965] does neither.
class Lag {
 public:
  // `found`: what the round made of the lag returned before.
  VecX next(const VecX& found);

 private:
  std::vector<VecX> used_, found_;  // of the last rounds, oldest first
  int rounds_ = 0;
};

}  // namespace keystone
