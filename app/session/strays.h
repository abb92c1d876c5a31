// Bodies that have left the scene.
#pragma once

#include <vector>

#include "session/session.h"

namespace keystone {

// Those farther from the scene's start than ten times its size; what follows a path or is endless is none.
std::vector<int> strays(const Session& session);
// Brings to rest what has fallen so far below the start, off something that does not fall, where there is no ground to
// land on: it could meet nothing any more. The user is told once a scene. Not in a race, whose methods are to be
// compared as they are, nor while the hand pulls.
void restFallen(Session& session);

}  // namespace keystone
