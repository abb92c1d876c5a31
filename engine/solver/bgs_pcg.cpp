// Block Gauss-Seidel with one block for all joints, solved by preconditioned conjugate gradients.
//
// Sources: Bender et al. 2014, section 4.3.3 (blocked Gauss-Seidel; PCG on the sub-block of the joints); Hestenes and
// Stiefel 1952 (conjugate gradients).
//   contacts: each block exactly under Coulomb's law, all others as they are (nsgs.cpp); then, from where they stand,
//   joints:   W_JJ d = -u_J,  by  alpha = r.z / p.W p,  lambda += alpha p,  r -= alpha W p,  z = P^-1 r,
//             p = z + (r'.z' / r.z) p;  W p through the bodies, W never formed.
// P is W_JJ's blocks of single joints (`joint`), its diagonal, or none. The joints' block is left as soon as its defect
// is below that of its start, or after `joint_steps`: solved further, it only has the contacts undo more (nine scenes
// with both take 17,500 iterations in all; down to a hundredth 26,600). Without contacts the method is conjugate
// gradients alone: with n rows it ends within n steps, but for rounding. An iteration is a sweep over the contacts or
// one step on the joints.
// Departures: limits, motors and dry friction of joints are relaxed row by row with the contacts, since the block is to
// be linear. Redundant joints make W_JJ singular; where their equations agree, the gradients stay in its range.
// Cost: O(nonzeros of J) an iteration.
// Fails: as nsgs does where contacts bear on joints: joints and contacts see each other once a round.
#include <cmath>

#include "math/product_count.h"
#include "math/scratch_pool.h"
#include "solver/bgs_pcg/joint_gradients.h"
#include "solver/pgs/contact_blocks.h"
#include "solver/pgs/space_sweeper.h"
#include "solver/pgs/sweep_until_still.h"
#include "solver/trace.h"

namespace keystone {

extern const SolverInfo kBgsPcg;

namespace {

// Of the joints' defect, below which what steps add up may have drifted by as much. 1e-14 takes a tenth more steps,
// which only stir rounding, and 1e-3 half as many again.
constexpr double kDrift = 1e-10;

class BlockSweeper : public SpaceSweeper {
 public:
  void choose(Preconditioner preconditioner, int joint_steps) {
    preconditioner_ = preconditioner;
    most_steps_ = joint_steps;
  }
  bool begin(const ContactProblem& problem, FrictionLaw, double, const VecX& lambda) override {
    layOut(problem, lambda);
    contacts_.begin(problem);
    rest_.clear();
    for (int row = problem.firstJointRow(); row < problem.rows(); ++row)
      if (!problem.isBilateral(row)) rest_.push_back(row);
    inSpace([this](auto& space) { beginIn(space); });
    others_change_ = 0.0;
    return true;
  }
  Change sweep() override {
    inSpace([this](auto& space) { sweepIn(space); });
    // Only what is known of the impulses as they stand may end the sweeps. Written so that impulses that are not
    // numbers, which comparisons pass over, are seen.
    const double largest = lambda().lpNorm<Eigen::Infinity>(), off = std::max(others_change_, joints_.defect());
    const double change = lambda().allFinite() ? (fresh_ ? off : std::max(off, largest)) : std::nan("");
    return {change, largest};
  }
  double freeScale() const override { return contacts_.freeScale(); }

 private:
  bool hasOthers() const { return problem().contacts > 0 || !rest_.empty(); }
  double shareOfJoints() const { return static_cast<double>(joints_.rows().size()) / problem().rows(); }
  int stepsAtMost() const { return hasOthers() ? most_steps_ : static_cast<int>(joints_.rows().size()); }

  template <class Space>
  void beginIn(Space& space) {
    joints_.begin(problem(), contacts_.diagonal(), preconditioner_, space);
    beginSteps(space);
    if (hasOthers()) steps_left_ = 0;
  }

  // From the velocities as they are: what steps add up drifts from them.
  template <class Space>
  void beginSteps(Space& space) {
    joints_.restart(space);
    enough_ = (hasOthers() ? 1.0 : kDrift) * joints_.defect();
    steps_left_ = joints_.defect() > 0.0 ? stepsAtMost() : 0;
    fresh_ = true;
  }

  template <class Space>
  void sweepIn(Space& space) {
    if (steps_left_ > 0) return stepOnJoints(space);
    if (hasOthers()) {
      countProduct(1.0 - shareOfJoints());
      others_change_ = contacts_.relaxContacts(1.0, space, lambda());
      for (const int row : rest_)
        others_change_ = std::max(others_change_, contacts_.relaxJointRow(row, space, lambda()));
    }
    beginSteps(space);
  }

  template <class Space>
  void stepOnJoints(Space& space) {
    fresh_ = false;
    countProduct(shareOfJoints());
    const bool stuck = joints_.step(space, lambda()) == 0.0;
    --steps_left_;
    if (stuck || joints_.defect() <= enough_) steps_left_ = 0;
    if (steps_left_ == 0 && !hasOthers()) beginSteps(space);
  }

  Preconditioner preconditioner_ = Preconditioner::Joint;
  int most_steps_ = 1, steps_left_ = 0;
  double enough_ = 0.0, others_change_ = 0.0;  // [N s]
  bool fresh_ = false;                         // no step since the velocities were looked at
  std::vector<int> rest_;                      // joint rows that have bounds
  ContactBlocks contacts_;
  JointGradients joints_;
};

SolveReport solveBgsPcg(const ContactProblem& problem, const ParameterValues& values, Solution& solution,
                        SolverTrace* trace) {
  solution.sets.clear();
  if (trace != nullptr) trace->add({.kind = TraceKind::Start}, solution.lambda);
  const Scratch<BlockSweeper> sweeper(problem.rows());
  sweeper->choose(static_cast<Preconditioner>(static_cast<int>(parameter(kBgsPcg, values, "preconditioner"))),
                  static_cast<int>(parameter(kBgsPcg, values, "joint_steps")));
  sweeper->begin(problem, FrictionLaw::Cone, 1.0, solution.lambda);
  return sweepUntilStill(*sweeper, sweepLimits(kBgsPcg, values), trace, solution.lambda);
}

}  // namespace

constinit const SolverInfo kBgsPcg{
    {"bgs_pcg", "Block Gauss-Seidel, joints by PCG", "iterative", "Bender et al. 2014, section 4.3.3"},
    {},
    {.box_friction = false},
    {sweepsParameter(300),
     realNumber("tolerance", "Tolerance", 1e-11, 0, 1,
                "Stops when no contact moves by more than this share of the largest impulse, and no joint is off by "
                "more; 0 never stops early"),
     wholeNumber("joint_steps", "Joint steps", 5, 1, 10000,
                 "steps of the conjugate gradients between two sweeps over the contacts, at most"),
     choiceOf("preconditioner", "Preconditioner", "none|diagonal|joint",
              "what the gradients are divided by: nothing, W's diagonal, or its blocks of single joints", 2)},
    solveBgsPcg};

}  // namespace keystone
