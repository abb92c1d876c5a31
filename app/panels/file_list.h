// A folder's files of one kind, for the panels that ask for a file.
#pragma once

#include <string>

#include "app_state.h"

namespace keystone {

// The rows of a list, of which the arrows choose one and Enter takes it. True when one is taken: by a click, or as the
// current one by Enter.
class Rows {
 public:
  Rows(int& row, bool entered) : row_(row), entered_(entered) {}
  bool isCurrent() const { return next_ == row_; }
  // Of the row that was just drawn.
  bool isChosen(bool clicked);
  // After the last one; true if there was none.
  bool end() const;

 private:
  int& row_;
  bool entered_;
  int next_ = 0;
};

// The way up, and where it is, in `width` [pixels]. True when the folder is another one.
bool folderLine(FolderList& folder, float width);

// Folders and files that have `filter` in their names, as rows. The path of a file that is taken; empty: none was. A
// folder that is taken is entered.
std::string fileRows(FolderList& folder, const FileKind& kind, const std::string& filter, Rows& rows);

}  // namespace keystone
