#include "framework/framework_motion.h"

#include <algorithm>
#include <cmath>

#include "math/rounding.h"

namespace keystone {
namespace {

constexpr double kBalanced = 1e-9;  // of gravity: an acceleration that is none
constexpr double kOpening = 1e-6;   // of gravity: an acceleration of a gap that is none

}  // namespace

double gapAt(const VecX& p, const Triple& triple) {
  const Vec2 a = at(p, triple.i), b = at(p, triple.j);
  return doubledArea(a, b, at(p, triple.k)) / (b - a).norm();
}

std::vector<FrameworkContact> contactsOf(const LoopReport& report, std::size_t bars) {
  std::vector<FrameworkContact> contacts;
  for (std::size_t t = 0; t < report.triples.size(); ++t)
    contacts.push_back({report.triples[t], report.forces[static_cast<Eigen::Index>(bars + t)],
                        std::abs(report.triples[t].gap) <= kTouchingCorner});
  return contacts;
}

bool isFixed(const Framework& framework, const PointOutline& outline) {
  return std::ranges::all_of(outline.corners, [&](int corner) { return framework.isFixed(corner); });
}

OutlineMotion outlineMotion(const Framework& framework, const VecX& field, std::size_t outline) {
  const std::vector<int>& corners = framework.outlines[outline].corners;
  const auto n = static_cast<double>(corners.size());
  OutlineMotion motion{Vec2::Zero(), 0.0};
  Vec2 middle = Vec2::Zero();
  for (const int corner : corners) {
    motion.linear += at(field, corner) / n;
    middle += at(framework.positions, corner) / n;
  }
  double moment = 0.0, square = 0.0;
  for (const int corner : corners) {
    const Vec2 r = at(framework.positions, corner) - middle, v = at(field, corner) - motion.linear;
    moment += r.x() * v.y() - r.y() * v.x();
    square += r.squaredNorm();
  }
  motion.angular = moment / square;
  return motion;
}

FrameworkMotion firstMotion(const FrameworkScene& scene) {
  const Framework& framework = scene.framework;
  GaussLoop loop(framework, {.h = scene.h, .gravity = scene.gravity});
  const VecX rest = VecX::Zero(framework.positions.size());
  LoopReport report;
  FrameworkMotion motion;
  motion.accelerations = loop.accelerations(framework.positions, rest,
                                            findTriples(framework, framework.positions, kTouchingCorner), 0.0, report);
  for (int point = 0; point < framework.points(); ++point)
    motion.largest = std::max(motion.largest, at(motion.accelerations, point).norm());
  motion.balanced = motion.largest <= kBalanced * scene.gravity.norm();
  motion.contacts = contactsOf(report, framework.bars.size());
  motion.bar_forces.assign(report.forces.begin(),
                           report.forces.begin() + static_cast<std::ptrdiff_t>(framework.bars.size()));
  constexpr double kMoment = 1e-6;  // [s^2], small enough that nothing turns
  const VecX later = framework.positions + kMoment * motion.accelerations;
  for (FrameworkContact& contact : motion.contacts) {
    const double parting = (gapAt(later, contact.triple) - contact.triple.gap) / kMoment;  // [m/s^2]
    contact.opened = contact.force == 0.0 && parting > kOpening * scene.gravity.norm();
  }
  motion.qp = report.qp;
  motion.residual = report.residual;
  // Where all fall freely, loads are nothing but rounding, and what is left of it says nothing.
  const double heaviest = *std::ranges::max_element(framework.masses);
  if (motion.residual.scale <= kManyRoundings * heaviest * scene.gravity.norm()) motion.residual.complementarity = 0.0;
  return motion;
}

}  // namespace keystone
