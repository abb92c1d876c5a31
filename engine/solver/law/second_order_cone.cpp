#include "solver/law/second_order_cone.h"

#include <algorithm>
#include <vector>

#include "math/scratch_pool.h"

namespace keystone {
namespace {

// Friction or a disc of a contact, |part| <= factor n.
struct Pull {
  double factor = 0.0, size = 0.0;
  double reach() const { return size / factor; }  // the n from which on it has room
};

// The n >= 0 with the least (n - y)^2 + sum max(size - factor n, 0)^2: its slope is zero where those pulls act that
// have no room there. In order of their reach they join one after the other.
double nearestNormal(double y, std::vector<Pull>& pulls) {
  std::erase_if(pulls, [](const Pull& pull) { return !(pull.factor > 0.0); });
  std::ranges::sort(pulls, [](const Pull& a, const Pull& b) { return a.reach() > b.reach(); });
  double sum = y, weight = 1.0;
  for (const Pull& pull : pulls) {
    if (sum >= pull.reach() * weight) break;
    sum += pull.factor * pull.size;
    weight += pull.factor * pull.factor;
  }
  return std::max(sum / weight, 0.0);
}

template <class Part>
void limit(double most, Part part) {
  if (const double size = part.norm(); size > most) part *= most / size;
}

// Contacts with discs: normal impulse, friction and the discs' moments at once.
void projectWithDiscs(const ConeRows& rows, VecX& lambda) {
  const Scratch<std::vector<std::vector<Pull>>> workspace;
  std::vector<std::vector<Pull>>& pulls = *workspace;  // [contacts]
  pulls.resize(rows.contacts);
  for (std::vector<Pull>& of : pulls) of.clear();
  const auto part = [&](const FrictionDisc& disc) {
    return lambda.segment(rows.firstJointRow() + disc.first, disc.count);
  };
  for (const FrictionDisc& disc : rows.discs)
    if (disc.contact >= 0) pulls[disc.contact].push_back({disc.limit, part(disc).norm()});
  for (int c = 0; c < rows.contacts; ++c) {
    std::vector<Pull>& of = pulls[c];
    if (of.empty()) continue;
    const int n = rows.dim * c;
    auto friction = lambda.segment(n + 1, rows.dim - 1);
    if (rows.dim > 1) of.push_back({rows.mu[c], friction.norm()});
    lambda[n] = nearestNormal(lambda[n], of);
    limit(rows.mu[c] * lambda[n], friction);
  }
  for (const FrictionDisc& disc : rows.discs) limit(rows.radiusOf(disc, lambda), part(disc));
}

}  // namespace

void projectOnCones(const ConeRows& rows, const VecX& y, VecX& lambda) {
  lambda = y;
  if (!rows.discs.empty()) projectWithDiscs(rows, lambda);
  for (int c = 0; c < rows.contacts; ++c) {
    const int n = rows.dim * c;
    auto friction = lambda.segment(n + 1, rows.dim - 1);
    const double mu = rows.dim > 1 ? rows.mu[c] : 0.0, size = friction.norm();
    if (lambda[n] >= 0.0 && size <= mu * lambda[n]) continue;
    const double nearest = mu * size <= -lambda[n] ? 0.0 : (lambda[n] + mu * size) / (1.0 + mu * mu);
    lambda[n] = nearest;
    friction *= size > 0.0 ? mu * nearest / size : 0.0;
  }
  for (int k = 0; k < rows.joint_rows; ++k) {
    double& joint = lambda[rows.firstJointRow() + k];
    joint = std::clamp(joint, rows.lower[k], rows.upper[k]);
  }
}

void deSaxceShift(const ConeRows& rows, const VecX& u, VecX& shift) {
  shift.setZero(rows.rows());
  for (int c = 0; rows.dim > 1 && c < rows.contacts; ++c)
    shift[rows.dim * c] = rows.mu[c] * u.segment(rows.dim * c + 1, rows.dim - 1).norm();
  for (const FrictionDisc& disc : rows.discs)
    if (disc.contact >= 0)
      shift[rows.dim * disc.contact] += disc.limit * u.segment(rows.firstJointRow() + disc.first, disc.count).norm();
}

double coneDefect(const ConeRows& rows, const VecX& lambda, const VecX& u, const VecX& shift, VecX& workspace) {
  workspace = lambda - u - shift;
  projectOnCones(rows, workspace, workspace);
  return (lambda - workspace).lpNorm<Eigen::Infinity>();
}

}  // namespace keystone
