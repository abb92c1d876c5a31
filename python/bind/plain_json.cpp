#include "bind/plain_json.h"

#include <cmath>

#include "bind/errors.h"
#include "math/decimal.h"
#include "math/no_copy.h"

namespace keystone::bind {
namespace {

// Something that contains itself ends with Python's RecursionError.
struct Depth : NoCopy {
  Depth() {
    if (Py_EnterRecursiveCall(" in a scene") != 0) throw py::error_already_set();
  }
  ~Depth() { Py_LeaveRecursiveCall(); }
};

[[noreturn]] void refuse(const std::string& pointer, const std::string& found, const std::string& expected) {
  throw ArgumentError("scene: " + pointer, found, expected);
}

std::string typeName(const py::handle& given) {
  return "a value of type " + std::string(py::str(py::type::of(given).attr("__name__")));
}

// As RFC 6901 writes a key.
std::string escaped(const std::string& key) {
  std::string text;
  for (const char c : key) text += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return text;
}

py::dict plainObject(const py::handle& given, const std::string& pointer) {
  py::dict plain;
  for (const auto& [key, value] : py::reinterpret_borrow<py::dict>(given)) {
    if (!py::isinstance<py::str>(key)) refuse(pointer, "a key that is " + typeName(key), "keys that are texts");
    plain[key] = plainJson(value, pointer + "/" + escaped(key.cast<std::string>()));
  }
  return plain;
}

py::list plainArray(const py::handle& given, const std::string& pointer) {
  py::list plain;
  for (const py::handle& item : given) plain.append(plainJson(item, pointer + "/" + std::to_string(plain.size())));
  return plain;
}

}  // namespace

py::object plainJson(const py::handle& given, const std::string& pointer) {
  const Depth depth;
  if (py::isinstance<py::dict>(given)) return plainObject(given, pointer);
  if (py::isinstance<py::list>(given) || py::isinstance<py::tuple>(given)) return plainArray(given, pointer);
  if (py::isinstance<py::float_>(given)) {
    const auto number = given.cast<double>();
    if (!std::isfinite(number)) refuse(pointer, exactDecimal(number), "a finite number");
    return py::float_(number);
  }
  if (given.is_none() || py::isinstance<py::str>(given) || py::isinstance<py::int_>(given))
    return py::reinterpret_borrow<py::object>(given);
  if (!py::hasattr(given, "tolist")) refuse(pointer, typeName(given), "what JSON has, or an array of numbers");
  const py::object list = given.attr("tolist")();  // of NumPy: Python's own numbers, texts and lists
  return plainJson(list, pointer);
}

}  // namespace keystone::bind
