#include "solver/turning/tangent_frames.h"

#include <algorithm>

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

void turnProblem(const ContactProblem& problem, const TangentFrames& frames, ContactProblem& turned) {
  turned = problem;
  intoFrames(problem, frames, turned.q);
  if (!problem.hasBodies()) return turnDelassus(problem, frames, problem.W, turned.W);
  for (int c = 0; c < problem.contacts; ++c) {
    const int row = problem.normalRow(c) + 1;
    const int* start = turned.J.outerIndexPtr() + row;
    const int size = start[1] - start[0];
    const int* columns = turned.J.innerIndexPtr() + start[0];
    if (start[2] - start[1] != size || !std::equal(columns, columns + size, columns + size)) {
      SparseRows Q;
      storeTurning(problem, frames, Q);
      turned.J = Q * problem.J;
      return;
    }
    const Vec2& t = frames[c];
    double* values = turned.J.valuePtr() + start[0];
    for (int k = 0; k < size; ++k) {
      const double one = values[k], two = values[size + k];
      values[k] = t.x() * one + t.y() * two;
      values[size + k] = -t.y() * one + t.x() * two;
    }
  }
}

}  // namespace keystone
