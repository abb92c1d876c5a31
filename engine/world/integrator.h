// How bodies move that nothing touches: the integrators of the velocity stepper (docs/steppers.md, "Free motion").
#pragma once

#include "world/choice_info.h"

namespace keystone {

enum class Integrator {
  Automatic,          // SemiImplicitEuler, but RungeKutta4 for joined bodies in space
  SemiImplicitEuler,  // order 1: the step's own impulses
  ImplicitMidpoint,   // order 2, symmetric: energy does not drift
  RungeKutta4,        // order 4, the classical one
  CashKarp            // order 5, with step control
};

using IntegratorInfo = ChoiceInfo<Integrator>;
std::span<const IntegratorInfo> integrators();

}  // namespace keystone
