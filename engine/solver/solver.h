// What every contact solver is: a row of constants, its parameters, and one function.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
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
};

// Adds the work of a part, and its status and message if it is the first that failed; whether it is.
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
  std::string_view choices = {};  // "a|b|c" for a Choice; for an Integer the name of its lowest value, if it has one
};

// Parameter id -> value; absent = default.
using ParameterValues = std::map<std::string, double, std::less<>>;

struct Accepts {
  bool frictionless, box_friction, cone_friction, joints, w_only;
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

struct SolverInfo {
  std::string_view id, title, family, paper;
  Accepts accepts;
  bool exact;  // claims a residual of 1e-9
  std::span<const Parameter> parameters;
  // The method. Gets a problem with rows and a start of their size; sets that it leaves empty are read off the
  // impulses.
  SolveReport (*run)(const ContactProblem& problem, const ParameterValues& parameters, Solution& solution,
                     SolverTrace* trace);
  bool pivots = true;      // its work is counted in pivots rather than in iterations
  bool uncounted = false;  // it does not say how many of either it made

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
inline constexpr Parameter kFrictionParameter{"friction",
                                              "Friction law",
                                              Parameter::Type::Choice,
                                              0,
                                              0,
                                              1,
                                              "",
                                              "Coulomb's cone, or a box per tangent pair (spatial problems)",
                                              "cone|box"};

// What a frame may cost, in a number that does not depend on the machine.
inline constexpr Parameter kWorkParameter{
    "work",
    "Work at most",
    Parameter::Type::Integer,
    0,
    0,
    10000,
    "",
    "factorizations of one solve, which then ends with the best point it met and shows its "
    "residual; 0: as many as it takes to be exact",
    "unbounded"};

// The law the solver holds friction to: that of its Choice parameter "friction" ("cone", "box"), else what it accepts.
FrictionLaw frictionLaw(const SolverInfo& solver, const ParameterValues& values);

}  // namespace keystone
