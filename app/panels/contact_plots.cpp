// The force at one contact, step by step. The contact is chosen in a list of those of the selected body, or of all.
#include <algorithm>
#include <vector>

#include "observe/normal_forces.h"
#include "panels/panel.h"
#include "panels/panels.h"
#include "panels/plot.h"
#include "panels/set_style.h"
#include "session/contact_watch.h"

namespace keystone {
namespace {

constexpr std::size_t kMostContacts = 100;
constexpr float kContactListWidth = 250;  // [pixels at scale 1]
constexpr double kLeastForce = 1e-9;      // [N], the least height of a plot

// Of the last step, the strongest first; of the selected body where there is one.
std::vector<int> contactsOfSelected(const AppState& app) {
  const Simulation& simulation = app.simulation();
  const int body = lastSelected(app.session);
  const std::vector<double> forces = normalForces(simulation);
  std::vector<int> contacts;
  for (int i = 0; i < static_cast<int>(forces.size()); ++i) {
    const ContactPoint& place = simulation.problem.contact_points[i];
    if (body < 0 || place.a == body || place.b == body) contacts.push_back(i);
  }
  std::ranges::stable_sort(contacts, [&](int a, int b) { return forces[a] > forces[b]; });
  if (contacts.size() > kMostContacts) contacts.resize(kMostContacts);
  return contacts;
}

// The other body of a contact of the selected one, or both.
std::string partnerOf(const AppState& app, int contact) {
  const ContactPoint& place = app.simulation().problem.contact_points[contact];
  const int body = lastSelected(app.session);
  if (body < 0) return bodiesOf(app.simulation(), contact);
  return app.world().bodies[place.a == body ? place.b : place.a].name;
}

void drawContactList(AppState& app, const std::vector<int>& contacts) {
  const int watched = app.session.watch ? app.session.watch->contactIn(app.simulation()) : -1;
  for (const int contact : contacts) {
    const ImVec2 at = ImGui::GetCursorPos();
    ImGui::PushID(contact);
    if (ImGui::Selectable("##contact", contact == watched)) app.ask(WatchContact{contact});
    if (ImGui::IsItemHovered()) app.probe.panel[0] = contact;
    ImGui::PopID();
    ImGui::SetCursorPos(at);
    const std::string force = quantity(forceAt(app.simulation(), contact).normal, "N");
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize("000.00 kN ").x;
    const std::string partner = partnerOf(app, contact), shown = shortened(partner, room);
    row(app, shown.c_str(), force);
    if (shown != partner) hint(partner);
  }
}

void drawContactForce(AppState& app, const ContactWatch& watch) {
  std::vector<const ContactForce*> past;
  for (const ContactForce& force : watch.past())
    if (force.step <= app.world().step) past.push_back(&force);  // time can have gone back
  if (past.empty()) return note("The force is plotted from here on. " + howToStep());
  const std::size_t length = lengthFor(app, past.size()), first = past.size() - std::min(past.size(), length);
  std::vector<Curve> curves;
  const auto add = [&](const ImVec4& colour, double ContactForce::*read) {
    curves.push_back({colour, {}});
    for (std::size_t i = first; i < past.size(); ++i) curves.back().values.push_back(past[i]->*read);
  };
  add(palette::kNormalImpulse, &ContactForce::normal);
  add(palette::kDim, &ContactForce::bound);
  add(palette::kFriction, &ContactForce::friction);
  const PlotPart parts[] = {{"\u03bc normal", palette::kDim, nullptr}, {"friction", palette::kFriction, nullptr}};
  PlotFrame frame{.title = "Normal", .logarithmic = false, .length = length};
  frame.least = kLeastForce;
  frame.unit = "N";
  frame.parts = parts;
  frame.now = quantity(past.back()->normal, "N");
  frame.now_colour = palette::kNormalImpulse;
  const std::optional<std::size_t> at = drawCurves(app, frame, curves, ImGui::GetContentRegionAvail());
  zoomByWheel(app, past.size());
  const ContactForce& force = at ? *past[first + *at] : *past.back();
  hint(format("step %ld, %.3f s: normal %s, friction %s of at most %s\n%s, %s", force.step, force.time,
              quantity(force.normal, "N").c_str(), quantity(force.friction, "N").c_str(),
              quantity(force.bound, "N").c_str(), watch.names().first.c_str(), watch.names().second.c_str()));
}

void drawContactPlots(AppState& app) {
  const std::vector<int> contacts = contactsOfSelected(app);
  const ImVec2 space = ImGui::GetContentRegionAvail();
  const float width = std::min(kContactListWidth * app.scale, 0.4F * space.x);
  ImGui::BeginChild("contacts", {width, space.y});
  if (contacts.empty()) note("Nothing touched in the last step.");
  drawContactList(app, contacts);
  ImGui::EndChild();
  ImGui::SameLine();
  if (!app.session.watch) return note("A click on a contact plots its force from here on.");
  ImGui::BeginChild("force", {0, space.y});
  drawContactForce(app, *app.session.watch);
  ImGui::EndChild();
}

}  // namespace

extern const DrawerPage kContactPage{"contact",
                                     drawContactPlots,
                                     [](const AppState&) { return std::string("CONTACT"); },
                                     "Force at one contact over the last 512 steps: normal, friction, and its bound",
                                     Action::None,
                                     [](const AppState& app) {
                                       return !app.session.microscope &&
                                              (lastSelected(app.session) >= 0 || app.session.watch);
                                     }};

}  // namespace keystone
