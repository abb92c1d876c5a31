// The quadratic programs (Q) and (Q') of a framework: rows of bars and of sidedness, and what stands on their right.
#pragma once

#include "framework/sidedness.h"
#include "program/quadratic_program.h"

namespace keystone {

// Number of each point's first unknown, -1 when fixed; the last entry is the number of unknowns.
std::vector<int> numberUnknowns(const Framework& framework);
// From unknowns [n] to all points [2 points], fixed ones zero; and back.
VecX spread(const std::vector<int>& unknowns, const VecX& x);
VecX gather(const std::vector<int>& unknowns, const VecX& v);

// How lengths are kept.
enum class Lengths {
  Previous,  // (L'): the projection of the bar on its present direction, so that theorem 5.1 holds
  Original,  // (L''): that projection is the original length, so that errors do not add up
  Penalty    // section 8.4: no rows; bars pull by a term of the objective
};

// The masses' H, A of the bars (then the triples) at positions p, multiplier bounds, and f = 0. Rows are in metres per
// unknown: bars along their unit direction, triples along the edge's unit normal. In the unknowns of a displacement the
// multipliers are h^2 times the forces [N]. Struts take multipliers >= 0 alone.
QuadraticProgram pointProgram(const Framework& framework, const std::vector<int>& unknowns, const VecX& p,
                              std::span<const Triple> triples, Lengths lengths);

// Adds penalty / 2 * (<d_i - d_j, D> - (L - |D|) |D|)^2 for displacements d to the objective, D = p_i - p_j.
void addPenalty(std::span<const Bar> bars, const std::vector<int>& unknowns, const VecX& p, double penalty,
                QuadraticProgram& program);

// Right-hand sides b [rows of the program] for the displacement w = p(next) - p in the step; `before` [2 points] is the
// last step's displacement. `area_share`: of the term with A(before) that stands on the right of (S'): 1, or 1 / h as
// it is printed.
VecX positionRight(const Framework& framework, const VecX& p, const VecX& before, std::span<const Triple> triples,
                   Lengths lengths, double area_share = 1.0);
// The same from a guess w of this step's displacement: with w right, bars have their original length and corners on the
// edges' lines A = 0, both to the last term.
VecX exactRight(const Framework& framework, const VecX& p, const VecX& w, std::span<const Triple> triples,
                Lengths lengths);
// Right-hand sides for accelerations: (L2+) and (S2+) at velocities v [2 points]. h > 0 adds the terms that vanish when
// v obeys (L1+) and the corners touch at rest against their edges: <v, D> / h, and (gap / h + its rate) / h.
VecX accelerationRight(const Framework& framework, const VecX& p, const VecX& v, std::span<const Triple> triples,
                       double h);

}  // namespace keystone
