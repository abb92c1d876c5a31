// Contact problems as files, for the sandbox: by the ending of the name.
#pragma once

#include <string>

#include "problem/contact_problem.h"

namespace keystone {

// True for a name that is a contact problem rather than a scene.
bool isProblemFile(const std::string& path);
// Throws std::runtime_error with one line for the user.
ContactProblem readProblem(const std::string& path);
void writeProblem(const std::string& path, const ContactProblem& problem);
// The ending of the simplest format that holds this problem: ".mtx", or FCLIB's ".hdf5" for one with joint rows or an
// unsymmetric W.
std::string problemExtension(const ContactProblem& problem);

}  // namespace keystone
