// Bad scene files: each fault gives one line that names the file, the place, what was found and what was expected.
#include <string>
#include <vector>

#include "scene/scene_fixture.h"

namespace keystone {
namespace {

struct Fault {
  std::string name;   // the fact under test
  std::string text;   // the file
  std::string place;  // JSON pointer or line and column
  std::string found;  // substrings of the message
  std::string expected;
};

std::string scene(const std::string& keys) {
  return R"({"keystone": 1, )" + keys + "}";
}
std::string planar(const std::string& keys) {
  return scene(R"("planar": true, )" + keys);
}
// A ball with these further keys, in space.
std::string ball(const std::string& keys) {
  return scene(R"("bodies": [{"shape": {"type": "sphere", "radius": 1}, )" + keys + "}]");
}
std::string planarBall(const std::string& keys) {
  return planar(R"("bodies": [{"shape": {"type": "sphere", "radius": 1}, )" + keys + "}]");
}
std::string shape(const std::string& text) {
  return scene(R"("bodies": [{"shape": )" + text + "}]");
}
std::string generator(const std::string& keys) {
  return scene(R"("generators": [{)" + keys + "}]");
}

std::vector<Fault> syntaxFaults() {
  return {
      {"an empty file", "", "line 1, column 1", "an empty file", "a JSON object"},
      {"white space alone", " \n\t\n", "line 1, column 1", "an empty file", "a JSON object"},
      {"a byte order mark", "\xef\xbb\xbf{\"keystone\": 1}", "line 1, column 1", "byte order mark", "UTF-8"},
      {"an array", "[1, 2]", "/", "an array of 2", "an object"},
      {"a bare number", "7", "/", "7", "an object"},
      {"null", "null", "/", "null", "an object"},
      {"text after the end", "{\"keystone\": 1}\n{}", "line 2, column 1", "'{'", "end of input"},
      {"a missing brace", "{\"keystone\": 1", "line 1, column 15", "end of input", "'}'"},
      {"a trailing comma", "{\"keystone\": 1,\n}", "line 2, column 1", "'}'", "string literal"},
      {"a missing comma", "{\"keystone\": 1 \"planar\": true}", "line 1", "string literal", "'}'"},
      {"a comment", "{\"keystone\": 1} // done", "line 1, column 17", "invalid literal", "end of input"},
      {"NaN", scene("\"step_rate\": NaN"), "line 1", "invalid literal", "JSON"},
      {"Infinity", scene("\"step_rate\": -Infinity"), "line 1", "invalid number", "digit"},
      {"a number beyond double", scene("\"step_rate\": 1e999"), "line 1", "too large", "a finite number"},
      {"a leading zero", scene("\"step_rate\": 060"), "line 1", "number literal", "'}'"},
      {"single quotes", "{'keystone': 1}", "line 1, column 2", "invalid literal", "string literal"},
      {"a stray byte in a string", "{\"keystone\": 1, \"name\": \"\xff\"}", "line 1", "ill-formed UTF-8", "JSON"},
      {"UTF-16", std::string("\xff\xfe{\0}\0", 6), "line 1, column 1", "invalid literal", "JSON"},
      {"a control character in a string", "{\"keystone\": 1, \"name\": \"a\nb\"}", "line", "control character", "JSON"},
      {"a duplicate key", "{\"keystone\": 1, \"keystone\": 1}", "/keystone", "twice", "once"},
      {"a duplicate key inside", ball("\"mass\": 1, \"mass\": 2"), "/bodies/0/mass", "twice", "once"},
      {"nesting without end", std::string(200000, '['), "/0/0/0", "nested deeper", "at most 32"},
  };
}

std::vector<Fault> headFaults() {
  return {
      {"no version", "{}", "/", "no key \"keystone\"", "one"},
      {"a later version", "{\"keystone\": 2}", "/keystone", "2", "version 1"},
      {"a version in words", "{\"keystone\": \"1\"}", "/keystone", "\"1\"", "version 1"},
      {"an unknown key", scene("\"gravitas\": 3"), "/gravitas", "unknown key \"gravitas\"", "gravity"},
      {"a planar flag in words", scene("\"planar\": \"yes\""), "/planar", "\"yes\"", "true or false"},
      {"a number for a name", scene("\"name\": 3"), "/name", "3", "a string"},
      {"gravity of two numbers in space", scene("\"gravity\": [0, -9.81]"), "/gravity", "an array of 2", "3 numbers"},
      {"gravity out of the plane", planar("\"gravity\": [0, 0, -9.81]"), "/gravity", "leaves the plane", "z = 0"},
      {"a step rate of zero", scene("\"step_rate\": 0"), "/step_rate", "0", "from 1 to 100000"},
      {"an unknown solver", scene("\"solver\": \"magic\""), "/solver", "\"magic\"", "pivoting"},
      {"an unknown solver id", scene("\"solver\": {\"id\": \"magic\"}"), "/solver/id", "\"magic\"", "pgs"},
      {"a solver without id", scene("\"solver\": {}"), "/solver", "no key \"id\"", "one"},
      {"an unknown parameter", scene("\"solver\": {\"id\": \"pgs\", \"parameters\": {\"sweeps\": 5}}"),
       "/solver/parameters/sweeps", "unknown key", "iterations"},
      {"a parameter out of range", scene("\"solver\": {\"id\": \"pgs\", \"parameters\": {\"omega\": 2.5}}"),
       "/solver/parameters/omega", "2.5", "from 0.05 to 1.95"},
      {"half an iteration", scene("\"solver\": {\"id\": \"pgs\", \"parameters\": {\"iterations\": 1.5}}"),
       "/solver/parameters/iterations", "1.5", "an integer"},
      {"a choice that is none", scene("\"solver\": {\"id\": \"pgs\", \"parameters\": {\"friction\": \"glue\"}}"),
       "/solver/parameters/friction", "\"glue\"", "cone"},
      {"an unknown stepper", scene("\"stepper\": \"giant\""), "/stepper", "\"giant\"", "velocity"},
      {"an unknown law of impacts", scene("\"stepper\": {\"id\": \"velocity\", \"impacts\": \"magic\"}"),
       "/stepper/impacts", "\"magic\"", "sequential"},
      {"an unknown time of impacts", scene("\"stepper\": {\"id\": \"velocity\", \"impact_time\": \"late\"}"),
       "/stepper/impact_time", "\"late\"", "exact"},
      {"an unknown law of restitution", scene("\"stepper\": {\"id\": \"velocity\", \"restitution_law\": \"galileo\"}"),
       "/stepper/restitution_law", "\"galileo\"", "stronge"},
      {"unknown coordinates", scene("\"stepper\": {\"id\": \"velocity\", \"coordinates\": \"polar\"}"),
       "/stepper/coordinates", "\"polar\"", "maximal"},
      {"an unknown integrator", scene("\"stepper\": {\"id\": \"velocity\", \"integrator\": \"euler\"}"),
       "/stepper/integrator", "\"euler\"", "semi_implicit_euler"},
      {"a tolerance of zero", scene("\"stepper\": {\"id\": \"velocity\", \"integrator_tolerance\": 0}"),
       "/stepper/integrator_tolerance", "0", "from 1e-12"},
      {"a negative margin", scene("\"stepper\": {\"id\": \"velocity\", \"margin\": -1}"), "/stepper/margin", "-1",
       "from 0"},
      {"a camera without distance", scene("\"camera\": {\"target\": [0, 0, 0]}"), "/camera", "no key \"distance\"",
       "one"},
      {"a drag cap of zero", scene("\"drag\": {\"cap\": 0}"), "/drag/cap", "0", "above 0"},
      {"a state before the start", scene("\"state\": {\"step\": -1, \"time\": 0}"), "/state/step", "-1", "from 0"},
  };
}

std::vector<Fault> bodyFaults() {
  return {
      {"bodies that are no array", scene("\"bodies\": {}"), "/bodies", "an empty object", "an array"},
      {"a body that is no object", scene("\"bodies\": [3]"), "/bodies/0", "3", "an object"},
      {"a body without shape", scene("\"bodies\": [{}]"), "/bodies/0", "no key \"shape\"", "one"},
      {"a misspelt key", ball("\"masss\": 1"), "/bodies/0/masss", "unknown key \"masss\"", "mass"},
      {"an unknown kind", ball("\"kind\": \"ghost\""), "/bodies/0/kind", "\"ghost\"", "static, kinematic, dynamic"},
      {"zero mass", ball("\"mass\": 0"), "/bodies/0/mass", "0", "above 0"},
      {"negative mass", ball("\"mass\": -2"), "/bodies/0/mass", "-2", "above 0"},
      {"mass in words", ball("\"mass\": \"heavy\""), "/bodies/0/mass", "\"heavy\"", "a number"},
      {"zero density", ball("\"density\": 0"), "/bodies/0/density", "0", "above 0"},
      {"mass and density", ball("\"mass\": 1, \"density\": 1"), "/bodies/0/density", "beside a mass", "one of the two"},
      {"a null position", ball("\"position\": null"), "/bodies/0/position", "null", "3 numbers"},
      {"a word in a position", ball("\"position\": [0, \"up\", 0]"), "/bodies/0/position/1", "\"up\"", "a number"},
      {"a position off the map", ball("\"position\": [0, 1e30, 0]"), "/bodies/0/position/1", "1e+30", "from -1000000"},
      {"two positions", ball("\"position\": [0, 0, 0], \"centre\": [0, 0, 0]"), "/bodies/0/centre", "beside a position",
       "one of the two"},
      {"a short quaternion", ball("\"orientation\": [1, 0, 0]"), "/bodies/0/orientation", "an array of 3", "4"},
      {"a quaternion that is not unit", ball("\"orientation\": [0.9, 0, 0, 0]"), "/bodies/0/orientation", "length 0.9",
       "length 1"},
      {"a zero quaternion", ball("\"orientation\": [0, 0, 0, 0]"), "/bodies/0/orientation", "length 0", "length 1"},
      {"an orientation and an angle", ball("\"orientation\": [1, 0, 0, 0], \"angle\": 1"), "/bodies/0/orientation",
       "beside an angle", "one of the two"},
      {"an axis without angle", ball("\"axis\": [0, 1, 0]"), "/bodies/0/axis", "without an angle", "both"},
      {"an axis that is not unit", ball("\"axis\": [0, 2, 0], \"angle\": 1"), "/bodies/0/axis/1", "2", "to 1"},
      {"a planar body off the plane", planarBall("\"position\": [0, 0, 1]"), "/bodies/0/position", "leaves the plane",
       "z = 0"},
      {"a planar body that is tilted", planarBall("\"orientation\": [0, 1, 0, 0]"), "/bodies/0/orientation",
       "out of the plane", "planar"},
      {"a planar body turned about y", planarBall("\"axis\": [0, 1, 0], \"angle\": 1"), "/bodies/0/axis",
       "out of the plane", "[0, 0, 1]"},
      {"a planar body that spins out", planarBall("\"omega\": [1, 0, 0]"), "/bodies/0/omega", "out of the plane",
       "a number"},
      {"a planar body that flies out", planarBall("\"velocity\": [0, 0, 1]"), "/bodies/0/velocity", "leaves the plane",
       "z = 0"},
      {"a spin as a number in space", ball("\"omega\": 3"), "/bodies/0/omega", "3", "3 numbers"},
      {"a static body that moves", ball("\"kind\": \"static\", \"velocity\": [1, 0, 0]"), "/bodies/0",
       "a velocity on a static body", "kinematic"},
      {"a static body that rests", ball("\"kind\": \"static\", \"rested\": true"), "/bodies/0/rested", "true",
       "dynamic"},
      {"a count of rest", ball("\"rested\": 30"), "/bodies/0/rested", "30", "true or false"},
      {"an inertia of two numbers", ball("\"inertia\": [1, 1]"), "/bodies/0/inertia", "an array of 2", "3 to 6"},
      {"an inertia that is not positive definite", ball("\"inertia\": [1, 1, 1, 5, 0, 0]"), "/bodies/0",
       "not positive definite", "positive definite"},
      {"a layer out of range", ball("\"layer\": 32"), "/bodies/0/layer", "32", "from 0 to 31"},
      {"no layer at all", ball("\"layer\": []"), "/bodies/0/layer", "an array of 0", "at least one"},
      {"a condim between", ball("\"material\": {\"condim\": 2}"), "/bodies/0/material/condim", "2", "1, 3, 4 or 6"},
      {"surfaces of one part", ball("\"surfaces\": []"), "/bodies/0/surfaces", "without parts", "a compound"},
      {"a mask out of range", ball("\"collides_with\": [0, -1]"), "/bodies/0/collides_with/1", "-1", "from 0 to 31"},
      {"a colour by name", ball("\"colour\": \"red\""), "/bodies/0/colour", "\"red\"", "#rrggbb"},
      {"a colour beyond white", ball("\"colour\": [1, 2, 0]"), "/bodies/0/colour/1", "2", "from 0 to 1"},
      {"an empty name", ball("\"name\": \"\""), "/bodies/0/name", "\"\"", "1 to 200"},
      {"a name twice", scene(R"("bodies": [{"name": "a", "shape": {"type": "sphere", "radius": 1}},
                                           {"name": "a", "shape": {"type": "sphere", "radius": 1}}])"),
       "/bodies/1", "\"a\" a second time", "unique"},
      {"a material that does not exist", ball("\"material\": \"ice\""), "/bodies/0/material", "\"ice\"", "/materials"},
      {"negative friction", ball("\"material\": {\"mu\": -0.1}"), "/bodies/0/material/mu", "-0.1", "from 0"},
      {"half a friction pair", ball("\"material\": {\"mu_static\": 0.1}"), "/bodies/0/material", "alone", "both"},
      {"sliding friction above sticking", ball("\"material\": {\"mu_static\": 0.1, \"mu_dynamic\": 0.2}"),
       "/bodies/0/material/mu_dynamic", "0.2", "to 0.1"},
      {"restitution above 1", ball("\"material\": {\"restitution\": 1.1}"), "/bodies/0/material/restitution", "1.1",
       "from 0 to 1"},
      {"a material table of numbers", scene("\"materials\": {\"ice\": 0.1}"), "/materials/ice", "0.1", "an object"},
      {"an unknown material key", scene("\"materials\": {\"a/b\": {\"friction\": 1}}"), "/materials/a~1b/friction",
       "unknown key", "mu"},
  };
}

std::vector<Fault> shapeFaults() {
  return {
      {"an unknown shape", shape("{\"type\": \"torus\"}"), "/bodies/0/shape/type", "\"torus\"", "box, sphere"},
      {"a shape in a word", shape("\"box\""), "/bodies/0/shape", "\"box\"", "an object"},
      {"a box without size", shape("{\"type\": \"box\"}"), "/bodies/0/shape", "no key \"size\"", "one"},
      {"a flat box", shape("{\"type\": \"box\", \"size\": [1, 0, 1]}"), "/bodies/0/shape/size/1", "0", "from 1e-06"},
      {"a negative radius", shape("{\"type\": \"sphere\", \"radius\": -1}"), "/bodies/0/shape/radius", "-1", "from"},
      {"a box with a radius", shape("{\"type\": \"box\", \"radius\": 1}"), "/bodies/0/shape/radius", "unknown key",
       "type, size"},
      {"a capsule without length", shape("{\"type\": \"capsule\", \"radius\": 1}"), "/bodies/0/shape",
       "no key \"length\"", "one"},
      {"a cylinder without length", shape("{\"type\": \"cylinder\", \"radius\": 1}"), "/bodies/0/shape",
       "no key \"length\"", "one"},
      {"a flat cylinder", shape("{\"type\": \"cylinder\", \"radius\": 1, \"length\": 0}"), "/bodies/0/shape/length",
       "0", "from 1e-06"},
      {"a cone without height", shape("{\"type\": \"cone\", \"radius\": 1}"), "/bodies/0/shape", "no key \"height\"",
       "one"},
      {"a cone in the plane", planar(R"("bodies": [{"shape": {"type": "cone", "radius": 1, "height": 2}}])"),
       "/bodies/0/shape/type", "\"cone\"", "a section in a planar scene"},
      {"a box with a negative margin", shape("{\"type\": \"box\", \"size\": [1, 1, 1], \"margin\": -0.1}"),
       "/bodies/0/shape/margin", "-0.1", "from 1e-06"},
      {"a sphere with a margin", shape("{\"type\": \"sphere\", \"radius\": 1, \"margin\": 0.1}"),
       "/bodies/0/shape/margin", "unknown key", "type, radius"},
      {"a margin on no prism in the plane", planar(R"("bodies": [{"shape": {"type": "hull", "margin": 0.1, "points":
          [[1, 0, 0], [-1, 1, 0], [-1, -1, 0], [0, 0, 1], [0, 0, -1]]}}])"),
       "/bodies/0/shape/margin", "no prism", "a prism in a planar scene"},
      {"an ellipsoid of two radii", shape("{\"type\": \"ellipsoid\", \"radii\": [1, 2]}"), "/bodies/0/shape/radii",
       "an array of 2", "3 numbers"},
      {"a cylinder in the plane", planar(R"("bodies": [{"shape": {"type": "cylinder", "radius": 1, "length": 2}}])"),
       "/bodies/0/shape/type", "\"cylinder\"", "a section in a planar scene"},
      {"an ellipsoid in the plane", planar(R"("bodies": [{"shape": {"type": "ellipsoid", "radii": [1, 2, 3]}}])"),
       "/bodies/0/shape/type", "\"ellipsoid\"", "a section in a planar scene"},
      {"a compound without parts", shape("{\"type\": \"compound\", \"parts\": []}"), "/bodies/0/shape/parts", "0",
       "1 to 256"},
      {"a half-space in a compound",
       shape("{\"type\": \"compound\", \"parts\": [{\"shape\": {\"type\": \"halfspace\"}}]}"),
       "/bodies/0/shape/parts/0/shape/type", "\"halfspace\"", "a convex solid as a part"},
      {"a compound in a compound",
       shape("{\"type\": \"compound\", \"parts\": [{\"shape\": {\"type\": \"compound\", \"parts\": [{\"shape\": "
             "{\"type\": \"sphere\", \"radius\": 1}}]}}]}"),
       "/bodies/0/shape/parts/0/shape/type", "\"compound\"", "a convex solid as a part"},
      {"a part of no density",
       shape("{\"type\": \"compound\", \"parts\": [{\"shape\": {\"type\": \"sphere\", \"radius\": 1}, "
             "\"relative_density\": 0}]}"),
       "/bodies/0/shape/parts/0/relative_density", "0", "above 0"},
      {"rows of heights that differ",
       shape("{\"type\": \"height_field\", \"spacing\": [1, 1], \"heights\": [[0, 0, 0], [0, 0]]}"),
       "/bodies/0/shape/heights/1", "a row of 2", "as many heights as in the first, 3"},
      {"a needle in a height field",
       shape(R"({"type": "height_field", "spacing": [0.001, 0.001], "heights": [[0, 0], [0, 65536]]})"),
       "/bodies/0/shape/heights", "cells far higher than they are wide", "some thousand spacings"},
      {"a height field in the plane",
       planar(R"("bodies": [{"shape": {"type": "height_field", "spacing": [1, 1], "heights": [[0, 0], [0, 0]]}}])"),
       "/bodies/0/shape/type", "\"height_field\"", "a section in a planar scene"},
      {"a half-space that moves", scene(R"("bodies": [{"kind": "dynamic", "shape": {"type": "halfspace"}}])"),
       "/bodies/0/kind", "\"dynamic\"", "\"static\""},
      {"a half-space with mass", scene(R"("bodies": [{"mass": 1, "shape": {"type": "halfspace"}}])"), "/bodies/0",
       "a mass on a half-space", "none"},
      {"a normal that is not unit", shape("{\"type\": \"halfspace\", \"normal\": [0, 0.5, 0]}"),
       "/bodies/0/shape/normal", "an array of 3", "length 1"},
      {"a hull of two points", shape("{\"type\": \"hull\", \"points\": [[0, 0, 0], [1, 0, 0]]}"),
       "/bodies/0/shape/points", "an array of 2", "3 to 1024"},
      {"a flat hull", shape("{\"type\": \"hull\", \"points\": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]}"),
       "/bodies/0/shape", "no solid", "convex solid"},
      {"a flat point in space", shape("{\"type\": \"hull\", \"points\": [[0, 0], [1, 0], [0, 1]]}"),
       "/bodies/0/shape/points/0", "an array of 2", "3 numbers"},
      {"a missing mesh", shape("{\"type\": \"mesh\", \"file\": \"nowhere.obj\"}"), "/bodies/0/shape/file",
       "no mesh file \"nowhere.obj\"", "folder of meshes"},
      {"a concave mesh without a concavity", shape("{\"type\": \"mesh\", \"file\": \"concave/star.obj\"}"),
       "/bodies/0/shape/file", "not convex", "or a \"concavity\""},
      {"a concave mesh with a margin",
       shape("{\"type\": \"mesh\", \"file\": \"concave/star.obj\", \"concavity\": 0.1, \"margin\": 0.1}"),
       "/bodies/0/shape/margin", "beside a concavity", "one of the two"},
      {"a concave mesh in the plane",
       planar(R"("bodies": [{"shape": {"type": "mesh", "file": "concave/star.obj", "concavity": 0.1}}])"),
       "/bodies/0/shape/concavity", "in a planar scene", "a compound of hulls"},
      {"a distance field with a margin",
       shape("{\"type\": \"mesh\", \"file\": \"concave/star.obj\", \"distance_field\": 0.1, \"margin\": 0.1}"),
       "/bodies/0/shape/margin", "beside a distance_field", "one of the two"},
      {"a distance field in the plane",
       planar(R"("bodies": [{"shape": {"type": "mesh", "file": "concave/star.obj", "distance_field": 0.1}}])"),
       "/bodies/0/shape/distance_field", "in a planar scene", "a compound of hulls"},
      {"a distance field of too many cells",
       shape("{\"type\": \"mesh\", \"file\": \"concave/star.obj\", \"distance_field\": 0.001}"), "/bodies/0/shape/file",
       "points of a grid", "cells of another size"},
      {"a distance field of cells larger than the solid",
       shape("{\"type\": \"mesh\", \"file\": \"concave/star.obj\", \"distance_field\": 5.0}"), "/bodies/0/shape/file",
       "nothing as thick as a cell", "cells of another size"},
      {"a distance field of an open mesh",
       shape("{\"type\": \"mesh\", \"file\": \"surfaces/stairs.obj\", \"distance_field\": 0.1}"),
       "/bodies/0/shape/file", "not closed", "one on each side"},
      {"a surface with a margin",
       shape("{\"type\": \"mesh\", \"file\": \"cut_stone.obj\", \"surface\": \"front\", \"margin\": 0.1}"),
       "/bodies/0/shape/margin", "beside a surface", "one of the two"},
      {"a hull with a margin",
       shape("{\"type\": \"mesh\", \"file\": \"cut_stone.obj\", \"hull\": true, \"margin\": 0.1}"),
       "/bodies/0/shape/margin", "beside a hull", "one of the two"},
      {"a surface with a concavity",
       shape("{\"type\": \"mesh\", \"file\": \"cut_stone.obj\", \"surface\": \"both\", \"concavity\": 0.1}"),
       "/bodies/0/shape/concavity", "beside a surface", "one of the two"},
      {"a surface of one more side", shape("{\"type\": \"mesh\", \"file\": \"cut_stone.obj\", \"surface\": \"back\"}"),
       "/bodies/0/shape/surface", "back", "both"},
      {"a surface in the plane",
       planar(R"("bodies": [{"shape": {"type": "mesh", "file": "cut_stone.obj", "surface": "front"}}])"),
       "/bodies/0/shape/surface", "in a planar scene", "a section"},
      {"a surface that falls", scene(R"("bodies": [{"kind": "dynamic",
                            "shape": {"type": "mesh", "file": "cut_stone.obj", "surface": "front"}}])"),
       "/bodies/0/kind", "\"dynamic\"", "\"kinematic\" for a surface"},
      {"a surface with mass",
       scene(R"("bodies": [{"mass": 1, "shape": {"type": "mesh", "file": "cut_stone.obj", "surface": "front"}}])"),
       "/bodies/0", "a mass on a surface", "none"},
      {"a mesh scaled to nothing", shape("{\"type\": \"mesh\", \"file\": \"octahedron.obj\", \"scale\": 0}"),
       "/bodies/0/shape/scale", "0", "from 1e-06"},
      {"a planar mesh beside the plane",
       planar(R"("bodies": [{"shape": {"type": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}}])"),
       "/bodies/0", "at z = 0.25", "planar"},
  };
}

