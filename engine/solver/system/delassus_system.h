// Newton's systems in the space of the rows, for problems that are given by a W without a root (root_system.h).
#pragma once

#include <memory>

#include "solver/system/cone_system.h"

namespace keystone {

// `W` [rows x rows]. One node per contact and per joint row; fills in more than the bodies would.
std::unique_ptr<ConeSystem> rowSystem(const SparseRows& W, const ConeRows& rows, bool symmetric = true);

}  // namespace keystone
