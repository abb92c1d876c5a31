// Which colour everything has.
#pragma once

#include "view/gl_objects.h"
#include "world/world.h"

namespace keystone {

// Linear light of an sRGB colour.
glm::vec3 linearFromSrgb(const Vec3& srgb);

// sRGB colour of a body: its own where the world gives one, else by its kind. A dynamic body keeps its tone for life,
// whatever is added or removed around it. `baraff`: the paper's figures, black where fixed, else by layer.
Vec3 bodyColour(const World& world, int body, bool baraff);

// Air and ground of the picture, sRGB.
struct Backdrop {
  Vec3 zenith, horizon;
  Vec3 ground, ground_shade;  // lit by the sun, and where it does not reach
  Vec3 grid;                  // added on lines
};
Backdrop backdrop(bool baraff);

}  // namespace keystone