std::vector<Fault> generatorFaults() {
  const std::string wall = R"("type": "wall", "size": [1, 1, 1], )";
  const std::string boxes = R"("type": "boxes", "size": [1, 1, 1], )";
  const std::string cards = R"("type": "card_house", "storeys": 1, "length": 1, "thickness": 0.02, "lean": 0.4, )";
  return {
      {"a generator without type", generator(""), "/generators/0", "no key \"type\"", "one"},
      {"an unknown generator", generator("\"type\": \"castle\""), "/generators/0/type", "\"castle\"", "wall, stack"},
      {"a wall without rows", generator(wall + "\"columns\": 3"), "/generators/0", "no key \"rows\"", "one"},
      {"half a column", generator(wall + "\"columns\": 2.5, \"rows\": 1"), "/generators/0/columns", "2.5",
       "an integer"},
      {"no rows", generator(wall + "\"columns\": 2, \"rows\": 0"), "/generators/0/rows", "0", "from 1"},
      {"an absurd wall", generator(wall + "\"columns\": 10000, \"rows\": 10000"), "/generators/0", "100005000 bodies",
       "at most 200000"},
      {"an absurd pyramid", generator(R"("type": "pyramid", "base": 1000, "size": [1, 1, 1])"), "/generators/0",
       "333833500 bodies", "at most 200000"},
      {"an absurd grid", generator(R"("type": "grid", "count": [10000, 10000, 10000], "spacing": [1, 1, 1],
                                      "shapes": [{"type": "sphere", "radius": 0.1}])"),
       "/generators/0", "bodies", "at most 200000"},
      {"a grid of half-spaces", generator(R"("type": "grid", "count": [1, 1, 1], "spacing": [1, 1, 1],
                                             "shapes": [{"type": "halfspace"}])"),
       "/generators/0/shapes/0", "a half-space", "that can move"},
      {"an unknown generator", generator("\"type\": \"castle\""), "/generators/0/type", "\"castle\"", "one of"},
      {"a ball on a chain held at both ends", generator(R"("type": "chain", "links": 2, "size": [1, 1, 1],
                                                           "hold": "both", "ball": {"radius": 1})"),
       "/generators/0/ball", "held at both ends", "\"first\""},
      {"a sag of a loose chain", generator(R"("type": "chain", "links": 2, "size": [1, 1, 1], "sag": 0.1)"),
       "/generators/0/sag", "held at one end", "\"both\""},
      {"a chain in no direction",
       generator(R"("type": "chain", "links": 2, "size": [1, 1, 1], "direction": [0, 0, 0])"),
       "/generators/0/direction", "an array of 3", "length 1"},
      {"a planar tower", planar(R"("generators": [{"type": "tower", "levels": 2, "size": [1, 1, 1]}])"),
       "/generators/0", "a planar scene", "3D"},
      {"a card that leans too far",
       generator(R"("type": "card_house", "storeys": 1, "length": 1, "thickness": 0.1, "lean": 0.6)"),
       "/generators/0/lean", "wider than a card", "smaller lean"},
      {"feet of cards that overlap", generator(cards + R"("feet_gap": -0.01)"), "/generators/0/feet_gap", "-0.01",
       "from 0"},
      {"cards across that end between the tops", generator(cards + R"("feet_gap": 0.02, "flat_share": 0.9)"),
       "/generators/0/flat_share", "between the tops", "larger share"},
      {"an arch whose ends are half fixed",
       generator(R"("type": "arch", "stones": 5, "inner_radius": 1, "thickness": 1, "fixed_ends": 0.5)"),
       "/generators/0/fixed_ends", "0.5", "true or false"},
      {"an arch with the feet of cards",
       generator(R"("type": "arch", "stones": 5, "inner_radius": 1, "thickness": 1, "feet_gap": 0.1)"),
       "/generators/0/feet_gap", "unknown key", "fixed_ends"},
      {"boxes nowhere", generator(boxes + R"("at": [])"), "/generators/0/at", "an array of 0", "an array of 1"},
      {"boxes repeated in place", generator(boxes + R"("at": [[0, 0, 0]], "repeat": 2)"), "/generators/0",
       "no key \"shift\"", "one"},
      {"a shift of boxes that are not repeated", generator(boxes + R"("at": [[0, 0, 0]], "shift": [0, 1, 0])"),
       "/generators/0", "no key \"repeat\"", "one"},
      {"an absurd number of boxes",
       generator(boxes + R"("at": [[0, 0, 0], [2, 0, 0], [4, 0, 0]], "repeat": 100000, "shift": [0, 1, 0])"),
       "/generators/0", "300000 bodies", "at most 200000"},
      {"an unknown generator key", generator(wall + "\"columns\": 2, \"rows\": 1, \"mortar\": 1"),
       "/generators/0/mortar", "unknown key", "columns"},
  };
}

