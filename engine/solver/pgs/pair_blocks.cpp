#include "solver/pgs/pair_blocks.h"

#include <algorithm>
#include <cmath>

#include "math/rounding.h"
#include "problem/body_rows.h"

namespace keystone {
namespace {

// Whether a body is as heavy in all directions of the frame.
bool hasOneMass(const InverseMass& inverse, const Mat3& frame) {
  for (int k = 1; k < 3; ++k)
    if (inverse.linear[k] != inverse.linear[0] && !frame.col(k).isZero(0.0)) return false;
  return true;
}

// The directions n, t1, t2 of a contact's rows, those of b: false if a is not pushed oppositely.
bool readFrame(const BodyRows& rows, Mat3& frame) {
  frame.setZero();
  for (int i = 0; i < rows.count; ++i) {
    const Eigen::Map<const Vec3> of_a(rows.row[i]), of_b(rows.row[i] + 6);
    frame.row(i) = -of_a.transpose();
    if (rows.body[1] >= 0 && of_b != -of_a) return false;
  }
  return true;
}

bool isOrthonormal(const Mat3& frame, int rows) {
  for (int i = 0; i < rows; ++i)
    for (int k = 0; k <= i; ++k)
      if (!(std::abs(frame.row(i).dot(frame.row(k)) - (i == k ? 1.0 : 0.0)) <= kManyRoundings)) return false;
  return true;
}

// Leaves out the bodies that nothing pushes; false when one of the others is heavier in one direction.
bool keepPushed(const ContactProblem& problem, PairBlock& block) {
  for (int& body : block.bodies) {
    if (body < 0) continue;
    const InverseMass& inverse = problem.inv_mass[body];
    if (!hasOneMass(inverse, block.frame)) return false;
    if (!isMovable(inverse)) body = -1;
  }
  return true;
}

}  // namespace

bool listPairBlocks(const ContactProblem& problem, std::vector<PairBlock>& blocks) {
  blocks.clear();
  if (!problem.hasBodies() || !problem.J.isCompressed()) return false;
  BodyRows rows;
  Mat3 frame;
  for (int contact = 0; contact < problem.contacts; ++contact) {
    readRows(problem.J, problem.normalRow(contact), problem.dim, rows);
    if (!readFrame(rows, frame)) return false;
    const double mu = problem.dim > 1 ? problem.mu[contact] : 0.0;
    const bool held = rows.row[0] == problem.J.valuePtr() + problem.J.outerIndexPtr()[problem.normalRow(contact)];
    if (contact > 0 && blocks.back().held == held && blocks.back().bodies == rows.body &&
        blocks.back().frame == frame && blocks.back().mu == mu) {
      ++blocks.back().count;
      continue;
    }
    if (!isOrthonormal(frame, problem.dim)) return false;
    blocks.push_back({rows.body, contact, 1, held, mu, frame});
  }
  return std::all_of(blocks.begin(), blocks.end(), [&](PairBlock& block) { return keepPushed(problem, block); });
}

BlockSequence sequenceOf(const ContactProblem& problem) {
  const bool planar = std::ranges::all_of(problem.inv_mass, [](const InverseMass& m) { return m.linear.z() == 0.0; });
  return planar ? BlockSequence::FirstToLast : BlockSequence::LastToFirst;
}

}  // namespace keystone
