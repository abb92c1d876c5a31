#include <array>

#include "probe/state.h"

namespace keystone {
namespace {

using Json = nlohmann::json;

Json plotJson(const ConvergencePlot& plot) {
  constexpr std::array kNames{"iterations", "factorizations", "products", "time"};
  return {{"axis", kNames[std::size_t(plot.axis)]}, {"area", plot.area}, {"decades", {plot.y_low, plot.y_high}}};
}

// Where each curve ends in each plot [pixels].
Json endsOf(const ConvergenceView& view, const ConvergenceCurve& curve) {
  Json ends = Json::array();
  for (const ConvergencePlot& plot : view.plots) {
    if (curve.points.empty()) continue;
    const HistoryPoint& end = curve.points.back();
    ends.push_back({plot.xOf(plot.workOf(end)), plot.yOf(plot.decadeOf(end.residual))});
  }
  return ends;
}

Json measureJson(const std::string& method, const RaceMeasure& measure, bool mirrored) {
  return {{"method", method},
          {"difference", measure.difference},
          {"mirror_error", mirrored ? Json(measure.mirror_error) : Json()},
          {"residual", measure.residual},
          {"penetration", measure.penetration}};
}

}  // namespace

Json comparisonJson(const AppState& app) {
  if (!app.comparison) return nullptr;
  Json rows = Json::array();
  for (const ComparedSolve& row : app.comparison->rows())
    rows.push_back({{"solver", row.solver->id},
                    {"done", row.state == ComparedSolve::State::Done},
                    {"state", toString(row.state)},
                    {"status", toString(row.report.status)},
                    {"residual", row.residual},
                    {"best", row.best},
                    {"velocity_difference", row.velocity_difference}});
  return rows;
}

Json convergenceJson(const AppState& app) {
  const ConvergenceView& view = app.convergence;
  Json curves = Json::array(), plots = Json::array();
  for (const ConvergenceCurve& curve : view.curves) {
    const HistoryPoint end = curve.points.empty() ? HistoryPoint() : curve.points.back();
    curves.push_back({{"solver", curve.method.solver->id},
                      {"state", toString(curve.state)},
                      {"points", curve.points.size()},
                      {"iteration", end.iteration},
                      {"factorizations", end.factorizations},
                      {"products", end.products},
                      {"residual", end.residual},
                      {"report_residual", curve.report.residual.value},
                      {"number", curve.number},
                      {"ends", endsOf(view, curve)}});
  }
  for (const ConvergencePlot& plot : view.plots) plots.push_back(plotJson(plot));
  return {{"title", view.title},
          {"step", view.step},
          {"frozen", view.frozen},
          {"running", view.now && view.now->running()},
          {"marked", view.marked != nullptr ? Json(view.marked->id) : Json()},
          {"curves", curves},
          {"plots", plots},
          {"saved", view.saved}};
}

Json raceJson(const AppState& app) {
  if (!app.session.race) return nullptr;
  const SideRace& side = *app.session.race;
  Json rows = Json::array();
  if (!side.samples().empty()) {
    const RaceSample& last = side.samples().back();
    const bool mirrored = side.race().mirror.has_value();
    for (std::size_t i = 0; i < last.simulations.size(); ++i)
      rows.push_back(measureJson(toString(methodOf(side.race().simulations[i])), last.simulations[i], mirrored));
  }
  return {{"samples", side.samples().size()}, {"methods", rows}};
}

Json splitJson(const AppState& app) {
  if (!app.isSplit()) return nullptr;
  const SideRace& side = *app.session.race;
  Json views = Json::array();
  const std::vector<Rect> cells = app.cells();
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const Simulation& simulation = side.race().simulations[k];
    const std::optional<long> parted = side.partedAt(k);
    views.push_back({{"method", toString(side.methods()[k])},
                     {"cell", cells[k]},
                     {"residual", simulation.report.residual.value},
                     {"parted", parted ? Json(*parted) : Json()},
                     {"step", simulation.world.step},
                     {"state_hash", stateHash(simulation.world)}});
  }
  return {{"views", views}, {"active", app.split.active}};
}

}  // namespace keystone