// Between two unit balls "a" and "b" in space, and a static one "s".
std::string joint(const std::string& keys) {
  const std::string ball = R"({"shape": {"type": "sphere", "radius": 1}, "name": )";
  return scene("\"bodies\": [" + ball + "\"a\"}, " + ball + "\"b\", \"position\": [3, 0, 0]}, " + ball +
               R"("s", "kind": "static"}, )" + ball + R"("t", "kind": "static"}], "joints": [{)" + keys + "}]");
}

std::vector<Fault> jointFaults() {
  const std::string hinge = R"("type": "hinge", "b": "b", "anchor": [1, 0, 0], )";
  const auto gear = [](const std::string& keys) { return joint(R"("type": "gear", "a": "a", "b": "b", )" + keys); };
  return {
      {"a joint without type", joint(""), "/joints/0", "no key \"type\"", "one"},
      {"an unknown joint", joint(R"("type": "weld", "b": "b")"), "/joints/0/type", "\"weld\"", "ball, hinge"},
      {"a joint of nothing", joint(R"("type": "ball", "anchor": [0, 0, 0])"), "/joints/0", "neither", "a body"},
      {"an unknown body", joint(R"("type": "ball", "b": "c", "anchor": [0, 0, 0])"), "/joints/0/b", "\"c\"",
       "the name of a body"},
      {"a body joined to itself", joint(R"("type": "ball", "a": "b", "b": "b", "anchor": [0, 0, 0])"), "/joints/0/b",
       "\"b\"", "another body"},
      {"two static bodies", joint(R"("type": "fixed", "a": "s", "b": "t")"), "/joints/0", "nothing can move",
       "a dynamic body"},
      {"a static body and the world", joint(R"("type": "fixed", "b": "s")"), "/joints/0", "nothing can move",
       "a dynamic body"},
      {"a ball joint nowhere", joint(R"("type": "ball", "b": "b")"), "/joints/0", "no key \"anchor\"", "one"},
      {"two kinds of anchors",
       joint(R"("type": "ball", "b": "b", "anchor": [0, 0, 0], "local_anchors": [[0, 0, 0], [0, 0, 0]])"),
       "/joints/0/anchor", "beside local_anchors", "one of the two"},
      {"a hinge without axis", joint(R"("type": "hinge", "b": "b", "anchor": [1, 0, 0])"), "/joints/0",
       "no key \"axis\"", "one"},
      {"a long axis", joint(hinge + R"("axis": [1, 1, 0])"), "/joints/0/axis", "an array of 3", "length 1"},
      {"reversed limits", joint(hinge + R"("axis": [0, 1, 0], "limits": [1, -1])"), "/joints/0/limits",
       "a lower limit above", "[low, high]"},
      {"limits beyond a turn", joint(hinge + R"("axis": [0, 1, 0], "limits": [-4, 4])"), "/joints/0/limits",
       "more than a turn", "2 pi"},
      {"one limit", joint(hinge + R"("axis": [0, 1, 0], "limits": [0])"), "/joints/0/limits", "an array of 1", "2"},
      {"a weak motor", joint(hinge + R"("axis": [0, 1, 0], "motor": {"speed": 1, "max": 0})"), "/joints/0/motor/max",
       "0", "above 0"},
      {"negative friction", joint(hinge + R"("axis": [0, 1, 0], "friction": -1)"), "/joints/0/friction", "-1",
       "from 0"},
      {"a motor on a ball", joint(R"("type": "ball", "b": "b", "anchor": [0, 0, 0], "motor": {})"), "/joints/0/motor",
       "unknown key", "friction"},
      {"a slider without axis", joint(R"("type": "slider", "b": "b")"), "/joints/0", "no key \"axis\"", "one"},
      {"a rod of no length", joint(R"("type": "distance", "b": "b", "anchors": [[1, 0, 0], [1, 0, 0]])"), "/joints/0",
       "anchors at one point", "two points apart"},
      {"a negative length",
       joint(R"("type": "distance", "b": "b", "anchors": [[1, 0, 0], [2, 0, 0]], "limits": [-1, 1])"),
       "/joints/0/limits/0", "-1", "from 0"},
      {"an axis in a planar hinge", planar(R"("bodies": [{"name": "b", "shape": {"type": "sphere", "radius": 1}}],
                 "joints": [{"type": "hinge", "b": "b", "anchor": [0, 0], "axis": [0, 1]}])"),
       "/joints/0/axis", "unknown key", "anchor"},
      {"a gear with one end", joint(R"("type": "gear", "b": "b", "axis": [0, 1, 0], "teeth": [1, 2])"), "/joints/0",
       "a gear with one end", "both"},
      {"a gear with friction", joint(R"("type": "gear", "b": "b", "friction": 1)"), "/joints/0/friction", "unknown key",
       "teeth"},
      {"a gear without teeth", gear(R"("axis": [0, 1, 0])"), "/joints/0", "no key \"teeth\"", "one"},
      {"a gear without axis", gear(R"("teeth": [1, 2])"), "/joints/0", "no key \"axis\"", "one"},
      {"half a tooth", gear(R"("axis": [0, 1, 0], "teeth": [1, 2.5])"), "/joints/0/teeth/1", "2.5", "an integer"},
      {"no tooth", gear(R"("axis": [0, 1, 0], "teeth": [0, 2])"), "/joints/0/teeth/0", "0", "other than 0"},
      {"three wheels", gear(R"("axis": [0, 1, 0], "teeth": [1, 2, 3])"), "/joints/0/teeth", "an array of 3", "2"},
      {"a spring of nothing", joint(R"("type": "spring", "b": "b", "anchors": [[0, 0, 0], [1, 0, 0]])"), "/joints/0",
       "a spring without stiffness and damping", "above 0"},
      {"a springy rod", joint(R"("type": "distance", "b": "b", "anchors": [[0, 0, 0], [1, 0, 0]], "stiffness": 1)"),
       "/joints/0/stiffness", "unknown key", "limits"},
      {"a crooked frame", joint(R"("type": "fixed", "b": "b", "local_frames": [[1, 0, 0, 0], [1, 1, 0, 0]])"),
       "/joints/0/local_frames/1", "length", "length 1"},
  };
}

