// The folders and files of a folder.
#pragma once

#include <string>
#include <vector>

#include "session/file_kinds.h"

namespace keystone {

struct FolderList {
  std::string path;                         // absolute; empty: none was read yet
  std::vector<std::string> folders, files;  // names, each in alphabetical order; hidden ones are left out
  std::string trouble;                      // why it could not be read, in one line; empty: it was
};

// `path`: absolute, or from the working directory.
FolderList readFolder(const std::string& path);
// The folder above; of the root, itself.
std::string folderAbove(const std::string& path);

}  // namespace keystone
