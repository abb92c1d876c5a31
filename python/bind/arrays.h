// NumPy arrays and SciPy matrices over the engine's memory, and back.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "math/types.h"

namespace keystone::bind {

namespace py = pybind11;

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

// The same array, which nobody may write to: of state, where what is written would be lost.
template <class Array>
Array readOnly(Array array) {
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

// A read-only view of memory that `owner` keeps alive. `strides` [bytes].
template <class Number>
py::array view(const Number* data, std::vector<py::ssize_t> shape, std::vector<py::ssize_t> strides, py::handle owner) {
  return readOnly(py::array(py::dtype::of<Number>(), std::move(shape), std::move(strides), data, owner));
}
template <class Number>
py::array view(const Number* data, py::ssize_t size, py::handle owner) {
  return view(data, {size}, {static_cast<py::ssize_t>(sizeof(Number))}, owner);
}
py::array view(const VecX& vector, py::handle owner);
// [size/6 x 6]
py::array viewBySix(const VecX& vector, py::handle owner);
// None where the vector is empty.
py::object viewOrNone(const VecX& vector, py::handle owner);
// scipy.sparse.csr_matrix whose three arrays are views. The matrix is compressed.
py::object view(const SparseRows& matrix, py::handle owner);

// An array of its own.
py::array_t<double> copyOf(const VecX& vector);
py::array_t<double> copyOf(const Vec3& vector);

// A vector of `size` finite numbers; `place` names it in errors. Throws ArgumentError.
VecX vectorFrom(const py::handle& given, py::ssize_t size, const std::string& place);
// Any length.
VecX vectorFrom(const py::handle& given, const std::string& place);
// [rows x columns] finite numbers, rows after rows.
Doubles tableFrom(const py::handle& given, py::ssize_t rows, py::ssize_t columns, const std::string& place);
// A dense array or any scipy.sparse matrix, of finite numbers.
SparseRows matrixFrom(const py::handle& given, const std::string& place);

}  // namespace keystone::bind
