// Reading and writing numbers in line-based text files, the same in every locale, with the place of every fault.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace keystone {

// Walks the lines of one file; blank lines and lines that start with the comment mark are passed over.
class LineReader {
 public:
  // Reads the whole file. Throws ProblemFileError when it cannot be read.
  LineReader(std::string path, char comment);

  // The next line's words; false at the end of the file.
  bool next();
  const std::vector<std::string_view>& words() const { return words_; }
  // The very first line of the file, comment or not.
  std::string_view firstLine() const;

  // Word i of the current line as a finite number, or as a whole number within [low, high]; `what` names it in errors.
  double real(std::size_t i, std::string_view what) const;
  long integer(std::size_t i, std::string_view what, long low, long high) const;

  // Throws ProblemFileError "FILE:LINE: found ..., expected ...".
  [[noreturn]] void fail(const std::string& found, const std::string& expected) const;

 private:
  std::string path_, text_;
  char comment_;
  std::size_t position_ = 0;
  long line_ = 0;
  std::vector<std::string_view> words_;
};

}  // namespace keystone
