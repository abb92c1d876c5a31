// All joints of the scene: where each is between its limits, how fast it moves, what it bears, and what drives it.
#include <algorithm>
#include <cmath>

#include "observe/joint_loads.h"
#include "panels/panel.h"
#include "panels/panels.h"
#include "panels/property_rows.h"
#include "problem/assemble_joints.h"

namespace keystone {
namespace {

constexpr float kRoomForAll = 400;  // [pixels at scale 1]; where there is less, what it bears is told by pointing
constexpr double kRounding = 1e-9;  // of the greatest value, or of what gravity makes: less is shown as 0
constexpr float kFoot = 0.2F;       // of a bar's height, for its tick: the number stands above it

const Property& jointProperty(std::string_view id) {
  return *std::ranges::find(jointProperties(), id, &Property::id);
}

std::string endText(double end, const std::string& unit) {
  return std::isfinite(end) ? format("%.4g %s", end, unit.c_str()) : "none";
}

// Below these nothing is shown but 0: of linear and angular speed [m/s], [rad/s]; of force and torque [N], [N m].
struct Least {
  double speed = 0, force = 0, torque = 0;
};

// The lever of a torque is how far joints are from the centres of their bodies.
Least leastOf(const World& world, const std::vector<JointLoad>& loads) {
  double force = 0, torque = 0, lever = 0;
  for (const JointLoad& load : loads) {
    force = std::max(force, load.force.norm());
    torque = std::max(torque, load.torque.norm());
  }
  for (const Joint& joint : world.joints) {
    const Body& body = world.bodies[static_cast<std::size_t>(joint.b >= 0 ? joint.b : joint.a)];
    if (body.isDynamic()) force = std::max(force, body.mass * world.gravity.norm());
    lever = std::max(lever, (joint.b >= 0 ? joint.anchor_b : joint.anchor_a).norm());
  }
  return {kRounding * world.gravity.norm() * world.h, kRounding * force, kRounding * std::max(torque, force * lever)};
}

// What stands in a joint's line.
struct JointLine {
  std::string at, speed, force, torque, help;
};

JointLine lineOf(const World& world, const Joint& joint, const JointLoad& load, const Least& least) {
  JointLine line;
  line.force = quantity(load.force.norm(), "N", least.force);
  line.torque = quantity(load.torque.norm(), "N m", least.torque);
  line.help = nameOf(joint) + ", " + std::string(toString(joint.kind));
  if (joint.hasCoordinate()) {
    const std::string unit(infoOf(joint.kind).unit);
    const JointRow row = coordinateRow(joint, poseOf(world.bodies, joint.a), poseOf(world.bodies, joint.b));
    line.at = format("%.3f %s", coordinateOf(joint, world.bodies), unit.c_str());
    line.speed = quantity(jointRowRate(world.bodies, joint, row), (unit + "/s").c_str(), least.speed);
    line.help += "\nat " + line.at + ", speed " + line.speed + "\nlimits " + endText(joint.low, unit) + ", " +
                 endText(joint.high, unit);
  }
  line.help += "\nforce " + line.force + ", torque " + line.torque;
  return line;
}

// A tick where the joint is between the ends of its range.
void placeBar(const World& world, const Joint& joint, const JointLine& line) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, ImGui::GetFrameHeight()};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  if (const auto range = rangeOf(joint); range && joint.hasCoordinate()) {
    const double share = (coordinateOf(joint, world.bodies) - range->front()) / (range->back() - range->front());
    const float tick = 0.1F * size.y,
                x = at.x + tick + static_cast<float>(std::clamp(share, 0.0, 1.0)) * (size.x - 2 * tick);
    draw->AddRectFilled(at, {at.x + size.x, at.y + size.y}, ImGui::GetColorU32(palette::kWell), 3);
    const float top = at.y + (1.0F - kFoot) * size.y;
    draw->AddRectFilled({x - tick, top}, {x + tick, at.y + size.y}, ImGui::GetColorU32(palette::kTeal), 2);
  }
  const float left = at.x + std::max(0.0F, (size.x - ImGui::CalcTextSize(line.at.c_str()).x) / 2);
  draw->AddText({left, at.y + ImGui::GetStyle().FramePadding.y}, ImGui::GetColorU32(palette::kText), line.at.c_str());
  ImGui::Dummy(size);
  hint(line.help);
}

