// A simulation's present state as a scene file that reloads to the same bits.
#include <algorithm>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "math/output_file.h"
#include "scene/scene_def.h"
#include "shape/compound_about.h"
#include "shape/distance_field.h"
#include "shape/height_field.h"
#include "shape/shape_kind.h"
#include "sleep/sleep.h"

namespace keystone {
namespace {

using Json = nlohmann::ordered_json;  // keys in the order a reader expects them

Json array(const Vec3& v) {
  return Json{v.x(), v.y(), v.z()};
}

Json array(const Quat& q) {
  return Json{q.w(), q.x(), q.y(), q.z()};
}

// The rate whose inverse is h to the last bit, where there is one.
double stepRate(double h) {
  const double rate = 1.0 / h;
  for (const double candidate : {std::round(rate), rate, std::nextafter(rate, 0.0), std::nextafter(rate, 2.0 * rate)}) {
    if (candidate > 0.0 && 1.0 / candidate == h) return candidate;
  }
  return rate;
}

// Those that are set.
Json parametersJson(std::span<const Parameter> parameters, const ParameterValues& values) {
  Json json = Json::object();
  for (const Parameter& parameter : parameters) {
    const auto set = values.find(parameter.id);
    if (set == values.end()) continue;
    if (parameter.type == Parameter::Type::Real) {
      json[std::string(parameter.id)] = set->second;
    } else if (parameter.type == Parameter::Type::Integer) {
      json[std::string(parameter.id)] = std::lround(set->second);
    } else {
      std::string_view choices = parameter.choices;
      for (long skip = std::lround(set->second); skip > 0; --skip) choices.remove_prefix(choices.find('|') + 1);
      json[std::string(parameter.id)] = std::string(choices.substr(0, choices.find('|')));
    }
  }
  return json;
}

Json solverJson(const Simulation& simulation) {
  return {{"id", std::string(simulation.solver->id)},
          {"parameters", parametersJson(simulation.solver->parameters, simulation.parameters)}};
}

Json stepperJson(const Simulation& simulation) {
  return {
      {"id", std::string(toString(simulation.stepper))},
      {"impacts", std::string(infoOf(impactLaws(), simulation.params.impacts).id)},
      {"restitution_law", std::string(infoOf(restitutionLaws(), simulation.params.restitution_law).id)},
      {"impact_time", std::string(infoOf(impactTimes(), simulation.params.impact_time).id)},
      {"integrator", std::string(infoOf(integrators(), simulation.params.integrator).id)},
      {"coordinates", std::string(infoOf(coordinates(), simulation.params.coordinates).id)},
      {"joint_errors", std::string(infoOf(jointErrors(), simulation.params.joint_errors).id)},
      {"baumgarte_alpha", simulation.params.baumgarte_alpha},
      {"baumgarte_beta", simulation.params.baumgarte_beta},
      {"erp", simulation.params.erp},
      {"cfm", simulation.params.cfm},
      {"integrator_tolerance", simulation.params.integrator_tolerance},
      {"margin", simulation.params.collide.margin},
      {"restitution_threshold", simulation.params.restitution_threshold},
      {"recovery_speed", simulation.params.recovery_speed},
      {"recovery_slop", simulation.params.recovery_slop},
      {"slip_speed", simulation.params.slip_speed},
      {"time_constant", simulation.params.time_constant},
      {"relinearise", simulation.params.relinearise},
      {"frictionless", simulation.params.frictionless},
      {"sleeping", simulation.params.sleeping},
      {"parameters", parametersJson(stepperInfo(simulation.stepper).parameters, simulation.stepper_parameters)},
  };
}

Json shapeJson(const Shape& shape);

Json gridJson(const HeightGrid& grid) {
  Json rows = Json::array();
  for (auto row = grid.heights.begin(); row != grid.heights.end(); row += grid.columns)
    rows.push_back(std::vector<double>(row, row + grid.columns));
  return {{"type", "height_field"},
          {"spacing", {grid.spacing_x, grid.spacing_z}},
          {"depth", grid.depth},
          {"heights", rows}};
}

Json bareShapeJson(const Shape& shape) {
  if (const ShapeKind& kind = kindOf(shape); !kind.sizes.empty()) {
    Json json = {{"type", std::string(kind.id)}};
    const Vec3 sizes = kind.sizesOf(shape);
    Eigen::Index at = 0;
    for (const ShapeSize& size : kind.sizes) {
      json[std::string(size.key)] = size.numbers == 1 ? Json(sizes[at]) : array(sizes);
      at += size.numbers;
    }
    return json;
  }
  if (const auto* half_space = std::get_if<HalfSpace>(&shape)) {
    return {{"type", "halfspace"}, {"normal", array(half_space->normal)}, {"offset", half_space->offset}};
  }
  const auto* compound = std::get_if<Compound>(&shape);
  if (compound != nullptr && compound->data->grid) return gridJson(*compound->data->grid);
  if (compound != nullptr && compound->data->mesh) {
    const MeshOrigin& mesh = *compound->data->mesh;
    if (isSurface(shape)) {
      const char* const sides = compound->data->sides == Sides::Front ? "front" : "both";
      return {{"type", "mesh"}, {"file", mesh.source}, {"scale", mesh.scale}, {"surface", sides}};
    }
    Json json = {{"type", "mesh"}, {"file", mesh.source}, {"scale", mesh.scale}};
    if (const DistanceField* field = fieldOf(shape))
      json["distance_field"] = field->grid.cell;
    else
      json["concavity"] = mesh.concavity;
    if (mesh.close_holes > 0) json["close_holes"] = mesh.close_holes;
    return json;
  }
  if (compound != nullptr) {
    Json parts = Json::array();
    for (const Part& part : compound->data->parts)
      parts.push_back({{"shape", shapeJson(part.shape)},
                       {"centre", array(part.pose.position)},
                       {"orientation", array(part.pose.orientation)},
                       {"relative_density", part.density}});
    Json json = {{"type", "compound"}, {"parts", parts}};
    if (isOffCentre(*compound)) json["centre_of_mass"] = array(Vec3(0.0, 0.0, 0.0));
    return json;
  }
  const HullData& hull = *std::get<Hull>(shape).data;
  if (!hull.source.empty()) return {{"type", "mesh"}, {"file", hull.source}, {"scale", hull.scale}};
  Json points = Json::array();
  for (const Vec3& vertex : hull.vertices) points.push_back(array(vertex));
  return {{"type", "hull"}, {"points", points}};
}

Json shapeJson(const Shape& shape) {
  Json json = bareShapeJson(shape);
  if (const double margin = marginOf(shape); margin > 0.0) json["margin"] = margin;
  return json;
}

Json layersJson(std::uint32_t bits) {
  Json layers = Json::array();
  for (int layer = 0; layer < 32; ++layer) {
    if ((bits >> layer & 1u) != 0) layers.push_back(layer);
  }
  return layers;
}

// Names must be unique in a file; a world may hold copies.
std::string uniqueName(std::string name, std::set<std::string>& taken) {
  if (name.empty()) name = "body";
  std::string candidate = name;
  for (int copy = 2; !taken.insert(candidate).second; ++copy) candidate = name + "~" + std::to_string(copy);
  return candidate;
}

Json materialJson(const Material& material) {
  Json json = {{"mu_static", material.friction_static},
               {"mu_dynamic", material.friction_dynamic},
               {"restitution", material.restitution}};
  if (material.restitution_tangential != 0.0) json["restitution_tangential"] = material.restitution_tangential;
  if (material.torsional > 0.0) json["torsional_friction"] = material.torsional;
  if (material.rolling > 0.0) json["rolling_friction"] = material.rolling;
  if (material.coupled) json["coupled_friction"] = true;
  if (!material.grain.isZero(0.0)) {
    json["grain"] = array(material.grain);
    json["mu_across"] = material.across * material.friction_static;
  }
  if (material.rule == FrictionRule::Larger) json["combine"] = "larger";
  if (material.priority != 0) json["priority"] = material.priority;
  if (material.condim != Material().condim) json["condim"] = material.condim;
  return json;
}

Json surfaceJson(const Material& material, std::uint32_t layer, std::uint32_t mask) {
  Json json = {{"material", materialJson(material)}, {"layer", layersJson(layer)}};
  if (mask != 0xffffffffu) json["collides_with"] = layersJson(mask);
  return json;
}

Json pathJson(const Path& path) {
  Json keys = Json::array();
  for (const Keyframe& key : path.keys)
    keys.push_back(
        {{"time", key.time}, {"position", array(key.pose.position)}, {"orientation", array(key.pose.orientation)}});
  return {{"keys", keys}, {"loop", path.loop}, {"ease", path.ease}};
}

Json bodyJson(const World& world, std::size_t index, const std::string& name) {
  const Body& body = world.bodies[index];
  const Collider& collider = world.colliders[index];
  const Quat& q = body.pose.orientation;
  Json json = {{"name", name},
               {"kind", toString(body.kind)},
               {"shape", shapeJson(collider.shape)},
               {"centre", array(body.pose.position)},
               {"orientation", {q.w(), q.x(), q.y(), q.z()}}};
  if (body.kind != BodyKind::Static) {
    json["velocity"] = array(body.velocity);
    json["omega"] = array(body.omega);
  }
  if (body.isDynamic() && hasRested(world, static_cast<int>(index))) json["rested"] = true;
  if (!isHalfSpace(collider.shape) && !isSurface(collider.shape)) {
    const Mat3& I = body.inertia;
    json["mass"] = body.mass;
    json["inertia"] = {I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)};
  }
  json.update(surfaceJson(collider.material, collider.layer, collider.mask));
  for (const PartSurface& part : collider.parts)
    json["surfaces"].push_back(surfaceJson(part.material, part.layer, part.mask));
  if (world.colours[index].minCoeff() >= 0.0) json["colour"] = array(world.colours[index]);
  if (!collider.surface_velocity.isZero(0.0)) json["surface_velocity"] = array(collider.surface_velocity);
  for (const Path& path : world.paths)
    if (path.body == static_cast<int>(index)) json["path"] = pathJson(path);
  return json;
}

Json jointJson(const Joint& joint, const std::vector<std::string>& names) {
  const JointKindInfo& kind = infoOf(joint.kind);
  Json json;
  if (!joint.name.empty()) json["name"] = joint.name;
  json["type"] = std::string(toString(joint.kind));
  if (joint.a >= 0) json["a"] = names[joint.a];
  if (joint.b >= 0) json["b"] = names[joint.b];
  if (kind.anchors != JointKindInfo::Anchors::Centres)
    json["local_anchors"] = {array(joint.anchor_a), array(joint.anchor_b)};
  if (kind.turns) json["local_frames"] = {array(joint.frame_a), array(joint.frame_b)};
  const bool is_limited = std::isfinite(joint.low) || std::isfinite(joint.high);
  if (joint.hasCoordinate() && (is_limited || joint.kind == JointKind::Distance))  // else that would be a rod
    json["limits"] = {std::isfinite(joint.low) ? Json(std::max(joint.low, kind.least)) : Json(nullptr),
                      std::isfinite(joint.high) ? Json(std::min(joint.high, kind.most)) : Json(nullptr)};
  if (!kind.pair.empty()) json[std::string(kind.pair)] = joint.pair;
  if (joint.motor_max > 0.0) json["motor"] = {{"speed", joint.motor_speed}, {"max", joint.motor_max}};
  if (joint.friction > 0.0) json["friction"] = joint.friction;
  if (joint.isotropic) json["isotropic"] = true;
  if (joint.hasSpring()) {
    json["stiffness"] = joint.stiffness;
    json["damping"] = joint.damping;
  }
  if (joint.hasSpring() || joint.rest != 0.0) json["rest"] = joint.rest;
  if (joint.rest_speed != 0.0) json["rest_speed"] = joint.rest_speed;
  if (joint.armature > 0.0) json["armature"] = joint.armature;
  if (joint.effort != 0.0) json["effort"] = joint.effort;
  if (joint.collide != (joint.kind == JointKind::Spring)) json["collide"] = joint.collide;
  return json;
}

Json forceJson(const AppliedForce& force, const std::vector<std::string>& names) {
  Json json = Json::object();
  if (!force.name.empty()) json["name"] = force.name;
  json["body"] = names[force.body];
  json["force"] = array(force.force);
  json["torque"] = array(force.torque);
  json["local_point"] = array(force.point);
  if (force.in_body) json["axes"] = "body";
  if (force.from > 0.0) json["from"] = force.from;
  if (std::isfinite(force.until)) json["until"] = force.until;
  if (!force.isPeriodic()) return json;
  json["frequency"] = force.frequency;
  json["phase"] = force.phase;
  return json;
}

Json headJson(const Scene& scene) {
  const World& world = scene.simulation.world;
  Json json = {{"keystone", 1}};
  if (!scene.name.empty()) json["name"] = scene.name;
  if (!scene.group.empty()) json["group"] = scene.group;
  if (!scene.description.empty()) json["description"] = scene.description;
  if (!scene.source.empty()) json["source"] = scene.source;
  json["planar"] = world.planar;
  json["gravity"] = array(world.gravity);
  json["step_rate"] = stepRate(world.h);
  if (scene.simulation.solver != nullptr) json["solver"] = solverJson(scene.simulation);
  json["stepper"] = stepperJson(scene.simulation);
  if (scene.camera.given) {
    json["camera"] = {{"target", array(scene.camera.target)},
                      {"yaw", scene.camera.yaw},
                      {"pitch", scene.camera.pitch},
                      {"distance", scene.camera.distance},
                      {"orthographic", scene.camera.orthographic}};
  }
  json["drag"] = {{"cap", scene.drag_cap}};
  json["state"] = {{"step", world.step}, {"time", world.time}};
  return json;
}

Json challengeJson(const OverhangChallenge& challenge) {
  return {{"table", challenge.table},
          {"bricks", challenge.bricks},
          {"size", array(2.0 * challenge.half)},
          {"density", challenge.density},
          {"material", materialJson(challenge.material)}};
}

Json labelJson(const SceneLabel& label) {
  Json json = {{"text", label.text}};
  if (label.body.empty()) {
    json["at"] = array(label.at);
  } else {
    json["body"] = label.body;
  }
  return json;
}

// Bytes that are not UTF-8, from names in other programs' files, become U+FFFD.
std::string lineOf(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string listText(const std::string& key, const std::vector<std::string>& lines) {
  std::string text = "  \"" + key + "\": [";
  for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? "\n    " : ",\n    ") + lines[i];
  return text + "\n  ]";
}

}  // namespace

