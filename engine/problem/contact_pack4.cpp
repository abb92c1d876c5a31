#include "problem/contact_pack4.h"

#include <algorithm>

#include "problem/body_rows.h"

namespace keystone {
namespace {

using Six = std::array<SimdDouble4, 6>;      // linear and angular numbers
using Twelve = std::array<SimdDouble4, 12>;  // six of each of two bodies

void readTwelve(const std::array<const double*, kSimdWidth>& from, Twelve& twelve) {
  for (std::size_t k = 0; k < twelve.size(); k += kSimdWidth) {
    const std::array<SimdDouble4, 4> four = loadAcross(from, k);
    for (std::size_t i = 0; i < four.size(); ++i) twelve[k + i] = four[i];
  }
}

// A body of each of four contacts; one of which nothing is known has zeros in J.
using FourBodies = std::array<int, kSimdWidth>;

// Often the four are of one manifold.
bool isOne(const FourBodies& body) {
  return body[0] == body[1] && body[0] == body[2] && body[0] == body[3];
}

// dv of the bodies.
Six motionOf(const VecX& dv, const FourBodies& body) {
  Six motion;
  if (isOne(body)) {
    for (std::size_t k = 0; k < 6; ++k) motion[k] = broadcast(dv[6 * body[0] + static_cast<int>(k)]);
    return motion;
  }
  std::array<const double*, kSimdWidth> from;
  for (std::size_t lane = 0; lane < kSimdWidth; ++lane) from[lane] = dv.data() + 6 * body[lane];
  const std::array<SimdDouble4, 4> first = loadAcross(from), last = loadAcross(from, 2);
  return {first[0], first[1], first[2], first[3], last[2], last[3]};
}

// M^-1 of the bodies: three numbers of `linear`, then `angular` by columns.
void readInverse(const ContactProblem& problem, const FourBodies& body, Twelve& inverse) {
  static_assert(sizeof(InverseMass) == sizeof(double) * std::tuple_size_v<Twelve>);
  std::array<const double*, kSimdWidth> from;
  for (std::size_t lane = 0; lane < kSimdWidth; ++lane) from[lane] = problem.inv_mass[body[lane]].linear.data();
  if (!isOne(body)) return readTwelve(from, inverse);
  for (std::size_t k = 0; k < inverse.size(); ++k) inverse[k] = broadcast(from[0][k]);
}

Six weighted(const Twelve& inverse, const SimdDouble4* row) {
  Six result;
  for (std::size_t k = 0; k < 3; ++k) {
    result[k] = inverse[k] * row[k];
    result[3 + k] = inverse[3 + k] * row[3] + inverse[6 + k] * row[4] + inverse[9 + k] * row[5];
  }
  return result;
}

SimdDouble4 dotSix(const Six& x, const SimdDouble4* y) {
  SimdDouble4 sum = x[0] * y[0];
  for (std::size_t k = 1; k < 6; ++k) sum += x[k] * y[k];
  return sum;
}

// Adds what one body, numbers 6 part .. 6 part + 5 of the rows, has in u and W.
void addBody(const std::array<Twelve, 3>& rows, int dim, std::size_t part, const Six& motion, const Twelve& inverse,
             ContactPack4& four) {
  const auto row = [&](std::size_t i) { return rows[i].data() + 6 * part; };
  const Six pushed_n = weighted(inverse, row(0));
  four.u[0] += dotSix(motion, row(0));
  four.W.nn += dotSix(pushed_n, row(0));
  if (dim == 1) return;
  const Six pushed_1 = weighted(inverse, row(1));
  four.u[1] += dotSix(motion, row(1));
  four.W.n1 += dotSix(pushed_n, row(1));
  four.W.t11 += dotSix(pushed_1, row(1));
  if (dim == 2) return;
  four.u[2] += dotSix(motion, row(2));
  four.W.n2 += dotSix(pushed_n, row(2));
  four.W.t12 += dotSix(pushed_1, row(2));
  four.W.t22 += dotSix(weighted(inverse, row(2)), row(2));
}

void readThroughBodies(const ContactProblem& problem, const VecX& dv, int first, int count, ContactPack4& four) {
  static constexpr std::array<double, 12> kNone{};
  std::array<BodyRows, kSimdWidth> contacts;
  std::array<FourBodies, 2> body{};
  for (int lane = 0; lane < count; ++lane) {
    BodyRows& contact = contacts[lane];
    readRows(problem.J, problem.normalRow(first + lane), problem.dim, contact);
    for (std::size_t part = 0; part < 2; ++part) body[part][lane] = std::max(0, contact.body[part]);
  }
  std::array<Twelve, 3> rows;
  for (int i = 0; i < problem.dim; ++i) {
    const auto at = static_cast<std::size_t>(i);
    std::array<const double*, kSimdWidth> from;
    for (std::size_t lane = 0; lane < kSimdWidth; ++lane)
      from[lane] = static_cast<int>(lane) < count ? contacts[lane].row[at] : kNone.data();
    readTwelve(from, rows[at]);
  }
  Twelve inverse;
  for (std::size_t part = 0; part < 2; ++part) {
    readInverse(problem, body[part], inverse);
    addBody(rows, problem.dim, part, motionOf(dv, body[part]), inverse, four);
  }
}

void readFromEntries(const ContactProblem& problem, const VecX& velocities, int contact, std::size_t lane,
                     ContactPack4& four) {
  const int n = problem.normalRow(contact);
  for (int i = 0; i < problem.dim; ++i) four.u[i][lane] = velocities[n + i];
  const auto entry = [&](int i, int j) { return problem.W.coeff(n + i, n + j); };
  four.W.nn[lane] = entry(0, 0);
  if (problem.dim == 1) return;
  four.W.n1[lane] = entry(1, 0);
  four.W.t11[lane] = entry(1, 1);
  if (problem.dim == 2) return;
  four.W.n2[lane] = entry(2, 0);
  four.W.t12[lane] = entry(2, 1);
  four.W.t22[lane] = entry(2, 2);
}

}  // namespace

void readContacts(const ContactProblem& problem, const VecX& q, const VecX& lambda, const DeltaV& delta_v, int first,
                  ContactPack4& four) {
  four = {};
  const int count = std::min(kSimdWidth, problem.contacts - first);
  for (int at = 0; at < count; ++at) {
    const auto lane = static_cast<std::size_t>(at);
    const int n = problem.normalRow(first + at);
    for (int i = 0; i < problem.dim; ++i) {
      four.q[i][lane] = q[n + i];
      four.lambda[i][lane] = lambda[n + i];
    }
    if (problem.dim > 1) four.mu[lane] = problem.mu[first + at];
    if (!problem.hasBodies()) readFromEntries(problem, delta_v.rows, first + at, lane, four);
  }
  if (problem.hasBodies()) readThroughBodies(problem, delta_v.bodies, first, count, four);
  for (std::size_t i = 0; i < 3; ++i) four.u[i] += four.q[i];
}

SimdDouble4 largestEigenvalues(const OwnBlocks& W) {
  // W = mean + size X with the trace of X^2 being 6; eigenvalues of X are 2 cos of angles a third of acos(det X / 2).
  const SimdDouble4 mean = (1.0 / 3.0) * (W.nn + W.t11 + W.t22);
  const SimdDouble4 a = W.nn - mean, b = W.t11 - mean, c = W.t22 - mean;
  const SimdDouble4 off = W.n1 * W.n1 + W.n2 * W.n2 + W.t12 * W.t12;
  const SimdDouble4 size = squareRoot((1.0 / 6.0) * (a * a + b * b + c * c + 2.0 * off));
  const SimdDouble4 determinant =
      a * (b * c - W.t12 * W.t12) - W.n1 * (W.n1 * c - W.t12 * W.n2) + W.n2 * (W.n1 * W.t12 - b * W.n2);
  const SimdDouble4 cosine =
      onlyWhere(size > SimdDouble4{}, clamped(determinant / (2.0 * size * size * size), broadcast(1.0)));
  // t = cos(acos(cosine) / 3) is the root of 4 t^3 - 3 t = cosine in [1/2, 1]: two steps of Newton's method from the
  // parabola in the cosine of half the angle that has t's values at both ends and its slope where Newton's is infinite.
  const double slope = 1.0 / std::sqrt(3.0);
  const SimdDouble4 half = squareRoot(0.5 * (1.0 + cosine));
  SimdDouble4 t = 0.5 + half * (slope + (0.5 - slope) * half);
  for (int step = 0; step < 2; ++step) {
    const SimdDouble4 steepness = 12.0 * t * t - 3.0;
    t -= onlyWhere(steepness > SimdDouble4{}, (4.0 * t * t * t - 3.0 * t - cosine) / steepness);
  }
  return mean + 2.0 * size * t;
}

}  // namespace keystone
