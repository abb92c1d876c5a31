// Nonsmooth Gauss-Seidel: block after block, each solved exactly under Coulomb's law with all others as they are. A
// block is a contact, or all contacts of two bodies (`blocks` = pair).
//
// Sources: Jourdan, Alart, Jean 1998 (the block method); Bender et al. 2014, section 4.3.3 (blocked Gauss-Seidel; "one
// may use any kind of partitionings to create the sub blocks"); Acary, Bremond, Huber 2018 (NSGS among its peers, local
// solvers, relaxation).
//   lambda_b <- lambda_b + omega (s - lambda_b),  s solves  u_b = W_bb s + (u_b - W_bb lambda_b)  under Coulomb's law,
//   u = W lambda + q kept up to date through the bodies, W never formed; joint rows one by one, within their bounds.
// Departures: the local solvers are one_contact/one_contact.h, exact in closed steps, where the sources' libraries
// iterate, and one_pair/one_pair.h, Newton's steps from the sets of the last sweep, where the survey splits once more
// or enumerates; joints are relaxed by rows, not by joints; no shuffling of blocks.
// All bodies that nothing moves count as one. W alone does not tell which bodies meet: there a pair is a contact.
// Cost: O(nonzeros of J) a sweep, and a local solve per block: of a contact some fifty operations, a few hundred where
// it slides; of a pair two eliminations of its rows, n^3 / 3 each, n = 4 in the plane and 12 in space for a face: three
// to nine times the time of its contacts.
// Fails: slowly, as all sweeps. Convergence is not proven with friction; omega < 1 breaks cycles. Pairs help where
// bodies stand on each other one by one; walls and pyramids need as many sweeps or more (docs/solvers.md).
#include <cmath>

#include "math/product_count.h"
#include "solver/pgs/contact_blocks.h"
#include "solver/pgs/disc_rows.h"
#include "solver/pgs/pair_contacts.h"
#include "solver/pgs/solve_by_blocks.h"
#include "solver/pgs/space_sweeper.h"

namespace keystone {

extern const SolverInfo kNsgs;

namespace {

class ContactSweeper : public SpaceSweeper {
 public:
  void chooseBlocks(const ParameterValues& values) { by_pairs_ = parameter(kNsgs, values, "blocks") > 0.5; }
  bool begin(const ContactProblem& problem, FrictionLaw, double omega, const VecX& lambda) override {
    omega_ = omega;
    layOut(problem, lambda);
    contacts_.begin(problem);
    if (takesPairs()) inSpace([&](auto& space) { pairs_.begin(problem, contacts_, space); });
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
  bool takesPairs() const { return by_pairs_ && problem().hasBodies(); }  // W alone does not tell whose contacts are

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
    double change =
        takesPairs() ? pairs_.relaxPairs(omega_, space, lambda()) : contacts_.relaxContacts(omega_, space, lambda());
    for (int row = problem().firstJointRow(); row < problem().rows(); ++row)
      if (!problem().isOnDisc(row)) change = std::max(change, contacts_.relaxJointRow(row, space, lambda()));
    for (std::size_t i = 0; i < problem().discs.size(); ++i) change = std::max(change, relaxDisc(space, i));
    // Written so that impulses that are not numbers, which comparisons pass over, are seen.
    return lambda().allFinite() ? change : std::nan("");
  }

  bool by_pairs_ = false;
  double omega_ = 1.0;
  ContactBlocks contacts_;
  PairContacts pairs_;
  std::vector<double> inverse_masses_;  // [discs], [1/kg], the largest eigenvalue of W on the rows of each
};

}  // namespace

constinit const SolverInfo kNsgs{
    {"nsgs", "Nonsmooth Gauss-Seidel (NSGS)", "iterative", "Jourdan, Alart, Jean 1998; Acary, Bremond, Huber 2018"},
    {},
    {.box_friction = false, .discs = true},
    {sweepsParameter(50), kSweepTolerance,
     choiceOf("blocks", "Blocks", "contact|pair",
              "what is solved exactly at once: a contact, or all contacts of two bodies"),
     realNumber("omega", "Relaxation", 1, 0.05, 1, "share of each block's own solution that is taken"),
     kShockParameter},
    solveByBlocks<kNsgs, ContactSweeper>};

}  // namespace keystone
