#include "ui_report.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace keystone {
namespace {

using Json = nlohmann::json;

Json triple(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

Json bodiesOf(const AppState& app) {
  Json list = Json::array();
  const World& world = app.world();
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Body& body = world.bodies[i];
    Json entry{{"name", body.name},
               {"dynamic", body.isDynamic()},
               {"position", triple(body.pose.position)},
               {"velocity", triple(body.velocity)},
               {"displacement", (body.pose.position - world.start[i]).norm()}};
    Vec2 pixel;
    if (app.camera.project(body.pose.position, pixel)) entry["pixel"] = {pixel.x(), pixel.y()};
    list.push_back(std::move(entry));
  }
  return list;
}

Json panelsJson(const AppState& app) {
  Json panels = Json::object();
  const auto add = [&](std::string_view name, const Rect& r) {
    if (!r.empty()) panels[std::string(name)] = {r.x, r.y, r.width, r.height};
  };
  for (const NamedRect& panel : panelsOf(app.layout)) add(panel.name, panel.rect);
  add("view", app.layout.view);
  return panels;
}

}  // namespace

void writeUiReport(const AppState& app, const std::string& path) {
  const Session& session = app.session;
  const Lane& lane = app.lane();
  const Json report{{"frame", app.frame},
                    {"step", lane.world.step},
                    {"time", lane.world.time},
                    {"paused", session.paused},
                    {"speed", session.speed},
                    {"scene", session.scene.id},
                    {"solver", lane.solver != nullptr ? std::string(lane.solver->id) : ""},
                    {"stepper", std::string(toString(lane.stepper))},
                    {"knobs", lane.knobs},
                    {"bodies", bodiesOf(app)},
                    {"selected", session.selected},
                    {"dragging", session.hand.has_value()},
                    {"drag_force", session.hand_force},
                    {"stack_tool", app.stack.on},
                    {"ghost_allowed", app.stack.valid && app.stack.allowed},
                    {"residual", lane.report.residual.value},
                    {"contacts", lane.report.contacts},
                    {"pivots", lane.report.solve.pivots},
                    {"state_hash", lane.report.state_hash},
                    {"undoable", session.undo.undoable()},
                    {"history", session.history.size()},
                    {"message", session.message.text},
                    {"trouble", session.message.kind == Message::Kind::Trouble},
                    {"step_trouble", session.trouble.text},
                    {"help", app.help},
                    {"picker", app.picker},
                    {"panels_shown", app.panels},
                    {"metrics", app.metrics},
                    {"panels", panelsJson(app)},
                    {"fps", app.fps},
                    {"real_time", session.rate.factor()},
                    {"recording", session.recorder ? session.recorder->path() : ""},
                    {"recorded_rows", session.recorder ? session.recorder->rows() : 0}};
  const std::string partial = path + ".part";
  std::ofstream(partial) << report.dump(1) << '\n';
  std::error_code ignored;
  std::filesystem::rename(partial, path, ignored);
}

}  // namespace keystone
