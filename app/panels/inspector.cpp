// What is selected, to be read and set: one body with its energy, joints and contacts, several at once, or, where
// nothing is selected, the scene.
#include <algorithm>
#include <numeric>

#include "observe/joint_loads.h"
#include "panels/legend.h"
#include "panels/panel.h"
#include "panels/panels.h"
#include "panels/property_rows.h"
#include "problem/assemble_moments.h"
#include "problem/friction_impulse.h"
#include "shape/shape_kind.h"

namespace keystone {
namespace {

// What drives the body, or what lies on it, from outside.
void drives(const AppState& app, int index) {
  const World& world = app.world();
  const Collider& collider = world.colliders[index];
  if (!collider.surface_velocity.isZero(0.0))
    row(app, "Surface speed", quantity(collider.surface_velocity.norm(), "m/s"));
  for (const Path& path : world.paths)
    if (path.body == index) row(app, "Path", format("%zu keys", path.keys.size()) + (path.loop ? ", in a loop" : ""));
  for (const AppliedForce& force : world.forces) {
    if (force.body != index) continue;
    const double share = shareAt(force, world.time);
    if (!force.force.isZero(0.0)) row(app, "Applied force", quantity(share * force.force.norm(), "N"));
    if (!force.torque.isZero(0.0)) row(app, "Applied torque", quantity(share * force.torque.norm(), "N m"));
  }
}

void energy(const AppState& app, const Body& body) {
  if (!body.isDynamic()) return;
  row(app, "Kinetic", quantity(kineticEnergy(body), "J"));
  row(app, "Potential", quantity(-body.mass * app.world().gravity.dot(body.pose.position), "J"));
}

SetMark markOf(const Simulation& simulation, int contact) {
  const ContactProblem& problem = simulation.problem;
  const auto at = [&](int r) {
    const auto index = static_cast<std::size_t>(r);
    return index < simulation.solution.sets.size() ? simulation.solution.sets[index] : RowSet::Ignored;
  };
  const int n = problem.normalRow(contact);
  if (at(n) != RowSet::Clamped) return SetMark::Unclamped;
  const int friction = frictionRow(problem, contact);
  for (int k = friction; k < friction + problem.dim - 1; ++k)
    if (isSliding(at(k))) return SetMark::Slide;
  return SetMark::Stick;
}

std::string otherName(const AppState& app, int body) {
  const auto& bodies = app.world().bodies;
  if (body < 0 || body >= static_cast<int>(bodies.size())) return "?";
  const std::string& name = bodies[body].name;
  return name.empty() ? "body " + std::to_string(body) : name;
}

// At the right of the next cell.
void numberCell(const std::string& text) {
  ImGui::TableNextColumn();
  const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
  if (room > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
  ImGui::TextUnformatted(text.c_str());
}

// A name, and two columns of numbers as wide as their longest.
bool beginNumbers(const AppState& app, const char* name, const char* first, const char* second) {
  if (!ImGui::BeginTable(name, 3, ImGuiTableFlags_RowBg)) return false;
  ImGui::PushFont(app.fonts.mono);
  const float width = ImGui::CalcTextSize("-0.000 rad").x;
  ImGui::PopFont();
  ImGui::TableSetupColumn(name, ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn(first, ImGuiTableColumnFlags_WidthFixed, width);
  ImGui::TableSetupColumn(second, ImGuiTableColumnFlags_WidthFixed, width);
  ImGui::TableHeadersRow();
  return true;
}

// A line for each moment that a contact bears.
std::string momentsOf(const Simulation& simulation, int contact) {
  const ContactProblem& problem = simulation.problem;
  const VecX& lambda = simulation.solution.lambda;
  const double h = forceTime(simulation);
  std::string lines;
  for (const FrictionDisc& disc : problem.discs) {
    if (disc.contact != contact) continue;
    const bool coupled = disc.count == kCoupledRows;
    const int row = problem.firstJointRow() + disc.first, count = coupled ? 1 : disc.count;
    const double unit = (coupled ? armOf(problem, disc) : 1.0) / h;  // of its spin; the most is without sliding
    lines +=
        format("\n%s moment %.4g of at most %.4g N m",
               coupled                               ? "coupled torsional"
               : problem.dim == 3 && disc.count == 1 ? "torsional"
                                                     : "rolling",
               lambda.segment(row + disc.count - count, count).norm() * unit, problem.radiusOf(disc, lambda) * unit);
  }
  return lines;
}

void contactRow(AppState& app, int contact, int other) {
  const ContactProblem& problem = app.simulation().problem;
  const VecX& lambda = app.simulation().solution.lambda;
  const int n = problem.normalRow(contact);
  const double h = forceTime(app.simulation());
  const double normal = lambda[n] / h;
  const Vec3 friction = frictionImpulse(problem, lambda, contact) / h;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  drawMark(markOf(app.simulation(), contact));
  ImGui::SameLine(0, 4);
  const std::string name = otherName(app, other);
  ImGui::PushID(contact);
  if (ImGui::Selectable(shortened(name, ImGui::GetContentRegionAvail().x).c_str(), false,
                        ImGuiSelectableFlags_SpanAllColumns))
    app.ask(Select{other});
  ImGui::PopID();
  hint(name + format("\ngap %.3g mm, normal impulse %.4g N s", 1e3 * problem.gap[contact], lambda[n]) +
       momentsOf(app.simulation(), contact));
  ImGui::PushFont(app.fonts.mono);
  for (const double force : {normal, friction.norm()}) numberCell(quantity(force, "N"));
  ImGui::PopFont();
}

void contacts(AppState& app) {
  const ContactProblem& problem = app.simulation().problem;
  heading(app, "CONTACTS");
  const bool solved = app.simulation().solution.lambda.size() == problem.rows();
  if (!solved || problem.contact_points.empty())
    return note("The last step had no contacts. Where a body touches another one, its forces stand here.");
  const int selected = lastSelected(app.session);
  const auto touches = [selected](const ContactPoint& place) { return place.a == selected || place.b == selected; };
  if (std::ranges::none_of(problem.contact_points, touches))
    return note("This body touched no other in the last step. Where it does, the forces stand here.");
  if (!beginNumbers(app, "with", "normal", "friction")) return;
  for (int i = 0; i < problem.contacts; ++i) {
    const ContactPoint& place = problem.contact_points[i];
    if (place.a == selected) contactRow(app, i, place.b);
    if (place.b == selected) contactRow(app, i, place.a);
  }
  ImGui::EndTable();
}

void jointRow(AppState& app, const Joint& joint, const JointLoad& load, int other) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  drawMark(SetMark::Joint);
  ImGui::SameLine(0, 4);
  const std::string name = nameOf(joint);
  ImGui::PushID(&joint);
  if (ImGui::Selectable(shortened(name, ImGui::GetContentRegionAvail().x).c_str(), false,
                        ImGuiSelectableFlags_SpanAllColumns) &&
      other >= 0)
    app.ask(Select{other});
  ImGui::PopID();
  hint(name + format("\n%s to %s, torque %s", std::string(toString(joint.kind)).c_str(),
                     other >= 0 ? otherName(app, other).c_str() : "the world",
                     quantity(load.torque.norm(), "N m").c_str()));
  ImGui::PushFont(app.fonts.mono);
  const std::string unit(infoOf(joint.kind).unit);
  numberCell(joint.hasCoordinate() ? format("%.3f %s", coordinateOf(joint, app.world().bodies), unit.c_str()) : "");
  numberCell(quantity(load.force.norm(), "N"));
  ImGui::PopFont();
}

void joints(AppState& app) {
  const std::vector<Joint>& all = app.world().joints;
  const int selected = lastSelected(app.session);
  const auto holds = [selected](const Joint& joint) { return joint.a == selected || joint.b == selected; };
  if (std::none_of(all.begin(), all.end(), holds)) return;
  heading(app, "JOINTS");
  std::vector<JointLoad> loads = jointLoads(app.simulation());
  loads.resize(all.size());
  if (!beginNumbers(app, "joint", "at", "force")) return;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (holds(all[i])) jointRow(app, all[i], loads[i], all[i].a == selected ? all[i].b : all[i].a);
  ImGui::EndTable();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!holds(all[i]) || !all[i].hasCoordinate()) continue;
    ImGui::PushID(static_cast<int>(i));
    fittingText(nameOf(all[i]), ImGui::GetContentRegionAvail().x, palette::kText);
    propertyRows(app, jointProperties(), {static_cast<int>(i)});
    ImGui::PopID();
  }
  ImGui::Spacing();
}

void buttons(AppState& app) {
  constexpr LineButton kButtons[] = {{"Move", Action::Handles},
                                     {"Frame", Action::FrameSelection},
                                     {"Copy", Action::Duplicate},
                                     {"Delete", Action::Delete}};
  buttonLine(app, kButtons);
}

void oneBody(AppState& app, int selected) {
  const Body& body = app.world().bodies[selected];
  note(describe(app.world().colliders[selected].shape));
  buttons(app);
  if (body.kind == BodyKind::Kinematic) row(app, "Kind", std::string(toString(body.kind)));
  propertyRows(app, bodyProperties(), app.session.selected);
  energy(app, body);
  drives(app, selected);
  ImGui::Spacing();
  joints(app);
  contacts(app);
}

void manyBodies(AppState& app) {
  double mass = 0.0;
  for (const int body : app.session.selected)
    if (app.world().bodies[body].isDynamic()) mass += app.world().bodies[body].mass;
  note(quantity(mass, "kg") + " in all");
  buttons(app);
  propertyRows(app, bodyProperties(), app.session.selected);
}

// The last row is one of all bodies.
void wholeScene(AppState& app) {
  heading(app, "SCENE");
  note("Click a body for its own values; Ctrl and a click for more than one.");
  propertyRows(app, sceneProperties(), {0});
  std::vector<int> all(app.world().bodies.size());
  std::iota(all.begin(), all.end(), 0);
  const auto friction = std::ranges::find(bodyProperties(), "friction", &Property::id);
  propertyRows(app, {&*friction, 1}, all);
}

void drawInspector(AppState& app, const Rect& rect) {
  const PanelWindow window("##inspector", rect);
  const std::vector<int>& selected = app.session.selected;
  if (selected.empty()) return wholeScene(app);
  heading(app, "SELECTION");
  ImGui::SameLine();
  const std::string name =
      selected.size() == 1 ? otherName(app, selected.front()) : format("%zu bodies", selected.size());
  fittingText(name, ImGui::GetContentRegionAvail().x, palette::kText);
  selected.size() == 1 ? oneBody(app, selected.front()) : manyBodies(app);
}

}  // namespace

extern const Panel kInspector{drawInspector, &Layout::inspector};

}  // namespace keystone
