// An HDF5 file as a tree of named arrays: every fault is an exception of one line, and the library prints nothing.
#pragma once

#include <string>
#include <vector>

#include "math/no_copy.h"

namespace keystone {

class Hdf5File : NoCopy {
 public:
  enum class Mode { Read, Create };

  // Throws ProblemFileError when the file is no readable HDF5 file. One that is created is in memory until close().
  Hdf5File(const std::string& path, Mode mode);
  ~Hdf5File();

  // True when a group or an array of that absolute name exists, with all the groups above it.
  bool has(const std::string& name) const;

  // The array's values; it must hold at least `count` of them, and the first `count` are read. Whole numbers must be
  // stored as such; real ones must be finite. Throws ProblemFileError.
  std::vector<int> integers(const std::string& name, long count) const;
  std::vector<double> reals(const std::string& name, long count) const;
  // One whole number within [low, high].
  int integer(const std::string& name, int low, int high) const;

  // Groups above an array are made as needed. Throws ProblemFileError.
  void write(const std::string& name, const std::vector<int>& values);
  void write(const std::string& name, const std::vector<double>& values);
  void write(const std::string& name, const std::string& text);
  // Writes a file that was created. Throws OutputError.
  void close();

  // Throws ProblemFileError "FILE: NAME: found ..., expected ...".
  [[noreturn]] void fail(const std::string& name, const std::string& found, const std::string& expected) const;

 private:
  void writeArray(const std::string& name, long type, const void* values, std::size_t count);
  void readArray(const std::string& name, bool whole, long count, void* values) const;

  std::string path_;
  long file_ = -1;
  void* handler_ = nullptr;  // the library's own way of reporting errors, put back at the end
  void* handler_data_ = nullptr;
};

}  // namespace keystone
