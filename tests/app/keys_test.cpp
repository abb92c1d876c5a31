#include "session/keys.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

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
  EXPECT_EQ(actionOf('A', 0), Action::None);
}

TEST(Keys, LockKeysDoNotDisturb) {
  constexpr int kCapsLock = 0x10, kNumLock = 0x20;  // GLFW's bits
  EXPECT_EQ(actionOf('R', kCapsLock | kNumLock), Action::Restart);
}

// The text of a key is one of a list of them, as in "Space, P".
std::vector<std::string> keysIn(const std::string& input) {
  std::vector<std::string> keys;
  for (std::size_t from = 0; from <= input.size();) {
    const std::size_t comma = std::min(input.find(", ", from), input.size());
    keys.push_back(input.substr(from, comma - from));
    from = comma + 2;
  }
  return keys;
}

TEST(Keys, ARowNamesNoKeyOfAnotherAction) {
  std::map<std::string, Action> owners;
  for (const Binding& binding : bindings()) {
    if (binding.key == 0 || binding.what.empty()) continue;
    for (const std::string& key : keysIn(inputText(binding)))
      EXPECT_EQ(owners.try_emplace(key, binding.action).first->second, binding.action) << key;
  }
}

}  // namespace
}  // namespace keystone
