// How bodies move that nothing touches: the integrators of the velocity stepper (docs/steppers.md, "Free motion").
#pragma once

#include <span>
#include <string_view>

namespace keystone {

enum class Integrator {
  Automatic,          // SemiImplicitEuler, but RungeKutta4 for joined bodies in space that spin fast
  SemiImplicitEuler,  // order 1: the step's own impulses
  ImplicitMidpoint,   // order 2, symmetric: energy does not drift
  RungeKutta4,        // order 4, the classical one
  CashKarp            // order 5, with step control
};

// A row of the table of integrators: menu, scene key and command line go through it.
struct IntegratorInfo {
  Integrator integrator;
  std::string_view id, title;
  std::string_view help;  // one line for the user
};
std::span<const IntegratorInfo> integrators();
const IntegratorInfo& integratorInfo(Integrator integrator);
const IntegratorInfo* findIntegrator(std::string_view id);  // null when there is none

}  // namespace keystone
