// Newton's systems for problems that are given by W alone, in the space of the bodies behind it.
#pragma once

#include <memory>

#include "solver/system/cone_system.h"

namespace keystone {

// `W` [rows x rows], symmetric. Finds W = L L^T (sparse_root.h), factors I + L^T S L, and finds the rows again by
// Woodbury's identity. Null where W has no such root.
std::unique_ptr<ConeSystem> rootSystem(const SparseRows& W, const ConeRows& rows);

}  // namespace keystone
