#include "session/keys.h"

#include <gtest/gtest.h>

#include <set>

namespace keystone {
namespace {

TEST(Keys, NoKeyHasTwoMeanings) {
  std::set<std::pair<int, int>> seen;
  for (const Binding& binding : bindings()) {
    if (binding.key == 0) continue;
    EXPECT_TRUE(seen.insert({binding.key, binding.mods}).second) << inputText(binding);
  }
}

TEST(Keys, EveryActionHasAKeyATitleAndAGroup) {
  for (int i = static_cast<int>(Action::None) + 1; i <= static_cast<int>(Action::Cancel); ++i) {
    const auto action = static_cast<Action>(i);
    bool has_key = false;
    for (const Binding& binding : bindings()) has_key |= binding.action == action && binding.key != 0;
    EXPECT_TRUE(has_key) << "action " << i;
    const bool is_numbered = (action > Action::Solver1 && action <= Action::Solver9) ||
                             (action > Action::Views1 && action <= Action::Views4);
    if (is_numbered) continue;  // described by the row of the first
    EXPECT_FALSE(title(action).empty()) << "action " << i;
    EXPECT_FALSE(shortcut(action).empty()) << "action " << i;
  }
}

TEST(Keys, TheDispatcherFindsTheConventionalKeys) {
  constexpr int kShift = 1, kCtrl = 2;  // GLFW's bits
  EXPECT_EQ(actionOf(' ', 0), Action::Pause);
  EXPECT_EQ(actionOf('P', 0), Action::Pause);
  EXPECT_EQ(actionOf('O', 0), Action::Step);
  EXPECT_EQ(actionOf('O', kShift), Action::StepFive);
  EXPECT_EQ(actionOf('O', kCtrl), Action::PickScene);
  EXPECT_EQ(actionOf(',', kShift), Action::BackFive);
  EXPECT_EQ(actionOf('/', kShift), Action::Help);
  EXPECT_EQ(actionOf('Z', kCtrl), Action::Undo);
  EXPECT_EQ(actionOf('X', 0), Action::Microscope);
  EXPECT_EQ(actionOf('Y', 0), Action::None);
}

TEST(Keys, LockKeysDoNotDisturb) {
  constexpr int kCapsLock = 0x10, kNumLock = 0x20;  // GLFW's bits
  EXPECT_EQ(actionOf('R', kCapsLock | kNumLock), Action::Restart);
}

}  // namespace
}  // namespace keystone
