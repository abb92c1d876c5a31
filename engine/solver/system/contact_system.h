// A contact problem as the methods that solve all rows at once see it: rows of size one, and their linear system.
#pragma once

#include <memory>

#include "math/scratch_pool.h"
#include "solver/solver.h"
#include "solver/system/cone_system.h"
#include "solver/system/newton_watch.h"

namespace keystone {

// The memory is the thread's (math/scratch_pool.h).
class ContactSystem {
 public:
  // `problem` has rows, and outlives this.
  ContactSystem(const ContactProblem& problem, FrictionLaw law);

  const ConeRows& rows() const { return *rows_; }
  ConeSystem& system() const { return **system_; }
  RootSpace* root() const { return dynamic_cast<RootSpace*>(system_->get()); }  // null where W has no root

  // max |lambda - P(lambda - u)| of scaled impulses, of max(1, the largest).
  double defect(const VecX& lambda) const;
  // Puts scaled impulses exactly inside the law, and fills `solution` with them and the sets that they mean.
  void finish(VecX& lambda, Solution& solution) const;

 private:
  Scratch<ConeRows> rows_;
  Scratch<std::unique_ptr<ConeSystem>> system_;
};

// Records steps in `trace`; empty without one. `iterations`: of the method that end with each (TraceEvent).
NewtonWatch recordSteps(const ConeRows& rows, SolverTrace* trace, int iterations = 1);

// Records a sweep that ended with these scaled impulses.
void recordSweep(const ConeRows& rows, SolverTrace* trace, const VecX& lambda, int factorizations = 0);

}  // namespace keystone
