// The force at one contact, step by step: what the drawer plots of it.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <utility>

#include "world/simulation.h"

namespace keystone {

// [N], means over a step; 0 where the contact was not there.
struct ContactForce {
  long step = 0;
  double time = 0.0;  // [s]
  double normal = 0.0, friction = 0.0;
  double bound = 0.0;  // of the friction: mu times the normal force
};

// Of the last step.
ContactForce forceAt(const Simulation& simulation, int contact);

class ContactWatch {
 public:
  static constexpr std::size_t kLength = 512;  // steps, as many as the other plots show

  // A contact of the last step, which is the first that is kept.
  ContactWatch(const Simulation& simulation, int contact);
  // After a step. What a step back or a restart has left behind is dropped.
  void add(const Simulation& simulation);
  // Of the last step, in which the bodies may have other numbers; -1: they do not touch there.
  int contactIn(const Simulation& simulation) const;

  const std::deque<ContactForce>& past() const { return past_; }  // oldest first
  const std::pair<std::string, std::string>& names() const { return names_; }

 private:
  ContactKey key_;
  std::pair<std::string, std::string> names_;
  std::deque<ContactForce> past_;
};

}  // namespace keystone
