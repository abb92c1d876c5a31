// Towers of bricks 1 x 0.5 as frameworks, on a fixed floor at y = 0.
#pragma once

#include <array>

#include "framework/framework.h"

namespace keystone {

constexpr double kBrickLength = 1.0, kBrickHeight = 0.5, kBrickMass = 1.0;  // [m], [m], [kg]

inline void addFloor(Framework& framework) {
  const std::array<Vec2, 4> corners{Vec2(-50, -1), Vec2(50, -1), Vec2(50, 0), Vec2(-50, 0)};
  addFixedPolygon(framework, corners);
}

// A brick whose centre is `x` from the middle, in the row of that number.
inline int addTowerBrick(Framework& framework, double x, int row, BrickMasses model) {
  return addBrick(framework, {x, (row + 0.5) * kBrickHeight}, {kBrickLength, kBrickHeight}, 0.0, kBrickMass, model);
}

inline void addRow(Framework& framework, int row, int across, BrickMasses model) {
  for (int i = 0; i < across; ++i) addTowerBrick(framework, (i - 0.5 * (across - 1)) * kBrickLength, row, model);
}

// Rows of 1, 2, ..., m, ..., 2, 1.
inline Framework diamond(int m, BrickMasses model) {
  Framework framework;
  addFloor(framework);
  for (int row = 0; row < 2 * m - 1; ++row) addRow(framework, row, row < m ? row + 1 : 2 * m - 1 - row, model);
  return framework;
}

// Rows of 1, 2, ..., m.
inline Framework invertedTriangle(int m, BrickMasses model) {
  Framework framework;
  addFloor(framework);
  for (int row = 0; row < m; ++row) addRow(framework, row, row + 1, model);
  return framework;
}

// n bricks, each overhanging by `share` of the most that balances.
inline Framework harmonicStack(int n, double share, BrickMasses model) {
  Framework framework;
  addFloor(framework);
  double x = 0.0;
  for (int level = 0; level < n; ++level) {
    if (level > 0) x += share * kBrickLength / (2.0 * (n - level));
    addTowerBrick(framework, x, level, model);
  }
  return framework;
}

}  // namespace keystone
