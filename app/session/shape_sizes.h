// The lengths of a shape, to be read and set: those of its row in the table of shapes, and of hulls of points the
// lengths of their bounds.
#pragma once

#include <string>

#include "shape/shape.h"

namespace keystone {

// How many there are; 0: the shape has none that can be set.
int sizeCount(const Shape& shape);
// [m], in the order of the table.
Vec3 sizesOf(const Shape& shape);
// The shape with these lengths [m], with the same margin.
Shape withSizes(const Shape& shape, const Vec3& sizes);
// What they are called, such as "radius, length".
std::string sizeNames(const Shape& shape);

}  // namespace keystone
