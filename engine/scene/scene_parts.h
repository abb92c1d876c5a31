// Readers of the parts of a scene file. All throw SceneError (json_value.h); lengths in m, angles in rad, SI
// throughout.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "scene/scene_context.h"
#include "scene/scene_def.h"
#include "world/bounds.h"

namespace keystone {

// What a unit vector typed with seven digits may miss its length by, which is then made exact, and a place [m].
inline constexpr double kUnitTolerance = 1e-6;

// A vector: [x, y, z], or in a planar scene also [x, y]; z must be 0 there.
Vec3 readVector(const JsonValue& value, const Range& range, bool planar);
// Three edge lengths [m], or in a planar scene two (the depth is then 1).
Vec3 readSize(const JsonValue& value, bool planar);

PlacedShape readShape(const JsonValue& value, FileScope& file);
// The convex hull of points [m], swept by a ball of radius `margin` [m]; a degenerate set is blamed on `at`.
PlacedShape shapeFromPoints(const JsonValue& at, const std::vector<Vec3>& points, double margin = 0.0);

Material readMaterial(const JsonValue& value, const FileScope& file);
// The keys of Matter that stand in `value`: material, mass, density, layer, collides_with, colour.
Matter readMatter(const JsonValue& value, const FileScope& file);
// `own` and the keys readMatter understands.
std::vector<std::string_view> withMatterKeys(std::vector<std::string_view> own);

void readBody(const JsonValue& value, FileScope& file);
// Runs the generator that `value` describes. The table of generators is in generators.cpp.
void runGenerator(const JsonValue& value, FileScope& file);

// Body name -> index.
using BodyNames = std::map<std::string, int, std::less<>>;
// Adds the joint that `value` describes to the world, whose bodies are all there.
void readJoint(const JsonValue& value, const BodyNames& names, World& world);
// Adds the force that `value` describes, likewise.
void readForce(const JsonValue& value, const BodyNames& names, World& world);
// A label of a body or of a place.
SceneLabel readLabel(const JsonValue& value, const BodyNames& names, bool planar);
// A path; its body is not set.
Path readPath(const JsonValue& value, bool planar);
// Bodies with a path are where it is at world.time; `file` is named in the complaint.
void checkPaths(const std::string& file, const World& world);
// `orientation`, or `angle` about `axis`, else about z; both may be left out.
Quat readOrientation(const JsonValue& value, bool planar);
// [w, x, y, z], unit to seven digits; in a planar scene a turn about z.
Quat readQuaternion(const JsonValue& value, bool planar);

// The challenge that `value` describes; its table is one of the bodies read so far. Planar scenes only.
OverhangChallenge readChallenge(const JsonValue& value, FileScope& file);

// The keys that say how the scene runs and is seen rather than what it holds, into scene (its world included).
void readSettings(const JsonValue& root, Scene& scene);

}  // namespace keystone
