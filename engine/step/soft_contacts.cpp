#include "step/soft_contacts.h"

#include <algorithm>

#include "math/pair_colours.h"

namespace keystone {
namespace {

bool isSamePlane(const ContactPoint& one, const ContactPoint& other) {
  return one.a == other.a && one.b == other.b && one.normal == other.normal && one.t1 == other.t1 &&
         one.across == other.across;
}

Mat3 frameOf(const ContactPoint& place) {
  Mat3 frame;
  frame << place.normal.transpose(), place.t1.transpose(), place.normal.cross(place.t1).transpose();
  return frame;
}

void setLane(const Vec3& x, std::size_t lane, SimdDouble4x3& lanes) {
  for (int k = 0; k < 3; ++k) lanes[static_cast<std::size_t>(k)][lane] = x[k];
}

void setLane(const Mat3& x, std::size_t lane, InertiaLanes& lanes) {
  lanes.s00[lane] = x(0, 0);
  lanes.s01[lane] = x(0, 1);
  lanes.s02[lane] = x(0, 2);
  lanes.s11[lane] = x(1, 1);
  lanes.s12[lane] = x(1, 2);
  lanes.s22[lane] = x(2, 2);
}

// x^T I x.
SimdDouble4 square(const InertiaLanes& inertia, const SimdDouble4x3& x) {
  return inertia.s00 * x[0] * x[0] + inertia.s11 * x[1] * x[1] + inertia.s22 * x[2] * x[2] +
         2.0 * (inertia.s01 * x[0] * x[1] + inertia.s02 * x[0] * x[2] + inertia.s12 * x[1] * x[2]);
}

// 1 / W_ii of a contact's rows [kg], 0 where nothing moves.
SimdDouble4x3 massesOf(const SoftGroup& group, const SoftContactLanes& contact) {
  const SimdDouble4 none{};
  const auto levers = [&](const SimdDouble4x3& r) {
    return std::array<SimdDouble4x3, 3>{{{none, r[2], -r[1]}, {-r[2], none, r[0]}, {r[1], -r[0], none}}};
  };
  const std::array<SimdDouble4x3, 3> lever_a = levers(contact.arm_a), lever_b = levers(contact.arm_b);
  SimdDouble4x3 masses;
  for (std::size_t i = 0; i < 3; ++i) {
    SimdDouble4 w =
        (group.inv_a + group.inv_b) + (square(group.inertia_a, lever_a[i]) + square(group.inertia_b, lever_b[i]));
    if (i == 2) w *= group.across * group.across;
    masses[i] = onlyWhere(w > none, 1.0 / w);
  }
  return masses;
}

}  // namespace

void SoftContacts::listBlocks(const ContactProblem& problem) {
  const auto& places = problem.contact_points;
  const auto moved = [&](int body) { return isMovable(problem.inv_mass[body]) ? body : -1; };
  blocks_.clear();
  for (int c = 0; c < problem.contacts; ++c) {
    if (c > 0 && isSamePlane(places[c], places[c - 1]) && problem.mu[c] == problem.mu[c - 1])
      ++blocks_.back().count;
    else
      blocks_.push_back({{moved(places[c].a), moved(places[c].b)}, c, 1});
  }
}

void SoftContacts::fillGroups(const ContactProblem& problem) {
  const auto still = static_cast<int>(problem.inv_mass.size());
  colour(blocks_, still, BlockSequence::FirstToLast, colours_);
  orderByColour(blocks_, colours_, order_);
  groups_.clear();
  int first = 0;
  for (std::size_t at = 0; at < order_.size();) {
    SoftGroup& group = groups_.emplace_back();
    group.a.fill(still);
    group.b.fill(still);
    group.first = first;
    const int own = colours_[order_[at]];
    for (std::size_t lane = 0; lane < kSimdWidth && at < order_.size() && colours_[order_[at]] == own; ++lane, ++at) {
      const Block& block = blocks_[order_[at]];
      const ContactPoint& place = problem.contact_points[block.first];
      const InverseMass &of_a = problem.inv_mass[place.a], &of_b = problem.inv_mass[place.b];
      const Mat3 frame = frameOf(place);
      group.a[lane] = place.a;
      group.b[lane] = place.b;
      group.contact[lane] = block.first;
      group.contacts[lane] = block.count;
      for (int i = 0; i < 3; ++i) setLane(frame.row(i).transpose(), lane, group.frame[static_cast<std::size_t>(i)]);
      group.inv_a[lane] = of_a.linear.x();
      group.inv_b[lane] = of_b.linear.x();
      setLane(frame * of_a.angular * frame.transpose(), lane, group.inertia_a);
      setLane(frame * of_b.angular * frame.transpose(), lane, group.inertia_b);
      group.mu[lane] = problem.mu[block.first];
      group.across[lane] = place.across;
      group.on_fixed[lane] = block.bodies[0] < 0 || block.bodies[1] < 0 ? 1.0 : 0.0;
      group.count = std::max(group.count, block.count);
    }
    first += group.count;
  }
  contacts_.resize(static_cast<std::size_t>(first));
}

void SoftContacts::fillContact(const ContactProblem& problem, std::span<const Body> bodies, const VecX& lambda,
                               const SoftGroup& group, int k) {
  SoftContactLanes& contact = contacts_[group.first + k];
  contact = {};
  SimdDouble4 is_there{};
  SimdDouble4x3 arm_a{}, arm_b{};  // in the world
  for (std::size_t lane = 0; lane < kSimdWidth; ++lane) {
    if (k >= group.contacts[lane]) continue;
    const int c = group.contact[lane] + k, n = problem.normalRow(c);
    const ContactPoint& place = problem.contact_points[c];
    setLane(place.point - bodies[place.a].pose.position, lane, arm_a);
    setLane(place.point - bodies[place.b].pose.position, lane, arm_b);
    for (int i = 0; i < dim_; ++i) contact.lambda[static_cast<std::size_t>(i)][lane] = lambda[n + i];
    contact.surface_1[lane] = problem.surfaceOf(n + 1);
    if (dim_ == 3) contact.surface_2[lane] = problem.surfaceOf(n + 2);
    contact.gap_at_start[lane] = contact.gap[lane] = problem.gap[c];
    is_there[lane] = 1.0;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    contact.arm_a[i] = dot(group.frame[i], arm_a);
    contact.arm_b[i] = dot(group.frame[i], arm_b);
  }
  const SimdDouble4x3 masses = massesOf(group, contact);
  contact.normal_mass = is_there * masses[0];
  contact.friction_mass = is_there * (dim_ == 2 ? masses[1] : smaller(masses[1], masses[2]));
}

void SoftContacts::begin(const ContactProblem& problem, std::span<const Body> bodies, double h, const VecX& lambda) {
  dim_ = problem.dim;
  h_ = h;
  listBlocks(problem);
  fillGroups(problem);
  for (const SoftGroup& group : groups_)
    for (int k = 0; k < group.count; ++k) fillContact(problem, bodies, lambda, group, k);
}

void SoftContacts::load(const VecX& x) {
  bodies_.resize(static_cast<std::size_t>(x.size() / 6) + 1);
  const double* six = x.data();
  for (std::size_t i = 0; i + 1 < bodies_.size(); ++i, six += 6)
    bodies_[i] = SixLanes{SimdDouble4{six[0], six[1], six[2], 0.0}, SimdDouble4{six[3], six[4], six[5], 0.0}};
  bodies_.back() = {};
}

void SoftContacts::store(VecX& v) const {
  double* six = v.data();
  for (std::size_t i = 0; i + 1 < bodies_.size(); ++i, six += 6)
    for (std::size_t k = 0; k < 3; ++k) {
      six[k] = bodies_[i].linear[k];
      six[3 + k] = bodies_[i].angular[k];
    }
}

template <class Work>
void SoftContacts::inDimension(const Work& work) {
  if (dim_ == 2)
    work.template operator()<2>();
  else
    work.template operator()<3>();
}

void SoftContacts::push(VecX& v) {
  load(v);
  inDimension([this]<int dim>() {
    for (const SoftGroup& group : groups_) {
      SoftMotion motion = gather<dim>(group, bodies_);
      for (int k = group.first; k < group.first + group.count; ++k) {
        const SoftContactLanes& contact = contacts_[k];
        pushNormal<dim>(group, contact, contact.lambda[0], motion);
        pushFriction<dim>(group, contact, contact.lambda[1], contact.lambda[2], motion);
      }
      scatter<dim>(group, motion, bodies_);
    }
  });
  store(v);
}

void SoftContacts::relax(const SoftSweep& sweep, VecX& v) {
  load(v);
  inDimension([this, &sweep]<int dim>() {
    for (const SoftGroup& group : groups_) {
      const Bits fixed = group.on_fixed > SimdDouble4{};
      const auto chosen = [&](double Softness::*part) {
        return fixed ? broadcast(sweep.on_fixed.*part) : broadcast(sweep.between.*part);
      };
      const SoftnessLanes soft{chosen(&Softness::rate), chosen(&Softness::mass), chosen(&Softness::impulse),
                               broadcast(sweep.push_speed), broadcast(1.0 / h_)};
      SoftMotion motion = gather<dim>(group, bodies_);
      const auto begin = contacts_.begin() + group.first, end = begin + group.count;
      for (auto contact = begin; contact != end; ++contact) relaxNormal<dim>(group, soft, *contact, motion);
      for (auto contact = begin; contact != end; ++contact) relaxFriction<dim>(group, *contact, motion);
      scatter<dim>(group, motion, bodies_);
    }
  });
  store(v);
}

void SoftContacts::goOn(const VecX& way) {
  load(way);
  inDimension([this]<int dim>() {
    for (const SoftGroup& group : groups_) {
      const SoftMotion motion = gather<dim>(group, bodies_);
      for (int k = group.first; k < group.first + group.count; ++k)
        contacts_[k].gap = contacts_[k].gap_at_start + velocity<dim, 0>(contacts_[k], motion);
    }
  });
}

void SoftContacts::readImpulses(VecX& lambda) const {
  for (const SoftGroup& group : groups_)
    for (std::size_t lane = 0; lane < kSimdWidth; ++lane)
      for (int k = 0; k < group.contacts[lane]; ++k) {
        const SimdDouble4x3& impulses = contacts_[group.first + k].lambda;
        double* to = lambda.data() + static_cast<std::ptrdiff_t>(dim_ * (group.contact[lane] + k));
        for (int i = 0; i < dim_; ++i) to[i] = impulses[static_cast<std::size_t>(i)][lane];
      }
}

}  // namespace keystone
