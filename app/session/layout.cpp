#include "session/layout.h"

#include <algorithm>
#include <cmath>

namespace keystone {
namespace {

// [pixels at scale 1]
constexpr float kMenuHeight = 28, kStatusHeight = 26, kSideWidth = 268, kDrawerHeight = 232, kTallDrawerHeight = 400,
                kToolHeight = 40, kTimelineHeight = 62;
constexpr float kMicroscopeWidth = 372, kHudWidth = 380, kHudHeight = 76, kHudMargin = 12;
// Shares of the window that a panel may take at most.
constexpr float kMostSide = 0.27F, kMostMicroscope = 0.36F, kMostDrawer = 0.34F, kMostTallDrawer = 0.46F,
                kMostTour = 0.36F;
constexpr float kMostSetSide = 0.4F;                   // likewise, of one whose edge was dragged
constexpr float kLeastSide = 176, kLeastDrawer = 136;  // [pixels at scale 1], in which no text is cut
constexpr float kGrip = 4;                             // [pixels at scale 1], to each side of an edge
constexpr float kMostOfView = 0.75F;                   // of the height that strips leave, for the drawer
// Shares of a side column.
constexpr float kScenesShare = 0.52F, kInfoHeight = 420, kSceneHeight = 196;

float fit(float wanted, float most) {
  return std::floor(std::min(wanted, most));
}

float widthOfSide(double set, float width, float scale) {
  if (set == 0.0) return fit(kSideWidth * scale, width * kMostSide);
  return fit(std::max(static_cast<float>(set), kLeastSide) * scale, width * kMostSetSide);
}

// `left` [pixels] is there for the view and the drawer.
float heightOfDrawer(const LayoutOptions& options, float height, float scale, float left) {
  const float own = options.tall ? kTallDrawerHeight : kDrawerHeight;
  if (options.sizes.drawer == 0.0)
    return fit(own * scale, std::min(height * (options.tall ? kMostTallDrawer : kMostDrawer), left * kMostOfView));
  const float set = std::max(static_cast<float>(options.sizes.drawer), options.tall ? own : kLeastDrawer);
  return fit(set * scale, left * kMostOfView);
}

Layout hiddenLayout(float width, float height, float scale, const LayoutOptions& options) {
  Layout layout;
  const float margin = kHudMargin * scale;
  layout.view = {0, 0, width, height};
  layout.hud = {margin, margin, fit(kHudWidth * scale, width / 2), fit(kHudHeight * scale, height / 3)};
  if (options.tool) {
    const float left = layout.hud.right() + margin;
    layout.tool = {left, margin, std::floor(width - left - margin), fit(kToolHeight * scale, height / 6)};
  }
  if (options.timeline) {
    const float strip = fit(kTimelineHeight * scale, height / 6);
    layout.timeline = {0, height - strip, width, strip};
    layout.view.height -= strip;
  }
  return layout;
}

}  // namespace

Layout computeLayout(float width, float height, float scale, const LayoutOptions& options) {
  if (options.hidden) return hiddenLayout(width, height, scale, options);
  Layout layout;
  layout.menu = {0, 0, width, fit(kMenuHeight * scale, height / 6)};
  const float status_height = fit(kStatusHeight * scale, height / 6);
  layout.status = {0, height - status_height, width, status_height};

  const float top = layout.menu.bottom();
  const float side = widthOfSide(options.sizes.left, width, scale);
  const float column = layout.status.y - top;
  const float scenes = std::floor(column * kScenesShare);
  layout.scenes = {0, top, side, scenes};
  layout.solver = {0, top + scenes, side, column - scenes};

  const float right = options.microscope ? fit(kMicroscopeWidth * scale, width * kMostMicroscope)
                                         : widthOfSide(options.sizes.right, width, scale);
  const float info = !options.inspector ? column
                     : options.selected ? fit(kInfoHeight * scale, column * 0.6F)
                                        : column - fit(kSceneHeight * scale, column * 0.4F);
  if (options.microscope) {
    layout.microscope = {width - right, top, right, column};
  } else {
    layout.info = {width - right, top, right, info};
    if (options.inspector) layout.inspector = {width - right, top + info, right, column - info};
  }

  const float middle = width - side - right;
  const float tool = options.tool ? fit(kToolHeight * scale, height / 8) : 0;
  if (options.tool) layout.tool = {side, top, middle, tool};
  const float tour = fit(options.tour, height * kMostTour);
  if (tour > 0) layout.tour = {side, top + tool, middle, tour};
  const float timeline = options.timeline ? fit(kTimelineHeight * scale, height / 8) : 0;
  const float left = column - tool - tour - timeline;  // for the drawer and the view
  const float drawer = options.metrics ? heightOfDrawer(options, height, scale, left) : 0;
  if (options.metrics) layout.drawer = {side, layout.status.y - drawer, middle, drawer};
  if (options.timeline) layout.timeline = {side, layout.status.y - drawer - timeline, middle, timeline};
  layout.view = {side, top + tool + tour, middle, left - drawer};
  return layout;
}

std::array<PanelEdge, 3> edgesOf(const Layout& layout, float scale) {
  const float half = std::round(kGrip * scale);
  const Rect& view = layout.view;
  const auto upright = [&](const Rect& panel, float x) {
    return panel.empty() ? Rect{} : Rect{x - half, view.y, 2 * half, view.height};
  };
  const float bottom = layout.timeline.empty() ? layout.drawer.y : layout.timeline.y;
  const Rect level =
      layout.drawer.empty() ? Rect{} : Rect{view.x + half, bottom - half, view.width - 2 * half, 2 * half};
  return {{{"##left_edge", &PanelSizes::left, upright(layout.scenes, view.x), layout.scenes.x, 1},
           {"##right_edge", &PanelSizes::right, upright(layout.info, view.right()), layout.info.right(), -1},
           {"##drawer_edge", &PanelSizes::drawer, level, layout.status.y - (layout.drawer.y - bottom), -1}}};
}

std::array<NamedRect, 12> panelsOf(const Layout& layout) {
  return {{{"menu", layout.menu},
           {"scenes", layout.scenes},
           {"solver", layout.solver},
           {"info", layout.info},
           {"inspector", layout.inspector},
           {"drawer", layout.drawer},
           {"status", layout.status},
           {"tool", layout.tool},
           {"hud", layout.hud},
           {"microscope", layout.microscope},
           {"tour", layout.tour},
           {"timeline", layout.timeline}}};
}

}  // namespace keystone
