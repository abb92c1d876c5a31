#include "session/settings.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace keystone {
namespace {

std::string temporary(const char* name) {
  return ::testing::TempDir() + "keystone_" + name + "/settings.json";
}

TEST(Settings, WhatIsSavedIsLoaded) {
  const std::string path = temporary("round_trip");
  Settings settings;
  settings.width = 1920;
  settings.ui_scale = 1.5;
  settings.metrics = false;
  settings.cones = true;
  settings.labels = false;
  settings.velocities = settings.trails = true;
  settings.sizes = {200, 300, 250};
  settings.best_overhangs["challenge_overhang"] = 1.25;
  settings.reopens = true;
  settings.last_scene = "arch";
  saveSettings(settings, path);
  std::string trouble;
  const Settings loaded = loadSettings(path, trouble);
  EXPECT_TRUE(trouble.empty()) << trouble;
  EXPECT_EQ(loaded.width, 1920);
  EXPECT_EQ(loaded.ui_scale, 1.5);
  EXPECT_FALSE(loaded.metrics);
  EXPECT_TRUE(loaded.cones);
  EXPECT_FALSE(loaded.labels);
  EXPECT_TRUE(loaded.velocities && loaded.trails);
  EXPECT_EQ(loaded.sizes.left, 200);
  EXPECT_EQ(loaded.sizes.right, 300);
  EXPECT_EQ(loaded.sizes.drawer, 250);
  EXPECT_EQ(loaded.best_overhangs, settings.best_overhangs);
  EXPECT_EQ(loaded, settings);
}

TEST(Settings, AMissingFileMeansDefaults) {
  std::string trouble;
  EXPECT_EQ(loadSettings(temporary("missing"), trouble).width, Settings{}.width);
  EXPECT_TRUE(trouble.empty());
}

TEST(Settings, DamageIsReportedAndTheRestKept) {
  const std::string path = temporary("damaged");
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path) << R"({"width": "wide", "height": 900, "ui_scale": 1e9})";
  std::string trouble;
  const Settings loaded = loadSettings(path, trouble);
  EXPECT_NE(trouble.find("/width"), std::string::npos) << trouble;
  EXPECT_EQ(loaded.width, Settings{}.width);
  EXPECT_EQ(loaded.height, 900);
  EXPECT_EQ(loaded.ui_scale, 4.0);
  std::ofstream(path) << R"({"height": 900, "best_overhangs": {"x": "far"}})";
  EXPECT_TRUE(loadSettings(path, trouble).best_overhangs.empty());
  EXPECT_NE(trouble.find("/best_overhangs"), std::string::npos) << trouble;
  std::ofstream(path) << "{ not json";
  trouble.clear();
  EXPECT_EQ(loadSettings(path, trouble).height, Settings{}.height);
  EXPECT_FALSE(trouble.empty());
}

}  // namespace
}  // namespace keystone
