#include "step/avbd_descent.h"

#include <algorithm>
#include <limits>

#include "body/body.h"
#include "problem/delassus.h"

namespace keystone {
namespace {

using Mat6 = Eigen::Matrix<double, 6, 6>;

// Largest stiffness of a row in terms of inertia, k h^2 / m: a body's matrix has entries up to it beside 1, and of the
// sixteen digits half are left.
constexpr double kStiffest = 1e8;

// The forces of a block where the bodies are, [count], [N].
struct BlockForces {
  Vec3 force = Vec3::Zero();
  bool acts = false;    // whether it can push at all where it is: else it does not stiffen its bodies
  bool inside = false;  // what is not normal is strictly inside its bounds
};

double clampedNormal(const AvbdState& state, int row) {
  return std::max(0.0, state.lambda[row] - state.k[row] * state.C[row]);
}

// What `count` rows from `first` on pull with, scaled back onto a disc of that radius [N]; whether they lie inside it.
bool onDisc(const AvbdState& state, int first, int count, double radius, double* force) {
  double square = 0.0;
  for (int i = 0; i < count; ++i) {
    force[i] = state.lambda[first + i] - state.k[first + i] * state.C[first + i];
    square += force[i] * force[i];
  }
  if (square < radius * radius) return true;
  const double share = square > 0.0 ? radius / std::sqrt(square) : 0.0;
  for (int i = 0; i < count; ++i) force[i] *= share;
  return false;
}

BlockForces forcesOf(const ContactProblem& problem, const AvbdState& state, const AvbdBlock& block) {
  BlockForces result;
  double* f = result.force.data();
  if (block.kind == AvbdBlock::Kind::Row) {
    const int row = block.first;
    f[0] = std::clamp(state.lambda[row] - state.k[row] * state.C[row], state.lower[row], state.upper[row]);
    result.inside = f[0] > state.lower[row] && f[0] < state.upper[row];
    result.acts = f[0] != 0.0 || result.inside;
    return result;
  }
  if (block.kind == AvbdBlock::Kind::Disc) {
    const double radius =
        block.contact < 0 ? block.limit : block.limit * clampedNormal(state, problem.normalRow(block.contact));
    result.inside = onDisc(state, block.first, block.count, radius, f);
    result.acts = radius > 0.0;
    return result;
  }
  f[0] = clampedNormal(state, block.first);
  result.acts = f[0] > 0.0;
  if (block.count > 1)
    result.inside = onDisc(state, block.first + 1, block.count - 1, problem.mu[block.contact] * f[0], f + 1);
  return result;
}

// BlockForces::acts by itself.
bool acts(const ContactProblem& problem, const AvbdState& state, const AvbdBlock& block) {
  if (block.kind == AvbdBlock::Kind::Contact) return clampedNormal(state, block.first) > 0.0;
  return forcesOf(problem, state, block).acts;
}

Mat6 massOf(const Body& body) {
  Mat6 mass = Mat6::Zero();
  mass.topLeftCorner<3, 3>() = body.mass * Mat3::Identity();
  mass.bottomRightCorner<3, 3>() = worldInertia(body);
  return mass;
}

// Locked directions have no entries in rows, but inertia may couple them.
void lock(const Body& body, Mat6& H, Vec6& force) {
  if (!body.planar) return;
  for (const int locked : {2, 3, 4}) {
    H.row(locked).setZero();
    H.col(locked).setZero();
    H(locked, locked) = 1.0;
    force[locked] = 0.0;
  }
}

std::span<const int> blocksOf(const AvbdState& state, int body) {
  const auto at = static_cast<std::size_t>(body);
  return std::span(state.of_body)
      .subspan(static_cast<std::size_t>(state.begin[at]),
               static_cast<std::size_t>(state.begin[at + 1] - state.begin[at]));
}

// Marks blocks of a body that act where it is now; whether there is one that was not marked.
bool markActing(const ContactProblem& problem, std::span<const int> blocks, AvbdState& state) {
  bool found = false;
  for (const int b : blocks) {
    char& marked = state.acting[b];
    if (marked != 0 || !acts(problem, state, state.blocks[b])) continue;
    found = true;
    marked = 1;
  }
  return found;
}

// The body goes on by `way`, and the errors of its rows with it.
void move(int index, const Vec6& way, std::span<const int> blocks, AvbdState& state) {
  state.d.segment<6>(6 * static_cast<Eigen::Index>(index)) += way;
  for (const int b : blocks) {
    const AvbdBlock& block = state.blocks[b];
    for (int row = block.first; row < block.first + block.count; ++row) {
      const PairRow& pair = state.rows[row];
      state.C[row] += pair.j[pair.body[0] == index ? 0 : 1].dot(way);
    }
  }
}

// Newton's step of one body in its own energy, with the other bodies where they are and the stiffness of what is
// marked.
void newtonStep(const ContactProblem& problem, const Body& body, int index, std::span<const int> blocks,
                AvbdState& state) {
  const auto at = 6 * static_cast<Eigen::Index>(index);
  Mat6 H = massOf(body) / (state.h * state.h);
  Vec6 force = H * (state.d_free.segment<6>(at) - state.d.segment<6>(at));
  for (const int b : blocks) {
    if (state.acting[b] == 0) continue;
    const AvbdBlock& block = state.blocks[b];
    const BlockForces now = forcesOf(problem, state, block);
    for (int i = 0; i < block.count; ++i) {
      const PairRow& row = state.rows[block.first + i];
      const Vec6& j = row.j[row.body[0] == index ? 0 : 1];
      force += now.force[i] * j;
      H.noalias() += (state.k[block.first + i] * j) * j.transpose();
    }
  }
  lock(body, H, force);
  move(index, H.ldlt().solve(force), blocks, state);
}

// A step that closes contacts with a stiffness it did not know of is followed by another that does.
void descendBody(const ContactProblem& problem, const Body& body, int index, AvbdState& state) {
  constexpr int kMostSteps = 4;  // of a visit; a box that lands on its corners one after the other takes three
  const std::span<const int> blocks = blocksOf(state, index);
  const auto at = 6 * static_cast<Eigen::Index>(index);
  if (blocks.empty()) {
    state.d.segment<6>(at) = state.d_free.segment<6>(at);
    return;
  }
  for (const int b : blocks) state.acting[b] = 0;
  markActing(problem, blocks, state);
  int steps = 0;
  do {
    newtonStep(problem, body, index, blocks, state);
  } while (++steps < kMostSteps && markActing(problem, blocks, state));
}

void listBlocks(const ContactProblem& problem, AvbdState& state) {
  state.blocks.clear();
  for (int c = 0; c < problem.contacts; ++c)
    state.blocks.push_back({AvbdBlock::Kind::Contact, problem.normalRow(c), problem.dim, c});
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row)
    if (!problem.isOnDisc(row)) state.blocks.push_back({AvbdBlock::Kind::Row, row, 1});
  for (const FrictionDisc& disc : problem.discs)
    state.blocks.push_back({AvbdBlock::Kind::Disc, problem.firstJointRow() + disc.first, disc.count, disc.contact,
                            disc.contact < 0 ? disc.limit / problem.h : disc.limit});
}

// By counting, so that every body finds its blocks in their order.
void sortByBody(const ContactProblem& problem, AvbdState& state) {
  const std::size_t bodies = problem.inv_mass.size();
  state.begin.assign(bodies + 1, 0);
  const auto forEach = [&](const auto& visit) {
    for (std::size_t b = 0; b < state.blocks.size(); ++b)
      for (const int body : state.rows[state.blocks[b].first].body)
        if (body >= 0 && isMovable(problem.inv_mass[body])) visit(static_cast<std::size_t>(body), static_cast<int>(b));
  };
  forEach([&](std::size_t body, int) { ++state.begin[body + 1]; });
  for (std::size_t i = 0; i < bodies; ++i) state.begin[i + 1] += state.begin[i];
  state.of_body.resize(state.begin[bodies]);
  std::vector<int>& next = state.begin;  // moved on as lists fill, and back after
  forEach([&](std::size_t body, int block) { state.of_body[next[body]++] = block; });
  for (std::size_t i = bodies; i > 0; --i) next[i] = next[i - 1];
  next[0] = 0;
}

void setErrors(const ContactProblem& problem, const VecX& straight, AvbdState& state) {
  const double h = problem.h;
  state.error = h * problem.bias;
  state.own.setZero(problem.rows());
  for (int c = 0; c < problem.contacts; ++c) state.own[problem.normalRow(c)] = std::min(problem.gap[c], 0.0);
  for (int i = 0; i < straight.size(); ++i) {
    const int row = problem.firstJointRow() + i;
    state.own[row] = straight[i];
    if (problem.isBilateral(row)) state.error[row] -= straight[i];  // assembled with all of it; a limit with none
  }
}

void setBounds(const ContactProblem& problem, AvbdState& state) {
  constexpr double kUnbounded = ContactProblem::kUnbounded;
  state.lower.setConstant(problem.rows(), -kUnbounded);
  state.upper.setConstant(problem.rows(), kUnbounded);
  state.most.setConstant(problem.rows(), kUnbounded);
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row) {
    state.lower[row] = problem.lower(row) / problem.h;
    state.upper[row] = problem.upper(row) / problem.h;
    if (problem.isSoft(row)) state.most[row] = 1.0 / (problem.h * problem.h * problem.complianceOf(row));
  }
}

}  // namespace

