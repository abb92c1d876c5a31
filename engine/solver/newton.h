// A contact problem solved by proximal Newton rounds from the impulses given: what newton_cone is, and where pivoting
// begins with a large problem.
#pragma once

#include "solver/newton/proximal_newton.h"
#include "solver/solver.h"

namespace keystone {

// The knob of every solver that holds friction to either law; see frictionLaw().
inline constexpr Knob kFrictionKnob{"friction",
                                    "Friction law",
                                    Knob::Type::Choice,
                                    0,
                                    0,
                                    1,
                                    "",
                                    "Coulomb's cone, or a box per tangent pair (spatial problems)",
                                    "cone|box"};

// Of every solver that begins with solveByNewton(): what a frame may cost, in a number that does not depend on the
// machine.
inline constexpr Knob kWorkKnob{"work",
                                "Work at most",
                                Knob::Type::Integer,
                                0,
                                0,
                                10000,
                                "",
                                "factorizations of one solve, which then ends with the best point it met and shows its "
                                "residual; 0: as many as it takes to be exact",
                                "unbounded"};

// What a result cost, and what it means for the gaps, into the report of the solver that asked for it.
void addTo(const NewtonResult& result, SolveReport& report);

inline constexpr const char* kWorkDone = "stopped at the work allowed";

// `problem.symmetric`, with rows. `solution.lambda` [rows]: the start, and the best point met. Sets are filled in from
// it. Result.solved: the judge, too, finds it exact (kExactEnough) wherever the rounds came to no end of their own; or
// it would, were contacts off by Result.shift [m], within problem.shift_tolerance (newton/nearby_problem.h).
// Result.defect is the scaled one that was reached. Steps are recorded in `trace` unless it is null.
NewtonResult solveByNewton(const ContactProblem& problem, FrictionLaw law, const NewtonLimits& limits,
                           Solution& solution, SolverTrace* trace);

}  // namespace keystone
