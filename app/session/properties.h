// What a user may read and set of a body, a joint or the scene: one table for each. The inspector shows their rows,
// and every change goes through setProperty().
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace keystone {

// Up to three numbers of one kind, of what is numbered `of`: a body, a joint; 0 of the scene.
struct Property {
  enum class Type { Numbers, Flag, Colour };
  std::string_view id, title, help;
  double low, high;                                    // of each number
  double grain;                                        // what a pixel of the mouse changes it by at least
  int (*count)(const Simulation& simulation, int of);  // how many numbers there are; 0: it has none
  Vec3 (*get)(const Simulation& simulation, int of);   // the first `count`
  void (*set)(Simulation& simulation, int of, const Vec3& value);
  Type type = Type::Numbers;
};
std::span<const Property> bodyProperties();
std::span<const Property> sceneProperties();

// What a property comes to in several at once.
struct CommonValue {
  int count = 0;                // of numbers; 0: they have it not, or not in the same way
  Vec3 first = Vec3::Zero();    // of the first that has it
  std::array<bool, 3> mixed{};  // a number is not the same in all
  bool isMixed() const { return mixed[0] || mixed[1] || mixed[2]; }
};
CommonValue commonValue(const Property& property, const Simulation& simulation, const std::vector<int>& of);

// A change of one property in all of these that have it, kept within its range.
struct PropertyChange {
  const Property* property = nullptr;
  std::vector<int> of;
  int number = 0;  // which of them; -1: all
  Vec3 to = Vec3::Zero();
  bool goes_on = false;  // the mouse has not let go since the change before: one is undone with the other
};
void setProperty(Session& session, const PropertyChange& change);

}  // namespace keystone