// Bodies: "t" a table, "tilted" one, "loose" one and "ball", none of which will do.
std::string challenge(const std::string& keys) {
  const std::string box = R"("shape": {"type": "box", "size": [2, 1]})";
  return planar(
      R"("bodies": [{"name": "t", "kind": "static", )" + box +
      R"(}, {"name": "tilted", "kind": "static", "angle": 0.1, "position": [5, 0], )" + box +
      R"(}, {"name": "loose", "position": [10, 0], )" + box +
      R"(}, {"name": "ball", "kind": "static", "position": [15, 0], "shape": {"type": "sphere", "radius": 1}}],
                "challenge": {)" +
      keys + "}");
}

std::vector<Fault> challengeFaults() {
  const std::string bricks = R"("bricks": 3, "size": [1, 0.3])";
  const auto withTable = [&](const std::string& name) { return challenge("\"table\": \"" + name + "\", " + bricks); };
  return {
      {"a challenge without table", challenge(bricks), "/challenge", "no key \"table\"", "one"},
      {"an unknown table", withTable("desk"), "/challenge/table", "\"desk\"", "a body"},
      {"a tilted table", withTable("tilted"), "/challenge/table", "\"tilted\"", "level"},
      {"a table that falls", withTable("loose"), "/challenge/table", "\"loose\"", "static"},
      {"a round table", withTable("ball"), "/challenge/table", "\"ball\"", "box"},
      {"a challenge without bricks", challenge(R"("table": "t", "size": [1, 1])"), "/challenge", "\"bricks\"", "one"},
      {"a challenge of no bricks", challenge(R"("table": "t", "bricks": 0, "size": [1, 1])"), "/challenge/bricks", "0",
       "from 1"},
      {"bricks of no size", challenge(R"("table": "t", "bricks": 3)"), "/challenge", "\"size\"", "one"},
      {"a challenge with a prize", challenge(R"("table": "t", "prize": 1, )" + bricks), "/challenge/prize",
       "unknown key", "table"},
      {"an unknown material of bricks", challenge(R"("table": "t", "material": "jelly", )" + bricks),
       "/challenge/material", "jelly", "material"},
      {"a challenge in space",
       scene(R"("bodies": [{"name": "t", "kind": "static", "shape": {"type": "box", "size": [2, 1, 1]}}],
             "challenge": {"table": "t", "bricks": 3, "size": [1, 1, 1]})"),
       "/challenge", "3D", "planar"},
  };
}

