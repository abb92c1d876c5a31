// A step of the velocity stepper in reduced coordinates: joints of trees have no unknowns.
//
// The step's problem is that of maximal coordinates, rows of tree joints and all, and so is its solution, which the one
// residual checks in the full form. Solved is the reduced form, without the rows of tree joints:
// W = J S M(q)^-1 S^T J^T (articulated/articulated_inertia.h).
#pragma once

#include <memory>
#include <vector>

#include "step/step_parts.h"

namespace keystone {

// Whether the step is to be in reduced coordinates: the scene asks for it, and its stepper has them.
bool isReduced(const StepInput& input);

// The trees of a world where its bodies are, factored: once a step, for all that follows. Null where no joint is one of
// a tree's: coordinates are then the same either way.
std::shared_ptr<const TreeSystem> findTrees(const World& world);

// [joints], whether each is one of a tree's.
std::span<const char> treeJoints(const TreeSystem& trees);

// Puts links whose joints are open back onto them (articulated/seat_links.h), for where closing joints by positions
// fails. False where all of them hold, to `tolerance` [m] or [rad].
bool seatTrees(const TreeSystem& trees, double tolerance, World& world);

// As solveStep(), by step.trees. Islands with tree joints are solved in the reduced form, where the solver takes
// problems without bodies, and the impulses of the tree joints follow from it.
void solveTrees(StepContext& step);

}  // namespace keystone
