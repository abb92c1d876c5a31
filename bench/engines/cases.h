// The scenes that engines are compared on.
#pragma once

#include <string>
#include <vector>

#include "engines/scene.h"

namespace keystone::bench {

struct EngineCase {
  std::string id;
  std::string family;  // those of one family differ in size alone; empty: a scene of its own
  bool standing;       // it is built to stand
  int steps = 360;     // to be run
  bool only_exact = false;
};

// wall3d, rows3d, pyramid3d, wall2d, rows2d of about 15, 55, 210, 820 boxes; more of wall3d, for the exponent; and
// scenes of Keystone's own.
std::vector<EngineCase> engineCases();

// Throws as loadScene() and translate() do.
EngineScene loadCase(const EngineCase& item);

}  // namespace keystone::bench
