// What is pointed at in the scene, in words. With the microscope, rings around contacts: what the present pivot drives,
// what stopped it, what is pointed at and marked.
#include <array>
#include <utility>

#include "panels/panel.h"
#include "panels/panels.h"
#include "panels/set_style.h"
#include "panels/tag.h"
#include "problem/friction_impulse.h"
#include "tools/probe.h"

namespace keystone {
namespace {

void ring(const AppState& app, int contact, const ImVec4& colour, float radius, float line, const char* text) {
  Vec2 pixel;
  if (!contactPixel(app, contact, pixel)) return;
  ImDrawList* draw = ImGui::GetBackgroundDrawList();
  const ImVec2 centre{static_cast<float>(pixel.x()), static_cast<float>(pixel.y())};
  draw->AddCircle(centre, radius * app.scale, IM_COL32(0, 0, 0, 150), 32, (line + 2) * app.scale);
  draw->AddCircle(centre, radius * app.scale, ImGui::GetColorU32(colour), 32, line * app.scale);
  if (*text == '\0') return;
  const Rect plate = tagRect(app, text, {0, 0});
  // Right of the ring, or left where the view ends.
  const float reach = (radius + 6) * app.scale, width = plate.width + 2 * plate.x;
  const bool room = centre.x + reach + plate.width < app.layout.view.right();
  drawTag(app, text,
          {room ? centre.x + reach : centre.x - reach - width,
           centre.y - (radius + 2) * app.scale - app.fonts.bold->FontSize},
          colour);
}

// Of the contact that is pointed at. Forces are impulses by the length of the step, as the arrows have them.
void tellContact(const AppState& app, int contact) {
  const Simulation& simulation = app.simulation();
  const ContactProblem& problem = simulation.problem;
  const VecX& lambda = simulation.solution.lambda;
  if (contact < 0 || lambda.size() != problem.rows() || !(problem.h > 0.0)) return;
  std::string text = bodiesOf(simulation, contact);
  if (simulation.solution.sets.size() == static_cast<std::size_t>(problem.rows()))
    text += format("\n%s", contactCell(problem, simulation.solution.sets, contact).name);
  text += "\ngap " + quantity(problem.gap[contact], "m") + "\nnormal force " +
          quantity(lambda[problem.normalRow(contact)] / problem.h, "N") + "\nfriction " +
          quantity(frictionImpulse(problem, lambda, contact).norm() / problem.h, "N");
  ImGui::SetTooltip("%s", text.c_str());
}

void drawProbe(AppState& app, const Rect&) {
  const std::array<int, 2> in_panel = std::exchange(app.probe.panel, {-1, -1});  // panels will tell anew
  if (!app.session.microscope) {
    for (const int contact : in_panel) ring(app, contact, palette::kText, 8, 1.5F, "");
    return tellContact(app, app.probe.scene);
  }
  const Rect& view = app.layout.view;
  ImDrawList* draw = ImGui::GetBackgroundDrawList();
  draw->PushClipRect({view.x, view.y}, {view.right(), view.bottom()});
  const ContactProblem& problem = app.session.microscope->problem();
  const TraceFrame& frame = app.session.microscope->replay().frame();
  const int named = contactOfRow(problem, frame.row);  // has a label of its own
  for (const int contact : app.probe.marked)
    ring(app, contact, palette::kText, 11, 2, contact >= 0 && contact != named ? std::to_string(contact).c_str() : "");
  for (const int contact : in_panel) ring(app, contact, palette::kText, 8, 1.5F, "");
  ring(app, app.probe.scene, palette::kText, 8, 1.5F, "");
  if (frame.driven >= 0) ring(app, contactOfRow(problem, frame.driven), palette::kAccent, 14, 2.5F, "driven");
  const bool stops = frame.row >= 0 && frame.row != frame.driven;
  if (stops) ring(app, contactOfRow(problem, frame.row), palette::kRed, 10, 2.5F, toString(frame.stop).data());
  if (frame.entering >= 0) ring(app, contactOfRow(problem, frame.entering), palette::kAccent, 10, 2, "enters");
  draw->PopClipRect();
}

}  // namespace

extern const Panel kProbe{drawProbe};

}  // namespace keystone
