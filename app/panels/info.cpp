// What runs, how fast, and how well the last step was solved.
#include <algorithm>
#include <cmath>

#include "panels/legend.h"
#include "panels/panel.h"
#include "panels/panels.h"
#include "step/method_choices.h"

namespace keystone {
namespace {

constexpr const char* kResidualHelp =
    "Residual of the contact problem, the same measure for every method: exact to 1e-9, close to 1e-6, within a frame "
    "to 1e-3.";

void sceneBlock(const AppState& app) {
  const Scene& scene = app.session.scene;
  ImGui::PushFont(app.fonts.large);
  wrappedText(scene.name.empty() ? scene.id : scene.name);
  ImGui::PopFont();
  hint(scene.description + (scene.source.empty() ? "" : "\n\nSource: " + scene.source));
  if (scene.notes.empty()) return;
  note(format("%zu %s on import", scene.notes.size(), scene.notes.size() == 1 ? "note" : "notes"));
  hint(scene.description);  // which has them
}

// Whether time runs, and how well the screen and the physics keep up with it.
void paceBlock(const AppState& app) {
  const Session& session = app.session;
  const double factor = session.rate.factor();
  const bool slow = !session.paused && factor > 0.0 && factor < 0.95 * session.speed;
  ImGui::PushFont(app.fonts.bold);
  if (isLong(session.runner)) {
    ImGui::TextColored(palette::kAmber, "SOLVING");
  } else {
    ImGui::TextColored(session.paused ? palette::kRed : palette::kGreen, session.paused   ? "PAUSED"
                                                                         : session.review ? "REPLAYING"
                                                                                          : "RUNNING");
  }
  ImGui::PopFont();
  ImGui::SameLine(0, 0);
  row(app, "", session.paused ? format("%.0f fps", app.fps) : format("%.0f fps, %.2f x", app.fps, factor),
      slow ? palette::kAmber : palette::kDim);
  hint("Pictures a second; simulated seconds per real second");
  if (session.speed != 1.0) row(app, "Pace", format("%.2f x", session.speed), palette::kAmber);
}

template <class Choice>
void choiceRow(const AppState& app, const char* label, std::span<const ChoiceInfo<Choice>> choices, Choice value) {
  const ChoiceInfo<Choice>& info = infoOf(choices, value);
  row(app, label, std::string(info.id));
  hint(std::string(info.help));
}

// Of those that the stepper looks at.
void settingsBlock(const AppState& app) {
  const StepperKind stepper = app.simulation().stepper;
  const StepParams& params = app.simulation().params;
  const auto looks = [stepper](StepSetting setting) { return looksAt(stepper, setting); };
  if (looks(StepSetting::Impacts)) choiceRow(app, "Impact law", impactLaws(), params.impacts);
  if (looks(StepSetting::RestitutionLaw) && params.restitution_law != RestitutionLaw::Newton)
    choiceRow(app, "Restitution", restitutionLaws(), params.restitution_law);
  if (looks(StepSetting::ImpactTime)) choiceRow(app, "Impact time", impactTimes(), params.impact_time);
  if (looks(StepSetting::Integrator)) choiceRow(app, "Integrator", integrators(), params.integrator);
  if (looks(StepSetting::Coordinates)) choiceRow(app, "Coordinates", coordinates(), params.coordinates);
  if (looks(StepSetting::JointErrors)) choiceRow(app, "Joint errors", jointErrors(), params.joint_errors);
}

void stepBlock(const AppState& app) {
  const StepReport& report = app.simulation().report;
  row(app, "Step, time", format("%ld, %.2f s", app.world().step, app.world().time));
  hint("Steps made and simulated time since the scene was loaded");
  row(app, "Bodies, contacts", format("%zu, %d", app.world().bodies.size(), report.contacts));
  hint("Bodies of the scene, fixed ones too, and contact points of the last step");
  if (report.sleeping > 0) {
    row(app, "Asleep", std::to_string(report.sleeping), palette::kDim);
    hint("Bodies at rest that are left out of the step until something touches them");
  }
  row(app, "Stepper", std::string(toString(app.simulation().stepper)));
  hint("The time stepper: how a step turns forces and contacts into motion");
  settingsBlock(app);
  if (report.impacts > 0) {
    row(app, "Impacts, largest", format("%d, ", report.impacts) + quantity(report.largest_impact, "N s"));
    hint("Contacts that an impact pushed apart in the last step, and the largest normal impulse of those");
  }
  if (!report.note.empty()) note(report.note);
}

std::string solvedBy(const SolveReport& solve) {
  if (!solve.stage.empty()) return std::string(solve.stage);
  return solve.status == SolveStatus::Converged ? "the method itself" : "none";
}

void solveBlock(const AppState& app) {
  const StepReport& report = app.simulation().report;
  heading(app, "SOLVE");
  const SolverInfo* solver = app.simulation().solver;
  const bool solves = stepperInfo(app.simulation().stepper).uses_solver;
  row(app, "Solver", !solves ? "the stepper" : solver != nullptr ? std::string(solver->id) : "none");
  hint("The method that finds the contact impulses");
  const StageTimes& ms = computedTimes(report);
  row(app, "Solve, step", format("%.2f, %.2f ms", ms.solve, ms.total));
  hint("Computing time of the solve and of the whole step");
  if (report.repeated) row(app, "Unchanged", "not computed again", palette::kDim);
  row(app, "Pivots, drives", format("%d, %d", report.solve.pivots, report.solve.drives));
  hint("Changes of a contact's set during the solve, and contacts driven to their condition one after the other");
  if (report.solve.zero_steps > 0) {
    row(app, "Zero pivots", std::to_string(report.solve.zero_steps));
    hint("Pivots that changed a set but no impulse");
  }
  if (report.solve.iterations > 0) {
    row(app, "Iterations", std::to_string(report.solve.iterations));
    hint("Iterations of the solve");
  }
  if (hasStepped(app.session)) {
    row(app, "Solved by", solvedBy(report.solve));
    hint("The stage of the method that reached the result");
  }
}

// Decades from 1e-16 to 1 in the colours of the grades; the bar is the residual.
void residualMeter(float width, double residual, bool is_known) {
  const float height = ImGui::GetFontSize() * 0.55F;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const auto x = [&](double value) {
    const double share = (std::log10(std::clamp(value, 1e-16, 1.0)) + 16.0) / 16.0;
    return at.x + static_cast<float>(share) * width;
  };
  const auto zone = [&](double from, double to, ImVec4 colour) {
    colour.w = 0.28F;
    draw->AddRectFilled({x(from), at.y}, {x(to), at.y + height}, ImGui::GetColorU32(colour));
  };
  double from = 1e-16;
  for (const double to : {kExactResidual, kCloseResidual, kFrameResidual, 1.0}) {
    zone(from, to, residualColour(to));
    from = to;
  }
  const ImU32 bar = ImGui::GetColorU32(residualColour(residual));
  if (is_known && std::isfinite(residual)) draw->AddRectFilled(at, {x(residual), at.y + height}, bar);
  ImGui::Dummy({width, height});
  hint(kResidualHelp);
}

void residualBlock(const AppState& app) {
  const StepReport& report = app.simulation().report;
  const Residual& left = report.residual;
  const bool is_known = hasStepped(app.session) && !report.rejected;  // impulses of a rejected step moved nothing
  const GradeText grade = stepGrade(app.session);
  const auto ofStep = [&](const char* label, double value, const char* unit, const char* help) {
    row(app, label, is_known ? quantity(value, unit) : "-", is_known ? palette::kText : palette::kDim);
    hint(help);
  };
  ImGui::Spacing();
  lamp(grade.colour);
  hint(grade.help);
  ImGui::SameLine();
  row(app, "Status", grade.word, grade.colour);
  hint(grade.help);
  row(app, "Residual", is_known ? format("%.1e", left.value) : "-", grade.colour);
  hint(kResidualHelp);
  residualMeter(ImGui::GetContentRegionAvail().x, left.value, is_known);
  ImGui::Spacing();
  ofStep("Closing speed", std::max(0.0, left.approach_speed), "m/s",
         "The fastest speed at which a contact still closes after the solve");
  ofStep("Cone violation", std::max(0.0, left.cone_violation), "N s",
         "By how much a friction impulse exceeds its cone at most");
  ofStep("Imbalance", left.imbalance, "N s", "By how much the contact law would still change an impulse at most");
  ofStep("Penetration", report.max_penetration, "m", "The deepest overlap of two bodies");
  if (const double off = report.velocity_error; is_known && off > 0.0) {
    row(app, "Velocity error", quantity(off, "m/s"));
    hint("How far the velocities of this stepper are from those that its impulses give.");
  }
}

void setsBlock(AppState& app) {
  const StepReport& report = app.simulation().report;
  heading(app, "CONTACT SETS");
  if (report.sets_inferred) {
    ImGui::SameLine();
    ImGui::TextColored(palette::kDim, "inferred");
    hint("This method keeps no sets: they are read off its impulses.");
  }
  legendRow(app, SetMark::Stick, std::to_string(report.sets.stick));
  legendRow(app, SetMark::Slide, std::to_string(report.sets.slide));
  legendRow(app, SetMark::Unclamped, std::to_string(report.sets.unclamped));
  if (report.sets.bilateral > 0) legendRow(app, SetMark::Joint, std::to_string(report.sets.bilateral));
  if (report.contacts == 0) {
    note(app.session.stepped_by ? "Nothing touched in the last step. Contacts are counted here by their sets."
                                : "No step yet, so no contacts: " + howToStep());
  } else if (app.view.forces || app.view.cones) {
    row(app, "Arrows", std::string(stepperInfo(app.simulation().stepper).arrows));
    hint("Arrows are drawn as forces in N: an impulse is divided by the length of its step.");
    forceLegend(app);
  }
  velocityLegend(app);
}

void drawInfo(AppState& app, const Rect& rect) {
  const PanelWindow window("##info", rect);
  sceneBlock(app);
  paceBlock(app);
  stepBlock(app);
  ImGui::Spacing();
  solveBlock(app);
  residualBlock(app);
  ImGui::Spacing();
  setsBlock(app);
}

}  // namespace

extern const Panel kInfo{drawInfo, &Layout::info};

}  // namespace keystone