std::vector<Fault> labelFaults() {
  const auto label = [](const std::string& keys) {
    return scene(R"("bodies": [{"name": "a", "shape": {"type": "sphere", "radius": 1}}], "labels": [{)" + keys + "}]");
  };
  return {
      {"a label without text", label(R"("body": "a")"), "/labels/0", "no key \"text\"", "one"},
      {"a label of nothing", label(R"("text": "t")"), "/labels/0", "neither", "one"},
      {"a label twice", label(R"("text": "t", "body": "a", "at": [0, 0, 0])"), "/labels/0/at", "beside", "one"},
      {"a label of no body", label(R"("text": "t", "body": "b")"), "/labels/0/body", "\"b\"", "name of a body"},
      {"a label in colour", label(R"("text": "t", "body": "a", "colour": "red")"), "/labels/0/colour", "unknown key",
       "text"},
  };
}

TEST_F(SceneFolder, EveryFaultIsOneClearLine) {
  std::size_t count = 0;
  for (const auto& faults : {syntaxFaults(), headFaults(), bodyFaults(), shapeFaults(), generatorFaults(),
                             jointFaults(), challengeFaults(), labelFaults()}) {
    for (const Fault& fault : faults) {
      SCOPED_TRACE(fault.name);
      ++count;
      const std::string message = complaint(write("scene.json", fault.text));
      ASSERT_FALSE(message.empty()) << "it loads";
      EXPECT_TRUE(message.starts_with("scene.json: " + fault.place)) << message;
      const std::size_t found = message.find(": found "), expected = message.find(", expected ");
      ASSERT_NE(found, std::string::npos) << message;
      ASSERT_NE(expected, std::string::npos) << message;
      EXPECT_NE(message.find(fault.found, found), std::string::npos) << message;
      EXPECT_NE(message.find(fault.expected, expected), std::string::npos) << message;
      EXPECT_EQ(message.find_first_of("\r\n"), std::string::npos) << message;
      EXPECT_LT(message.size(), 500u) << message;
    }
  }
  EXPECT_GE(count, 100u);
}

