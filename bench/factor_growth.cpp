// How the factor of the bodies' system grows with the number of bodies, and how many bodies lie on the borders of
// parts that the system is cut into: what docs/scaling.md counts with.
//   keystone_factor_growth [LARGEST]   largest number of bodies, 17,000 by default: 1 GiB
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "math/block_factor.h"

namespace keystone {
namespace {

constexpr int kUnknowns = 6;  // a body, in space

// Bricks in running bond, in layers: each lies on two of the layer below in a wall, on four in a solid block, and
// touches those beside it.
struct Bricks {
  std::array<int, 3> size;  // along x, y (up), z
  int count() const { return size[0] * size[1] * size[2]; }
  int number(int x, int y, int z) const { return (y * size[2] + z) * size[0] + x; }
  bool has(int x, int z) const { return x >= 0 && x < size[0] && z >= 0 && z < size[2]; }
};

Edges edgesOf(const Bricks& bricks) {
  Edges edges;
  const auto [nx, ny, nz] = bricks.size;
  for (int y = 0; y < ny; ++y)
    for (int z = 0; z < nz; ++z)
      for (int x = 0; x < nx; ++x) {
        const int own = bricks.number(x, y, z);
        if (x + 1 < nx) edges.emplace_back(own, bricks.number(x + 1, y, z));
        if (z + 1 < nz) edges.emplace_back(own, bricks.number(x, y, z + 1));
        const int shift = y % 2;  // odd layers stand half a brick on
        for (const int dx : {0, 1})
          for (const int dz : {0, 1}) {
            const int below_x = x + dx - 1 + shift, below_z = z + dz - 1 + shift;
            if (y > 0 && (nz > 1 || dz == 0) && bricks.has(below_x, nz > 1 ? below_z : 0))
              edges.emplace_back(own, bricks.number(below_x, y - 1, nz > 1 ? below_z : 0));
          }
      }
  return edges;
}

double secondsSince(std::clock_t begin) {
  return double(std::clock() - begin) / CLOCKS_PER_SEC;
}

void measureFactor(const char* name, const Bricks& bricks) {
  Edges edges = edgesOf(bricks);
  const std::clock_t ordering = std::clock();
  const auto pattern = blockPattern(bricks.count(), edges);
  const double order_s = secondsSince(ordering);
  double products = 0.0;  // of blocks
  int widest = 0;         // column
  for (int k = 0; k < pattern->nodes(); ++k) {
    const int below = pattern->start[k + 1] - pattern->start[k] - 1;
    products += 0.5 * below * (below + 1.0);
    widest = std::max(widest, below);
  }
  BlockFactor<kUnknowns> factor;
  const std::clock_t factoring = std::clock();
  factor.begin(*pattern, true, 1.0 + bricks.count());
  for (const auto& [a, b] : edges) factor.lower(pattern->find(a, b).first).setIdentity();
  if (!factor.factor()) std::exit(1);
  const double block_bytes = 8.0 * kUnknowns * kUnknowns;
  std::printf("%s,%d,%zu,%d,%.1f,%.1f,%d,%.2f,%.3f,%.3f\n", name, bricks.count(), edges.size(), pattern->blocks(),
              double(pattern->blocks()) / bricks.count(), block_bytes * pattern->blocks() / 1e6, widest,
              2.0 * kUnknowns * kUnknowns * kUnknowns * products / 1e9, order_s, secondsSince(factoring));
  std::fflush(stdout);
}

// The part of a brick: parts are cuboids of the lattice.
int partOf(const Bricks& bricks, const std::array<int, 3>& parts, int body) {
  const int x = body % bricks.size[0], z = body / bricks.size[0] % bricks.size[2];
  const int y = body / (bricks.size[0] * bricks.size[2]);
  const auto along = [&](int at, int axis) {
    const auto i = static_cast<std::size_t>(axis);
    return static_cast<int>(static_cast<long>(at) * parts[i] / bricks.size[i]);
  };
  return (along(y, 1) * parts[2] + along(z, 2)) * parts[0] + along(x, 0);
}

// Bodies of a part that touch bodies of a part with a larger number: with them taken out, the parts are apart.
void measureBorders(const char* name, const Bricks& bricks, const std::array<int, 3>& parts) {
  std::vector<char> on_border(static_cast<std::size_t>(bricks.count()), 0);
  const int count = parts[0] * parts[1] * parts[2];
  std::vector<int> inside(static_cast<std::size_t>(count), 0), border(inside), neighbours(inside);
  std::vector<char> adjacent(static_cast<std::size_t>(count) * static_cast<std::size_t>(count), 0);
  for (const auto& [a, b] : edgesOf(bricks)) {
    const int p = partOf(bricks, parts, a), q = partOf(bricks, parts, b);
    if (p == q) continue;
    on_border[p < q ? a : b] = 1;
    adjacent[(std::min(p, q)) * count + std::max(p, q)] = 1;
  }
  for (int body = 0; body < bricks.count(); ++body) {
    const auto part = static_cast<std::size_t>(partOf(bricks, parts, body));
    (on_border[body] != 0 ? border : inside)[part] += 1;
  }
  for (int p = 0; p < count; ++p)
    for (int q = p + 1; q < count; ++q)
      if (adjacent[p * count + q] != 0)
        for (const int part : {p, q}) ++neighbours[part];
  int on_borders = 0;
  for (const int bodies : border) on_borders += bodies;
  std::printf("%s,%d,%d,%d,%d,%d,%d\n", name, bricks.count(), count, *std::ranges::max_element(inside), on_borders,
              *std::ranges::max_element(border), *std::ranges::max_element(neighbours));
}

int run(int largest) {
  std::printf("graph,bodies,pairs,blocks,blocks per body,MB,widest column,Gflop,order s,factor s (processor)\n");
  for (int n = 16; n * n <= largest; n *= 2) measureFactor("wall", {{n, n, 1}});
  for (int n = 4; n * n * n <= largest; n = n < 8 ? 2 * n : n + n / 2) measureFactor("block", {{n, n, n}});
  std::printf("graph,bodies,parts,most bodies inside,bodies on borders,most of a part,most neighbours\n");
  for (const int n : {2, 4, 8}) measureBorders("block", {{100, 100, 100}}, {n, n, n});
  for (const int n : {4, 8, 16}) measureBorders("wall", {{1000, 1000, 1}}, {n, n, 1});
  return 0;
}

}  // namespace
}  // namespace keystone

int main(int argc, char** argv) {
  return keystone::run(argc > 1 ? std::atoi(argv[1]) : 17'000);
}
