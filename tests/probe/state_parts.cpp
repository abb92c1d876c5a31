#include <array>

#include "probe/state.h"
#include "session/framework_picture.h"
#include "session/paper_claims.h"
#include "tools/handle_tool.h"

namespace keystone {
namespace {

using Json = nlohmann::json;

Json claimsJson(const FrameworkSession& session) {
  Json list = Json::array();
  for (const Claim& claim : paperClaims(session))
    list.push_back({{"holds", claim.outcome == Claim::Outcome::Holds || claim.outcome == Claim::Outcome::Better}});
  return list;
}

Json frameworkEventJson(const FrameworkSession& session) {
  if (!session.microscope) return nullptr;
  const FrameworkMicroscope& microscope = *session.microscope;
  return {{"events", microscope.size()},
          {"at", microscope.at()},
          {"kind", toString(microscope.event().kind)},
          {"program", microscope.event().program},
          {"programs", microscope.trace().programs.size()},
          {"rows", microscope.event().sides.size()},
          {"active", microscope.active()},
          {"residual", microscope.residualAt(microscope.at())},
          {"playing", microscope.play_clock >= 0.0}};
}

std::string nameOf(const Handle& handle) {
  constexpr std::array kKinds{"along ", "across ", "about "};
  return kKinds[static_cast<std::size_t>(handle.kind)] + std::string(1, "xyz"[handle.axis]);
}

Json nameOf(const std::optional<Handle>& handle) {
  return handle ? Json(nameOf(*handle)) : Json();
}

}  // namespace

nlohmann::json handlesJson(const AppState& app) {
  const std::optional<HandlePlace> place = placeOfHandles(app);
  if (!place) return nullptr;
  Json lines = Json::object();
  for (const Handle& handle : handlesAt(*place, app.world().planar)) {
    Json pixels = Json::array();
    for (const Vec3& point : lineOf(handle, *place)) {
      Vec2 pixel;
      if (app.camera.project(point, pixel)) pixels.push_back({pixel.x(), pixel.y()});
    }
    lines[nameOf(handle)] = std::move(pixels);
  }
  const HandleTool& tool = app.handles;
  return {{"lines", lines}, {"hovered", nameOf(tool.hovered)}, {"held", nameOf(tool.held)}, {"step", tool.step}};
}

nlohmann::json frameworkJson(const AppState& app) {
  if (!app.framework) return nullptr;
  const FrameworkSession& session = *app.framework;
  const FrameworkPicture picture = pictureOf(session);
  Json json{{"id", session.scene().id},
            {"loop", toString(session.run().options().loop)},
            {"objective", toString(session.run().options().objective)},
            {"bends", session.run().options().bends},
            {"step", session.run().steps()},
            {"paused", session.paused},
            {"balanced", session.first().balanced},
            {"thrown", session.isThrown()},
            {"bars", picture.bars.size()},
            {"largest_N", picture.largest},
            {"refused", picture.refused()},
            {"metres_per_pixel", app.framework_view.metres_per_pixel},
            {"claims", claimsJson(session)},
            {"microscope", frameworkEventJson(session)},
            {"residual", nullptr},
            {"mirror_error", nullptr}};
  if (const FrameworkStep* last = session.last()) {
    json["residual"] = last->residual.value();
    if (session.run().mirror()) json["mirror_error"] = last->mirror_error;
  }
  return json;
}

nlohmann::json replayJson(const Session& session) {
  if (!session.review) return nullptr;
  const Review& review = *session.review;
  std::vector<long> switches;
  for (const ReplayMark& mark : review.marks)
    if (mark.kind == MarkKind::Switch) switches.push_back(mark.position);
  return {{"position", review.replay.position()},
          {"length", review.replay.length()},
          {"backwards", review.backwards},
          {"marks", review.marks.size()},
          {"switches", switches},
          {"diverged", review.replay.divergence() ? review.replay.divergence()->position : 0}};
}

nlohmann::json tourJson(const AppState& app) {
  if (!app.tour) return nullptr;
  const TourStop& stop = app.tour->tour.stops[app.tour->at];
  return {{"id", app.tour->tour.id},
          {"at", app.tour->at},
          {"answer", app.tour->answer},
          {"stops", app.tour->tour.stops.size()},
          {"title", stop.title},
          {"contacts", app.view.contacts},
          {"forces", app.view.forces},
          {"cones", app.view.cones},
          {"velocities", app.view.velocities},
          {"trails", app.view.trails}};
}

}  // namespace keystone
