#include "session/layout.h"

#include <gtest/gtest.h>

namespace keystone {
namespace {

LayoutOptions optionsFrom(int bits) {
  const auto bit = [bits](int n) { return (bits >> n & 1) != 0; };
  return {bit(0), bit(1), bit(2), bit(3), bit(4), bit(5), bit(6), bit(7) ? 116.0F : 0.0F};
}

void expectInside(const Rect& rect, float width, float height, std::string_view name) {
  if (rect.empty()) return;
  EXPECT_GE(rect.x, 0) << name;
  EXPECT_GE(rect.y, 0) << name;
  EXPECT_LE(rect.right(), width) << name;
  EXPECT_LE(rect.bottom(), height) << name;
}

void expectApart(const Layout& layout) {
  const auto panels = panelsOf(layout);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_FALSE(panels[i].rect.overlaps(panels[j].rect)) << panels[i].name << " and " << panels[j].name;
    }
  }
}

TEST(Layout, PanelsStayInsideAndNeverOverlap) {
  const std::pair<float, float> sizes[] = {{1280, 800}, {1920, 1080}, {3840, 2160}, {640, 480}, {320, 240}};
  for (const auto& [width, height] : sizes) {
    for (const float scale : {0.5F, 1.0F, 1.25F, 1.5F, 2.0F, 4.0F}) {
      for (int bits = 0; bits < 256; ++bits) {
        SCOPED_TRACE(::testing::Message() << width << " x " << height << ", scale " << scale << ", options " << bits);
        const Layout layout = computeLayout(width, height, scale, optionsFrom(bits));
        expectApart(layout);
        for (const NamedRect& panel : panelsOf(layout)) expectInside(panel.rect, width, height, panel.name);
        expectInside(layout.view, width, height, "view");
        EXPECT_FALSE(layout.view.empty());
      }
    }
  }
}

TEST(Layout, PanelsOfAnySizeStayInsideAndNeverOverlap) {
  for (const double size : {1.0, 300.0, 1e4}) {
    for (int bits = 0; bits < 256; ++bits) {
      SCOPED_TRACE(::testing::Message() << size << ", options " << bits);
      LayoutOptions options = optionsFrom(bits);
      options.sizes = {size, size, size};
      const Layout layout = computeLayout(1280, 800, 1.5F, options);
      expectApart(layout);
      for (const NamedRect& panel : panelsOf(layout)) expectInside(panel.rect, 1280, 800, panel.name);
      EXPECT_FALSE(layout.view.empty());
    }
  }
}

TEST(Layout, AnEdgeThatIsDraggedIsWhereTheMouseIs) {
  LayoutOptions options;
  options.timeline = true;
  const auto placeOf = [](const PanelEdge& edge) {
    const Rect& grip = edge.grip;
    return grip.width > grip.height ? (grip.y + grip.bottom()) / 2 : (grip.x + grip.right()) / 2;
  };
  const Layout layout = computeLayout(1280, 800, 1, options);
  const auto before = edgesOf(layout, 1);
  EXPECT_EQ(placeOf(before[0]), layout.view.x) << "the grip is on the line";
  EXPECT_EQ(placeOf(before[1]), layout.view.right());
  EXPECT_EQ(placeOf(before[2]), layout.view.bottom());
  for (std::size_t i = 0; i < before.size(); ++i) {
    const float mouse = placeOf(before[i]) + 20 * before[i].sign;
    options.sizes = {};
    options.sizes.*before[i].size = before[i].sign * (mouse - before[i].from);
    EXPECT_EQ(placeOf(edgesOf(computeLayout(1280, 800, 1, options), 1)[i]), mouse) << before[i].name;
  }
}

TEST(Layout, ShownPanelsLeaveTheViewFree) {
  for (int bits = 0; bits < 256; bits += 2) {
    const Layout layout = computeLayout(1280, 800, 1, optionsFrom(bits));
    for (const NamedRect& panel : panelsOf(layout)) EXPECT_FALSE(panel.rect.overlaps(layout.view)) << panel.name;
  }
}

TEST(Layout, TheViewKeepsHalfTheWindowAtScaleOne) {
  for (const auto& [width, height] : {std::pair{1280.0F, 800.0F}, std::pair{1920.0F, 1080.0F}}) {
    const Layout layout = computeLayout(width, height, 1, {});
    EXPECT_GT(layout.view.width, 0.5F * width);
    EXPECT_GT(layout.view.height, 0.5F * height);
  }
}

TEST(Layout, HidingLeavesTheWholeWindowToTheScene) {
  LayoutOptions options;
  options.hidden = true;
  const Layout layout = computeLayout(1280, 800, 1, options);
  EXPECT_EQ(layout.view.width, 1280);
  EXPECT_EQ(layout.view.height, 800);
  EXPECT_TRUE(layout.menu.empty());
  EXPECT_FALSE(layout.hud.empty());
}

}  // namespace
}  // namespace keystone
