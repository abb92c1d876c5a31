#include "collide/half_space_contact.h"

#include "collide/polytope_clip.h"

namespace keystone {

void halfSpaceContact(const Vec3& normal, double offset, const Polytope& solid, const Vec3& center, double tie,
                      Patch& patch) {
  patch.normal = normal;
  const double height = normal.dot(center) - offset;
  for (const int v : solid.face(opposingFace(solid, normal, tie))) {
    const double gap = height + normal.dot(solid.vertices[v]) - solid.margin;
    patch.add(center + solid.vertices[v] - (solid.margin + 0.5 * gap) * normal, gap, static_cast<std::uint32_t>(v));
  }
}

}  // namespace keystone
