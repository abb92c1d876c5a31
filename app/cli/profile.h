// Performance profiles: what it costs each solver to bring problems to given residuals, beside the best on each.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "problem/residual.h"
#include "solver/solver.h"

namespace keystone {

// What a solver is compared by.
enum class ProfileMeasure { Time, Iterations, Factorizations, Products };

// How a solver got one problem, cold, to one residual.
struct Reach {
  bool reached = false;
  double residual =
      std::numeric_limits<double>::quiet_NaN();  // of the cheapest solve that reached it, else of the last
  double time_ms = 0.0;
  int iterations = 0;  // pivots, of solvers that count these
  int factorizations = 0;
  int products = 0;  // with W (math/product_count.h)
};

// One for each of `residuals`, which go from the largest to the smallest. A solver with a parameter "iterations" is
// given as few as it takes, to a tenth, and at most `most_iterations`; another is asked for the residual by its
// parameter "tolerance", where it has one. Not reached where the solver does not take the problem, or where its solves
// together take longer than `budget` [s] (external referees cannot be stopped).
std::vector<Reach> reachResiduals(const ContactProblem& problem, const SolverInfo& solver, ParameterValues parameters,
                                  FrictionLaw law, const std::vector<double>& residuals, int most_iterations,
                                  double budget);

// Cost of a reach by the measure, at least 1 of what is counted; infinite where it is not reached.
double costOf(const Reach& reach, ProfileMeasure measure);

// One solver at one residual, over all problems. rho(tau) is the share of the problems that it solved at no more than
// tau times the cost of the best solver of each (dolan2002).
class PerformanceProfile {
 public:
  // costs, best: [problems]; infinite = not solved.
  PerformanceProfile(const std::vector<double>& costs, const std::vector<double>& best);

  double share(double tau) const;
  double solved() const { return share(std::numeric_limits<double>::max()); }
  const std::vector<double>& ratios() const { return ratios_; }  // [problems], infinite = not solved

 private:
  std::vector<double> ratios_;
};

}  // namespace keystone
