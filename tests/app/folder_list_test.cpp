// The folders and files of a folder, and their kinds.
#include "session/folder_list.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace keystone {
namespace {

namespace fs = std::filesystem;

TEST(FolderList, HasFoldersAndFiles) {
  const fs::path folder = fs::path(::testing::TempDir()) / "keystone_folder_list";
  fs::create_directories(folder / "b");
  fs::create_directories(folder / "a");
  for (const char* name : {"z.json", "arm.urdf", "lcp.mtx", "run.replay", "notes.txt", ".hidden.json"})
    std::ofstream(folder / name) << "x";
  const FolderList list = readFolder(folder.string() + "/");
  EXPECT_EQ(list.path, folder.string());
  EXPECT_EQ(list.folders, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(list.files, (std::vector<std::string>{"arm.urdf", "lcp.mtx", "notes.txt", "run.replay", "z.json"}));
  EXPECT_TRUE(list.trouble.empty()) << list.trouble;
  EXPECT_EQ(folderAbove(folder.string()) + "/keystone_folder_list", folder.string());
  EXPECT_EQ(folderAbove("/"), "/");
  fs::remove_all(folder);
}

TEST(FileKinds, AreToldByTheirEndings) {
  for (const char* name : {"z.json", "arm.urdf", "yard.sdf", "yard.world", "lcp.mtx", "run.replay"})
    EXPECT_TRUE(opens(name)) << name;
  for (const char* name : {"notes.txt", "cube.obj"}) EXPECT_FALSE(opens(name)) << name;
  EXPECT_TRUE(meshFiles().has("cube.obj") && meshFiles().has("arm.glb"));
  EXPECT_FALSE(meshFiles().has("z.json"));
}

TEST(FolderList, SaysInOneLineWhyAFolderCannotBeRead) {
  const FolderList list = readFolder("/no/such/folder");
  EXPECT_TRUE(list.trouble.starts_with("/no/such/folder: found no folder")) << list.trouble;
  EXPECT_EQ(list.trouble.find('\n'), std::string::npos);
}

}  // namespace
}  // namespace keystone
