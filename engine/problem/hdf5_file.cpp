#include "problem/hdf5_file.h"

#include <hdf5.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/no_copy.h"
#include "math/output_file.h"
#include "problem/problem_file.h"

namespace keystone {
namespace {

constexpr std::size_t kGrowth = std::size_t{1} << 20;  // bytes by which a file in memory grows

static_assert(sizeof(hid_t) == sizeof(long), "the header keeps HDF5's handles as long");

// A handle of the library with the function that gives it back.
class Handle : NoCopy {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  hid_t operator*() const { return id_; }
  bool good() const { return id_ >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

// In memory: where the disk is full, the library can neither close a file of its own nor end without it.
hid_t createInMemory(const std::string& path) {
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_fapl_core(*access, kGrowth, 0);
  return H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, *access);
}

}  // namespace

Hdf5File::Hdf5File(const std::string& path, Mode mode) : path_(path) {
  H5E_auto2_t handler = nullptr;
  H5Eget_auto2(H5E_DEFAULT, &handler, &handler_data_);
  handler_ = reinterpret_cast<void*>(handler);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  file_ = mode == Mode::Read ? H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT) : createInMemory(path);
  if (file_ >= 0) return;
  H5Eset_auto2(H5E_DEFAULT, handler, handler_data_);
  throw ProblemFileError(path + (mode == Mode::Read ? ": found no readable HDF5 file, expected one"
                                                    : ": found no memory for an HDF5 file, expected some"));
}

Hdf5File::~Hdf5File() {
  if (file_ >= 0) H5Fclose(file_);
  H5Eset_auto2(H5E_DEFAULT, reinterpret_cast<H5E_auto2_t>(handler_), handler_data_);
}

bool Hdf5File::has(const std::string& name) const {
  for (std::size_t end = name.find('/', 1); end != std::string::npos; end = name.find('/', end + 1))
    if (H5Lexists(file_, name.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
  return H5Lexists(file_, name.c_str(), H5P_DEFAULT) > 0;
}

void Hdf5File::readArray(const std::string& name, bool whole, long count, void* values) const {
  if (!has(name)) fail(name, "nothing", "an array of that name");
  const Handle data(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), H5Dclose);
  if (!data.good()) fail(name, "no array", "one");
  const Handle type(H5Dget_type(*data), H5Tclose);
  if (H5Tget_class(*type) != (whole ? H5T_INTEGER : H5T_FLOAT))
    fail(name, "another type", whole ? "whole numbers" : "real numbers");
  const Handle space(H5Dget_space(*data), H5Sclose);
  const hssize_t there = H5Sget_simple_extent_npoints(*space);
  if (there < count) fail(name, std::to_string(there) + " values", std::to_string(count));
  const hsize_t all = static_cast<hsize_t>(there);
  const hsize_t wanted = static_cast<hsize_t>(count);
  if (H5Sget_simple_extent_ndims(*space) > 1) fail(name, "a table", "a list of values");
  if (wanted == 0) return;
  const hsize_t start = 0;
  const Handle target(H5Screate_simple(1, &wanted, nullptr), H5Sclose);
  if (wanted < all) H5Sselect_hyperslab(*space, H5S_SELECT_SET, &start, nullptr, &wanted, nullptr);
  if (H5Dread(*data, whole ? H5T_NATIVE_INT : H5T_NATIVE_DOUBLE, *target, *space, H5P_DEFAULT, values) < 0)
    fail(name, "values that cannot be read", std::to_string(count) + " of them");
}

std::vector<int> Hdf5File::integers(const std::string& name, long count) const {
  std::vector<int> values(static_cast<std::size_t>(count));
  readArray(name, true, count, values.data());
  return values;
}

std::vector<double> Hdf5File::reals(const std::string& name, long count) const {
  std::vector<double> values(static_cast<std::size_t>(count));
  readArray(name, false, count, values.data());
  const auto bad = std::find_if(values.begin(), values.end(), [](double x) { return !std::isfinite(x); });
  if (bad != values.end())
    fail(name, "a value that is not finite at " + std::to_string(bad - values.begin()), "finite numbers");
  return values;
}

int Hdf5File::integer(const std::string& name, int low, int high) const {
  const int value = integers(name, 1)[0];
  if (value < low || value > high)
    fail(name, std::to_string(value), "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  return value;
}

void Hdf5File::writeArray(const std::string& name, long type, const void* values, std::size_t count) {
  const Handle groups(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(*groups, 1);
  const hsize_t size = count;
  const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
  const Handle data(H5Dcreate2(file_, name.c_str(), type, *space, *groups, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
  const bool good = data.good() && (count == 0 || H5Dwrite(*data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  if (!good) fail(name, "an array that cannot be written", "one that can");
}

void Hdf5File::write(const std::string& name, const std::vector<int>& values) {
  writeArray(name, H5T_NATIVE_INT, values.data(), values.size());
}

void Hdf5File::write(const std::string& name, const std::vector<double>& values) {
  writeArray(name, H5T_NATIVE_DOUBLE, values.data(), values.size());
}

void Hdf5File::write(const std::string& name, const std::string& text) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(*type, text.size() + 1);
  const Handle groups(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(*groups, 1);
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle data(H5Dcreate2(file_, name.c_str(), *type, *space, *groups, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
  if (!data.good() || H5Dwrite(*data, *type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.c_str()) < 0)
    fail(name, "a text that cannot be written", "one that can");
}

void Hdf5File::close() {
  const bool flushed = H5Fflush(file_, H5F_SCOPE_GLOBAL) >= 0;
  const ssize_t size = flushed ? H5Fget_file_image(file_, nullptr, 0) : -1;
  std::string bytes(static_cast<std::size_t>(std::max<ssize_t>(size, 0)), '\0');
  const bool good = size > 0 && H5Fget_file_image(file_, bytes.data(), bytes.size()) == size;
  if (H5Fclose(std::exchange(file_, -1)) < 0 || !good) fail("/", "a tree that HDF5 cannot put together", "one it can");
  writeFile(path_, bytes);
}

void Hdf5File::fail(const std::string& name, const std::string& found, const std::string& expected) const {
  throw ProblemFileError(path_ + ": " + name + ": found " + found + ", expected " + expected);
}

}  // namespace keystone
