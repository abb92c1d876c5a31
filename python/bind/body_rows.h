// Arrays with a row for each body.
#pragma once

#include <string>
#include <vector>

#include "bind/arrays.h"
#include "bind/errors.h"
#include "bind/simulation.h"

namespace keystone::bind {

// [bodies x Columns], from get(body), an Eigen vector. Read-only.
template <int Columns, class Get>
py::array_t<double> tableOf(const RunningScene& running, const Get& get) {
  const std::vector<Body>& bodies = running.world().bodies;
  py::array_t<double> table({static_cast<py::ssize_t>(bodies.size()), static_cast<py::ssize_t>(Columns)});
  double* row = table.mutable_data();
  for (const Body& body : bodies) {
    Eigen::Map<Eigen::Matrix<double, Columns, 1>>{row} = get(body);
    row += Columns;
  }
  return readOnly(std::move(table));
}

[[noreturn]] inline void refuseRow(const char* place, const Body& body, const std::string& found,
                                   const std::string& expected) {
  throw ArgumentError(std::string(place) + " of " + body.name, found, expected);
}

// What Python gives for all bodies; each row has passed check(body, row).
template <int Columns>
class BodyRows {
 public:
  using Row = Eigen::Matrix<double, Columns, 1>;

  template <class Check>
  BodyRows(const World& world, const char* place, const py::object& given, const Check& check)
      : table_(tableFrom(given, static_cast<py::ssize_t>(world.bodies.size()), Columns, place)) {
    for (std::size_t i = 0; i < world.bodies.size(); ++i) check(world.bodies[i], (*this)[i]);
  }
  Row operator[](std::size_t body) const { return Eigen::Map<const Row>(table_.data() + Columns * body); }

 private:
  Doubles table_;
};

}  // namespace keystone::bind
