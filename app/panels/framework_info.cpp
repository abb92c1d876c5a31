// What the last step of a framework was worth, and what the paper says beside what is found.
#include <algorithm>

#include "panels/framework_panels.h"
#include "panels/panel.h"
#include "panels/panels.h"
#include "session/paper_claims.h"

namespace keystone {
namespace {

void nameBlock(const AppState& app) {
  const FrameworkScene& scene = app.framework->scene();
  ImGui::PushFont(app.fonts.large);
  wrappedText(scene.name);
  ImGui::PopFont();
  hint(scene.description + (scene.source.empty() ? "" : "\n\nSource: " + scene.source));
}

void stepRows(const AppState& app, const FrameworkStep& step) {
  const bool solved = step.qp.status == QpStatus::Solved;
  row(app, solved ? "Residual" : std::string(toString(step.qp.status)).c_str(), format("%.1e", step.residual.value()),
      solved ? residualColour(step.residual.value()) : palette::kRed);
  hint("Of the step's last program, by its Karush-Kuhn-Tucker conditions alone");
  row(app, "Rows, active", format("%d, %d", step.rows, step.active));
  row(app, "Tensions refused", format("%d by contacts, %d by struts", step.contacts_opened, step.struts_refused));
  hint("Contacts and struts push alone. These would have had to pull in the last step; they carry nothing and part.");
  if (app.framework->run().mirror())
    row(app, "Mirror error", format("%.1e m", step.mirror_error), errorColour(step.mirror_error));
  row(app, "Lengths, overlap", format("%.1e, %.1e m", step.length_error, step.overlap),
      errorColour(std::max(step.length_error, step.overlap)));
  hint("The largest error of a bar's length, and the deepest overlap of two outlines");
  if (app.framework->run().options().objective == Objective::S) {
    row(app, "Error of (S')", format("%.1e m", step.side_error), errorColour(step.side_error));
    hint(
        "The most by which the printed right side of a row of (S') differs from the derived one: -2 A over the time "
        "step in place of -2 A");
  }
}

void firstRows(const AppState& app) {
  const FrameworkMotion& first = app.framework->first();
  row(app, "At rest", first.balanced ? "balanced" : "unstable", first.balanced ? palette::kGreen : palette::kAmber);
  row(app, "Residual", format("%.1e", first.residual.value()), residualColour(first.residual.value()));
  const auto opened = std::ranges::count_if(first.contacts, &FrameworkContact::opened);
  row(app, "Corners that touch, part", format("%zu, %td", first.contacts.size(), opened));
  row(app, "Largest acceleration", format("%.4g m/s\u00b2", first.balanced ? 0.0 : first.largest));
}

void rivalRow(const AppState& app) {
  const FrameworkSession& session = *app.framework;
  if (session.samples().empty() || session.record().steps == 0) return;
  const FrameworkOptions& options = session.rival().options();
  const FrameworkMethod& method = *findFrameworkMethod(options.loop, options.objective);
  row(app, ("Apart from " + std::string(method.brief)).c_str(), format("%.1e m", session.samples().back().apart));
  hint("The farthest that a point is from where it is under the loop that runs beside: " + std::string(method.title));
}

struct OutcomeStyle {
  const char* word;
  ImVec4 colour;
};
OutcomeStyle styleOf(Claim::Outcome outcome) {
  switch (outcome) {
    case Claim::Outcome::Waiting:
      return {"not yet", palette::kDim};
    case Claim::Outcome::Holds:
      return {"holds", palette::kGreen};
    case Claim::Outcome::Better:
      return {"better", palette::kGreen};
    case Claim::Outcome::Fails:
      break;
  }
  return {"differs", palette::kRed};
}

void claimBlock(const AppState& app, const Claim& claim) {
  const OutcomeStyle style = styleOf(claim.outcome);
  ImGui::Spacing();
  ImGui::PushFont(app.fonts.bold);
  ImGui::TextUnformatted(claim.place.c_str());
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(style.word).x);
  ImGui::TextColored(style.colour, "%s", style.word);
  ImGui::PopFont();
  note(claim.says);
  wrappedText(claim.found);
}

void claims(const AppState& app) {
  const std::vector<Claim> all = paperClaims(*app.framework);
  if (all.empty()) {
    heading(app, "DESCRIPTION");
    return note(app.framework->scene().description);
  }
  heading(app, "PAPER AND RESULT");
  ImGui::BeginChild("claims", {0, 0});
  for (const Claim& claim : all) claimBlock(app, claim);
  ImGui::EndChild();
}

void drawFrameworkInfo(AppState& app, const Rect& rect) {
  const PanelWindow window("##framework", rect);
  nameBlock(app);
  const FrameworkSession& session = *app.framework;
  const Framework& framework = session.scene().framework;
  if (session.microscope) return frameworkEvent(app);
  if (session.last() != nullptr) {
    stepRows(app, *session.last());
  } else {
    row(app, "Points, bars", format("%d, %zu", framework.points(), framework.bars.size()));
    firstRows(app);
  }
  rivalRow(app);
  ImGui::Spacing();
  claims(app);
}

}  // namespace

ImVec4 errorColour(double error) {
  return error <= 1e-6 ? palette::kGreen : error <= 1e-3 ? palette::kAmber : palette::kRed;
}

extern const Panel kFrameworkInfo{drawFrameworkInfo, &Layout::microscope};

}  // namespace keystone
