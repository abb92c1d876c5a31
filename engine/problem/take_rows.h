// Some rows of J.
#pragma once

#include <vector>

#include "math/types.h"

namespace keystone {

// Fills `rows`, [taken x columns] and compressed, with entries as they are in `from`: a caller that changes the number
// of columns numbers them anew. In place, for Eigen's sparse matrices are not moved but copied.
void takeRows(const SparseRows& from, const std::vector<int>& taken, Eigen::Index columns, SparseRows& rows);

}  // namespace keystone
