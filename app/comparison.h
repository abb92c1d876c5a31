// One problem, every method: solved cold in the background, one after another, under the same judge.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "solver/registry.h"

namespace keystone {

using SolverKnobs = std::map<std::string, KnobValues, std::less<>>;  // by solver id; absent = defaults

struct ComparedSolve {
  enum class State { Waiting, Running, Done };
  const SolverInfo* solver = nullptr;
  State state = State::Waiting;
  bool accepted = true;  // false: the method does not take problems of this kind
  SolveReport report;
  double residual = 0.0;
  double ms = 0.0;                   // [ms]
  double impulse_difference = 0.0;   // [N s], largest, to the most accurate one
  double velocity_difference = 0.0;  // [m/s], likewise: redundant contacts share their load in many ways
  bool best = false;                 // the most accurate one
};

class Comparison {
 public:
  // `law`: every method is held to it; those that cannot are not asked.
  Comparison(ContactProblem problem, FrictionLaw law, SolverKnobs knobs, std::string title);
  ~Comparison();  // waits for the method that is running
  Comparison(const Comparison&) = delete;
  Comparison& operator=(const Comparison&) = delete;

  std::vector<ComparedSolve> rows() const;  // in the registry's order
  bool running() const;
  const std::string& title() const { return title_; }  // whose problem it is

 private:
  void run(const std::stop_token& stop);
  void solveOne(std::size_t index);
  void findDifferences();

  ContactProblem problem_;
  FrictionLaw law_;
  SolverKnobs knobs_;
  std::string title_;
  mutable std::mutex mutex_;  // guards rows_
  std::vector<ComparedSolve> rows_;
  std::vector<VecX> lambdas_;  // of the thread alone
  std::jthread thread_;
};

}  // namespace keystone