void findErrors(AvbdState& state) {
  state.C = state.error + state.share * state.own;
  for (Eigen::Index i = 0; i < state.C.size(); ++i) state.C[i] += state.rows[i].times(state.d);
}

void beginAvbd(const ContactProblem& problem, const VecX& straight, AvbdState& state) {
  state.h = problem.h;
  state.rows.resize(problem.rows());
  readPairRows(problem.J, 0, problem.rows(), 0, state.rows);
  listBlocks(problem, state);
  state.acting.assign(state.blocks.size(), 0);
  sortByBody(problem, state);
  setErrors(problem, straight, state);
  setBounds(problem, state);
  delassusDiagonal(problem, state.mass);
  for (int i = 0; i < problem.rows(); ++i) {
    const double mobility = state.mass[i] - problem.complianceOf(i);
    state.mass[i] = mobility > 0.0 ? 1.0 / mobility : 0.0;
  }
}

void descend(const ContactProblem& problem, std::span<const Body> bodies, AvbdState& state) {
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (bodies[i].isActive()) descendBody(problem, bodies[i], static_cast<int>(i), state);
}

void updateForces(const ContactProblem& problem, double beta, AvbdState& state) {
  const double stiffest = kStiffest / (state.h * state.h);
  const auto stiffen = [&](int row) {
    const double grown = state.k[row] + beta * state.mass[row] * std::abs(state.C[row]);
    state.k[row] = std::min({grown, stiffest * state.mass[row], state.most[row]});
  };
  // Discs, which stand last, before the contacts whose forces bound them.
  for (auto at = state.blocks.rbegin(); at != state.blocks.rend(); ++at) {
    const AvbdBlock& block = *at;
    const BlockForces now = forcesOf(problem, state, block);
    for (int k = 0; k < block.count; ++k) {
      const bool normal = block.kind == AvbdBlock::Kind::Contact && k == 0;
      if (normal ? now.acts : now.inside) stiffen(block.first + k);
    }
    for (int k = 0; k < block.count; ++k) {
      const int row = block.first + k;
      if (std::isinf(state.most[row])) state.lambda[row] = now.force[k];
    }
  }
}

}  // namespace keystone
