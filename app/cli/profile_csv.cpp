#include "cli/profile_csv.h"

#include <cmath>

#include "math/decimal.h"

namespace keystone {
namespace {

// A file's name may hold commas.
std::string quoted(const std::string& name) {
  if (name.find_first_of(",\"\n") == std::string::npos) return name;
  std::string text = "\"";
  for (const char c : name) text.append(c == '"' ? 2 : 1, c);
  return text + '"';
}

}  // namespace

ProfileCsv::ProfileCsv(const std::string& path) : file_(path) {
  file_.out() << "problem,contacts,rows,solver,residual,reached,ratio,time_ms,iterations,factorizations,products,"
                 "residual_found\n";
}

void ProfileCsv::add(const std::string& name, const ContactProblem& problem, const SolverInfo& solver, double residual,
                     const Reach& reach, double ratio) {
  file_.out() << quoted(name) << ',' << problem.contacts << ',' << problem.rows() << ',' << solver.id << ','
              << exactDecimal(residual) << ',' << (reach.reached ? 1 : 0) << ','
              << (std::isfinite(ratio) ? exactDecimal(ratio) : "") << ',' << exactDecimal(reach.time_ms) << ','
              << reach.iterations << ',' << reach.factorizations << ',' << reach.products << ','
              << (std::isfinite(reach.residual) ? exactDecimal(reach.residual) : "") << '\n';
}

}  // namespace keystone
