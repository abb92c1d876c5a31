// Scales of rows that give W a unit diagonal, so that tolerances are shares of it.
#pragma once

#include "math/types.h"

namespace keystone {

// Schur complement, of a unit diagonal, below which a row depends on the others of a factor. Larger values take the
// nearly dependent contacts of a falling diamond for dependent ones, and its steps are no longer exact.
inline constexpr double kDependent = 1e-11;

// 1 / sqrt(entry), or 0 where the entry is rounding beside the largest: the row of bodies that nothing moves.
double rowScale(double entry, double largest);

// scale [rows] from W's `diagonal` [rows]. A contact's tangents share that of the larger, so that their directions stay
// what they are; other rows have their own.
void scaleToUnitDiagonal(const VecX& diagonal, int dim, int contacts, VecX& scale);

}  // namespace keystone
