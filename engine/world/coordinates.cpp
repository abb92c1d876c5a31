#include "world/coordinates.h"

namespace keystone {

std::span<const CoordinatesInfo> coordinates() {
  static constexpr CoordinatesInfo kCoordinates[]{
      {Coordinates::Maximal, "maximal", "Maximal", "six of every body; joints are rows of the problem"},
      {Coordinates::Reduced, "reduced", "Reduced",
       "those that joints leave free, of trees of ball joints, hinges, sliders and fixed joints; loops "
       "stay rows of the problem"},
  };
  return kCoordinates;
}

}  // namespace keystone
