// The links' accelerations follow from the forces (respond); what they need beside those is what the joints do. From
// the ends of the branches to the roots, a joint passes on what its branch needs.
#include "smooth/tree_forces.h"

#include <Eigen/QR>

#include "math/scratch_pool.h"
#include "world/motion.h"

namespace keystone {
namespace {

struct TreeWorkspace {
  ForestResponse response;
  VecX v, c, net, given, wrenches;
  std::vector<int> first_rows;  // [joints], of the rows
};

// Where each joint's rows begin; -1: it has none.
void listFirstRows(const World& world, const JointRowList& rows, std::vector<int>& first) {
  first.assign(world.joints.size(), -1);
  for (std::size_t i = rows.rows.size(); i-- > 0;) first[rows.joint[i]] = static_cast<int>(i);
}

// The forces along a joint's rows that make up a wrench on its link.
void splitWrench(const Link& link, const JointRowList& rows, int first, const Vec6& wrench, VecX& along) {
  int count = 0;
  while (first + count < static_cast<int>(rows.rows.size()) && rows.joint[first + count] == link.joint) ++count;
  LinkColumns columns(6, count);
  for (int k = 0; k < count; ++k) {
    const JointRow& row = rows.rows[first + k];
    if (link.reversed)
      columns.col(k) << -row.linear, -row.angular_a;
    else
      columns.col(k) << row.linear, row.angular_b;
  }
  along.segment(first, count) = Eigen::ColPivHouseholderQR<LinkColumns>(columns).solve(wrench);
}

}  // namespace

bool findPartTrees(const World& world, const JointRowList& rows, PartTrees& trees) {
  buildForest(world.bodies, world.joints, world.planar, trees.placed.forest);
  int before = -1, equalities = 0;
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    const int joint = rows.joint[i];
    if (trees.placed.forest.is_tree_joint[joint] == 0) return false;
    if (joint != before) equalities = 0;
    before = joint;
    if (rows.rows[i].role == JointRowRole::Equality) ++equalities;
    if (equalities > structuralRows(world.joints[joint].kind, world.planar)) return false;
  }
  replaceForest(world.bodies, world.joints, trees.placed);
  factorInertia(trees.placed, trees.factor, armatures(trees.placed));
  return true;
}

VecX rotorMomenta(const World& world, const JointRowList& rows, const PartTrees& trees) {
  VecX rates = VecX::Zero(static_cast<Eigen::Index>(world.joints.size()));
  for (std::size_t i = 0; i < rows.rows.size(); ++i)
    if (rows.rows[i].inertia > 0.0)
      rates[rows.joint[i]] = jointRowRate(world.bodies, world.joints[rows.joint[i]], rows.rows[i]);
  VecX momenta = armatures(trees.placed);
  for (const Link& link : trees.placed.forest.links)
    if (!link.isFree()) momenta.segment(link.first, link.count) *= rates[link.joint];
  return momenta;
}

void addTreeForces(const World& world, const JointRowList& rows, const PartTrees& trees, VecX& f, VecX& along) {
  const std::vector<Link>& links = trees.placed.forest.links;
  const Scratch<TreeWorkspace> scratch(static_cast<std::ptrdiff_t>(links.size()));
  TreeWorkspace& workspace = *scratch;
  listFirstRows(world, rows, workspace.first_rows);
  velocitiesOf(world.bodies, workspace.v);
  velocityProducts(trees.placed, world.joints, workspace.v, workspace.c);
  const auto spinTorque = [&](std::size_t i) {
    const Vec3& omega = world.bodies[links[i].body].omega;
    return Vec3(omega.cross(trees.placed.links[i].inertia * omega));
  };
  workspace.net = f;
  for (std::size_t i = 0; i < links.size(); ++i) workspace.net.segment<3>(6 * links[i].body + 3) -= spinTorque(i);
  respond(trees.placed, trees.factor, workspace.net, {}, workspace.c, workspace.response);
  workspace.wrenches.resize(6 * static_cast<Eigen::Index>(links.size()));
  workspace.given = f;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const PlacedLink& at = trees.placed.links[i];
    const Vec6 a = workspace.response.a.segment<6>(6 * static_cast<Eigen::Index>(i));
    Vec6 needed;
    needed << at.mass * a.head<3>(), at.inertia * a.tail<3>() + spinTorque(i);
    workspace.wrenches.segment<6>(6 * static_cast<Eigen::Index>(i)) = needed;
    f.segment<6>(6 * links[i].body) = needed;
  }
  passWrenches(trees.placed, workspace.given, workspace.wrenches);
  along.setZero(static_cast<Eigen::Index>(rows.rows.size()));
  for (std::size_t i = 0; i < links.size(); ++i) {
    const int first = links[i].isFree() ? -1 : workspace.first_rows[links[i].joint];
    if (first >= 0)
      splitWrench(links[i], rows, first, workspace.wrenches.segment<6>(6 * static_cast<Eigen::Index>(i)), along);
  }
}

}  // namespace keystone
