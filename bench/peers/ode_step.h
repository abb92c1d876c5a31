// A whole step of ODE's world by its exact solver (dWorldStep) on a world of ours: the same bodies, with the same
// contacts as contact joints. Unlike the other peers it forms its matrix itself, and knows that it is sparse.
#pragma once

#include <memory>

#include "problem/contact_problem.h"
#include "world/world.h"

namespace keystone::bench {

class OdeStep {
 public:
  // `problem`: of the world's bodies where they are, with bodies and places; gravity and all other forces are in its
  // v_free. `friction` false: mu 0 throughout. `diagonal` is added to every row of ODE's matrix, in the units of W.
  OdeStep(const World& world, const ContactProblem& problem, bool friction, double diagonal);
  ~OdeStep();
  OdeStep(const OdeStep&) = delete;
  OdeStep& operator=(const OdeStep&) = delete;

  // Bodies back to where they were, with velocities v_free.
  void reset();
  // dWorldStep.
  void step();
  // [N s] of the last step by joint feedback: rows n of each contact, then t1 (and t2) with friction.
  VecX impulses() const;
  // ODE's solver has complained in the last step.
  bool complained() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace keystone::bench
