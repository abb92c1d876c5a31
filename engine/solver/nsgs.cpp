// Nonsmooth Gauss-Seidel: contact after contact, each solved exactly under Coulomb's law with all others as they are.
//
// Sources: Jourdan, Alart, Jean 1998 (the block method); Acary, Bremond, Huber 2018 (NSGS among its peers, local
// solvers, relaxation).
//   lambda_c <- lambda_c + omega (s - lambda_c),  s solves  u_c = W_cc s + (u_c - W_cc lambda_c)  under Coulomb's law,
//   u = W lambda + q kept up to date through the bodies, W never formed; joint rows one by one, within their bounds.
// Departures: the local solver is one_contact/one_contact.h, exact in closed steps, where the sources' libraries
// iterate; joints are relaxed by rows, not by joints; no shuffling of contacts.
// Cost: O(nonzeros of J) a sweep, and a local solve per contact: some fifty operations, a few hundred where it slides.
// Fails: slowly, as all sweeps. Convergence is not proven with friction; omega < 1 breaks cycles.
#include <array>
#include <cmath>

#include "math/product_count.h"
#include "math/scratch_pool.h"
#include "solver/pgs/begin_sweeps.h"
#include "solver/pgs/contact_blocks.h"
#include "solver/pgs/disc_rows.h"
#include "solver/pgs/space_sweeper.h"
#include "solver/pgs/sweep_until_still.h"

namespace keystone {

extern const SolverInfo kNsgs;

namespace {

constexpr std::array kParameters{sweepsParameter(50), kSweepTolerance,
                                 Parameter{"omega", "Relaxation", Parameter::Type::Real, 1, 0.05, 1, "",
                                           "share of each contact's own solution that is taken"},
                                 kShockParameter};

class ContactSweeper : public SpaceSweeper {
 public:
  bool begin(const ContactProblem& problem, FrictionLaw, double omega, const VecX& lambda) override {
    omega_ = omega;
    layOut(problem, lambda);
    contacts_.begin(problem);
    inverse_masses_.clear();
    for (const FrictionDisc& disc : problem.discs) inverse_masses_.push_back(largestEigenvalue(problem, disc));
    return true;
  }
  Change sweep() override {
    countProduct();
    const double change = inSpace([this](auto& space) { return sweepIn(space); });
    return {change, lambda().lpNorm<Eigen::Infinity>()};
  }
  double freeScale() const override { return contacts_.freeScale(); }

 private:
  template <class Space>
  double relaxDisc(Space& space, std::size_t i) {
    if (!(inverse_masses_[i] > 0.0)) return 0.0;
    const FrictionDisc& disc = problem().discs[i];
    const Vec3 after = relaxedDisc(problem(), disc, 1.0 / inverse_masses_[i], lambda(),
                                   [&space](int row) { return space.velocity(row); });
    double change = 0.0;
    for (int k = 0; k < disc.count; ++k) {
      const int row = problem().firstJointRow() + disc.first + k;
      change = std::max(change, setRow(row, after[k], space, lambda()));
    }
    return change;
  }

  template <class Space>
  double sweepIn(Space& space) {
    double change = contacts_.relaxContacts(omega_, space, lambda());
    for (int row = problem().firstJointRow(); row < problem().rows(); ++row)
      if (!problem().isOnDisc(row)) change = std::max(change, contacts_.relaxJointRow(row, space, lambda()));
    for (std::size_t i = 0; i < problem().discs.size(); ++i) change = std::max(change, relaxDisc(space, i));
    // Written so that impulses that are not numbers, which comparisons pass over, are seen.
    return lambda().allFinite() ? change : std::nan("");
  }

  double omega_ = 1.0;
  ContactBlocks contacts_;
  std::vector<double> inverse_masses_;  // [discs], [1/kg], the largest eigenvalue of W on the rows of each
};

SolveReport solve(const ContactProblem& problem, const ParameterValues& parameters, Solution& solution,
                  SolverTrace* trace) {
  SolveReport report;
  if (!beginSweeps(kNsgs, problem, parameters, solution, trace, report)) return report;
  const Scratch<ContactSweeper> sweeper(problem.rows());
  sweeper->begin(problem, FrictionLaw::Cone, parameter(kNsgs, parameters, "omega"), solution.lambda);
  const SweepLimits limits{static_cast<int>(parameter(kNsgs, parameters, "iterations")),
                           parameter(kNsgs, parameters, "tolerance")};
  addReport(sweepUntilStill(*sweeper, limits, trace, solution.lambda), report);
  return report;
}

}  // namespace

const SolverInfo kNsgs{
    "nsgs",
    "Nonsmooth Gauss-Seidel (NSGS)",
    "iterative",
    "Jourdan, Alart, Jean 1998; Acary, Bremond, Huber 2018",
    {.frictionless = true, .box_friction = false, .cone_friction = true, .joints = true, .w_only = true, .discs = true},
    false,
    kParameters,
    solve,
    false};

}  // namespace keystone
