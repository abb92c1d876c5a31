#include "world/choices.h"

namespace keystone {
namespace {

constexpr ImpactLawInfo kLaws[]{
    {ImpactLaw::Simultaneous, "simultaneous", "Simultaneous",
     "restitution at all touching contacts at once: a row of balls that is struck leaves as one"},
    {ImpactLaw::Sequential, "sequential", "Sequential",
     "wave by wave, only where bodies approach: a row of balls that is struck hands the blow to its last"},
    {ImpactLaw::Reflections, "reflections", "Reflections",
     "elastic waves, blended with an impact without restitution: keeps symmetry, ends for every e"},
};

constexpr ImpactTimeInfo kTimes[]{
    {ImpactTime::Step, "step", "Once a step", "all impacts of a step at once, before bodies touch"},
    {ImpactTime::Exact, "exact", "At their time",
     "a step stops where bodies meet; between impacts they fly on parabolas"},
};

constexpr RestitutionLawInfo kRestitutions[]{
    {RestitutionLaw::Newton, "newton", "Newton", "bodies part at e times their speed of approach"},
    {RestitutionLaw::Poisson, "poisson", "Poisson",
     "restitution has e times the impulse of compression; pair after pair"},
    {RestitutionLaw::Stronge, "stronge", "Stronge",
     "restitution does e^2 times the work of compression; pair after pair"},
    {RestitutionLaw::Brach, "brach", "Brach", "u_n+ = -e u_n-, u_t+ = -e_t u_t- within friction; pair after pair"},
    {RestitutionLaw::ChatterjeeRuina, "chatterjee_ruina", "Chatterjee, Ruina",
     "e and e_t scale the impulses that stop the approach and the contact; pair after pair"},
};

constexpr IntegratorInfo kIntegrators[]{
    {Integrator::Automatic, "automatic", "Automatic",
     "parabolas for free bodies, Runge-Kutta 4 with an energy check for joined bodies in space that touch nothing; "
     "else semi-implicit Euler"},
    {Integrator::SemiImplicitEuler, "semi_implicit_euler", "Semi-implicit Euler",
     "order 1: the impulses of the step, then the positions"},
    {Integrator::ImplicitMidpoint, "implicit_midpoint", "Implicit midpoint",
     "order 2 for what touches nothing: energy does not drift"},
    {Integrator::RungeKutta4, "rk4", "Runge-Kutta 4", "order 4 for what touches nothing"},
    {Integrator::CashKarp, "cash_karp", "Cash-Karp",
     "order 5 for what touches nothing, in parts of a step that keep a tolerance"},
};

constexpr CoordinatesInfo kCoordinates[]{
    {Coordinates::Maximal, "maximal", "Maximal", "six of every body; joints are rows of the problem"},
    {Coordinates::Reduced, "reduced", "Reduced",
     "those that joints leave free, of trees of ball joints, hinges, sliders and fixed joints; loops "
     "stay rows of the problem"},
};

constexpr JointErrorsInfo kJointErrors[]{
    {JointErrors::Closed, "closed", "Closed",
     "joints end the step on their paths, and positions are corrected after it"},
    {JointErrors::Lagrange, "lagrange", "Lagrange",
     "Lagrange multipliers alone hold the accelerations; errors of positions grow"},
    {JointErrors::Baumgarte, "baumgarte", "Baumgarte",
     "the same with springs and dampers on the errors: baumgarte_alpha, baumgarte_beta"},
    {JointErrors::Erp, "erp", "ERP and CFM",
     "a share of the error each step (erp), by rows that give way (cfm), as in the Open Dynamics Engine"},
};

}  // namespace

std::span<const JointErrorsInfo> jointErrors() {
  return kJointErrors;
}

std::span<const ImpactLawInfo> impactLaws() {
  return kLaws;
}

std::span<const ImpactTimeInfo> impactTimes() {
  return kTimes;
}

std::span<const RestitutionLawInfo> restitutionLaws() {
  return kRestitutions;
}

std::span<const IntegratorInfo> integrators() {
  return kIntegrators;
}

std::span<const CoordinatesInfo> coordinates() {
  return kCoordinates;
}

}  // namespace keystone
