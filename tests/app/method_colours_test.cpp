#include "session/method_colours.h"

#include <gtest/gtest.h>

#include <cmath>

#include "solver/registry.h"

namespace keystone {
namespace {

double linear(double s) {
  return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
}

// OKLab of an sRGB colour (Ottosson 2020), where distances are nearly as they are seen.
Vec3 okLab(const Vec3& srgb) {
  const Vec3 c = srgb.unaryExpr([](double s) { return linear(s); });
  const Vec3 cones(std::cbrt(0.4122214708 * c.x() + 0.5363325363 * c.y() + 0.0514459929 * c.z()),
                   std::cbrt(0.2119034982 * c.x() + 0.6806995451 * c.y() + 0.1073969566 * c.z()),
                   std::cbrt(0.0883024619 * c.x() + 0.2817188376 * c.y() + 0.6299787005 * c.z()));
  return {0.2104542553 * cones.x() + 0.7936177850 * cones.y() - 0.0040720468 * cones.z(),
          1.9779984951 * cones.x() - 2.4285922050 * cones.y() + 0.4505937099 * cones.z(),
          0.0259040371 * cones.x() + 0.7827717662 * cones.y() - 0.8086757660 * cones.z()};
}

// 0.02 is what an eye just tells apart side by side; thin lines need several times that.
TEST(MethodColours, NoTwoSolversHaveColoursThatLookAlike) {
  for (const SolverInfo* one : solvers())
    for (const SolverInfo* other : solvers())
      if (one != other) {
        EXPECT_GT((okLab(methodStyle(*one).colour) - okLab(methodStyle(*other).colour)).norm(), 0.11)
            << one->id << " and " << other->id;
      }
}

// The dark ground of the plots has a lightness of about 0.2.
TEST(MethodColours, AllStandOutFromTheGround) {
  for (const SolverInfo* solver : solvers()) EXPECT_GT(okLab(methodStyle(*solver).colour).x(), 0.5) << solver->id;
}

}  // namespace
}  // namespace keystone
