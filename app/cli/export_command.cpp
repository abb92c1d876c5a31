// keystone-cli export: a contact problem as a file, of a scene's step or converted from another file.
#include <nlohmann/json.hpp>

#include "cli/cold_solve.h"
#include "cli/setup.h"
#include "problem/problem_file.h"

namespace keystone {

int exportProblem(const ExportOptions& options) {
  if (!isProblemPath(options.out)) {
    throw UsageError("--out: found '" + options.out + "', expected NAME.mtx");
  }
  const ContactProblem problem = openProblem(options.subject, options.method, options.step);
  saveProblem(options.out, problem);
  print({{"file", options.out},
         {"contacts", problem.contacts},
         {"rows", problem.rows()},
         {"rows_per_contact", problem.dim}},
        options.format);
  return 0;
}

}  // namespace keystone
