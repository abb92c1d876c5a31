#include "cli/profile_csv.h"

#include <cmath>
#include <stdexcept>

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

ProfileCsv::ProfileCsv(const std::string& path) : path_(path), file_(path) {
  file_ << "problem,contacts,rows,solver,residual,reached,ratio,time_ms,iterations,factorizations,products,residual_"
           "found\n"
        << std::flush;
  check();
}

void ProfileCsv::add(const std::string& name, const ContactProblem& problem, const SolverInfo& solver, double residual,
                     const Reach& reach, double ratio) {
  file_ << quoted(name) << ',' << problem.contacts << ',' << problem.rows() << ',' << solver.id << ','
        << exactDecimal(residual) << ',' << (reach.reached ? 1 : 0) << ','
        << (std::isfinite(ratio) ? exactDecimal(ratio) : "") << ',' << exactDecimal(reach.time_ms) << ','
        << reach.iterations << ',' << reach.factorizations << ',' << reach.products << ','
        << (std::isfinite(reach.residual) ? exactDecimal(reach.residual) : "") << '\n';
}

void ProfileCsv::close() {
  file_.close();
  check();
}

void ProfileCsv::check() const {
  if (!file_) throw std::runtime_error(path_ + ": found a file that cannot be written, expected one that can");
}

}  // namespace keystone
