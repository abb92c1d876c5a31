// One problem, every method: solved cold in the background, one after another, with the same residual.
//
// Whoever cancels, or closes the comparison, leaves the method that is at work behind: it stops by itself soon
// (math/stop.h), and nobody waits for it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "solver/registry.h"

namespace keystone {

using SolverParameters = std::map<std::string, ParameterValues, std::less<>>;  // by solver id; absent = defaults

// chooseLaw() of step/choose_method.h: whether the method takes the problem under the law.
bool takesProblem(const ContactProblem& problem, const SolverInfo& solver, FrictionLaw law,
                  ParameterValues& parameters);

struct ComparedSolve {
  enum class State { Waiting, Running, Done, Cancelled };
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

std::string_view toString(ComparedSolve::State state);

class Comparison {
 public:
  // `law`: every method is held to it; those that cannot are not asked.
  Comparison(ContactProblem problem, FrictionLaw law, SolverParameters parameters, std::string title);
  ~Comparison();  // cancels
  Comparison(const Comparison&) = delete;
  Comparison& operator=(const Comparison&) = delete;

  // Methods that are done keep their rows; the others are Cancelled from now on. At once.
  void cancel();

  std::vector<ComparedSolve> rows() const;  // in the registry's order
  bool running() const;
  const std::string& title() const { return title_; }  // whose problem it is

 private:
  struct Work;  // shared with the thread, which may outlive the comparison

  std::string title_;
  std::shared_ptr<Work> work_;
};

}  // namespace keystone
