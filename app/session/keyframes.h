// States that the file of an imported robot names.
#pragma once

#include <string>

#include "session/session.h"

namespace keystone {

// Puts bodies, and targets of springs that servos became, where the keyframe of the scene's file has them, at rest.
// Bodies that are not in the file stay. Can be undone.
void goToKeyframe(Session& session, const std::string& name);

}  // namespace keystone
