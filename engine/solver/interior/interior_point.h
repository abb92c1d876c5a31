// The primal-dual interior-point method for the convex relaxation of the contact problem.
//
//   minimise 1/2 r . W r + q . r  over the impulses r in K, the product of Coulomb's cones and of the bounds of joint
//   rows, with the dual variable u = W r + q in K*.
//
// Without friction this is the contact problem. With friction it asks for u_n >= mu |u_t| where contacts slide, so that
// they lift off; a solution that does not slide is one of Coulomb's law. If some impulses hold everything at rest,
// every minimiser has u = 0, and the method ends near the centre of all such impulses.
//
// Newton's direction at a point, with its scaling Theta (block diagonal, Theta x = s):
//   W dr - du = -(W r + q - u),  Theta dr + du = c,  hence  (Theta + W) dr = c - (W r + q - u),
// where c asks for a smaller duality measure tau: Mehrotra's predictor, then his corrector with
// sigma = (1 - step)^3. Cones of two tangents have Nesterov and Todd's scaling (cone_scaling.h); all else is
// half-lines. A disc is one more cone: with the normal impulse of its contact at its head, so that Theta has one block
// for all rows of the contact, or with a constant. Theta + delta I is factored in its place: a proximal term, without
// which directions of bodies that light contacts alone hold are lost in the rounding of stiff ones as Theta goes to
// zero. Cost: an iteration is one factorization of I + S W, S = (Theta + delta I)^-1, and two solves. The number of
// iterations hardly depends on the problem: 8 to 30. Sources: Nesterov and Todd 1997; Mehrotra 1992; Andersen et al.
// 2011, sections 1.4 and 1.5; Friedlander and Orban 2012 (the proximal term).
#pragma once

#include <limits>
#include <vector>

#include "solver/interior/cone_scaling.h"
#include "solver/system/cone_system.h"
#include "solver/system/newton_watch.h"

namespace keystone {

// Of impulses and velocities scaled to W's unit diagonal and a largest free velocity of one.
struct InteriorOptions {
  int iterations = 60;  // at most; most problems take 8 to 15, critical stacks 30
  // Defect of Coulomb's law, of the largest impulse, that ends the method at once; its square is the tau that ends it
  // where contacts slide.
  double lawful = 1e-11;
  bool takes_sliding = true;  // whether impulses that obey Coulomb's law and slide end it; the relaxation's never do
  double delta = 1e-10;       // the proximal term; 1e-12 to 1e-8 give the same iterations, 0 loses critical stacks
  double fraction = 0.99;     // of the way to the boundary
  double shortest = 1e-6;     // step worth a factorization
  double nearly_done = 1e-6;  // tau, from which on Coulomb's law is asked, and the relaxation counts as solved
  double worse = 100.0;       // times the least tau: rounding leads away from the solution
  double still = 1e-10;       // slip, of the largest free velocity: as good as none
  double unmoved = 1e-7;      // no velocities satisfy the contacts where impulses of size one leave no larger ones
};

enum class InteriorEnd {
  Lawful,      // the impulses obey Coulomb's law
  Sliding,     // the relaxation is solved, nearly_done at least, and contacts slide in its solution
  Infeasible,  // impulses grow without bound: no velocities satisfy the contacts
  Stalled      // no step makes progress, or no iterations are left
};

// Whether no velocities satisfy the contacts, whatever friction does: without friction there are none. With friction
// the relaxation, which asks sliding contacts to lift off, may have no solution where Coulomb's law has one.
bool isWithoutSolution(const ConeRows& rows, ConeSystem& system, int& factorizations);

// Whether the method takes these rows: all but contacts with more discs than any material gives them.
bool canRelax(const ConeRows& rows);

// canRelax(rows) holds.
class InteriorPoint {
 public:
  // `factorizations` counts on.
  InteriorPoint(const ConeRows& rows, ConeSystem& system, const InteriorOptions& options, int& factorizations,
                NewtonWatch watch = {});

  // From a point of its own, as good for any problem: the method gains nothing from a warm start.
  InteriorEnd solve();

  const VecX& lambda() const { return lambda_; }  // [rows], inside K
  const VecX& u() const { return u_; }            // [rows], inside K*
  double tau() const { return tau_; }             // duality measure
  int steps() const { return steps_; }            // taken
  // lambda projected on Coulomb's law: what rows near their bounds are rounded to.
  const VecX& lawfulImpulses();

