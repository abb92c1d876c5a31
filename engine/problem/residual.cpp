#include "problem/residual.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "math/parallel.h"
#include "math/rounding.h"
#include "math/scratch_pool.h"
#include "problem/contact_pack4.h"
#include "problem/delassus.h"

namespace keystone {
namespace {

SimdDouble4 norm(SimdDouble4 a, SimdDouble4 b) {
  return squareRoot(a * a + b * b);
}

// lambda less the projection of lambda - rho uhat on the cone |t| <= mu n.
SimdDouble4x3 coneDefect(const ContactPack4& at, SimdDouble4 rho) {
  const SimdDouble4 n = at.lambda[0] - rho * (at.u[0] + at.mu * norm(at.u[1], at.u[2]));
  const SimdDouble4 t1 = at.lambda[1] - rho * at.u[1], t2 = at.lambda[2] - rho * at.u[2];
  const SimdDouble4 size = norm(t1, t2);
  const Bits inside = (n >= SimdDouble4{}) & (size <= at.mu * n);
  const Bits outside = at.mu * size <= -n;  // in the polar cone
  const SimdDouble4 nearest = (n + at.mu * size) / (1.0 + at.mu * at.mu);
  const SimdDouble4 share = onlyWhere(size > SimdDouble4{}, at.mu * nearest / size);
  const auto projected = [&](SimdDouble4 x, SimdDouble4 on_side) { return inside ? x : onlyWhere(~outside, on_side); };
  return {at.lambda[0] - projected(n, nearest), at.lambda[1] - projected(t1, share * t1),
          at.lambda[2] - projected(t2, share * t2)};
}

// Each tangent by itself.
SimdDouble4x3 boxDefect(const ContactPack4& at, SimdDouble4 rho) {
  const SimdDouble4 bound = at.mu * larger(at.lambda[0], SimdDouble4{});
  return {at.lambda[0] - larger(at.lambda[0] - rho * at.u[0], SimdDouble4{}),
          at.lambda[1] - clamped(at.lambda[1] - rho * at.u[1], bound),
          at.lambda[2] - clamped(at.lambda[2] - rho * at.u[2], bound)};
}

// `step` is rho u.
double jointDefect(const ContactProblem& problem, int row, double lambda, double step) {
  if (problem.isBilateral(row)) return step;  // without the rounding of lambda - (lambda - step)
  return lambda - std::clamp(lambda - step, problem.lower(row), problem.upper(row));
}

// Of all rows of a disc: the largest part of lambda less its projection on the disc.
double discDefect(const ContactProblem& problem, const FrictionDisc& disc, double eigenvalue, const VecX& lambda,
                  const DeltaV& delta_v) {
  const int first = problem.firstJointRow() + disc.first;
  const double radius = problem.radiusOf(disc, lambda);
  Vec3 impulse = Vec3::Zero(), moved = Vec3::Zero();
  for (int k = 0; k < disc.count; ++k) {
    impulse[k] = lambda[first + k];
    moved[k] = impulse[k] - relativeVelocity(problem, lambda, delta_v, first + k) / eigenvalue;
  }
  if (const double size = moved.norm(); size > radius) moved *= radius / size;
  return (impulse - moved).lpNorm<Eigen::Infinity>();
}

// What a range of contacts has at worst.
struct Worst {
  SimdDouble4 defect{}, velocity{};                // [N s], [m/s]: defect / rho
  SimdDouble4 approach_speed{}, cone_violation{};  // [m/s], [N s]
  SimdDouble4 free_impulse{}, free_impulses{};     // [N s], |q_i / W_ii|: the largest, and their sum
  SimdDouble4 immovable{};                         // [m/s], worst approach where no impulse changes anything
  SimdDouble4 finite{};                            // a sum of all velocities: not finite when one is not
  SimdDouble4 cosine = broadcast(1.0);  // of the angle between friction and the direction that opposes sliding
};

void takeWorst(const Worst& part, Worst& worst) {
  worst.defect = larger(part.defect, worst.defect);
  worst.velocity = larger(part.velocity, worst.velocity);
  worst.approach_speed = larger(part.approach_speed, worst.approach_speed);
  worst.cone_violation = larger(part.cone_violation, worst.cone_violation);
  worst.free_impulse = larger(part.free_impulse, worst.free_impulse);
  worst.free_impulses += part.free_impulses;
  worst.immovable = larger(part.immovable, worst.immovable);
  worst.finite += part.finite;
  worst.cosine = smaller(part.cosine, worst.cosine);
}

// Sliding friction that is substituted may make w negative.
SimdDouble4 freeImpulse(SimdDouble4 q, SimdDouble4 w) {
  return onlyWhere(magnitude(w) > SimdDouble4{}, magnitude(q) / magnitude(w));
}

// Friction and slip below this are rounding and have no direction: a millionth of the largest impulse and speed.
struct Smallest {
  double friction, slip;  // [N s], [m/s]
};

SimdDouble4 frictionCosine(const ContactPack4& at, const Smallest& smallest) {
  const SimdDouble4 friction = norm(at.lambda[1], at.lambda[2]), slip = norm(at.u[1], at.u[2]);
  const SimdDouble4 cosine = -(at.lambda[1] * at.u[1] + at.lambda[2] * at.u[2]) / (friction * slip);
  return ((friction > broadcast(smallest.friction)) & (slip > broadcast(smallest.slip))) ? cosine : broadcast(1.0);
}

// `eigenvalue`: the largest of each block of W.
void checkFour(const ContactPack4& at, SimdDouble4 eigenvalue, int dim, FrictionLaw law, const Smallest& smallest,
               Worst& worst) {
  const Bits moves = magnitude(eigenvalue) > SimdDouble4{};
  const SimdDouble4 rho = onlyWhere(moves, 1.0 / magnitude(eigenvalue));
  const bool cone = law == FrictionLaw::Cone && dim > 1;
  const SimdDouble4x3 defect = cone ? coneDefect(at, rho) : boxDefect(at, rho);
  const SimdDouble4 bearing =
      cone ? norm(at.lambda[1], at.lambda[2]) : larger(magnitude(at.lambda[1]), magnitude(at.lambda[2]));
  const SimdDouble4 most = larger(magnitude(defect[0]), larger(magnitude(defect[1]), magnitude(defect[2])));
  worst.defect = larger(most, worst.defect);
  worst.velocity = larger(most * magnitude(eigenvalue), worst.velocity);
  worst.approach_speed = larger(-at.u[0], worst.approach_speed);
  worst.immovable = larger(onlyWhere(~moves, -at.u[0]), worst.immovable);
  worst.cone_violation = larger(bearing - at.mu * larger(at.lambda[0], SimdDouble4{}), worst.cone_violation);
  for (const SimdDouble4& free :
       {freeImpulse(at.q[0], at.W.nn), freeImpulse(at.q[1], at.W.t11), freeImpulse(at.q[2], at.W.t22)}) {
    worst.free_impulse = larger(free, worst.free_impulse);
    worst.free_impulses += free;
  }
  worst.finite += at.u[0] + at.u[1] + at.u[2];
  if (dim > 1) worst.cosine = smaller(frictionCosine(at, smallest), worst.cosine);
}

// A hundred last digits of the velocities are 1e-9, and so count as exact. Of ten, the biped of the tests, in free fall
// for 10 s, is 1.1e-9 off in one step: trees of joints add them up.
constexpr double kKnown = 1e11 * std::numeric_limits<double>::epsilon();
constexpr int kContactsAtOnce = 512;  // of a parallel loop
constexpr std::size_t kFours = 16;    // read one after another, then checked: each is a chain of slow operations

// [m/s], of the velocities whose sum a row's q is: it is known to their last digits, and so is the row's direction.
double sizeOfTerms(const ContactProblem& problem, int row) {
  if (!problem.hasBodies() || problem.v_free.size() == 0) return 0.0;
  double size = 0.0;
  for (SparseRows::InnerIterator entry(problem.J, row); entry; ++entry)
    size += std::abs(entry.value()) * problem.v_free.segment<3>(entry.col() / 3 * 3).norm();
  return size;
}

Worst checkPart(const ContactProblem& problem, const VecX& lambda, const DeltaV& delta_v, int first, FrictionLaw law,
                const Smallest& smallest) {
  Worst worst;
  std::array<ContactPack4, kFours> fours;
  std::array<SimdDouble4, kFours> eigenvalues;
  const int end = std::min(first + kContactsAtOnce, problem.contacts);
  for (int c = first; c < end;) {
    std::size_t count = 0;
    for (; count < kFours && c < end; ++count, c += kSimdWidth)
      readContacts(problem, problem.q, lambda, delta_v, c, fours[count]);
    for (std::size_t i = 0; i < count; ++i)
      eigenvalues[i] = problem.dim == 1 ? fours[i].W.nn : largestEigenvalues(fours[i].W);
    for (std::size_t i = 0; i < count; ++i) checkFour(fours[i], eigenvalues[i], problem.dim, law, smallest, worst);
  }
  return worst;
}

}  // namespace

Residual measure(const ContactProblem& problem, const VecX& lambda, FrictionLaw law) {
  if (problem.rows() == 0) return {};
  const Scratch<DeltaV> delta_v(problem.rows());
  deltaV(problem, lambda, *delta_v);
  return measure(problem, lambda, *delta_v, law);
}

Residual measure(const ContactProblem& problem, const VecX& lambda, const DeltaV& delta_v, FrictionLaw law) {
  Residual result;
  if (problem.rows() == 0) return result;
  const double largest_impulse = lambda.lpNorm<Eigen::Infinity>();
  const Smallest smallest{1e-6 * largest_impulse, 1e-6 * problem.q.lpNorm<Eigen::Infinity>()};
  const Scratch<std::vector<Worst>> workspace;
  std::vector<Worst>& parts = *workspace;
  parts.resize(static_cast<std::size_t>(problem.contacts / kContactsAtOnce) + 1);
  parallelFor(static_cast<int>(parts.size()), 1, [&](int begin, int end) {
    for (int part = begin; part < end; ++part)
      parts[part] = checkPart(problem, lambda, delta_v, part * kContactsAtOnce, law, smallest);
  });
  Worst worst;
  for (const Worst& part : parts) takeWorst(part, worst);

  double most_free = largest(worst.free_impulse), all_free = sum(worst.free_impulses);
  double defect = largest(worst.defect), velocity = largest(worst.velocity);
  const auto add = [&](double of_row, double eigenvalue) {
    defect = std::max(defect, of_row);
    velocity = std::max(velocity, of_row * eigenvalue);
  };
  bool finite = lambda.allFinite() && std::isfinite(sum(worst.finite));
  const Scratch<std::vector<double>> eigenvalues;  // [discs], of all rows of each together
  eigenvalues->clear();
  for (const FrictionDisc& disc : problem.discs) eigenvalues->push_back(largestEigenvalue(problem, disc));
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row) {
    const double u = relativeVelocity(problem, lambda, delta_v, row);
    const double w = problem.isOnDisc(row) ? (*eigenvalues)[problem.disc_of_row[row - problem.firstJointRow()]]
                                           : delassusDiagonalEntry(problem, row);
    finite = finite && std::isfinite(u);
    if (!(w > 0.0)) continue;
    most_free = std::max(most_free, std::abs(problem.q[row]) / w);
    all_free += std::abs(problem.q[row]) / w;
    most_free = std::max(most_free, kKnown * sizeOfTerms(problem, row) / w);
    if (problem.isOnDisc(row)) continue;
    add(std::abs(jointDefect(problem, row, lambda[row], u / w)), w);
  }
  double coupled_violation = 0.0;
  for (std::size_t i = 0; i < problem.discs.size(); ++i) {
    const FrictionDisc& disc = problem.discs[i];
    if (const double eigenvalue = (*eigenvalues)[i]; eigenvalue > 0.0)
      add(discDefect(problem, disc, eigenvalue, lambda, delta_v), eigenvalue);
    if (disc.contact < 0 || disc.count != kCoupledRows) continue;
    const double size = lambda.segment(problem.firstJointRow() + disc.first, disc.count).norm();
    coupled_violation = std::max(coupled_violation, size - problem.radiusOf(disc, lambda));
  }
  if (!finite) {
    result.value = std::numeric_limits<double>::quiet_NaN();
    return result;
  }
  // Where nothing is to be stopped, any impulse is as large as it is.
  const double bounded = all_free > 0.0 ? std::min(largest_impulse, all_free) : largest_impulse;
  const double scale = std::max(most_free, bounded);
  result.imbalance = defect;
  result.velocity = velocity;
  // Beside impulses without bound a velocity is rounded away: nothing is known better than their last digit.
  const double rounding = std::numeric_limits<double>::epsilon() * largest_impulse;
  result.value = scale > 0.0 ? std::max(defect, rounding > kManyRoundings * scale ? rounding : 0.0) / scale : 0.0;
  const double fastest = problem.q.lpNorm<Eigen::Infinity>();
  if (fastest > 0.0) result.value = std::max(result.value, largest(worst.immovable) / fastest);
  result.approach_speed = largest(worst.approach_speed);
  result.cone_violation = std::max(largest(worst.cone_violation), coupled_violation);
  const double cosine = -largest(-worst.cosine);
  result.friction_angle_deg = std::acos(std::clamp(cosine, -1.0, 1.0)) * 180.0 / std::numbers::pi;
  return result;
}

}  // namespace keystone
