#include "world/integrator.h"

namespace keystone {
namespace {

constexpr IntegratorInfo kIntegrators[]{
    {Integrator::Automatic, "automatic", "Automatic",
     "semi-implicit Euler; Runge-Kutta 4 for joined bodies in space that touch nothing"},
    {Integrator::SemiImplicitEuler, "semi_implicit_euler", "Semi-implicit Euler",
     "order 1: the impulses of the step, then the positions"},
    {Integrator::ImplicitMidpoint, "implicit_midpoint", "Implicit midpoint",
     "order 2 for what touches nothing: energy does not drift"},
    {Integrator::RungeKutta4, "rk4", "Runge-Kutta 4", "order 4 for what touches nothing"},
    {Integrator::CashKarp, "cash_karp", "Cash-Karp",
     "order 5 for what touches nothing, in parts of a step that keep a tolerance"},
};

}  // namespace

std::span<const IntegratorInfo> integrators() {
  return kIntegrators;
}

}  // namespace keystone
