#include "commands/commands_tour.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "commands/commands_microscope.h"

namespace keystone {
namespace {

void showAsTheStopSays(AppState& app, const TourStop& stop) {
  app.view.contacts = stop.contacts;
  app.view.forces = stop.forces;
  app.view.cones = stop.cones;
  app.view.velocities = stop.velocities;
  app.view.trails = stop.trails;
  app.view.labels = true;
  app.verdict.on = stop.verdict;
  app.metrics = stop.compares || stop.microscope;  // else the scene has the drawer's room
  app.session.speed = stop.speed;
  app.session.pause_on.step = stop.pause_at;
  app.session.pause_on.why = "where this stop of the tour ends";
  app.session.paused = !stop.runs || stop.question;
  if (stop.microscope) app.ask(OpenTourMicroscope{});
  if (stop.compares) carryOut(app, Action::Compare);
}

// A scene anew, with the stop's method, its steps made.
void arrive(AppState& app, const TourStop& stop, const std::string& name) {
  Session& session = app.session;
  Scene scene = loadScene(findScene(name, app.asset_dir), app.asset_dir);
  if (stop.camera) scene.camera = *stop.camera;
  if (stop.solver != nullptr) {
    scene.simulation.solver = stop.solver;
    scene.simulation.parameters = stop.parameters;
  }
  app.framework.reset();
  closeMicroscope(app);
  app.drawer = "plots";
  openScene(session, std::move(scene));
  rememberScene(app);
  readyTools(app, false);
  session.paused = true;
  for (int i = 0; i < stop.steps; ++i) stepOnce(session);
  app.mouse.gesture = Mouse::Gesture::None;
  app.hovered = -1;
  app.frames_all = true;
  showAsTheStopSays(app, stop);
  session.message = {};
}

void goTo(AppState& app, int stop) {
  TourView& view = *app.tour;
  const int last = static_cast<int>(view.tour.stops.size()) - 1;
  if (stop > last) return endTour(app);
  view.at = std::max(stop, 0);
  view.answer = -1;
  try {
    const TourStop& there = view.tour.stops[view.at];
    arrive(app, there, there.scene);
  } catch (const std::exception& error) {
    complain(app.session, error.what());
  }
}

// The tour after the one opened last, ended or not; the first after the last.
void openNextTour(AppState& app) {
  if (app.tours.empty()) return complain(app.session, "No tours were found in " + app.asset_dir + "/tours");
  const auto here = std::ranges::find(app.tours, app.last_tour, &SceneEntry::id);
  const bool wraps = here == app.tours.end() || here + 1 == app.tours.end();
  openTour(app, wraps ? app.tours.front().id : (here + 1)->id);
}

constexpr ActionHandler kTourHandlers[] = {
    {Action::GuidedTour, openNextTour},
    {Action::TourNext,
     [](AppState& app) {
       if (app.tour) goTo(app, app.tour->at + 1);
     }},
    {Action::TourPrevious,
     [](AppState& app) {
       if (app.tour) goTo(app, app.tour->at - 1);
     }},
};

}  // namespace

std::span<const ActionHandler> tourHandlers() {
  return kTourHandlers;
}

void openTour(AppState& app, const std::string& id) {
  app.welcome = app.picker = app.help = false;
  app.last_tour = id;
  try {
    Tour tour = loadTour(tourPath(id, app.asset_dir));
    leaveTour(app);
    app.tour = TourView{.tour = std::move(tour), .view = app.view, .metrics = app.metrics};
  } catch (const std::exception& error) {
    return complain(app.session, error.what());
  }
  if (app.session.race) toggleRace(app.session);
  app.panels = true;
  goTo(app, 0);
}

void openTourMicroscope(AppState& app) {
  if (!app.tour) return;
  const TourStop& stop = app.tour->tour.stops[app.tour->at];
  if (!stop.microscope || app.session.microscope) return;
  app.microscope.warm = stop.microscope->warm;
  app.microscope.row_by_row = stop.microscope->row_by_row;
  carryOut(app, Action::Microscope);
  if (!app.session.microscope) return;
  const int last = app.session.microscope->replay().size() - 1;
  seekTrace(app, stop.microscope->event < 0 ? last : std::min(stop.microscope->event, last));
  carryOut(app, Action::BlockRank);
}

void answerTour(AppState& app, int choice) {
  if (!app.tour || app.tour->answer >= 0) return;
  const TourStop& stop = app.tour->tour.stops[app.tour->at];
  if (!stop.question) return;
  app.tour->answer = choice;
  try {
    if (!stop.question->scene.empty()) arrive(app, stop, stop.question->scene);
  } catch (const std::exception& error) {
    complain(app.session, error.what());
  }
  app.session.paused = !stop.runs;
}

void leaveTour(AppState& app) {
  if (!app.tour) return;
  app.view = app.tour->view;
  app.metrics = app.tour->metrics;
  app.shown.metrics = app.metrics;  // what was seen goes into the view that is left
  app.session.speed = 1.0;
  app.session.pause_on.step = 0;
  app.session.pause_on.why = PauseOn().why;
  app.tour.reset();
}

void endTour(AppState& app) {
  if (!app.tour) return;
  say(app.session, "End of the tour \"" + app.tour->tour.name + "\". The scene is yours; " +
                       shortcut(Action::GuidedTour) + " opens the next tour");
  leaveTour(app);
}

}  // namespace keystone
