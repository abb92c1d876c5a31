#include "bind/arrays.h"

#include <cmath>

#include "bind/errors.h"

namespace keystone::bind {
namespace {

using namespace py::literals;

std::string shapeOf(const py::array& array) {
  std::string text = "an array of shape (";
  for (py::ssize_t i = 0; i < array.ndim(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(array.shape(i));
  return text + ")";
}

Doubles numbersFrom(const py::handle& given, const std::string& place) {
  const py::array any = py::array::ensure(given);
  if (any && any.dtype().kind() == 'c') throw ArgumentError(place, "complex numbers", "real ones");
  Doubles array = Doubles::ensure(given);
  if (!array) {
    PyErr_Clear();
    throw ArgumentError(place, std::string(py::str(py::type::of(given).attr("__name__"))), "an array of numbers");
  }
  for (py::ssize_t i = 0; i < array.size(); ++i)
    if (!std::isfinite(array.data()[i]))
      throw ArgumentError(place, "a number that is not finite at " + std::to_string(i), "finite numbers");
  return array;
}

}  // namespace

py::array view(const VecX& vector, py::handle owner) {
  return view(vector.data(), vector.size(), owner);
}

py::array viewBySix(const VecX& vector, py::handle owner) {
  constexpr py::ssize_t kNumber = sizeof(double);
  return view(vector.data(), {vector.size() / 6, 6}, {6 * kNumber, kNumber}, owner);
}

py::object viewOrNone(const VecX& vector, py::handle owner) {
  return vector.size() > 0 ? py::object(view(vector, owner)) : py::none();
}

py::object view(const SparseRows& matrix, py::handle owner) {
  const py::tuple arrays = py::make_tuple(view(matrix.valuePtr(), matrix.nonZeros(), owner),
                                          view(matrix.innerIndexPtr(), matrix.nonZeros(), owner),
                                          view(matrix.outerIndexPtr(), matrix.rows() + 1, owner));
  return py::module_::import("scipy.sparse")
      .attr("csr_matrix")(arrays, "shape"_a = py::make_tuple(matrix.rows(), matrix.cols()), "copy"_a = false);
}

py::array_t<double> copyOf(const VecX& vector) {
  return py::array_t<double>(vector.size(), vector.data());
}

py::array_t<double> copyOf(const Vec3& vector) {
  return py::array_t<double>(3, vector.data());
}

VecX vectorFrom(const py::handle& given, const std::string& place) {
  const Doubles array = numbersFrom(given, place);
  if (array.ndim() != 1) throw ArgumentError(place, shapeOf(array), "one of one dimension");
  return Eigen::Map<const VecX>(array.data(), array.size());
}

VecX vectorFrom(const py::handle& given, py::ssize_t size, const std::string& place) {
  VecX vector = vectorFrom(given, place);
  if (vector.size() != size)
    throw ArgumentError(place, std::to_string(vector.size()) + " numbers", std::to_string(size));
  return vector;
}

Doubles tableFrom(const py::handle& given, py::ssize_t rows, py::ssize_t columns, const std::string& place) {
  Doubles array = numbersFrom(given, place);
  if (array.ndim() != 2 || array.shape(0) != rows || array.shape(1) != columns)
    throw ArgumentError(place, shapeOf(array), "shape (" + std::to_string(rows) + ", " + std::to_string(columns) + ")");
  return array;
}

SparseRows matrixFrom(const py::handle& given, const std::string& place) {
  const py::object matrix = py::module_::import("scipy.sparse").attr("csr_matrix")(given, "copy"_a = true);
  matrix.attr("sum_duplicates")();
  const VecX values = vectorFrom(matrix.attr("data"), place);
  using Indices = py::array_t<int, py::array::c_style | py::array::forcecast>;
  const Indices columns(matrix.attr("indices")), starts(matrix.attr("indptr"));
  const auto shape = matrix.attr("shape").cast<std::pair<int, int>>();
  return Eigen::Map<const SparseRows>(shape.first, shape.second, values.size(), starts.data(), columns.data(),
                                      values.data());
}

}  // namespace keystone::bind
