// Impulses of what is at rest, put right with the factor of the step before.
#pragma once

#include "solver/newton/proximal_problem.h"

namespace keystone {

// Of the impulses of a pile at rest rounding leaves a little to correct in every other step or so, and it has to be
// done: under impulses that stay as they are a tall wall is unstable, and errors grow threefold a step. Here loaded
// contacts and joint rows inside their bounds are held at zero velocity, all other impulses stay, and what leaves the
// law is put back, until the velocities vanish. However the sets of redundant contacts flicker, the linear system is
// the same from step to step then, and its factor is kept (ConeSystem::factorNearly). Where that does not do, as on the
// brink of falling, unloaded contacts that close are held as well.
//
// `problem`: placed where little is missing, `defect`; moved, and what is missing then. Whether it arrived, by
// `tolerance` of the largest scaled impulse: not where something slides, nor where what is held is not enough.
// `factorizations`, and `kept` of them, count on.
bool correctAtRest(const ConeRows& rows, ConeSystem& system, double tolerance, ProximalProblem& problem, double& defect,
                   int& factorizations, int& kept);

}  // namespace keystone
