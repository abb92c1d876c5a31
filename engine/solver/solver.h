// What every contact solver is: a row of constants, its parameters, and one function.
#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "problem/contact_problem.h"
#include "problem/index_sets.h"
#include "problem/residual.h"

namespace keystone {

enum class SolveStatus {
  Converged,
  IterationLimit,
  Breakdown,
  Ray,  // an unbounded ray: growing impulses change nothing, no solution on this path
  Unsupported
};
std::string_view toString(SolveStatus status);

struct SolveReport {
  SolveStatus status = SolveStatus::Converged;
  int pivots = 0;               // changes of the index sets
  int drives = 0;               // rows or perturbations driven to zero
  int zero_steps = 0;           // pivots of length zero
  int iterations = 0;           // sweeps, rounds or steps, each a frame of the trace (countOf()); attempts of pivots
  int factorizations = 0;       // from scratch
  int products = 0;             // with W, or sweeps over all rows of it (math/product_count.h)
  std::string_view stage = {};  // of a solver that has several: the one that solved it; else empty
  int stage_rank = 0;           // its place in the order in which they are tried
  Residual residual = {};       // of the solution, once it is checked
  std::string message = {};     // why it is not Converged, or what ended it when that is not the method's usual way

  void end(SolveStatus as, std::string_view why = {}) {
    status = as;
    message = why;
  }
};
inline SolveReport refused(std::string why) {
  return {.status = SolveStatus::Unsupported, .message = std::move(why)};
}

// Adds a part's work, last stage and worst residual, its status and message if the first that failed; whether so.
bool addReport(const SolveReport& part, SolveReport& sum);

inline constexpr double kExactResidual = 1e-9;  // what counts as exact

// The one place that says Converged: where the residual is within the tolerance, whatever the method says of itself.
void checkResidual(const Residual& residual, double tolerance, SolveReport& report);

inline constexpr std::string_view kAboveTolerance = "the residual is above the tolerance";
inline constexpr const char* kWorkDone = "stopped at the work allowed";
inline constexpr const char* kInfeasible = "infeasible: no velocities satisfy the contacts";

// Impulses in as the warm start (zeros when cold), out as the result; the sets likewise (empty when cold or unknown).
struct Solution {
  VecX lambda;                 // [rows], [N s]
  IndexSets sets;              // [rows], or empty
  bool sets_inferred = false;  // true when classify() read them off the impulses
  VecX ray = {};      // [rows], the direction in which impulses grow without bound (SolveStatus::Ray); else empty
  VecX penalty = {};  // [rows], [N/m], of methods that remember how stiff each row has become; else empty
};

struct Parameter {
  enum class Type { Integer, Real, Choice };
  std::string_view id, title;
  Type type;
  double value, low, high;  // default and range; a Choice counts from 0
  std::string_view unit;    // "" when dimensionless
  std::string_view help;
  std::string_view choices = {};  // "a|b|c" for a Choice; for an Integer the names of its lowest values, if any
};

constexpr Parameter wholeNumber(std::string_view id, std::string_view title, int value, int low, int high,
                                std::string_view help, std::string_view names = {}) {
  return {id, title, Parameter::Type::Integer, 1.0 * value, 1.0 * low, 1.0 * high, "", help, names};
}
constexpr Parameter realNumber(std::string_view id, std::string_view title, double value, double low, double high,
                               std::string_view help) {
  return {id, title, Parameter::Type::Real, value, low, high, "", help};
}
// The first choice is the default, unless `value` counts another.
constexpr Parameter choiceOf(std::string_view id, std::string_view title, std::string_view choices,
                             std::string_view help, int value = 0) {
  return {id,   title,  Parameter::Type::Choice, 1.0 * value, 0.0, 1.0 * std::ranges::count(choices, '|'), "",
          help, choices};
}

// The parameters of a method, held in its row.
class ParameterList {
 public:
  constexpr ParameterList(std::initializer_list<Parameter> parameters) : count_(parameters.size()) {
    std::ranges::copy(parameters, all_.begin());
  }
  constexpr const Parameter* begin() const { return all_.data(); }
  constexpr const Parameter* end() const { return all_.data() + count_; }

 private:
  std::array<Parameter, 6> all_{};
  std::size_t count_;
};

// Parameter id -> value; absent = default.
using ParameterValues = std::map<std::string, double, std::less<>>;

struct Accepts {
  bool frictionless = true, box_friction = true, cone_friction = true, joints = true, w_only = true;
  bool discs = false;        // torsional, rolling and ball joints' friction (FrictionDisc)
  bool unsymmetric = false;  // a W that is given and not symmetric (ContactProblem::symmetric)
};
// What it accepts, for lists: of "frictionless", "box", "cone", "joints", "W-only", "discs", "unsymmetric".
std::vector<std::string_view> wordsOf(const Accepts& accepts);
// Why a method does not take the problem's rows and W, with friction of this law, in words that follow its name; empty
// where it does. What is too large, or of another kind of its own, a method itself refuses.
std::string_view whyNotTaken(const Accepts& accepts, const ContactProblem& problem, FrictionLaw law);
inline bool takes(const Accepts& accepts, const ContactProblem& problem, FrictionLaw law) {
  return whyNotTaken(accepts, problem, law).empty();
}

class SolverTrace;  // the recording of one solve; null = off

struct SolverName {
  std::string_view id, title, family, paper;
};
struct SolverClaims {
  bool exact = false;        // a residual of 1e-9
  bool pivots = false;       // its work is counted in pivots rather than in iterations
  bool drives = false;       // and these come in drives, some of length zero
  bool uncounted = false;    // it does not say how many of either it made
  bool keeps_start = false;  // a start that is the solution is its result (solver/start.h)
};
struct SolverInfo : SolverName, SolverClaims {
  Accepts accepts = {};
  ParameterList parameters = {};
  // The method. Gets a problem with rows and a start of their size; sets that it leaves empty are read off the
  // impulses.
  SolveReport (*run)(const ContactProblem& problem, const ParameterValues& parameters, Solution& solution,
                     SolverTrace* trace) = nullptr;

  // Solves by that method. The residual is not checked here (solver/checked_solve.h).
  SolveReport solve(const ContactProblem& problem, const ParameterValues& values, Solution& solution,
                    SolverTrace* trace) const;
};

// The value of one of `parameters`: as set, clamped to its range, or its default. Asserts that it is there.
double parameterOf(std::span<const Parameter> parameters, const ParameterValues& values, std::string_view id);
// Of a solver.
double parameter(const SolverInfo& solver, const ParameterValues& values, std::string_view id);

// The residual that the solver is asked for: its parameter "tolerance" where it has one and is exact, else
// kExactResidual.
double toleranceOf(const SolverInfo& solver, const ParameterValues& values);

// The parameter of every solver that holds friction to either law; see frictionLaw().
inline constexpr Parameter kFrictionParameter =
    choiceOf("friction", "Friction law", "cone|box", "Coulomb's cone, or a box per tangent pair (spatial problems)");

// The law the solver holds friction to: that of its Choice parameter "friction" ("cone", "box"), else what it accepts.
FrictionLaw frictionLaw(const SolverInfo& solver, const ParameterValues& values);

}  // namespace keystone
