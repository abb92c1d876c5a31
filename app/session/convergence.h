// One problem, several methods, the residual of each after every iteration: solved cold in the background, one after
// another, with the points there as they come.
//
// A method whose parameters have changed is solved again, one that is no longer asked for is left out; whoever is at
// work on it stops by itself soon (math/stop.h), and nobody waits for it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "problem/residual.h"
#include "solver/history.h"

namespace keystone {

struct ChosenMethod {
  const SolverInfo* solver = nullptr;
  ParameterValues parameters;
  bool operator==(const ChosenMethod&) const = default;
};

struct ConvergenceCurve {
  enum class State { Waiting, Running, Done };
  ChosenMethod method;
  State state = State::Waiting;
  bool accepted = true;              // false: the method does not take problems of this kind
  std::vector<HistoryPoint> points;  // from the start on; empty: none yet
  SolveReport report;                // once Done
  int number = 0;                    // how often it has been solved for this problem
};
std::string_view toString(ConvergenceCurve::State state);

class Convergence {
 public:
  // `law`: every method is held to it. `title`: whose problem it is.
  Convergence(ContactProblem problem, FrictionLaw law, std::string title);
  ~Convergence();
  Convergence(const Convergence&) = delete;
  Convergence& operator=(const Convergence&) = delete;

  // What is solved from now on. At once.
  void choose(const std::vector<ChosenMethod>& methods);

  std::vector<ConvergenceCurve> curves() const;  // in the order in which they were chosen
  // Grows whenever curves() has changed.
  std::uint64_t revision() const;
  bool running() const;
  const std::string& title() const { return title_; }

 private:
  struct Work;  // shared with the thread, which may outlive this

  std::string title_;
  std::shared_ptr<Work> work_;
};

}  // namespace keystone
