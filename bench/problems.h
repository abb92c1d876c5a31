// Contact problems for the benchmarks, taken from the scenes that the sandbox shows.
#pragma once

#include <string>

#include "problem/contact_problem.h"
#include "scene/scene_def.h"

namespace keystone::bench {

// Bricks of friction 0.5 on the ground: a scene file of these /generators, whose material is "brick".
Scene sceneOfBricks(bool planar, const std::string& generators);
// The contact problem of the scene's first step: everything at rest, gravity just switched on.
ContactProblem firstProblem(const std::string& scene);
// The same contacts without friction, as u = W lambda + q.
ContactProblem frictionless(const ContactProblem& problem);

}  // namespace keystone::bench
