// Figures that others publish of scenes that stand in assets/scenes too.
#pragma once

#include <span>

namespace keystone::bench {

struct RivalFigures {
  const char* scene;
  long steps;          // as many as were published; 0: as many as asked for
  double fbf_ms;       // [ms] a step, of FBF, on its authors' machine
  const char* others;  // what else is known, for the reader
};

std::span<const RivalFigures> rivalFigures();

}  // namespace keystone::bench
