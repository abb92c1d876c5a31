// Projected Gauss-Seidel for problems with bodies, four pairs of bodies side by side: pair_motion.h has the
// method, pair_blocks.h the order. A group's bodies are gathered once and scattered once a sweep, its contacts come one
// after another in between; joint rows follow one by one.
// Cost per sweep and contact: about 60 multiplications and 230 bytes, by which it is bound once they leave the second
// cache.
#include <limits>
#include <span>

#include "math/product_count.h"
#include "solver/pgs/pair_layout.h"
#include "solver/pgs/sweeper.h"

namespace keystone {
namespace {

std::span<const RowLanes> rowsOf(const PairLayout& layout) {
  if (layout.groups.empty()) return {};
  const GroupLanes& last = layout.groups.back();
  return {layout.rows.data(), static_cast<std::size_t>(layout.dim * (last.first + last.count))};
}

class PairSweeper : public Sweeper {
 public:
  bool begin(const ContactProblem& problem, FrictionLaw law, double omega, const VecX& lambda) override {
    if (!problem.discs.empty() || !layOut(problem, law, omega, lambda, layout_)) return false;
    law_ = law;
    SimdDouble4 scale{};
    for (const RowLanes& row : rowsOf(layout_)) scale = larger(scale, magnitude(row.q * row.step));
    free_scale_ = largest(scale);
    for (const JointLanes& joint : layout_.joints) free_scale_ = std::max(free_scale_, std::abs(joint.q * joint.step));
    return true;
  }

  Change sweep() override {
    countProduct();
    if (layout_.dim == 1) return sweepAll<1>([](auto&&... with) { relaxNormal(with...); });
    if (layout_.dim == 2) return sweepAll<2>([](auto&&... with) { relaxPlanar(with...); });
    if (law_ == FrictionLaw::Box) return sweepAll<3>([](auto&&... with) { relaxContact<FrictionLaw::Box>(with...); });
    return sweepAll<3>([](auto&&... with) { relaxContact<FrictionLaw::Cone>(with...); });
  }

  double freeScale() const override { return free_scale_; }

  void readImpulses(VecX& lambda) const override {
    const int dim = layout_.dim;
    for (const GroupLanes& group : layout_.groups) {
      const SimdDouble4* impulses = layout_.impulses.data() + static_cast<std::ptrdiff_t>(dim * group.first);
      for (std::size_t lane = 0; lane < kSimdWidth; ++lane)
        for (int i = 0; i < dim * group.contacts[lane]; ++i) lambda[dim * group.contact[lane] + i] = impulses[i][lane];
    }
    for (const JointLanes& joint : layout_.joints) lambda[joint.row] = joint.lambda;
  }
  void setImpulses(const VecX& lambda) override { placeImpulses(lambda, layout_); }

 private:
  template <int dim, class Relax>
  Change sweepAll(Relax relax) {
    LaneChange total;
    for (const GroupLanes& group : layout_.groups) {
      PairMotion motion = gather(group, layout_.bodies);
      ContactLanes contact = layout_.contact(group.first);
      for (int k = 0; k < group.count; ++k) {
        relax(group, contact, motion, total);
        contact.rows += dim;
        contact.lambda += dim;
        if constexpr (dim > 1) ++contact.coupling;
      }
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
    SimdDouble4 all{};
    for (const BodyMotion& body : layout_.bodies) all += body.linear + body.angular;
    return std::isfinite(sum(all));
  }

  FrictionLaw law_ = FrictionLaw::Cone;
  PairLayout layout_;
  double free_scale_ = 0.0;  // [N s]
};

}  // namespace

std::unique_ptr<Sweeper> pairSweeper() {
  return std::make_unique<PairSweeper>();
}

}  // namespace keystone
