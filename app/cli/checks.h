// The analytic checks: small worlds whose motion has a closed form, run by any solver under any stepper.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/lane.h"

namespace keystone {

struct Method {
  const SolverInfo& solver;
  StepperKind stepper;
};

struct Check {
  std::string quantity;  // with its unit
  double exact, simulated;
  double bound;  // largest |simulated - exact| that passes; the check's source says where it comes from
  bool passed() const;
  double error() const;
};

struct CheckGroup {
  std::string_view name, title;
  std::vector<Check> (*run)(const Method& method);  // none where the closed form is not this method's
};

std::span<const CheckGroup> checkGroups();

// False for the quasistatic stepper, which has neither impacts nor swings.
bool hasInertia(const Method& method);

// The groups' functions, by the file they stand in.
std::vector<Check> checkFreeFall(const Method& method);          // checks_motion.cpp
std::vector<Check> checkSpin(const Method& method);              // checks_motion.cpp
std::vector<Check> checkElasticPair(const Method& method);       // checks_contact.cpp
std::vector<Check> checkInelasticPair(const Method& method);     // checks_contact.cpp
std::vector<Check> checkWeight(const Method& method);            // checks_contact.cpp
std::vector<Check> checkInclineStick(const Method& method);      // checks_friction.cpp
std::vector<Check> checkInclineSlide(const Method& method);      // checks_friction.cpp
std::vector<Check> checkSlidingDistance(const Method& method);   // checks_friction.cpp
std::vector<Check> checkPendulum(const Method& method);          // checks_joint.cpp
std::vector<Check> checkChain(const Method& method);             // checks_joint.cpp
std::vector<Check> checkMotor(const Method& method);             // checks_joint.cpp
std::vector<Check> checkImpactRow(const Method& method);         // checks_impact.cpp
std::vector<Check> checkRackBreak(const Method& method);         // checks_impact.cpp
std::vector<Check> checkTwoFrictions(const Method& method);      // checks_friction.cpp
std::vector<Check> checkSinking(const Method& method);           // checks_quasistatic.cpp
std::vector<Check> checkCreep(const Method& method);             // checks_friction.cpp
std::vector<Check> checkCreepingPendulum(const Method& method);  // checks_quasistatic.cpp
std::vector<Check> checkSlowMotor(const Method& method);         // checks_quasistatic.cpp

}  // namespace keystone
