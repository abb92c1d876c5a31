#include "articulated/articulated_inertia.h"

#include <Eigen/Cholesky>

namespace keystone {
namespace {

// X^T I X of a shift, blockwise.
Mat6 inertiaBelow(const Vec3& r, const Mat6& inertia) {
  Mat6 left, both;
  for (Eigen::Index k = 0; k < 6; ++k) left.col(k) = carriedBack(r, inertia.col(k));  // X^T I
  for (Eigen::Index k = 0; k < 6; ++k) both.col(k) = carriedBack(r, left.row(k).transpose());
  return 0.5 * (both + both.transpose());
}

// `added` [coordinates] or empty.
void factorLink(const PlacedLink& at, const LinkVector& added, ArticulatedInertia::OfLink& link) {
  const Eigen::Index count = at.motion.cols();
  const LinkColumns U = link.inertia * at.motion;
  LinkSquare D = at.motion.transpose() * U;
  if (added.size() > 0) D.diagonal() += added;
  const Eigen::LLT<LinkSquare> llt(D);
  link.from_white = LinkSquare::Identity(count, count);
  llt.matrixU().solveInPlace(link.from_white);
  link.K = at.motion * link.from_white;
  link.held = U * link.from_white;
}

auto sixAt(const VecX& v, std::size_t i) {
  return v.segment<6>(6 * static_cast<Eigen::Index>(i));
}

}  // namespace

void factorInertia(const PlacedForest& placed, ArticulatedInertia& factor, const VecX& added) {
  const std::vector<Link>& links = placed.forest.links;
  factor.links.resize(links.size());
  for (std::size_t i = 0; i < links.size(); ++i) {
    Mat6& inertia = factor.links[i].inertia;
    inertia.setZero();
    inertia.topLeftCorner<3, 3>().diagonal().setConstant(placed.links[i].mass);
    inertia.bottomRightCorner<3, 3>() = placed.links[i].inertia;
  }
  for (std::size_t i = links.size(); i-- > 0;) {
    ArticulatedInertia::OfLink& link = factor.links[i];
    factorLink(placed.links[i],
               added.size() > 0 ? LinkVector(added.segment(links[i].first, links[i].count)) : LinkVector(), link);
    if (links[i].parent < 0) continue;
    const Mat6 carried = link.inertia - link.held * link.held.transpose();
    factor.links[links[i].parent].inertia += inertiaBelow(placed.links[i].shift, carried);
  }
}

void respond(const PlacedForest& placed, const ArticulatedInertia& factor, const VecX& f, const VecX& tau,
             const VecX& c, ForestResponse& response) {
  const std::vector<Link>& links = placed.forest.links;
  const auto count = static_cast<Eigen::Index>(links.size());
  VecX force(6 * count), white(placed.forest.dofs);
  for (std::size_t i = 0; i < links.size(); ++i)
    force.segment<6>(6 * static_cast<Eigen::Index>(i)) = sixAt(f, static_cast<std::size_t>(links[i].body));
  for (std::size_t i = links.size(); i-- > 0;) {
    const Link& link = links[i];
    const ArticulatedInertia::OfLink& own = factor.links[i];
    Vec6 p = sixAt(force, i);
    LinkVector y = own.K.transpose() * p;
    if (tau.size() > 0) y += own.from_white.transpose() * tau.segment(link.first, link.count);
    white.segment(link.first, link.count) = y;
    if (link.parent < 0) continue;
    p -= own.held * y;
    if (c.size() > 0) p -= own.inertia * sixAt(c, i) - own.held * (own.held.transpose() * sixAt(c, i));
    force.segment<6>(6 * static_cast<Eigen::Index>(link.parent)) += carriedBack(placed.links[i].shift, p);
  }
  response.qddot.resize(placed.forest.dofs);
  response.a.resize(6 * count);
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Link& link = links[i];
    const ArticulatedInertia::OfLink& own = factor.links[i];
    Vec6 a = Vec6::Zero();
    if (link.parent >= 0) a = carried(placed.links[i].shift, sixAt(response.a, static_cast<std::size_t>(link.parent)));
    if (c.size() > 0) a += sixAt(c, i);
    const LinkVector y = white.segment(link.first, link.count) - own.held.transpose() * a;
    response.qddot.segment(link.first, link.count) = own.from_white * y;
    response.a.segment<6>(6 * static_cast<Eigen::Index>(i)) = a + own.K * y;
  }
}

VecX holdTrees(const PlacedForest& placed, const ArticulatedInertia& factor, const VecX& offset, VecX& v,
               const VecX& rotors) {
  VecX base = v;
  spreadVelocities(placed, VecX::Zero(placed.forest.dofs), base);
  VecX momentum = VecX::Zero(v.size());
  for (std::size_t i = 0; i < placed.links.size(); ++i) {
    const auto at = 6 * static_cast<Eigen::Index>(placed.forest.links[i].body);
    const Vec6 own = v.segment<6>(at) - base.segment<6>(at);
    momentum.segment<6>(at) << placed.links[i].mass * own.head<3>(), placed.links[i].inertia * own.tail<3>();
  }
  ForestResponse response;
  respond(placed, factor, momentum, rotors, offset, response);
  v = base;
  for (std::size_t i = 0; i < placed.links.size(); ++i)
    v.segment<6>(6 * static_cast<Eigen::Index>(placed.forest.links[i].body)) += sixAt(response.a, i);
  return response.qddot;
}

VecX forwardDynamics(const PlacedForest& placed, std::span<const Joint> joints, const VecX& v, const VecX& f,
                     const VecX& tau) {
  ArticulatedInertia factor;
  factorInertia(placed, factor, armatures(placed));
  VecX c, net = f;
  velocityProducts(placed, joints, v, c);
  for (std::size_t i = 0; i < placed.links.size(); ++i) {
    const auto at = 6 * static_cast<Eigen::Index>(placed.forest.links[i].body);
    const Vec3 omega = v.segment<3>(at + 3);
    net.segment<3>(at + 3) -= omega.cross(placed.links[i].inertia * omega);
  }
  ForestResponse response;
  respond(placed, factor, net, tau, c, response);
  return response.qddot;
}

void whiten(const PlacedForest& placed, const ArticulatedInertia& factor, int link, Vec6 p, VecX& row) {
  for (int i = link; i >= 0;) {
    const Link& at = placed.forest.links[i];
    const ArticulatedInertia::OfLink& own = factor.links[i];
    const LinkVector y = own.K.transpose() * p;
    row.segment(at.first, at.count) += y;
    p = carriedBack(placed.links[i].shift, p - own.held * y);
    i = at.parent;
  }
}

}  // namespace keystone
