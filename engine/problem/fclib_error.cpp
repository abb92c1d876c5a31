#include "problem/delassus.h"
#include "problem/fclib_file.h"

extern "C" {  // the header is for C only
#include <fclib.h>
}

namespace keystone {
namespace {

using SparseColumns = Eigen::SparseMatrix<double>;

// The library's view of a compressed matrix; it does not write to what it is given.
fclib_matrix view(SparseColumns& matrix) {
  fclib_matrix result{};
  result.nzmax = static_cast<int>(matrix.nonZeros());
  result.m = static_cast<int>(matrix.rows());
  result.n = static_cast<int>(matrix.cols());
  result.p = matrix.outerIndexPtr();
  result.i = matrix.innerIndexPtr();
  result.x = matrix.valuePtr();
  result.nz = -1;  // by columns
  return result;
}

}  // namespace

std::optional<double> fclibError(const ContactProblem& problem, const VecX& lambda) {
  if (problem.dim != 3 || problem.contacts == 0) return std::nullopt;
  const int rows = problem.dim * problem.contacts;
  const int joints = problem.joint_rows;
  SparseRows by_rows;
  formDelassus(problem, by_rows);
  const SparseColumns all = by_rows;
  SparseColumns W = all.topLeftCorner(rows, rows), V = all.topRightCorner(rows, joints);
  SparseColumns R = all.bottomRightCorner(joints, joints);
  for (SparseColumns* matrix : {&W, &V, &R}) matrix->makeCompressed();
  fclib_matrix w = view(W), v = view(V), r = view(R);
  VecX mu = problem.mu, q = problem.q.head(rows), s = problem.q.tail(joints);
  VecX u = relativeVelocity(problem, lambda).head(rows), impulses = lambda.head(rows), l = lambda.tail(joints);

  fclib_local local{};
  local.W = &w;
  local.V = joints > 0 ? &v : nullptr;
  local.R = joints > 0 ? &r : nullptr;
  local.mu = mu.data();
  local.q = q.data();
  local.s = s.data();
  local.spacedim = problem.dim;
  fclib_solution solution{};
  solution.u = u.data();
  solution.r = impulses.data();
  solution.l = l.data();
  return fclib_merit_local(&local, MERIT_1, &solution);
}

}  // namespace keystone
