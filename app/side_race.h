// The usual methods, run beside the shown world from the same state with the same input.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "sim/race.h"

namespace keystone {

struct RaceSample {
  long step = 0;
  std::vector<RaceMeasure> lanes;  // as usualMethods()
  RaceMeasure shown;
};

class SideRace {
 public:
  static constexpr std::size_t kLength = 1000;                   // samples kept
  using Knobs = std::map<std::string, KnobValues, std::less<>>;  // by solver id

  explicit SideRace(const Lane& shown);

  // Takes over what the user did to the shown world since its last step: bodies put in are put in everywhere; after
  // any other change (undone, restarted, stepped back, loaded) all start anew from the state that is shown.
  void follow(const Lane& shown);
  // Gives every method the hand, knobs and parameters of the shown world: both are about to step.
  void ready(const Lane& shown, const Knobs& knobs);
  // Both have stepped.
  void record(const Lane& shown);

  const Race& race() const { return race_; }
  Race& race() { return race_; }
  const std::deque<RaceSample>& samples() const { return samples_; }
  long startedAt() const { return started_; }  // step of the shown world
  // The lane's bodies are, to the last bit, where the shown world's are.
  bool isShown(std::size_t lane) const { return stateHash(race_.lanes[lane].world) == hash_; }

 private:
  void startFrom(const Lane& shown);

  Race race_;
  std::deque<RaceSample> samples_;
  long started_ = 0;
  std::uint64_t hash_ = 0;  // of the shown world, as last seen
  std::size_t bodies_ = 0;  // in it
};

}  // namespace keystone
