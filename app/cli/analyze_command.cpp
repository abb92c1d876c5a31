// keystone-cli analyze: would it stand, and if not, how does it begin to fall.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/progress.h"
#include "cli/setup.h"
#include "observe/analysis.h"

namespace keystone {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kSunk = 1e-9;  // [m], [1]: less reads as 0

struct AnalyzeOptions {
  std::string scene;
  MethodOptions method;
  double touching = 0.0;  // [m], gaps up to this count as contacts; 0: as in a step
  bool frictionless = false;
  Format format = Format::Table;
};

Json triple(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

Json bodyRows(const std::vector<FirstMotion>& motions, const World& world) {
  Json rows = Json::array();
  for (const FirstMotion& motion : motions)
    rows.push_back({{"name", world.bodies[motion.body].name},
                    {"linear", triple(motion.linear)},
                    {"angular", triple(motion.angular)}});
  return rows;
}

Json contactRows(const Analysis& analysis, const World& world) {
  Json rows = Json::array();
  for (const ContactAnswer& contact : analysis.contacts)
    rows.push_back({{"a", world.bodies[contact.a].name},
                    {"b", world.bodies[contact.b].name},
                    {"point", triple(contact.point)},
                    {"normal", triple(contact.normal)},
                    {"normal_force_N", contact.normal_force},
                    {"friction_N", triple(contact.friction)},
                    {"opens", contact.opens}});
  return rows;
}

Json lowestRows(const LowestState& lowest, const World& world) {
  const auto shown = [](double value) { return std::abs(value) < kSunk ? 0.0 : value; };
  Json rows = Json::array();
  for (const SunkBrick& brick : lowest.bricks)
    rows.push_back(
        {{"name", world.bodies[brick.body].name}, {"sink_m", shown(brick.sink)}, {"slope", shown(brick.slope)}});
  return rows;
}

// Null where it is not known, or where nothing ends the fall.
Json lowestEnergy(const Analysis& analysis) {
  if (analysis.balanced) return 0.0;
  return analysis.lowest && analysis.lowest->solved ? Json(analysis.lowest->energy) : Json(nullptr);
}

// Tables take numbers apart, so that they stand under each other; -0 and rounding read as 0.
Json components(const Json& row, const std::vector<std::string>& split, double rounding) {
  Json flat;
  for (const auto& [key, value] : row.items()) {
    const bool is_vector = value.is_array() && std::find(split.begin(), split.end(), key) != split.end();
    if (!is_vector) {
      flat[key] = value;
      continue;
    }
    const char* axis = "xyz";
    for (std::size_t k = 0; k < 3; ++k) {
      const double number = value[k];
      flat[key + "_" + axis[k]] = std::abs(number) < rounding ? 0.0 : number;
    }
  }
  return flat;
}

Json table(const Json& rows, const std::vector<std::string>& split, double rounding) {
  Json flat = Json::array();
  for (const Json& row : rows) flat.push_back(components(row, split, rounding));
  return flat;
}

Analysis analyzeShown(const Scene& scene, const AnalyzeOptions& options) {
  const Progress progress(0, scene.id);
  return analyze(scene.simulation,
                 {.touching = options.touching, .frictionless = options.frictionless, .others = true});
}

int analyzeScene(const AnalyzeOptions& options) {
  Scene scene = openScene(options.scene, options.method);
  leaveUnbounded(*scene.simulation.solver, scene.simulation.parameters);
  const World& world = scene.simulation.world;
  const Analysis analysis = analyzeShown(scene, options);
  Json result{{"scene", options.scene},
              {"balanced", analysis.balanced},
              {"equilibrium", analysis.balanced},
              {"second_solution", analysis.has_second},
              {"largest_m_s2", analysis.largest},
              {"threshold_m_s2", analysis.threshold},
              {"sinks_by_J", lowestEnergy(analysis)},
              {"solver", std::string(scene.simulation.solver->id)},
              {"status", std::string(toString(analysis.solve.status))},
              {"residual", analysis.residual.value},
              {"pivots", analysis.solve.pivots}};
  const Json bodies = bodyRows(analysis.motions, world), contacts = contactRows(analysis, world);
  const Json lowest = analysis.lowest ? lowestRows(*analysis.lowest, world) : Json(nullptr);
  if (options.format == Format::Json) {
    result["lowest"] = lowest;
    result["bodies"] = bodies;
    result["contacts"] = contacts;
    result["certificate"] = analysis.certificate.empty() ? Json(nullptr) : bodyRows(analysis.certificate, world);
    print(result, options.format);
  } else {
    print(result, options.format);
    std::printf("\nfirst accelerations [m/s^2], [rad/s^2]\n");
    print(table(bodies, {"linear", "angular"}, 1e-3 * analysis.threshold), options.format);
    if (!analysis.certificate.empty()) {
      std::printf("\ncertificate: a virtual motion that no contact hinders and that gravity drives\n");
      print(table(bodyRows(analysis.certificate, world), {"linear", "angular"}, 1e-3 * analysis.threshold),
            options.format);
    }
    if (analysis.lowest && analysis.lowest->solved) {
      std::printf("\nstate of least potential energy of bricks that do not slide sideways\n");
      print(lowest, options.format);
    }
    std::printf("\ncontacts [m], [N]\n");
    print(table(contacts, {"point", "normal", "friction_N"}, 1e-9), options.format);
  }
  return analysis.solve.status == SolveStatus::Converged ? 0 : 1;
}

}  // namespace

void addAnalyze(Commands& commands) {
  auto [command, options] = commands.add("analyze", "Would it stand; if not, how does it begin to fall", analyzeScene);
  command.add_option("scene", options.scene, "name in assets/scenes, or path of a scene file")->required();
  addSet(command, options.scene);
  addMethod(command, options.method, false);
  command.add_flag("--frictionless", options.frictionless, "leave friction out");
  command
      .add_option("--touching", options.touching,
                  "gap in metres up to which bodies touch (by default as in a step: 1e-5 at 60 Hz)")
      ->check(numberFrom(0.0, 1.0));
  addFormat(command, options.format);
}

}  // namespace keystone
