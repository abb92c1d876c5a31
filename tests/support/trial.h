// What random trials of the steppers have in common: near misses, shots at walls and impacts.
#pragma once

#include <string>
#include <vector>

#include "step/step.h"

namespace keystone {

inline constexpr double kTrialStep = 1.0 / 60.0;  // [s]

// How a trial is stepped.
struct TrialMethod {
  StepperKind stepper = StepperKind::Velocity;
  ImpactLaw impacts = ImpactLaw::Simultaneous;
  ImpactTime impact_time = ImpactTime::Step;
  RestitutionLaw restitution_law = RestitutionLaw::Newton;
};

// Such as "velocity_simultaneous_newton_exact".
std::string nameOf(const TrialMethod& method);

// Under which bodies fly: all but `quasistatic`. Velocity comes twice, once with exact times of impact.
std::vector<TrialMethod> flyingMethods();

// Those of them that promise that nothing tunnels, nothing happens to what flies past, and no energy is gained: not the
// methods of their own, which are as published.
std::vector<TrialMethod> promisingMethods();

// Whether the stepper may give back in a step what an earlier one took: of springs, or of an overlap that it has led
// to.
bool mayGiveBack(StepperKind stepper);

// In so many parts a step of the stepper integrates, by default.
int substepsOf(StepperKind stepper);

inline constexpr double kTrialRounding = 1e-12;  // of energy, and [m/s] and [rad/s]

struct TrialResult {
  bool touched = false;   // a near miss was none
  bool passed = false;    // through what it should not
  bool rejected = false;  // a step was
  double gain = 0.0;      // energy, as a share
  double loss = 0.0;      // the same of what an impact takes
  double change = 0.0;    // [m/s], of a velocity that nothing should change
  double spin = 0.0;      // [rad/s], the same
};

// Without gravity and bodies.
Simulation emptySimulation(const TrialMethod& method);

// Of this shape and density [kg/m^3], at rest at the origin.
Body bodyOf(const Shape& shape, double density);

}  // namespace keystone
