#include "framework/framework.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace keystone {
namespace {

int addPoint(Framework& framework, const Vec2& position, double mass) {
  framework.masses.push_back(mass);
  framework.positions.conservativeResize(2 * framework.points());
  framework.positions.tail<2>() = position;
  return framework.points() - 1;
}

void addBar(std::vector<Bar>& bars, const Framework& framework, int i, int j) {
  bars.push_back({i, j, (at(framework.positions, i) - at(framework.positions, j)).norm()});
}

int addOutline(Framework& framework, std::vector<int> corners) {
  Vec2 mean = Vec2::Zero();
  for (const int corner : corners) mean += at(framework.positions, corner) / static_cast<double>(corners.size());
  PointOutline outline{std::move(corners)};
  for (const int corner : outline.corners)
    outline.radius = std::max(outline.radius, (at(framework.positions, corner) - mean).norm());
  framework.outlines.push_back(std::move(outline));
  return static_cast<int>(framework.outlines.size()) - 1;
}

double cross(const Vec2& a, const Vec2& b) {
  return a.x() * b.y() - a.y() * b.x();
}

// A point hangs on two others by two bars, which must not lie in one line with it.
void hang(Framework& framework, int point, int first, int second) {
  addBar(framework.bars, framework, point, first);
  addBar(framework.bars, framework, point, second);
}

// The edge (its first corner's number) whose midpoint is lowest; of several the longest.
std::size_t lowestEdge(std::span<const Vec2> corners) {
  const auto next = [&](std::size_t i) { return corners[(i + 1) % corners.size()]; };
  std::size_t best = 0;
  for (std::size_t i = 1; i < corners.size(); ++i) {
    const double lower = (corners[best] + next(best)).y() - (corners[i] + next(i)).y();
    const double tie = 1e-9 * (next(i) - corners[i]).norm();
    const bool longer = (next(i) - corners[i]).norm() > (next(best) - corners[best]).norm() + tie;
    if (lower > tie || (lower > -tie && longer)) best = i;
  }
  return best;
}

}  // namespace

int addBrick(Framework& framework, const Vec2& center, const Vec2& size, double angle, double mass, BrickMasses model) {
  const Eigen::Rotation2Dd turn(angle);
  const auto point = [&](double x, double y, double share) {
    return addPoint(framework, center + turn * Vec2(x * size.x() / 2.0, y * size.y() / 2.0), share * mass);
  };
  const double corner = model == BrickMasses::Four ? 1.0 / 4.0 : 1.0 / 36.0;
  const int c0 = point(-1, -1, corner), c1 = point(1, -1, corner);
  const int c2 = point(1, 1, corner), c3 = point(-1, 1, corner);
  // The base, and all else on it; not on the four sides and one diagonal, which no mirror maps to themselves.
  addBar(framework.bars, framework, c0, c1);
  hang(framework, c2, c0, c1);
  hang(framework, c3, c0, c1);
  if (model == BrickMasses::Nine) {
    hang(framework, point(0, -1, 4.0 / 36.0), c2, c3);
    hang(framework, point(1, 0, 4.0 / 36.0), c0, c3);
    hang(framework, point(0, 1, 4.0 / 36.0), c0, c1);
    hang(framework, point(-1, 0, 4.0 / 36.0), c1, c2);
    hang(framework, point(0, 0, 16.0 / 36.0), c0, c1);
  }
  return addOutline(framework, {c0, c1, c2, c3});
}

int addPolygon(Framework& framework, std::span<const Vec2> corners, double mass) {
  const std::size_t n = corners.size();
  assert(n >= 3);
  double twice_area = 0.0;
  Vec2 centroid = Vec2::Zero();
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double part = cross(corners[i] - corners[0], corners[i + 1] - corners[0]);
    twice_area += part;
    centroid += part * (corners[0] + corners[i] + corners[i + 1]) / 3.0;
  }
  centroid /= twice_area;

  std::vector<double> part(n);  // mass of the triangle (centroid, corner i, corner i + 1)
  for (std::size_t i = 0; i < n; ++i)
    part[i] = mass * cross(corners[i] - centroid, corners[(i + 1) % n] - centroid) / twice_area;
  std::vector<int> points;
  for (std::size_t i = 0; i < n; ++i)
    points.push_back(addPoint(framework, corners[i], (part[i] + part[(i + n - 1) % n]) / 12.0));
  const std::size_t base = lowestEdge(corners);
  const int b0 = points[base], b1 = points[(base + 1) % n];
  addBar(framework.bars, framework, b0, b1);
  for (std::size_t k = 2; k < n; ++k) hang(framework, points[(base + k) % n], b0, b1);
  for (std::size_t i = 0; i < n; ++i)
    hang(framework, addPoint(framework, (centroid + corners[i] + corners[(i + 1) % n]) / 3.0, 0.75 * part[i]), b0, b1);
  hang(framework, addPoint(framework, centroid, mass / 12.0), b0, b1);
  return addOutline(framework, std::move(points));
}

int addFixedPolygon(Framework& framework, std::span<const Vec2> corners) {
  std::vector<int> points;
  for (const Vec2& corner : corners) points.push_back(addPoint(framework, corner, 0.0));
  return addOutline(framework, std::move(points));
}

void mergePoints(Framework& framework, int first, int second) {
  assert(first != second);
  auto& masses = framework.masses;
  const bool fixed = framework.isFixed(first) || framework.isFixed(second);
  masses[first] = fixed ? 0.0 : masses[first] + masses[second];
  masses.erase(masses.begin() + second);
  const Eigen::Index after = framework.positions.size() - 2 * (second + 1);
  framework.positions.segment(2 * second, after) = framework.positions.tail(after).eval();
  framework.positions.conservativeResize(2 * framework.points());
  const auto rename = [=](int& point) {
    if (point == second) point = first;
    if (point > second) --point;
  };
  for (auto* bars : {&framework.bars, &framework.braces})
    for (Bar& bar : *bars) rename(bar.i), rename(bar.j);
  for (PointOutline& outline : framework.outlines)
    for (int& corner : outline.corners) rename(corner);
  for (auto& side : framework.sides)
    for (int& point : side) rename(point);
}

void addBraces(Framework& framework) {
  const auto connected = [&](int i, int j) {
    return std::ranges::any_of(framework.bars,
                               [&](const Bar& b) { return std::minmax(b.i, b.j) == std::minmax(i, j); });
  };
  for (const PointOutline& outline : framework.outlines)
    for (std::size_t a = 0; a < outline.corners.size(); ++a)
      for (std::size_t b = a + 1; b < outline.corners.size(); ++b) {
        const int i = outline.corners[a], j = outline.corners[b];
        if (framework.isFixed(i) || framework.isFixed(j) || connected(i, j)) continue;
        addBar(framework.braces, framework, i, j);
      }
}

}  // namespace keystone
