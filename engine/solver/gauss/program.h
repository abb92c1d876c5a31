// A contact problem as the quadratic program of Gauss' principle, without its friction.
#pragma once

#include <span>
#include <vector>

#include "problem/contact_problem.h"
#include "problem/index_sets.h"
#include "program/quadratic_program.h"

namespace keystone {

// In the unknowns v - v_free and, for each soft row, compliance lambda: H is M, f = 0, and s = u [m/s]. Normal and
// joint rows have the problem's bounds, tangent rows [0, 0].
QuadraticProgram toProgram(const ContactProblem& problem);

// Where the rows' multipliers are, as index sets, and back. A tangent of an open contact is Ignored.
IndexSets toSets(const ContactProblem& problem, std::span<const Side> sides);
std::vector<Side> toSides(const IndexSets& sets);

}  // namespace keystone
