#include "session/method_colours.h"

#include <algorithm>
#include <array>

#include "solver/registry.h"

namespace keystone {
namespace {

// In the order of the registry. Told apart on the dark ground also by those who see no red or no green: colours that
// differ in lightness, too. Any two are at least 0.11 apart in OKLab (Ottosson 2020), and the second ten are dashed.
const std::array<Vec3, 20> kColours{Vec3{0.99, 0.87, 0.38}, {0.96, 0.37, 0.38}, {0.42, 0.69, 0.98}, {0.36, 0.80, 0.48},
                                    {0.97, 0.60, 0.23},     {0.78, 0.56, 0.98}, {0.70, 0.72, 0.76}, {0.66, 0.50, 0.36},
                                    {0.98, 0.62, 0.78},     {0.30, 0.85, 0.86}, {0.10, 0.60, 0.10}, {0.85, 0.10, 0.50},
                                    {0.10, 0.55, 0.60},     {0.65, 0.10, 1.00}, {0.90, 0.95, 1.00}, {1.00, 0.10, 0.80},
                                    {0.10, 0.45, 0.95},     {0.50, 1.00, 0.10}, {0.60, 1.00, 0.75}, {0.65, 0.35, 0.65}};
constexpr std::size_t kSolid = 10;

}  // namespace

MethodStyle methodStyle(const SolverInfo& solver) {
  const auto all = solvers();
  const auto number = static_cast<std::size_t>(std::ranges::find(all, &solver) - all.begin());
  return {kColours[number % kColours.size()], number >= kSolid};
}

}  // namespace keystone
