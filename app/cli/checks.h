// The analytic checks: small worlds whose motion has a closed form, run by any solver.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "solver/solver.h"

namespace keystone {

struct Check {
  std::string quantity;  // with its unit
  double exact, simulated;
  double bound;  // largest |simulated - exact| that passes; the check's source says where it comes from
  bool passed() const;
  double error() const;
};

struct CheckGroup {
  std::string_view name, title;
  std::vector<Check> (*run)(const SolverInfo& solver);
};

std::span<const CheckGroup> checkGroups();

// The groups' functions, by the file they stand in.
std::vector<Check> checkFreeFall(const SolverInfo& solver);         // checks_motion.cpp
std::vector<Check> checkSpin(const SolverInfo& solver);             // checks_motion.cpp
std::vector<Check> checkElasticPair(const SolverInfo& solver);      // checks_contact.cpp
std::vector<Check> checkInelasticPair(const SolverInfo& solver);    // checks_contact.cpp
std::vector<Check> checkWeight(const SolverInfo& solver);           // checks_contact.cpp
std::vector<Check> checkInclineStick(const SolverInfo& solver);     // checks_friction.cpp
std::vector<Check> checkInclineSlide(const SolverInfo& solver);     // checks_friction.cpp
std::vector<Check> checkSlidingDistance(const SolverInfo& solver);  // checks_friction.cpp
std::vector<Check> checkPendulum(const SolverInfo& solver);         // checks_joint.cpp
std::vector<Check> checkChain(const SolverInfo& solver);            // checks_joint.cpp
std::vector<Check> checkMotor(const SolverInfo& solver);            // checks_joint.cpp

}  // namespace keystone
