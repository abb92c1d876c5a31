// One sweep of projected Gauss-Seidel after another over all rows of a problem. How the rows are laid out and in which
// order they come is each sweeper's own.
#pragma once

#include <memory>

#include "problem/contact_problem.h"
#include "problem/residual.h"

namespace keystone {

class Sweeper {
 public:
  struct Change {
    double change = 0.0;   // [N s], the largest of an impulse in this sweep; not finite once an impulse is not
    double largest = 0.0;  // [N s], the largest impulse after it
  };

  virtual ~Sweeper() = default;
  // Lays out a problem, which must outlive its sweeps, with the impulses lambda [rows]; memory of the one before is
  // used again. False when the problem is not of the sweeper's kind.
  virtual bool begin(const ContactProblem& problem, FrictionLaw law, double omega, const VecX& lambda) = 0;
  virtual Change sweep() = 0;
  // Largest |q_i| times the step length of its row [N s]: the size of impulses when there are none yet.
  virtual double freeScale() const = 0;
  virtual void readImpulses(VecX& lambda) const = 0;  // [rows]
  virtual void setImpulses(const VecX& lambda) = 0;   // [rows], of the problem that is laid out
};

// Rows one by one in their order, for any problem: through the bodies when it has them, else through W.
std::unique_ptr<Sweeper> rowSweeper();

// Four pairs of bodies at a time, for problems with bodies. Bodies that impulses throw into infinity make
// Change::change NaN.
std::unique_ptr<Sweeper> pairSweeper();

}  // namespace keystone