TEST_F(SceneFolder, FileSystemFaultsAreTold) {
  EXPECT_EQ(complaint(path("absent.json")), "absent.json: found no such file, expected a scene file");
  std::filesystem::create_directory(path("folder.json"));
  EXPECT_EQ(complaint(path("folder.json")), "folder.json: found a directory, expected a scene file");
  EXPECT_NE(complaint("/dev/zero").find("a device or pipe"), std::string::npos);
  EXPECT_THROW(findScene("no_such_scene", assetDir()), SceneError);
  EXPECT_THROW(findScene("", assetDir()), SceneError);
}

TEST_F(SceneFolder, BadMeshesAreTold) {
  const std::string text = shape(R"({"type": "mesh", "file": "bad.obj"})");
  for (const char* mesh : {"", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "f 1 2 9\n", "this is not a mesh"}) {
    write("bad.obj", mesh);
    const std::string message = complaint(write("scene.json", text));
    EXPECT_TRUE(message.starts_with("scene.json: /bodies/0/shape/file: bad.obj: ")) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    const std::size_t expected = message.find(", expected ");
    EXPECT_NE(expected, std::string::npos) << message;
    EXPECT_EQ(message.find("expected", expected + 3), std::string::npos) << "one alone: " << message;
    EXPECT_EQ(message.find("concavity"), std::string::npos) << "which would mend nothing: " << message;
  }
}

