// What the steppers let one choose by name (docs/steppers.md): laws of impacts, the integrator of free motion, the
// unknowns of joints. Menu, scene keys and command line go through the tables.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

namespace keystone {

template <class Choice>
struct ChoiceInfo {
  Choice value;
  std::string_view id, title;
  std::string_view help;  // one line for the user
};

// The row of a value, which the table has.
template <class Choice>
const ChoiceInfo<Choice>& infoOf(std::span<const ChoiceInfo<Choice>> infos, Choice value) {
  return *std::ranges::find(infos, value, &ChoiceInfo<Choice>::value);
}

// The row of an id; null when there is none.
template <class Choice>
const ChoiceInfo<Choice>* findChoice(std::span<const ChoiceInfo<Choice>> infos, std::string_view id) {
  const auto found = std::ranges::find(infos, id, &ChoiceInfo<Choice>::id);
  return found == infos.end() ? nullptr : &*found;
}

// All ids, as in "a, b, c".
template <class Choice>
std::string idsOf(std::span<const ChoiceInfo<Choice>> infos) {
  std::string ids;
  for (const ChoiceInfo<Choice>& info : infos) ids.append(ids.empty() ? "" : ", ").append(info.id);
  return ids;
}

// What happens to bodies that touch others when they are struck. Newton's law of restitution, u+ >= -e u-, says it for
// one contact; for several at once there is more than one law, and each has closed forms of its own.
enum class ImpactLaw {
  Simultaneous,  // Newton's law at all touching contacts in one solve (Baraff 1989)
  Sequential,    // in waves: only the contacts that approach take part, then those that approach after it, and so on
  Reflections    // waves without loss, and a share of what an impact without restitution comes to (Smith et al. 2012)
};

// When an impact takes place, under the velocity stepper.
enum class ImpactTime {
  Step,  // once a step, for all contacts that would close within it
  Exact  // when bodies meet: the step stops there (step/event_driven.cpp)
};

// How much an impact at one contact gives back, by its coefficient of restitution e.
enum class RestitutionLaw {
  Newton,          // u+ = -e u-: by velocities
  Poisson,         // the impulse of restitution is e times that of compression
  Stronge,         // the normal work of restitution is e^2 times that of compression
  Brach,           // u_n+ = -e u_n- and u_t+ = -e_t u_t-, within friction
  ChatterjeeRuina  // between the impulses that stop the approach and the contact, within friction
};
// Whether it knows a coefficient of restitution along the tangents.
inline bool hasTangential(RestitutionLaw law) {
  return law == RestitutionLaw::Brach || law == RestitutionLaw::ChatterjeeRuina;
}

using ImpactLawInfo = ChoiceInfo<ImpactLaw>;
using ImpactTimeInfo = ChoiceInfo<ImpactTime>;
using RestitutionLawInfo = ChoiceInfo<RestitutionLaw>;
std::span<const ImpactLawInfo> impactLaws();
std::span<const ImpactTimeInfo> impactTimes();
std::span<const RestitutionLawInfo> restitutionLaws();

// How bodies move that nothing touches, under the velocity stepper.
enum class Integrator {
  Automatic,          // SemiImplicitEuler, but parabolas for free bodies, RungeKutta4 for joined ones in space
  SemiImplicitEuler,  // order 1: the step's own impulses
  ImplicitMidpoint,   // order 2, symmetric: energy does not drift
  RungeKutta4,        // order 4, the classical one
  CashKarp            // order 5, with step control
};

using IntegratorInfo = ChoiceInfo<Integrator>;
std::span<const IntegratorInfo> integrators();

// Which unknowns the velocity stepper gives bodies that joints hold together.
enum class Coordinates {
  Maximal,  // six a body; joints are rows of the contact problem
  Reduced   // those that the joints of a tree leave free; its joints have no rows and do not drift
};

using CoordinatesInfo = ChoiceInfo<Coordinates>;
std::span<const CoordinatesInfo> coordinates();

// What the velocity stepper does about position errors C of joints, whose rows are J v.
enum class JointErrors {
  Closed,     // rows that end the step on the joint's path, and the positions corrected after it
  Lagrange,   // d2C/dt2 = 0, no stabilisation: errors grow
  Baumgarte,  // d2C/dt2 + 2 alpha dC/dt + beta^2 C = 0 (Baumgarte 1972)
  Erp         // dC/dt + erp C / h + cfm lambda = 0: error reduction and constraint force mixing (Smith, ODE)
};

using JointErrorsInfo = ChoiceInfo<JointErrors>;
std::span<const JointErrorsInfo> jointErrors();

}  // namespace keystone
