#include "world/coordinates.h"

#include <array>

namespace keystone {

std::span<const CoordinatesInfo> coordinates() {
  static constexpr std::array kCoordinates{
      CoordinatesInfo{Coordinates::Maximal, "maximal", "Maximal", "six of every body; joints are rows of the problem"},
      CoordinatesInfo{Coordinates::Reduced, "reduced", "Reduced",
                      "those that joints leave free, of trees of ball joints, hinges, sliders and fixed joints; loops "
                      "stay rows of the problem"},
  };
  return kCoordinates;
}

}  // namespace keystone