 private:
  // x = (head, impulses of the rows from `first` on) and its multiplier s are inside the unit cone. The head is
  // `factor` times a normal impulse, or `factor` itself. Friction has n = 3 and both rows; discs have n = 4, where what
  // is beyond their rows stays zero.
  template <int n>
  struct Cone {
    using Vec = Eigen::Matrix<double, n, 1>;
    int normal, first, count;  // rows; normal -1: none
    double factor;
    int coupling = -1, place = 1;  // of jacobian_.couplings, and where its first row stands there
    int disc = -1;                 // index; -1: friction
    Vec s = Vec::UnitX(), dx = Vec::Zero(), ds = Vec::Zero(), predicted_dx = Vec::Zero(), predicted_ds = Vec::Zero();
    ConeScaling<n> scaling{Vec::UnitX(), Vec::UnitX()};
    Vec of(const VecX& lambda) const { return with(normal >= 0 ? factor * lambda[normal] : factor, lambda); }
    Vec ofChange(const VecX& change) const { return with(normal >= 0 ? factor * change[normal] : 0.0, change); }
    // Adds a multiplier's velocity to its rows.
    void push(const Vec& multiplier, VecX& u) const {
      if (normal >= 0) u[normal] += factor * multiplier[0];
      if constexpr (n == 3)
        u.segment<2>(first) += multiplier.template tail<2>();
      else
        u.segment(first, count) += multiplier.segment(1, count);
    }

   private:
    Vec with(double head, const VecX& x) const {
      if constexpr (n == 3) return {head, x[first], x[first + 1]};
      Vec result = Vec::Zero();
      result[0] = head;
      result.segment(1, count) = x.segment(first, count);
      return result;
    }
  };
  // y = sign lambda_row + mu lambda_normal - bound >= 0, with the multiplier z.
  struct HalfLine {
    int row;
    double sign = 1.0;
    int normal = -1;  // -1: none
    double mu = 0.0, bound = 0.0;
    double z = 1.0, dy = 0.0, dz = 0.0, predicted_dy = 0.0, predicted_dz = 0.0;
    double along(const VecX& x) const { return sign * x[row] + (normal >= 0 ? mu * x[normal] : 0.0); }
    double y(const VecX& lambda) const { return along(lambda) - bound; }
    // Adds a multiplier's velocity to its rows.
    void push(double multiplier, VecX& u) const {
      u[row] += sign * multiplier;
      if (normal >= 0) u[normal] += mu * multiplier;
    }
  };

  // Of the points from kNearlyDone on, that of the least tau.
  struct Kept {
    double tau = std::numeric_limits<double>::infinity();
    VecX lambda;
    std::vector<Cone<3>> cones;
    std::vector<Cone<4>> discs;
    std::vector<HalfLine> lines;
  };

  void listDiscs();
  void listContacts(bool coupled);
  void listJoints();
  void keepBest();
  InteriorEnd stopped();
  void start();
  void arrive();
  bool factor();
  void addHalfLines();
  void addCouplings();
  template <class Work>
  void forCones(const Work& work) {
    for (Cone<3>& cone : cones_) work(cone);
    for (Cone<4>& cone : discs_) work(cone);
  }
  void direct(double tau, bool corrects);
  double largestStep();
  void move(double share);
  double defect();
  bool slides();
  bool isInfeasible();

  const ConeRows& rows_;
  ConeSystem& system_;
  InteriorOptions options_;
  int& factorizations_;
  NewtonWatch watch_;
  std::vector<Cone<3>> cones_;
  std::vector<Cone<4>> discs_;
  std::vector<HalfLine> lines_;      // those of a contact follow each other; last those of contacts with discs
  std::size_t coupled_lines_ = 0;    // where these begin
  std::vector<int> coupling_of_;     // [contacts], or -1; empty without discs
  std::vector<int> free_;            // joint rows without bounds
  VecX lambda_, u_, dual_residual_;  // dual_residual_ = W lambda + q - u
  VecX change_, push_, lawful_;
  GeneralizedJacobian jacobian_;
  double tau_ = 1.0;
  int steps_ = 0;
  Kept kept_;
};

}  // namespace keystone
