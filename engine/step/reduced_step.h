// A step of the velocity stepper in reduced coordinates: joints of trees have no unknowns.
//
// The step's problem keeps all its rows, those of tree joints too, and its v_free takes up what velocities do to the
// trees' motion (Coriolis and centrifugal terms, gyroscopic torques). Its solution has bodies move as M(q) qddot + bias
// = tau asks, so that both forms have one solution, which the one residual checks in the full form. Solved is the
// reduced form, without the rows of tree joints: W = J S M(q)^-1 S^T J^T (articulated/articulated_inertia.h).
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

// [bodies], where the present velocities lead in dt [s], along the joints of trees.
void treePosesAhead(const TreeSystem& trees, const World& world, double dt, std::vector<Pose>& poses);

// Makes an assembled problem that of reduced coordinates, see above.
void takeTreeMotion(const TreeSystem& trees, const World& world, ContactProblem& problem);

// As solveStep(), by step.trees. Islands with tree joints are solved in the reduced form, where the solver takes
// problems without bodies, and the impulses of the tree joints follow from it.
void solveTrees(StepContext& step);

// Replaces, in `motions` [bodies] of everything, those of links: poses by the joints' coordinates after dt [s] of v and
// `recovery` [6 bodies], or empty; velocities by the rates of v where that leads.
void moveTrees(const TreeSystem& trees, const World& world, const VecX& v, const VecX& recovery, double dt,
               std::vector<Motion>& motions);

}  // namespace keystone
