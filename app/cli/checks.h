// The analytic checks: small worlds whose motion has a closed form, run by any solver under any stepper.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "step/step.h"

namespace keystone {

inline constexpr double kRounding = 1e-9;  // of closed forms that a step keeps exactly, relative

struct CheckedMethod {
  const SolverInfo& solver;
  StepperKind stepper;
  ParameterValues parameters;  // of the solver
};

struct Check {
  std::string quantity;  // with its unit
  double exact, simulated;
  double bound;  // largest |simulated - exact| that passes; the check's source says where it comes from
  bool passed() const;
  double error() const;
  double errorToBound() const;  // above 1: failed; infinite where the error is NaN
};

struct CheckGroup {
  std::string_view name, title;
  std::vector<Check> (*run)(const CheckedMethod& method);  // none where the closed form is not this method's
};

std::span<const CheckGroup> checkGroups();

// False for the quasistatic stepper, which has neither impacts nor swings.
bool hasInertia(const CheckedMethod& method);

// The groups' functions, by the file they stand in.
std::vector<Check> checkFreeFall(const CheckedMethod& method);          // checks_motion.cpp
std::vector<Check> checkSpin(const CheckedMethod& method);              // checks_motion.cpp
std::vector<Check> checkElasticPair(const CheckedMethod& method);       // checks_contact.cpp
std::vector<Check> checkInelasticPair(const CheckedMethod& method);     // checks_contact.cpp
std::vector<Check> checkWeight(const CheckedMethod& method);            // checks_contact.cpp
std::vector<Check> checkInclineStick(const CheckedMethod& method);      // checks_friction.cpp
std::vector<Check> checkInclineSlide(const CheckedMethod& method);      // checks_friction.cpp
std::vector<Check> checkSlidingDistance(const CheckedMethod& method);   // checks_friction.cpp
std::vector<Check> checkPendulum(const CheckedMethod& method);          // checks_joint.cpp
std::vector<Check> checkChain(const CheckedMethod& method);             // checks_joint.cpp
std::vector<Check> checkMotor(const CheckedMethod& method);             // checks_joint.cpp
std::vector<Check> checkImpactRow(const CheckedMethod& method);         // checks_impact.cpp
std::vector<Check> checkRackBreak(const CheckedMethod& method);         // checks_impact.cpp
std::vector<Check> checkTwoFrictions(const CheckedMethod& method);      // checks_friction.cpp
std::vector<Check> checkSinking(const CheckedMethod& method);           // checks_quasistatic.cpp
std::vector<Check> checkCreep(const CheckedMethod& method);             // checks_friction.cpp
std::vector<Check> checkCreepingPendulum(const CheckedMethod& method);  // checks_quasistatic.cpp
std::vector<Check> checkSlowMotor(const CheckedMethod& method);         // checks_quasistatic.cpp

// The laws of scenes after public reports against engines, by the scene's id: checks_reports.cpp
std::vector<Check> checkSlid(const CheckedMethod& method, const char* scene);
std::vector<Check> checkPushed(const CheckedMethod& method, const char* scene);
std::vector<Check> checkRolling(const CheckedMethod& method, const char* scene);
std::vector<Check> checkBallsOnEdge(const CheckedMethod& method, const char* scene);
std::vector<Check> checkStruck(const CheckedMethod& method, const char* scene);

}  // namespace keystone
