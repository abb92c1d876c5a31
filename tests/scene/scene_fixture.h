// A folder of scene files that a test writes for itself.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "paths.h"
#include "scene/scene_def.h"

namespace keystone {

class SceneFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ =
        std::filesystem::path(::testing::TempDir()) / ("keystone_" + std::to_string(getpid()) + "_" + test->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return path(name);
  }

  Scene load(const std::string& text) const { return loadScene(write("scene.json", text), assetDir()); }

  // What loading the file says, without the folder; empty when it loads.
  std::string complaint(const std::string& file) const {
    try {
      loadScene(file, assetDir());
      return {};
    } catch (const SceneError& error) {
      std::string message = error.what();
      const std::string prefix = folder_.string() + "/";
      for (std::size_t at = message.find(prefix); at != std::string::npos; at = message.find(prefix)) {
        message.erase(at, prefix.size());
      }
      return message;
    }
  }

  std::filesystem::path folder_;
};

}  // namespace keystone
