#include "solver/pivoting/tangent_frames.h"

#include "math/scratch_pool.h"
#include "math/times_transposed.h"

namespace keystone {
namespace {

struct Workspace {
  SparseRows Q, turned;
};

// Block-diagonal turn of every contact's tangents, as a sparse matrix Q with x' = Q x.
void storeTurning(const ContactProblem& problem, const TangentFrames& frames, SparseRows& Q) {
  Q.resize(problem.rows(), problem.rows());
  Q.resizeNonZeros(problem.rows() + 2 * problem.contacts);
  int at = 0;
  const auto add = [&](int column, double value) {
    Q.innerIndexPtr()[at] = column;
    Q.valuePtr()[at++] = value;
  };
  for (int i = 0; i < problem.rows(); ++i) {
    if (problem.isTangent(i)) {
      const int n = problem.normalRow(problem.contactOf(i));
      const Vec2& t = frames[problem.contactOf(i)];
      add(n + 1, i == n + 1 ? t.x() : -t.y());
      add(n + 2, i == n + 1 ? t.y() : t.x());
    } else {
      add(i, 1.0);
    }
    Q.outerIndexPtr()[i + 1] = at;
  }
}

}  // namespace

void intoFrames(const ContactProblem& problem, const TangentFrames& frames, VecX& x) {
  for (int c = 0; c < problem.contacts; ++c) {
    const Vec2& t = frames[c];
    auto pair = x.segment<2>(problem.normalRow(c) + 1);
    pair = Vec2(t.x() * pair.x() + t.y() * pair.y(), -t.y() * pair.x() + t.x() * pair.y());
  }
}

void outOfFrames(const ContactProblem& problem, const TangentFrames& frames, VecX& x) {
  for (int c = 0; c < problem.contacts; ++c) {
    const Vec2& t = frames[c];
    auto pair = x.segment<2>(problem.normalRow(c) + 1);
    pair = Vec2(t.x() * pair.x() - t.y() * pair.y(), t.y() * pair.x() + t.x() * pair.y());
  }
}

void turnDelassus(const ContactProblem& problem, const TangentFrames& frames, const SparseRows& W, SparseRows& turned) {
  const Scratch<Workspace> workspace(problem.rows());
  storeTurning(problem, frames, workspace->Q);
  timesTransposed(workspace->Q, W, workspace->turned);  // Q W^T
  timesTransposed(workspace->Q, workspace->turned, turned);
}

}  // namespace keystone
