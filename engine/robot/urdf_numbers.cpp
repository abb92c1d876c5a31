#include "robot/urdf_numbers.h"

namespace keystone {
namespace {

struct Numbers {
  std::string_view tag, key;
  std::size_t count;
};
constexpr Numbers kNumbers[] = {
    {"origin", "xyz", 3},      {"origin", "rpy", 3},      {"axis", "xyz", 3},         {"mass", "value", 1},
    {"inertia", "ixx", 1},     {"inertia", "ixy", 1},     {"inertia", "ixz", 1},      {"inertia", "iyy", 1},
    {"inertia", "iyz", 1},     {"inertia", "izz", 1},     {"box", "size", 3},         {"sphere", "radius", 1},
    {"cylinder", "radius", 1}, {"cylinder", "length", 1}, {"mesh", "scale", 3},       {"limit", "lower", 1},
    {"limit", "upper", 1},     {"limit", "effort", 1},    {"dynamics", "damping", 1}, {"dynamics", "friction", 1},
};

void checkNumbers(const XmlElement& element) {
  for (const Numbers& numbers : kNumbers)
    if (element.is(numbers.tag)) element.numbers(numbers.key, numbers.count, numbers.count);
  forChildren(element, checkNumbers);
}

}  // namespace

UrdfPlaces checkUrdfNumbers(const XmlElement& robot) {
  UrdfPlaces places;
  forChildren(robot, [&](const XmlElement& part) {
    if (!part.is("link") && !part.is("joint")) return;
    const std::string name = std::string(part.tag()) + " " + inQuotes(part.text("name"));
    places.emplace(name, part.node->GetLineNum());
    try {
      checkNumbers(part);
    } catch (const RobotError& problem) {
      throw RobotError(std::string(problem.what()) + ", in " + name);
    }
  });
  return places;
}

}  // namespace keystone
