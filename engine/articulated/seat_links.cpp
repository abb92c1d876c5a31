#include "articulated/seat_links.h"

#include "body/in_plane.h"
#include "joint/joint_rows.h"

namespace keystone {
namespace {

// [m] or [rad], of the rows that a tree has no use for.
double openingOf(const Joint& joint, std::span<const Body> bodies, bool planar, std::vector<JointRow>& rows) {
  rows.clear();
  appendRows(joint, poseOf(bodies, joint.a), poseOf(bodies, joint.b), planar, rows);
  rows.resize(static_cast<std::size_t>(structuralRows(joint.kind, planar)));
  return worstError(rows);
}

// The pose of a link nearest to its own that the joint lets it have, in its frame and that of what carries it.
Pose seatOf(JointKind kind, const Pose& link, const Pose& on_link, const Pose& carrier) {
  const Pose now = link * on_link;
  Quat turn = Quat::Identity();
  if (kind == JointKind::Hinge)
    turn = Quat::FromTwoVectors(now.rotate(Vec3::UnitZ()), carrier.rotate(Vec3::UnitZ()));
  else if (kind != JointKind::Ball)
    turn = carrier.orientation * now.orientation.conjugate();
  Pose seat;
  seat.orientation = (turn * link.orientation).normalized();
  Vec3 anchor = carrier.position;
  if (kind == JointKind::Slider) {
    const Vec3 axis = carrier.rotate(Vec3::UnitZ());
    anchor += axis.dot(now.position - anchor) * axis;
  }
  seat.position = anchor - seat.rotate(on_link.position);
  return seat;
}

void seat(const Link& link, const Joint& joint, std::span<Body> bodies) {
  const Pose on_a{joint.anchor_a, joint.frame_a}, on_b{joint.anchor_b, joint.frame_b};
  const Pose& on_link = link.reversed ? on_a : on_b;
  const Pose carrier = poseOf(bodies, link.reversed ? joint.b : joint.a) * (link.reversed ? on_b : on_a);
  Body& body = bodies[link.body];
  const Pose pose = seatOf(joint.kind, body.pose, on_link, carrier);
  const Vec3 spin = body.pose.orientation.conjugate() * body.omega;  // in its own axes
  body.pose = pose;
  keepInPlane(body);
  body.omega = body.pose.rotate(spin);
}

// [links], the root of each one's tree.
std::vector<std::size_t> rootsOf(const std::vector<Link>& links) {
  std::vector<std::size_t> roots(links.size());
  for (std::size_t i = 0; i < links.size(); ++i)
    roots[i] = links[i].parent < 0 ? i : roots[static_cast<std::size_t>(links[i].parent)];
  return roots;
}

// [links], at free roots the centre of mass [m] of what they carry, and else zero.
std::vector<Vec3> centresOf(const std::vector<Link>& links, const std::vector<std::size_t>& roots,
                            std::span<const Body> bodies) {
  std::vector<Vec3> centres(links.size(), Vec3::Zero());
  std::vector<double> masses(links.size(), 0.0);
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (!links[roots[i]].isFree()) continue;
    const Body& body = bodies[links[i].body];
    masses[roots[i]] += body.mass;
    centres[roots[i]] += body.mass * body.pose.position;
  }
  for (std::size_t i = 0; i < links.size(); ++i)
    if (masses[i] > 0.0) centres[i] /= masses[i];
  return centres;
}

}  // namespace

bool seatLinks(const Forest& forest, std::span<const Joint> joints, double tolerance, std::span<Body> bodies) {
  const std::vector<std::size_t> roots = rootsOf(forest.links);
  const std::vector<Vec3> before = centresOf(forest.links, roots, bodies);
  bool moved = false;
  std::vector<JointRow> rows;
  for (const Link& link : forest.links) {
    if (link.isFree() || openingOf(joints[link.joint], bodies, forest.planar, rows) <= tolerance) continue;
    seat(link, joints[link.joint], bodies);
    moved = true;
  }
  if (!moved) return false;
  const std::vector<Vec3> after = centresOf(forest.links, roots, bodies);
  for (std::size_t i = 0; i < forest.links.size(); ++i)
    bodies[forest.links[i].body].pose.position += before[roots[i]] - after[roots[i]];
  return true;
}

}  // namespace keystone
