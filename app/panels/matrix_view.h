// The matrix W of the microscope's problem as a picture, with the clamped block marked.
#pragma once

#include "app_state.h"

namespace keystone {

// A square of `side` [pixels] at the cursor. Cells are coloured by |W_ij| / sqrt(W_ii W_jj), three decades; pointing at
// one marks its contacts, a click keeps them marked.
void drawMatrix(AppState& app, float side);

}  // namespace keystone
