// The table of a profile's solves: one row per problem, solver and residual.
#pragma once

#include <string>

#include "cli/profile.h"
#include "math/output_file.h"

namespace keystone {

// Throws OutputError.
class ProfileCsv {
 public:
  explicit ProfileCsv(const std::string& path);

  // ratio: to the cost of the best solver; infinite = not solved.
  void add(const std::string& name, const ContactProblem& problem, const SolverInfo& solver, double residual,
           const Reach& reach, double ratio);
  OutputFile& file() { return file_; }

 private:
  OutputFile file_;
};

}  // namespace keystone
