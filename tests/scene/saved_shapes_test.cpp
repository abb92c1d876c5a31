// Shapes at random in scenes that are read and saved: the second text is the first one.
#include <cmath>

#include "scene/scene_fixture.h"
#include "shape/compound.h"
#include "shape/mass_properties.h"
#include "shape/random_shapes.h"

namespace keystone {
namespace {

class SavedShapes : public SceneFolder {
 protected:
  void expectSavedBitByBit(const Scene& scene, const std::string& what) const {
    const Scene again = parseScene(sceneText(scene), "again.json", assetDir());
    EXPECT_EQ(sceneText(again), sceneText(scene)) << what;
    EXPECT_EQ(stateHash(again.simulation.world), stateHash(scene.simulation.world)) << what;
  }
};

std::string arrayText(const Vec3& v) {
  char text[128];
  std::snprintf(text, sizeof text, "[%.17g, %.17g, %.17g]", v.x(), v.y(), v.z());
  return text;
}

TEST_F(SavedShapes, OfEveryKindAreReadToTheLastBit) {
  RandomShapes random(11);
  for (int i = 0; i < 100; ++i) {
    Scene scene = parseScene(R"({"keystone": 1, "bodies": []})", "empty.json", assetDir());
    for (int part = 0; part < 2; ++part) {
      Collider collider;
      collider.shape = random.everySolid();
      if (part == 1)
        collider.shape =
            makeCompound({{collider.shape, {random.vector(1.0), random.turn()}}, {random.solid(), {}, 2.0}});
      const MassProperties mass = massProperties(collider.shape, 500.0);
      Body body;
      body.name = "body" + std::to_string(part);
      body.mass = mass.mass;
      body.inertia = mass.inertia;
      body.pose = {random.vector(10.0), random.turn()};
      addBody(scene.simulation.world, body, collider);
    }
    expectSavedBitByBit(scene, std::to_string(i));
  }
}

// Far from the origin the first centre of mass has the rounding of its distance.
TEST_F(SavedShapes, HullsAndMeshesWithAndWithoutHolesNearAndFar) {
  RandomShapes random(12);
  for (int i = 0; i < 60; ++i) {
    const Hull hull = random.hull();
    const double far = std::pow(10.0, random.uniform(-1.0, 4.0));
    const Vec3 place = far * random.direction();
    std::string points, obj;
    for (const Vec3& vertex : hull.data->vertices) {
      const Vec3 at = vertex + place;
      points += (points.empty() ? "" : ", ") + arrayText(at);
      obj += "v " + std::to_string(at.x()) + " " + std::to_string(at.y()) + " " + std::to_string(at.z()) + "\n";
    }
    for (std::size_t f = i % 2; f < hull.data->faces.size(); ++f) {  // every other one has a hole
      obj += "f";
      for (const int corner : hull.data->faces[f]) obj += " " + std::to_string(corner + 1);
      obj += "\n";
    }
    write("mesh.obj", obj);
    const std::string margin = i % 3 == 0 ? R"(, "margin": 0.05)" : "";
    for (const std::string& shape : {R"("type": "hull", "points": [)" + points + "]" + margin,
                                     R"("type": "mesh", "file": "mesh.obj", "close_holes": 64)" + margin})
      expectSavedBitByBit(load(R"({"keystone": 1, "bodies": [{"shape": {)" + shape + "}}]}"),
                          shape.substr(0, 30) + " at " + std::to_string(far) + " m");
  }
}

}  // namespace
}  // namespace keystone
