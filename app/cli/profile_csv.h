// The table of a profile's solves: one row per problem, solver and residual.
#pragma once

#include <fstream>
#include <string>

#include "cli/profile.h"

namespace keystone {

// Throws std::runtime_error where the file cannot be written.
class ProfileCsv {
 public:
  explicit ProfileCsv(const std::string& path);

  // ratio: to the cost of the best solver; infinite = not solved.
  void add(const std::string& name, const ContactProblem& problem, const SolverInfo& solver, double residual,
           const Reach& reach, double ratio);
  void close();

 private:
  void check() const;

  std::string path_;
  std::ofstream file_;
};

}  // namespace keystone
