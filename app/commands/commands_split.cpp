#include "commands/commands_split.h"

#include <algorithm>

namespace keystone {
namespace {

void closeSplit(AppState& app) {
  app.split.on = false;
  app.session.race.reset();
  if (app.drawer == "race") app.drawer = "plots";
}

template <int count>
void setViewsTo(AppState& app) {
  setViews(app, count);
}

// While the view is split; else it does nothing.
template <auto handle>
void whileSplit(AppState& app) {
  if (app.isSplit()) handle(app);
}

void otherSolver(AppState& app, int offset) {
  Method method = app.split.methods[app.split.active];
  const auto all = solvers();
  const auto here = std::ranges::find(all, method.solver) - all.begin();
  method.solver = all[(here + offset + std::ssize(all)) % std::ssize(all)];
  chooseView(app, app.split.active, method);
}

StepperKind after(StepperKind stepper) {
  const auto all = steppers();
  const auto here = std::ranges::find(all, stepper, &StepperInfo::kind) - all.begin();
  return all[(here + 1) % std::ssize(all)].kind;
}

void nextStepper(AppState& app) {
  if (!app.isSplit()) return chooseStepper(app.session, after(app.simulation().stepper));
  Method method = app.split.methods[app.split.active];
  method.stepper = after(method.stepper);
  chooseView(app, app.split.active, method);
}

constexpr ActionHandler kSplitHandlers[] = {
    {Action::Split, [](AppState& app) { setViews(app, app.isSplit() ? 0 : app.split.views); }},
    {Action::Views1, setViewsTo<1>},
    {Action::Views2, setViewsTo<2>},
    {Action::Views3, setViewsTo<3>},
    {Action::Views4, setViewsTo<4>},
    {Action::NextView, whileSplit<[](AppState& app) { app.split.active = (app.split.active + 1) % app.split.views; }>},
    {Action::ViewPreviousSolver, whileSplit<[](AppState& app) { otherSolver(app, -1); }>},
    {Action::ViewNextSolver, whileSplit<[](AppState& app) { otherSolver(app, 1); }>},
    {Action::NextStepper, nextStepper},
};

}  // namespace

std::span<const ActionHandler> splitHandlers() {
  return kSplitHandlers;
}

void setViews(AppState& app, int count) {
  if (count == 0) return closeSplit(app);
  if (!app.session.problem_file.empty())
    return complain(app.session, "A problem without bodies has no time to race in");
  SplitView& split = app.split;
  const Method shown = methodOf(app.simulation());
  if (split.methods[0] != shown) split.methods = startingMethods(shown);
  split.on = true;
  split.views = std::clamp(count, 1, SplitView::kMost);
  split.active = std::min(split.active, split.views - 1);
  raceBy(app.session, split.shown());
}

void chooseView(AppState& app, int view, const Method& method) {
  if (!app.isSplit() || view < 0 || view >= app.split.views || method.solver == nullptr) return;
  if (view == 0) {
    chooseSolver(app.session, *method.solver);
    app.simulation().stepper = method.stepper;
  }
  app.split.active = view;
  app.split.methods[view] = method;
  raceBy(app.session, app.split.shown());
}

void followSplit(AppState& app) {
  SplitView& split = app.split;
  if (!split.on) return;
  if (!app.session.race) {  // ended by F3, or with its scene
    split.on = false;
    return;
  }
  split.methods[0] = methodOf(app.simulation());
  if (app.session.race->methods() != split.shown()) raceBy(app.session, split.shown());
}

}  // namespace keystone
