#include "session/folder_list.h"

#include <algorithm>
#include <filesystem>

namespace keystone {

namespace fs = std::filesystem;

FolderList readFolder(const std::string& path) {
  FolderList list;
  std::error_code error;
  const fs::path full = fs::absolute(path, error).lexically_normal();
  list.path = full.has_filename() ? full.string() : full.parent_path().string();  // without a slash at its end
  fs::directory_iterator entry(list.path, error);
  if (error) {
    list.trouble = list.path + ": found no folder that can be read, expected one (" + error.message() + ")";
    return list;
  }
  for (; entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    std::error_code unknown;
    if (name.starts_with('.')) continue;
    if (entry->is_directory(unknown)) {
      list.folders.push_back(name);
    } else {
      list.files.push_back(name);
    }
  }
  std::ranges::sort(list.folders);
  std::ranges::sort(list.files);
  return list;
}

std::string folderAbove(const std::string& path) {
  return fs::path(path).parent_path().string();
}

}  // namespace keystone
