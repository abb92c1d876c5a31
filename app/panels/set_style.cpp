#include "panels/set_style.h"

#include "panels/panel.h"
#include "step/step.h"
#include "view/renderer.h"

namespace keystone {
namespace {

bool slides(RowSet set) {
  return set == RowSet::SlideForward || set == RowSet::SlideBackward;
}

CellStyle styled(RowSet normal, RowSet tangent, float height) {
  const SetStyle style = setStyle(normal, tangent);
  return {toColour(style.colour), height, style.label};
}

std::string nameOf(const World& world, int body) {
  if (body < 0 || body >= static_cast<int>(world.bodies.size())) return "?";
  const std::string& name = world.bodies[body].name;
  return name.empty() ? "body " + std::to_string(body) : name;
}

}  // namespace

CellStyle contactCell(const ContactProblem& problem, const IndexSets& sets, int contact) {
  const auto n = static_cast<std::size_t>(problem.normalRow(contact));
  if (sets[n] != RowSet::Clamped) return styled(RowSet::Unclamped, RowSet::Ignored, 0.3F);
  for (std::size_t k = 1; k < static_cast<std::size_t>(problem.dim); ++k)
    if (slides(sets[n + k])) return styled(RowSet::Clamped, RowSet::SlideForward, 0.65F);
  return styled(RowSet::Clamped, problem.dim > 1 ? RowSet::Stick : RowSet::Ignored, 1.0F);
}

CellStyle rowCell(const ContactProblem& problem, const IndexSets& sets, int row) {
  if (!problem.isJoint(row)) return contactCell(problem, sets, problem.contactOf(row));
  const RowSet set = sets[row];
  if (slides(set)) return styled(RowSet::Clamped, set, 0.65F);  // a motor or friction at its bound
  if (set == RowSet::Unclamped) return styled(set, RowSet::Ignored, 0.3F);
  return styled(RowSet::Bilateral, RowSet::Ignored, 1.0F);
}

const char* setName(RowSet set) {
  switch (set) {
    case RowSet::Ignored:
      return "none";
    case RowSet::Clamped:
      return "clamped";
    case RowSet::Unclamped:
      return "unclamped";
    case RowSet::Stick:
      return "stick";
    case RowSet::SlideForward:
      return "sliding +";
    case RowSet::SlideBackward:
      return "sliding \u2212";
    case RowSet::Bilateral:
      break;
  }
  return "joint";
}

std::string rowName(const ContactProblem& problem, int row) {
  if (problem.isJoint(row)) return "joint row " + std::to_string(row - problem.firstJointRow());
  const std::string contact = " of contact " + std::to_string(problem.contactOf(row));
  if (problem.isNormal(row)) return "normal" + contact;
  return (problem.dim == 2 ? "tangent" : "tangent " + std::to_string(row % problem.dim)) + contact;
}

std::string bodiesOf(const Simulation& simulation, int contact) {
  const auto& places = simulation.problem.contact_points;
  if (contact < 0 || contact >= static_cast<int>(places.size())) return {};
  const ContactPoint& place = places[contact];
  return nameOf(simulation.world, place.a) + ", " + nameOf(simulation.world, place.b);
}

int contactOfRow(const ContactProblem& problem, int row) {
  return row < 0 || problem.isJoint(row) ? -1 : problem.contactOf(row);
}

}  // namespace keystone
