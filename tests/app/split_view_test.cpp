#include "session/split_view.h"

#include <gtest/gtest.h>

#include <utility>

#include "solver/registry.h"
#include "step/choose_method.h"

namespace keystone {
namespace {

bool isInside(const Rect& view, const Rect& cell) {
  return cell.x >= view.x && cell.y >= view.y && cell.right() <= view.right() && cell.bottom() <= view.bottom();
}

TEST(SplitView, CellsHaveOneSizeAndStandApartWithinTheView) {
  for (const auto& [width, height] : {std::pair{1280.0F, 720.0F}, {1920.0F, 1080.0F}, {800.0F, 1200.0F}}) {
    for (const bool hidden : {false, true}) {
      for (int count = 1; count <= SplitView::kMost; ++count) {
        LayoutOptions options;
        options.hidden = hidden;
        const Layout layout = computeLayout(width, height, 1.25F, options);
        const std::vector<Rect> cells = splitCells(layout, count, 1.25F);
        ASSERT_EQ(cells.size(), static_cast<std::size_t>(count));
        for (const Rect& cell : cells) {
          EXPECT_GT(cell.width, 0.0F);
          EXPECT_GT(cell.height, 0.0F);
          EXPECT_EQ(cell.width, cells.front().width);
          EXPECT_EQ(cell.height, cells.front().height);
          EXPECT_TRUE(isInside(layout.view, cell)) << count << " cells at " << width << " x " << height;
          EXPECT_FALSE(cell.overlaps(layout.hud));
          const Rect bar{cell.x, cell.y - kSplitBar, cell.width, kSplitBar};
          for (const Rect& other : cells)
            if (&other != &cell) {
              EXPECT_FALSE(other.overlaps(cell));
              EXPECT_FALSE(other.overlaps(bar));
            }
        }
      }
    }
  }
}

TEST(SplitView, BeginsWithTheMethodOfTheSceneAndThreeOthers) {
  for (const SolverInfo* solver : solvers()) {
    const Method first{StepperKind::Velocity, solver};
    const auto methods = startingMethods(first);
    EXPECT_EQ(methods[0], first);
    for (std::size_t k = 0; k < methods.size(); ++k)
      for (std::size_t l = 0; l < k; ++l) EXPECT_FALSE(methods[k] == methods[l]) << solver->id;
  }
}

TEST(SplitView, MethodsAreReadFromAListAndNothingIsPassedOver) {
  const std::vector<Method> methods = methodsOfViews("here", "velocity+exact,avbd,acceleration+pgs");
  ASSERT_EQ(methods.size(), 3U);
  EXPECT_EQ(toString(methods[0]), "velocity+exact");
  EXPECT_EQ(toString(methods[1]), "avbd");
  EXPECT_EQ(toString(methods[2]), "acceleration+pgs");
  for (const char* list : {"", "velocity+exact,", "velocity+exact,,", ",avbd", "velocity", "exact", "velocity+magic",
                           "avbd,avbd,avbd,avbd,avbd"})
    EXPECT_THROW(methodsOfViews("here", list), ChoiceError) << list;
}

}  // namespace
}  // namespace keystone
