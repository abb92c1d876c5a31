// Contact problems in files: the project's own, and published ones of ../shared/data where they are beside the sources.
#pragma once

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>
#include <vector>

namespace keystone {

// Of that ending (".mtx"), sorted within each folder; `published`: the folder in ../shared/data.
inline std::vector<std::string> problemFiles(const std::string& ending, const std::string& published) {
  std::vector<std::string> all;
  for (const std::filesystem::path& folder : {std::filesystem::path(KEYSTONE_TEST_DATA) / "problems",
                                              std::filesystem::path(KEYSTONE_SHARED_DATA) / published}) {
    if (!std::filesystem::is_directory(folder)) continue;
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ending) paths.push_back(entry.path().string());
    std::sort(paths.begin(), paths.end());
    all.insert(all.end(), paths.begin(), paths.end());
  }
  return all;
}

inline bool arePublishedThere() {
  return std::filesystem::is_directory(KEYSTONE_SHARED_DATA);
}

// A test's name of a file: its own without what is neither letter nor digit.
inline std::string testNameOf(const std::string& path) {
  std::string name = std::filesystem::path(path).stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

}  // namespace keystone
