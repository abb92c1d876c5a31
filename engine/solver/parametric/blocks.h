// Block pivots: all rows that break their conditions change sets at once.
//
// Where the sets are mostly known this takes a few solves instead of a pivot for each row. Nothing proves that it ends:
// the number of rows that break theirs has to fall, within some blocks, below the fewest so far. Where it does not,
// single pivots begin again from the start. From cold, normals settle before friction. Sources: Kostreva 1978; Judice
// and Pires 1994 (the way back to single pivots).
#pragma once

#include "solver/parametric/basis.h"
#include "solver/parametric/box_solve.h"

namespace keystone {

// Whether every row's condition holds in the end. The report's pivots count each row that changed.
bool pivotInBlocks(Basis& basis, const BoxOptions& options, SolveReport& report);

}  // namespace keystone
