#include "session/history.h"

#include <gtest/gtest.h>

namespace keystone {
namespace {

World worldAtStep(long step) {
  World world;
  addBody(world, Body{}, Collider{Box{}, Material{}});
  world.step = step;
  return world;
}

TEST(History, GivesBackTheLatestWorldFirst) {
  History history;
  for (long i = 0; i < 3; ++i) history.push(worldAtStep(i));
  EXPECT_EQ(history.pop()->step, 2);
  EXPECT_EQ(history.last()->step, 1);
  EXPECT_EQ(history.pop()->step, 1);
  EXPECT_EQ(history.pop()->step, 0);
  EXPECT_FALSE(history.pop().has_value());
  EXPECT_EQ(history.bytes(), 0U);
}

TEST(History, ForgetsTheOldestBeyondItsLength) {
  History history(5);
  for (long i = 0; i < 20; ++i) history.push(worldAtStep(i));
  EXPECT_EQ(history.size(), 5U);
  EXPECT_EQ(history.last()->step, 19);
}

TEST(History, IsBoundedInMemoryButKeepsOneWorld) {
  const std::size_t one = footprint(worldAtStep(0));
  History history(2000, 3 * one);
  for (long i = 0; i < 20; ++i) history.push(worldAtStep(i));
  EXPECT_EQ(history.size(), 3U);
  History tiny(2000, 1);
  tiny.push(worldAtStep(0));
  tiny.push(worldAtStep(1));
  EXPECT_EQ(tiny.size(), 1U);
}

TEST(UndoStack, UndoAndRedoAreInverse) {
  UndoStack undo;
  Simulation input;
  input.world = worldAtStep(1);
  undo.remember(input);
  input.world = worldAtStep(2);
  undo.remember(input);
  input.world = worldAtStep(3);
  EXPECT_TRUE(undo.undo(input));
  EXPECT_EQ(input.world.step, 2);
  EXPECT_TRUE(undo.undo(input));
  EXPECT_EQ(input.world.step, 1);
  EXPECT_FALSE(undo.undo(input));
  EXPECT_TRUE(undo.redo(input));
  EXPECT_TRUE(undo.redo(input));
  EXPECT_EQ(input.world.step, 3);
  EXPECT_FALSE(undo.redo(input));
}

TEST(UndoStack, ANewEditForgetsWhatWasUndone) {
  UndoStack undo;
  Simulation input;
  input.world = worldAtStep(1);
  undo.remember(input);
  input.world = worldAtStep(2);
  undo.undo(input);
  undo.remember(input);
  EXPECT_FALSE(undo.redo(input));
}

}  // namespace
}  // namespace keystone
