#include "probe/state.h"

#include <imgui.h>

#include <algorithm>
#include <array>

#include "view/thumbnails.h"

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
               {"mass", body.mass},
               {"colour", triple(world.colours[i])},
               {"friction", world.colliders[i].material.friction_static},
               {"restitution", world.colliders[i].material.restitution},
               {"position", triple(body.pose.position)},
               {"velocity", triple(body.velocity)},
               {"displacement", (body.pose.position - world.start[i]).norm()}};
    Vec2 pixel;
    if (app.camera.project(body.pose.position, pixel)) entry["pixel"] = {pixel.x(), pixel.y()};
    list.push_back(std::move(entry));
  }
  return list;
}

Json jointsJson(const World& world) {
  Json list = Json::array();
  for (const Joint& joint : world.joints)
    list.push_back({{"type", std::string(toString(joint.kind))},
                    {"a", joint.a},
                    {"b", joint.b},
                    {"at", joint.hasCoordinate() ? coordinateOf(joint, world.bodies) : 0.0},
                    {"limits", {std::clamp(joint.low, -1e9, 1e9), std::clamp(joint.high, -1e9, 1e9)}},
                    {"motor", {joint.motor_speed, joint.motor_max}},
                    {"target", joint.rest}});
  return list;
}

Json panelsJson(const AppState& app) {
  Json panels = Json::object();
  const auto add = [&](std::string_view name, const Rect& r) {
    if (!r.empty()) panels[std::string(name)] = r;
  };
  for (const NamedRect& panel : panelsOf(app.layout)) add(panel.name, panel.rect);
  add("view", app.layout.view);
  return panels;
}

Json microscopeJson(const AppState& app) {
  if (!app.session.microscope) return nullptr;
  const Microscope& microscope = *app.session.microscope;
  const TraceReplay& replay = microscope.replay();
  const TraceFrame& frame = replay.frame();
  const SetCounts sets = countSets(microscope.problem(), microscope.shown().solution.sets);
  Json shown{{"scene", microscope.specimen().scene},
             {"solver", microscope.specimen().simulation.solver->id},
             {"warm", microscope.warm()},
             {"row_by_row", app.microscope.row_by_row},
             {"failure", app.microscope.failure},
             {"rows", microscope.problem().rows()},
             {"events", replay.size()},
             {"at", replay.at()},
             {"kind", toString(frame.kind)},
             {"stop", toString(frame.stop)},
             {"driven", frame.driven},
             {"row", frame.row},
             {"clamped", sets.clamped},
             {"slide", sets.slide},
             {"substituted", microscope.shown().sliding.size()},
             {"largest_impulse", replay.lambda().size() > 0 ? replay.lambda().maxCoeff() : 0.0},
             {"residual", microscope.residualAt(replay.at())},
             {"status", toString(microscope.report().status)},
             {"pivots", microscope.report().pivots},
             {"ends_in_result", microscope.replayEndsInResult()},
             {"playing", microscope.play_clock >= 0.0},
             {"by_sets", app.microscope.by_sets},
             {"block_rows", microscope.block().rows},
             {"rank", microscope.block().measured ? microscope.block().conditioning.rank : -1},
             {"marked", app.probe.marked},
             {"pointed", app.probe.scene >= 0 ? std::array{app.probe.scene, -1} : app.probe.panel}};
  Json pixels = Json::array();
  for (const ContactPoint& place : microscope.problem().contact_points) {
    Vec2 pixel;
    pixels.push_back(app.camera.project(place.point, pixel) ? Json{pixel.x(), pixel.y()} : Json());
  }
  shown["contact_pixels"] = std::move(pixels);
  return shown;
}

Json failuresJson(const AppState& app) {
  Json list = Json::array();
  for (const Failure& failure : app.session.failures.entries)
    list.push_back({{"scene", failure.specimen.scene},
                    {"step", failure.specimen.simulation.report.step},
                    {"status", toString(failure.specimen.simulation.report.solve.status)},
                    {"saved", failure.saved}});
  return list;
}

Json gradesJson(const GradeCounts& counts) {
  Json json;
  for (const GradeInfo& info : grades()) json[std::string(info.id)] = counts[info.value];
  return json;
}

// [N]
double largestForce(const Simulation& simulation) {
  const VecX& lambda = simulation.solution.lambda;
  return lambda.size() > 0 ? lambda.maxCoeff() / forceTime(simulation) : 0.0;
}

// Of the shapes of the mouse that the panels use.
std::string cursorName() {
  const ImGuiMouseCursor cursor = ImGui::GetMouseCursor();
  return cursor == ImGuiMouseCursor_ResizeEW   ? "resize x"
         : cursor == ImGuiMouseCursor_ResizeNS ? "resize y"
         : cursor == ImGuiMouseCursor_Arrow    ? "arrow"
                                               : "other";
}

// null while it is off.
Json verdictJson(const VerdictView& view) {
  if (!view.on || !view.now) return nullptr;
  Json json{{"balanced", view.now->analysis.balanced},
            {"largest", view.now->analysis.largest},
            {"overhang", view.now->overhang},
            {"with_brick", nullptr}};
  if (view.with_brick)
    json["with_brick"] = {{"balanced", view.with_brick->analysis.balanced}, {"overhang", view.with_brick->overhang}};
  return json;
}

