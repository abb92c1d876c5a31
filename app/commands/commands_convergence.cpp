#include "commands/commands_convergence.h"

#include <algorithm>
#include <filesystem>

#include "record/history_csv.h"

namespace keystone {
namespace {

// [s], for which the curves of a problem stay, so that they can be read and do not flicker while time runs.
constexpr double kStays = 0.3;

bool isOpen(const AppState& app) {
  return app.panels && app.metrics && app.drawer == "convergence";
}

void toggleView(AppState& app) {
  const bool open = !isOpen(app);
  app.drawer = open ? "convergence" : "plots";
  app.metrics = app.panels = true;
  if (open && app.simulation().problem.rows() == 0 && app.session.problem_file.empty() && app.session.paused)
    askSteps(app.session, 1);
}

void save(AppState& app) {
  ConvergenceView& view = app.convergence;
  if (view.curves.empty()) return complain(app.session, "No curves to save: open the convergence view first");
  const std::string path = freshName(app.session.scene.id + "_convergence", ".csv");
  try {
    HistoryCsv file(path);
    for (const ConvergenceCurve& curve : view.curves)
      for (const HistoryPoint& point : curve.points) file.add(curve.method.solver->id, point);
    file.close();
    view.save_as = std::filesystem::path(path).replace_extension().string();
  } catch (const std::exception& error) {
    complain(app.session, error.what());
  }
}

constexpr ActionHandler kConvergenceHandlers[] = {
    {Action::Convergence, toggleView},
    {Action::FreezeConvergence, [](AppState& app) { app.convergence.frozen = !app.convergence.frozen; }},
    {Action::ConvergenceAxis,
     [](AppState& app) {
       app.convergence.shown = (app.convergence.shown + 1) % (static_cast<int>(kConvergenceAxes.size()) + 1);
     }},
    {Action::SaveConvergence, save},
};

std::vector<ChosenMethod> chosenMethods(const AppState& app) {
  std::vector<ChosenMethod> methods;
  const Simulation& simulation = app.simulation();
  for (const SolverInfo* solver : solvers()) {
    if (!app.convergence.chosen.contains(solver->id)) continue;
    const auto own = app.session.parameters.find(solver->id);
    methods.push_back({solver, simulation.solver == solver           ? simulation.parameters
                               : own != app.session.parameters.end() ? own->second
                                                                     : ParameterValues()});
  }
  return methods;
}

// What belonged to a scene that is no longer open.
void forget(ConvergenceView& view) {
  view.now.reset();
  view.curves.clear();
  view.plots.clear();
}

void startAnew(AppState& app, const Simulation& simulation) {
  ConvergenceView& view = app.convergence;
  view.scene = app.session.scene.id;
  view.step = simulation.report.step;
  view.state = simulation.report.state_hash;
  view.began = std::chrono::steady_clock::now();
  view.now =
      std::make_unique<Convergence>(solvedProblem(simulation), frictionLaw(*simulation.solver, simulation.parameters),
                                    view.scene + ", step " + std::to_string(view.step) + ", cold");
  view.methods.clear();
  view.revision = 0;
}

// [s], since the present problem was taken.
double age(const ConvergenceView& view) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - view.began).count();
}

// What has come; those of the problem before stay while it `runs` and is new.
void takeCurves(ConvergenceView& view, bool runs) {
  if (!view.now) return;
  const std::uint64_t revision = view.now->revision();
  if (revision == view.revision || (runs && !view.curves.empty() && age(view) < kStays)) return;
  view.curves = view.now->curves();
  view.title = view.now->title();
  view.revision = revision;
}

}  // namespace

std::span<const ActionHandler> convergenceHandlers() {
  return kConvergenceHandlers;
}

void followConvergence(AppState& app) {
  ConvergenceView& view = app.convergence;
  if (!isOpen(app)) return;
  const Simulation& simulation = app.shownSimulation();
  const bool has_problem = simulation.problem.rows() > 0;
  const bool is_elsewhere = view.scene != app.session.scene.id;
  if (is_elsewhere && !has_problem) forget(view);
  const bool runs = view.now && view.now->running();  // asked once: where it says no, the curves taken now are whole
  takeCurves(view, runs);
  const bool is_other =
      !view.now || is_elsewhere || view.step != simulation.report.step || view.state != simulation.report.state_hash;
  const bool may_wait = !app.session.paused && age(view) < kStays;
  const bool may_start = !view.now || is_elsewhere || !(view.frozen || runs || may_wait);
  if (has_problem && is_other && may_start) startAnew(app, simulation);
  if (!view.now) return;
  const std::vector<ChosenMethod> methods = chosenMethods(app);
  if (methods == view.methods) return;
  view.methods = methods;
  view.now->choose(methods);
}

}  // namespace keystone
