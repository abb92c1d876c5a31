// Several methods, run beside the shown world from the same state with the same input.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "observe/race.h"

namespace keystone {

struct RaceSample {
  long step = 0;
  std::vector<RaceMeasure> simulations;  // as the methods
  RaceMeasure shown;
};

class SideRace {
 public:
  static constexpr std::size_t kLength = 1000;                             // samples kept
  using Parameters = std::map<std::string, ParameterValues, std::less<>>;  // by solver id

  explicit SideRace(const Simulation& shown,
                    std::vector<Method> methods = {usualMethods().begin(), usualMethods().end()});

  // Takes over what the user did to the shown world since its last step: bodies put in are put in everywhere; after
  // any other change (undone, restarted, stepped back, loaded) all start anew from the state that is shown.
  void follow(const Simulation& shown);
  // Gives every method the hand, parameters and parameters of the shown world: both are about to step.
  void ready(const Simulation& shown, const Parameters& parameters);
  // Both have stepped.
  void record(const Simulation& shown);

  const Race& race() const { return race_; }
  Race& race() { return race_; }
  const std::deque<RaceSample>& samples() const { return samples_; }
  const std::vector<Method>& methods() const { return methods_; }
  long startedAt() const { return started_; }  // step of the shown world
  // The first step after which the simulation was not where the first one is (haveParted()); none yet.
  std::optional<long> partedAt(std::size_t simulation) const { return parted_[simulation]; }
  // The simulation's bodies are, to the last bit, where the shown world's are.
  bool isShown(std::size_t simulation) const { return stateHash(race_.simulations[simulation].world) == hash_; }

 private:
  void startFrom(const Simulation& shown);

  std::vector<Method> methods_;
  Race race_;
  std::vector<std::optional<long>> parted_;  // [methods]
  std::deque<RaceSample> samples_;
  long started_ = 0;
  std::uint64_t hash_ = 0;  // of the shown world, as last seen
  std::size_t bodies_ = 0;  // in it
};

// Names that tell the methods apart, as short as they may be: without the stepper where all have the same.
std::vector<std::string> briefNames(const std::vector<Method>& methods);

}  // namespace keystone
