#include "solver/pivoting/isotropy.h"

namespace keystone {
namespace {

// Block-diagonal turn of every contact's tangents, as a sparse matrix Q with x' = Q x.
SparseRows turning(const ContactProblem& problem, const TangentFrames& frames) {
  SparseRows Q(problem.rows(), problem.rows());
  Q.reserve(Eigen::VectorXi::Constant(problem.rows(), 2));
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    const Vec2& t = frames[static_cast<std::size_t>(c)];
    Q.insert(n, n) = 1.0;
    Q.insert(n + 1, n + 1) = t.x();
    Q.insert(n + 1, n + 2) = t.y();
    Q.insert(n + 2, n + 1) = -t.y();
    Q.insert(n + 2, n + 2) = t.x();
  }
  for (int i = problem.dim * problem.contacts; i < problem.rows(); ++i) Q.insert(i, i) = 1.0;
  Q.makeCompressed();
  return Q;
}

}  // namespace

VecX intoFrames(const ContactProblem& problem, const TangentFrames& frames, const VecX& x) {
  return turning(problem, frames) * x;
}

VecX outOfFrames(const ContactProblem& problem, const TangentFrames& frames, const VecX& x) {
  return turning(problem, frames).transpose() * x;
}

SparseRows turnDelassus(const ContactProblem& problem, const TangentFrames& frames, const SparseRows& W) {
  const SparseRows Q = turning(problem, frames);
  return Q * W * SparseRows(Q.transpose());
}

}  // namespace keystone
