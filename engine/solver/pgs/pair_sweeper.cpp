// Projected Gauss-Seidel for problems in space with bodies, four pairs of bodies side by side: pair_motion.h has the
// method, pair_blocks.h the order. A group's bodies are gathered once and scattered once a sweep, its contacts come one
// after another in between; joint rows follow one by one.
// Cost per sweep and contact: about 60 multiplications and 230 bytes, by which it is bound once they leave the second
// cache.
#include <limits>
#include <span>

#include "solver/pgs/pair_layout.h"
#include "solver/pgs/sweeper.h"

namespace keystone {
namespace {

std::span<const ContactLanes> contactsOf(const PairLayout& layout) {
  if (layout.groups.empty()) return {};
  const GroupLanes& last = layout.groups.back();
  return {layout.contacts.data(), static_cast<std::size_t>(last.first + last.count)};
}

class PairSweeper : public Sweeper {
 public:
  bool begin(const ContactProblem& problem, FrictionLaw law, double omega, const VecX& lambda) override {
    if (!layOut(problem, law, omega, lambda, layout_)) return false;
    dim_ = problem.dim;
    law_ = law;
    free_scale_ = 0.0;
    Lanes scale{};
    for (const ContactLanes& contact : contactsOf(layout_)) {
      scale = larger(scale, magnitude(contact.q[0] * contact.step_n));
      if (dim_ == 1) continue;
      scale = larger(scale, magnitude(contact.q[1] * contact.step_1));
      scale = larger(scale, magnitude(contact.q[2] * contact.step_2));
    }
    free_scale_ = largest(scale);
    for (const JointLanes& joint : layout_.joints) free_scale_ = std::max(free_scale_, std::abs(joint.q * joint.step));
    return true;
  }

  Change sweep() override {
    if (dim_ == 1) return sweepAll([](auto&&... with) { relaxNormal(with...); });
    if (law_ == FrictionLaw::Box) return sweepAll([](auto&&... with) { relaxContact<FrictionLaw::Box>(with...); });
    return sweepAll([](auto&&... with) { relaxContact<FrictionLaw::Cone>(with...); });
  }

  double freeScale() const override { return free_scale_; }

  void readImpulses(VecX& lambda) const override {
    for (const GroupLanes& group : layout_.groups)
      for (std::size_t lane = 0; lane < kLanes; ++lane)
        for (int k = 0; k < group.contacts[lane]; ++k)
          for (int i = 0; i < dim_; ++i)
            lambda[dim_ * (group.contact[lane] + k) + i] = impulse(group.first + k, i)[lane];
    for (const JointLanes& joint : layout_.joints) lambda[joint.row] = joint.lambda;
  }

 private:
  template <class Relax>
  Change sweepAll(Relax relax) {
    LaneChange total;
    for (const GroupLanes& group : layout_.groups) {
      PairMotion motion = gather(group, layout_.bodies);
      ContactLanes* contact = layout_.contacts.data() + group.first;
      for (int k = 0; k < group.count; ++k) relax(group, contact[k], motion, total);
      scatter(group, motion, layout_.bodies);
    }
    Change change{largest(total.change), largest(total.largest)};
    for (JointLanes& joint : layout_.joints) {
      change.change = std::max(change.change, relaxJoint(joint, layout_.bodies));
      change.largest = std::max(change.largest, std::abs(joint.lambda));
    }
    if (!isFinite()) change.change = std::numeric_limits<double>::quiet_NaN();
    return change;
  }

  // Impulses that are not finite end up in the bodies; comparing, as the kernels do, would lose them.
  bool isFinite() const {
    Lanes all{};
    for (const BodyMotion& body : layout_.bodies) all += body.linear + body.angular;
    return std::isfinite(sum(all));
  }

  const Lanes& impulse(int contact, int row) const {
    return layout_.contacts[static_cast<std::size_t>(contact)].lambda[static_cast<std::size_t>(row)];
  }

  int dim_ = 3;
  FrictionLaw law_ = FrictionLaw::Cone;
  PairLayout layout_;
  double free_scale_ = 0.0;  // [N s]
};

}  // namespace

std::unique_ptr<Sweeper> pairSweeper() {
  return std::make_unique<PairSweeper>();
}

}  // namespace keystone