// Of a spring the place that it pulls to, of a motor the speed that it wants: at most a whole range in a second.
void drive(AppState& app, int index) {
  const Joint& joint = app.world().joints[static_cast<std::size_t>(index)];
  const float width = ImGui::GetContentRegionAvail().x;
  std::optional<std::array<double, 2>> range = rangeOf(joint);
  if (joint.hasCoordinate() && joint.stiffness > 0.0) {
    propertyField(app, jointProperty("target"), index, width, range);
    hint("Target: where its spring pulls it, between its limits");
  } else if (joint.hasCoordinate() && joint.motor_max > 0.0) {
    if (range) range = std::array{range->front() - range->back(), range->back() - range->front()};
    propertyField(app, jointProperty("motor_speed"), index, width, range);
    hint("Motor: the speed that it wants, with at most " +
         quantity(joint.motor_max, infoOf(joint.kind).unit == "rad" ? "N m" : "N"));
  }
}

void jointLine(AppState& app, int index, const JointLoad& load, const Least& least, bool all) {
  const Joint& joint = app.world().joints[static_cast<std::size_t>(index)];
  const JointLine line = lineOf(app.world(), joint, load, least);
  const int body = joint.b >= 0 ? joint.b : joint.a;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushID(index);
  ImGui::AlignTextToFramePadding();
  if (ImGui::Selectable(shortened(nameOf(joint), ImGui::GetContentRegionAvail().x).c_str())) app.ask(Select{body});
  hint(line.help);
  ImGui::TableNextColumn();
  placeBar(app.world(), joint, line);
  for (const std::string* text : {&line.speed, &line.force, &line.torque}) {
    if (!all) continue;
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(text->c_str());
  }
  ImGui::TableNextColumn();
  drive(app, index);
  ImGui::PopID();
}

// The microscope shows one solve, and sets nothing.
bool hasJoints(const AppState& app) {
  return !app.world().joints.empty() && !app.session.microscope;
}

void drawJoints(AppState& app) {
  const std::vector<Joint>& joints = app.world().joints;
  std::vector<JointLoad> loads = jointLoads(app.simulation());
  loads.resize(joints.size());
  const Least least = leastOf(app.world(), loads);
  const bool all = ImGui::GetContentRegionAvail().x >= kRoomForAll * app.scale;
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY;
  if (!ImGui::BeginTable("joints", all ? 6 : 3, kFlags)) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("joint", ImGuiTableColumnFlags_None, 1.0F);
  ImGui::TableSetupColumn("at", ImGuiTableColumnFlags_None, 1.2F);
  // Wide enough for any number.
  const auto number = [&](const char* title, const char* widest) {
    if (all) ImGui::TableSetupColumn(title, ImGuiTableColumnFlags_WidthFixed, ImGui::CalcTextSize(widest).x);
  };
  number("speed", "-888 mrad/s");
  number("force", "888 mN");
  number("torque", "888 mN m");
  ImGui::TableSetupColumn("drive", ImGuiTableColumnFlags_None, 1.2F);
  ImGui::TableHeadersRow();
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(joints.size()));
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      jointLine(app, i, loads[static_cast<std::size_t>(i)], least, all);
  ImGui::EndTable();
}

}  // namespace

extern const DrawerPage kJointsPage{"joints",
                                    drawJoints,
                                    [](const AppState&) { return std::string("JOINTS"); },
                                    "Where the joints are, what they bear, and sliders for their springs and motors",
                                    Action::None,
                                    hasJoints};

}  // namespace keystone
