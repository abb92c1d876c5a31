// The sliding directions of a spatial problem whose sets are known, all at once.
#pragma once

#include <vector>

#include "problem/contact_problem.h"
#include "problem/index_sets.h"

namespace keystone {

// Changes `lambda` [rows] by Newton steps towards u = 0 in the normals of touching contacts, u_t = 0 in the tangents of
// those that stick, and lambda_t = mu lambda_n d, d along lambda_t - u_t / w, for those with slides[contact] != 0; w
// is their mobility along the tangents. It ends once the residual is within `tolerance`, or no longer falls; then
// lambda is the best point met. Returns its residual. `sets` are the box problem's. Cost: a dense factorization of the
// touching rows a step.
double settleSlides(const ContactProblem& problem, const SparseRows& W, const IndexSets& sets,
                    const std::vector<char>& slides, double tolerance, VecX& lambda);

}  // namespace keystone
