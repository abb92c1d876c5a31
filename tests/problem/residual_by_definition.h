// A second implementation of the residual: residual.h's definition, contact by contact on a dense W.
#pragma once

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "problem/delassus.h"
#include "problem/residual.h"
#include "support/by_value.h"

namespace keystone {

inline Vec3 nearestInCone(const Vec3& x, double mu) {
  const double size = x.tail<2>().norm();
  if (x[0] >= 0.0 && size <= mu * x[0]) return x;
  if (mu * size <= -x[0]) return Vec3::Zero();
  // On the side of the cone, along its generator.
  Vec3 generator(1.0, mu * x[1] / size, mu * x[2] / size);
  generator.normalize();
  return generator.dot(x) * generator;
}

inline Residual byDefinition(const ContactProblem& problem, const VecX& lambda, FrictionLaw law) {
  const MatX W = delassusOf(problem);
  const VecX u = W * lambda + problem.q;
  Residual result;
  double most_free = 0.0, all_free = 0.0, immovable = 0.0;
  VecX mobility = W.diagonal();  // [rows], the largest eigenvalue of its block for a row on a disc
  for (const FrictionDisc& disc : problem.discs) {
    const int first = problem.firstJointRow() + disc.first;
    mobility.segment(first, disc.count)
        .setConstant(Eigen::SelfAdjointEigenSolver<MatX>(W.block(first, first, disc.count, disc.count))
                         .eigenvalues()[disc.count - 1]);
  }
  for (int i = 0; i < problem.rows(); ++i) {
    const double free = mobility[i] != 0.0 ? std::abs(problem.q[i] / mobility[i]) : 0.0;
    most_free = std::max(most_free, free);
    all_free += free;
  }
  if (problem.hasBodies() && problem.v_free.size() > 0) {
    const VecX terms = MatX(problem.J).cwiseAbs() * problem.v_free.cwiseAbs();
    for (int row = problem.firstJointRow(); row < problem.rows(); ++row)
      if (mobility[row] > 0.0)
        most_free = std::max(most_free, 1e11 * std::numeric_limits<double>::epsilon() * terms[row] / mobility[row]);
  }
  const double largest = lambda.lpNorm<Eigen::Infinity>();
  const double scale = std::max(most_free, all_free > 0.0 ? std::min(largest, all_free) : largest);
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c), dim = problem.dim;
    Vec3 impulse = Vec3::Zero(), speed = Vec3::Zero(), target;
    impulse.head(dim) = lambda.segment(n, dim);
    speed.head(dim) = u.segment(n, dim);
    const double mu = dim > 1 ? problem.mu[c] : 0.0;
    const double eigenvalue = Eigen::SelfAdjointEigenSolver<MatX>(W.block(n, n, dim, dim)).eigenvalues()[dim - 1];
    if (eigenvalue == 0.0) immovable = std::max(immovable, -speed[0] / problem.q.lpNorm<Eigen::Infinity>());
    const double rho = eigenvalue == 0.0 ? 0.0 : 1.0 / std::abs(eigenvalue);
    const double bound = mu * std::max(0.0, impulse[0]), slip = speed.tail<2>().norm();
    if (law == FrictionLaw::Cone) {
      target = nearestInCone(impulse - rho * (speed + Vec3(mu * slip, 0.0, 0.0)), mu);
      result.cone_violation = std::max(result.cone_violation, impulse.tail<2>().norm() - bound);
    } else {
      target = (impulse - rho * speed).cwiseMax(Vec3(0.0, -bound, -bound));
      target.tail<2>() = target.tail<2>().cwiseMin(bound);
      result.cone_violation = std::max(result.cone_violation, impulse.tail<2>().cwiseAbs().maxCoeff() - bound);
    }
    result.imbalance = std::max(result.imbalance, (impulse - target).cwiseAbs().maxCoeff());
    result.approach_speed = std::max(result.approach_speed, -speed[0]);
    if (impulse.tail<2>().norm() <= 1e-6 * lambda.lpNorm<Eigen::Infinity>() ||
        slip <= 1e-6 * problem.q.lpNorm<Eigen::Infinity>())
      continue;
    const double cosine = -impulse.tail<2>().dot(speed.tail<2>()) / (impulse.tail<2>().norm() * slip);
    result.friction_angle_deg =
        std::max(result.friction_angle_deg, std::acos(std::clamp(cosine, -1.0, 1.0)) * 180.0 / std::numbers::pi);
  }
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row)
    if (!problem.isOnDisc(row))
      result.imbalance =
          std::max(result.imbalance, std::abs(lambda[row] - std::clamp(lambda[row] - u[row] / W(row, row),
                                                                       problem.lower(row), problem.upper(row))));
  for (const FrictionDisc& disc : problem.discs) {
    const int first = problem.firstJointRow() + disc.first;
    const MatX block = W.block(first, first, disc.count, disc.count);
    const double eigenvalue = Eigen::SelfAdjointEigenSolver<MatX>(block).eigenvalues()[disc.count - 1];
    const VecX own = lambda.segment(first, disc.count), moved = own - u.segment(first, disc.count) / eigenvalue;
    const double radius =
        disc.limit * (disc.contact < 0 ? 1.0 : std::max(0.0, lambda[problem.normalRow(disc.contact)]));
    const VecX target = moved * std::min(1.0, radius / moved.norm());
    if (disc.contact >= 0 && disc.count == kCoupledRows)
      result.cone_violation = std::max(result.cone_violation, own.norm() - radius);
    result.imbalance = std::max(result.imbalance, (own - target).cwiseAbs().maxCoeff());
  }
  result.value = std::max(immovable, scale > 0.0 ? result.imbalance / scale : 0.0);
  return result;
}

}  // namespace keystone