// null without one.
Json challengeJson(const AppState& app) {
  if (!app.session.challenge) return nullptr;
  const ChallengeRun& run = *app.session.challenge;
  const ChallengeScore score = run.score(app.world());
  Vec2 corner(0, 0);
  app.camera.project({run.tableEnd(), run.tableTop(), 0.0}, corner);
  return {{"bricks", run.task().bricks},
          {"left", score.left},
          {"overhang", score.overhang},
          {"stood", run.stood()},
          {"stands", run.stands()},
          {"best", run.best()},
          {"harmonic", harmonicOverhang(run.task().bricks)},
          {"best_known", bestKnownOverhang(run.task().bricks).value_or(0.0)},
          {"corner_pixel", {corner.x(), corner.y()}},
          {"pixels_per_metre", 1.0 / app.camera.metresPerPixel(app.camera.target)}};
}

}  // namespace

void to_json(Json& json, const Rect& rect) {
  json = {rect.x, rect.y, rect.width, rect.height};
}

Json stateJson(const AppState& app) {
  const Session& session = app.session;
  const Simulation& simulation = app.simulation();
  return {{"frame", app.frame},
          {"step", simulation.world.step},
          {"time", simulation.world.time},
          {"paused", session.paused},
          {"speed", session.speed},
          {"scene", session.scene.id},
          {"listed", app.listed() != nullptr ? app.listed()->id : ""},
          {"camera", {app.camera.yaw, app.camera.pitch, app.camera.distance, app.camera.target.y()}},
          {"solver", simulation.solver != nullptr ? std::string(simulation.solver->id) : ""},
          {"stepper", std::string(toString(simulation.stepper))},
          {"impact_law", std::string(infoOf(impactLaws(), simulation.params.impacts).id)},
          {"integrator", std::string(infoOf(integrators(), simulation.params.integrator).id)},
          {"coordinates", std::string(infoOf(coordinates(), simulation.params.coordinates).id)},
          {"joint_errors", std::string(infoOf(jointErrors(), simulation.params.joint_errors).id)},
          {"parameters", simulation.parameters},
          {"stepper_parameters", simulation.stepper_parameters},
          {"bodies", bodiesOf(app)},
          {"selected", lastSelected(session)},
          {"selection", session.selected},
          {"gravity", triple(simulation.world.gravity)},
          {"step_rate", 1.0 / simulation.world.h},
          {"restitution_threshold", simulation.params.restitution_threshold},
          {"dragging", session.hand.has_value()},
          {"drag_force", session.hand_force},
          {"stack_tool", app.stack.on},
          {"joint_tool", app.joint_tool.on},
          {"ball_tool", app.ball_tool},
          {"handles", handlesJson(app)},
          {"joints", jointsJson(app.world())},
          {"ghost_allowed", app.stack.valid && app.stack.allowed},
          {"verdict", verdictJson(app.verdict)},
          {"race", raceJson(app)},
          {"framework", frameworkJson(app)},
          {"split", splitJson(app)},
          {"tour", tourJson(app)},
          {"penetration", simulation.report.max_penetration},
          {"challenge", challengeJson(app)},
          {"residual", simulation.report.residual.value},
          {"contacts", simulation.report.contacts},
          {"largest_force", largestForce(simulation)},
          {"clamped", countSets(simulation.problem, simulation.solution.sets).clamped},
          {"sleeping", simulation.report.sleeping},
          {"pivots", simulation.report.solve.pivots},
          {"state_hash", simulation.report.state_hash},
          {"undoable", session.undo.undoable()},
          {"history", session.history.size()},
          {"message", session.message.text},
          {"trouble", session.message.kind == Message::Kind::Trouble},
          {"step_trouble", session.trouble.text},
          {"help", app.help},
          {"cursor", cursorName()},
          {"welcome", app.welcome},
          {"thumbnails", app.thumbnails->count()},
          {"slowest_thumbnail", app.thumbnails->slowest()},
          {"picker", app.picker},
          {"save_as", app.save_as},
          {"recent", app.settings.recent},
          {"panels_shown", app.panels},
          {"metrics", app.metrics},
          {"panels", panelsJson(app)},
          {"microscope", microscopeJson(app)},
          {"comparison", comparisonJson(app)},
          {"convergence", convergenceJson(app)},
          {"failures", failuresJson(app)},
          {"saved_problems", session.failures.saved.files},
          {"grade", infoOf(gradeOf(simulation.report)).id},
          {"grades", gradesJson(session.grades)},
          {"drawer", app.drawer},
          {"plot_steps", app.plot_steps},
          {"problem_file", session.problem_file},
          {"rows", simulation.problem.rows()},
          {"seconds_on_step", session.runner.seconds()},
          {"replay", replayJson(session)},
          {"run_recording", session.run_recorder ? session.run_recorder->path() : ""},
          {"recording", session.recorder ? session.recorder->path() : ""},
          {"recorded_rows", session.recorder ? session.recorder->rows() : 0}};
}

}  // namespace keystone