// One line per setting, body and joint: readable, and short in a diff.
std::string sceneText(const Scene& scene) {
  const World& world = scene.simulation.world;
  std::string text = "{\n";
  const Json head = headJson(scene);
  for (const auto& [key, value] : head.items()) text += "  \"" + key + "\": " + lineOf(value) + ",\n";
  std::set<std::string> taken;
  std::vector<std::string> names, bodies, joints, forces, no_contact, labels;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    names.push_back(uniqueName(world.bodies[i].name, taken));
    bodies.push_back(lineOf(bodyJson(world, i, names.back())));
  }
  for (const Joint& joint : world.joints) joints.push_back(lineOf(jointJson(joint, names)));
  for (const AppliedForce& force : world.forces) forces.push_back(lineOf(forceJson(force, names)));
  for (const auto& [a, b] : world.no_contact) no_contact.push_back(lineOf({names[a], names[b]}));
  for (const SceneLabel& label : scene.labels)
    if (label.body.empty() || taken.contains(label.body)) labels.push_back(lineOf(labelJson(label)));
  text += listText("bodies", bodies);
  if (!joints.empty()) text += ",\n" + listText("joints", joints);
  if (!forces.empty()) text += ",\n" + listText("forces", forces);
  if (!no_contact.empty()) text += ",\n" + listText("no_contact", no_contact);
  if (!labels.empty()) text += ",\n" + listText("labels", labels);
  const bool has_table = scene.challenge && taken.contains(scene.challenge->table);  // it can be deleted
  if (has_table) text += ",\n  \"challenge\": " + lineOf(challengeJson(*scene.challenge));
  return text + "\n}\n";
}

std::string bodyText(const Body& body, const Collider& collider) {
  World alone;
  alone.planar = body.planar;
  addBody(alone, body, collider);
  return lineOf(bodyJson(alone, 0, body.name));
}

void saveScene(const Scene& scene, const std::string& path) {
  writeFile(path, sceneText(scene));
}

}  // namespace keystone