TEST_F(SceneFolder, CyclicAndBottomlessIncludesAreTold) {
  EXPECT_NE(complaint(write("self.json", scene(R"("include": "self.json")"))).find("a cycle of includes"),
            std::string::npos);
  write("a.json", scene(R"("include": "./b.json")"));
  write("b.json", scene(R"("include": ["a.json"])"));
  EXPECT_EQ(complaint(path("a.json")),
            "b.json: /include/0: found a cycle of includes through \"a.json\", "
            "expected files that do not include themselves");
  for (int i = 0; i < 12; ++i) {
    write("deep" + std::to_string(i) + ".json", scene(R"("include": "deep)" + std::to_string(i + 1) + R"(.json")"));
  }
  EXPECT_NE(complaint(path("deep0.json")).find("/include: found includes nested deeper, expected at most 8"),
            std::string::npos);
  EXPECT_NE(complaint(write("gone.json", scene(R"("include": "nothing.json")"))).find("no file \"nothing.json\""),
            std::string::npos);
  write("flat.json", planar("\"bodies\": []"));
  EXPECT_NE(complaint(write("mixed.json", scene(R"("include": "flat.json")"))).find("a planar file"),
            std::string::npos);
}

TEST_F(SceneFolder, AFaultInAnIncludedFileNamesThatFile) {
  write("part.json", ball("\"mass\": -1"));
  EXPECT_TRUE(
      complaint(write("whole.json", scene(R"("include": "part.json")"))).starts_with("part.json: /bodies/0/mass"));
}

}  // namespace
}  // namespace keystone
