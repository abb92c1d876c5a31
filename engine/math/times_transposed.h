// A product of sparse matrices that allocates nothing when it is taken again.
#pragma once

#include "math/types.h"

namespace keystone {

// A B^T, [rows of A x rows of B].
void timesTransposed(const SparseRows& A, const SparseRows& B, SparseRows& result);

}  // namespace keystone
