#include "solver/pgs/pair_layout.h"

#include <cassert>

namespace keystone {
namespace {

// C of four bodies.
using RootLanes = std::array<Lanes, 8>;
RootLanes rootLanes(const std::vector<InertiaRoot>& roots, const std::array<int, kLanes>& bodies) {
  std::array<const double*, kLanes> from;
  for (std::size_t lane = 0; lane < kLanes; ++lane) from[lane] = roots[static_cast<std::size_t>(bodies[lane])].data();
  const std::array<Lanes, 4> begin = loadAcross(from), end = loadAcross(from, kLanes);
  return {begin[0], begin[1], begin[2], begin[3], end[0], end[1], end[2], end[3]};
}

// Numbers of four contacts, one to a lane: where those of the normal row are, and how far on those of the next row.
struct FourRows {
  std::array<const double*, kLanes> first;
  std::array<int, kLanes> stride{};  // zero where there is no such contact: the same zeros for each row

  FourRows() {
    static constexpr std::array<double, 6> kNone{};
    first.fill(kNone.data());
  }
  void set(std::size_t lane, const double* from, int to_next) {
    first[lane] = from;
    stride[lane] = to_next;
  }
  std::array<const double*, kLanes> row(int i) const {
    return {first[0] + i * stride[0], first[1] + i * stride[1], first[2] + i * stride[2], first[3] + i * stride[3]};
  }
  Lanes numbers(int i) const {
    const auto from = row(i);
    return Lanes{*from[0], *from[1], *from[2], *from[3]};
  }
};

// Angular parts times C. `part`: a body's six numbers of the row in J, by lanes.
Lanes3 angularRow(const std::array<const double*, kLanes>& part, const RootLanes& root) {
  const auto [linear_z, x, y, z] = loadAcross(part, 2);
  return {root[0] * x + root[1] * y + root[3] * z, root[2] * y + root[4] * z, root[5] * z};
}

void fillBlock(const ContactProblem& problem, const PairBlock& block, std::size_t lane, GroupLanes& group) {
  if (block.bodies[0] >= 0) {
    group.a[lane] = block.bodies[0];
    group.inv_a[lane] = problem.inv_mass[static_cast<std::size_t>(block.bodies[0])].linear[0];
  }
  if (block.bodies[1] >= 0) {
    group.b[lane] = block.bodies[1];
    group.inv_b[lane] = problem.inv_mass[static_cast<std::size_t>(block.bodies[1])].linear[0];
  }
  group.contact[lane] = block.first;
  group.contacts[lane] = block.count;
  group.mu[lane] = problem.dim > 1 ? problem.mu[block.first] : 0.0;
}

void fillFrames(const std::array<const double*, kLanes>& frames, GroupLanes& group) {
  const auto [f00, f10, f20, f01] = loadAcross(frames);
  const auto [f11, f21, f02, f12] = loadAcross(frames, 4);
  group.frame = {Lanes3{f00, f01, f02}, Lanes3{f10, f11, f12}, Lanes3{f20, f21, loadAcross(frames, 5)[3]}};
}

// Returns how many contacts the groups have.
int fillGroups(const ContactProblem& problem, PairLayout& layout) {
  static const Mat3 none = Mat3::Zero();
  const auto still = static_cast<int>(problem.inv_mass.size());
  const std::vector<PairBlock>& blocks = layout.blocks;
  const std::vector<int>&colours = layout.colours, &order = layout.order;
  colour(blocks, still, layout.colours);
  orderByColour(blocks, colours, layout.order);
  const auto colourAt = [&](std::size_t at) { return colours[static_cast<std::size_t>(order[at])]; };
  layout.groups.clear();
  int first = 0;
  for (std::size_t at = 0; at < order.size();) {
    GroupLanes& group = layout.groups.emplace_back();
    group.a.fill(still);
    group.b.fill(still);
    group.first = first;
    std::array<const double*, kLanes> frames;
    frames.fill(none.data());
    const int own = colourAt(at);
    for (std::size_t lane = 0; lane < kLanes && at < order.size() && colourAt(at) == own; ++lane, ++at) {
      const PairBlock& block = blocks[static_cast<std::size_t>(order[at])];
      fillBlock(problem, block, lane, group);
      frames[lane] = block.frame.data();
      group.count = std::max(group.count, block.count);
    }
    fillFrames(frames, group);
    first += group.count;
  }
  return first;
}

// The k-th contact of each of the group's blocks: angular parts, q and impulses.
void fillRows(const ContactProblem& problem, const GroupLanes& group, int k, const RootLanes& root_a,
              const RootLanes& root_b, const VecX& lambda, const ContactLanes& contact) {
  const auto still = static_cast<int>(problem.inv_mass.size());
  FourRows a, b, q, impulse;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    if (k >= group.contacts[lane]) continue;
    const int n = problem.normalRow(group.contact[lane] + k);
    const int at = problem.J.outerIndexPtr()[n], size = problem.J.outerIndexPtr()[n + 1] - at;
    if (group.a[lane] != still) a.set(lane, problem.J.valuePtr() + at, size);
    if (group.b[lane] != still) b.set(lane, problem.J.valuePtr() + at + 6, size);
    q.set(lane, problem.q.data() + n, 1);
    impulse.set(lane, lambda.data() + n, 1);
  }
  for (int i = 0; i < problem.dim; ++i) {
    RowLanes& row = contact.rows[i];
    row.a = angularRow(a.row(i), root_a);
    row.b = angularRow(b.row(i), root_b);
    row.q = q.numbers(i);
    contact.lambda[i] = impulse.numbers(i);
  }
}

// All ones in lanes whose block has a k-th contact.
Bits lanesWith(const GroupLanes& group, int k) {
  Bits with{};
  for (std::size_t lane = 0; lane < kLanes; ++lane) with[lane] = k < group.contacts[lane] ? -1 : 0;
  return with;
}

// Zero where W_ii is zero: a row that moves nothing keeps its impulse.
Lanes stepOf(Lanes w, double omega, Bits with) {
  return onlyWhere((w > Lanes{}) & with, lanes(omega) / w);
}

void fillSteps(const GroupLanes& group, int k, int dim, FrictionLaw law, double omega, const ContactLanes& contact) {
  RowLanes* rows = contact.rows;
  const auto angular = [&](std::size_t i, std::size_t j) {
    return dot(rows[i].a, rows[j].a) + dot(rows[i].b, rows[j].b);
  };
  const Lanes linear = group.inv_a + group.inv_b;
  const Bits with = lanesWith(group, k);
  rows[0].step = stepOf(linear + angular(0, 0), omega, with);
  if (dim == 1) return;
  const Lanes w_1 = linear + angular(1, 1);
  const Lanes w_2 = linear + angular(2, 2);
  CouplingLanes& coupling = *contact.coupling;
  coupling = {angular(0, 1), angular(0, 2), angular(1, 2)};
  if (law == FrictionLaw::Box) {
    rows[1].step = stepOf(w_1, omega, with);
    rows[2].step = stepOf(w_2, omega, with);
  } else {
    const Lanes half = 0.5 * (w_1 - w_2);
    const Lanes eigenvalue = 0.5 * (w_1 + w_2) + squareRoot(half * half + coupling.w_12 * coupling.w_12);
    rows[1].step = rows[2].step = stepOf(eigenvalue, omega, with);
  }
}

// The bodies that a joint row names, at most two, and its numbers for them.
struct JointParts {
  std::array<int, 2> body{};
  std::size_t count = 0;
  std::array<Eigen::Matrix<double, 6, 1>, 2> part;
};
void readParts(const SparseRows& J, int row, JointParts& parts) {
  parts.count = 0;
  for (SparseRows::InnerIterator it(J, row); it; ++it) {
    const auto body = static_cast<int>(it.col() / 6);
    if (parts.count == 0 || parts.body[parts.count - 1] != body) {
      assert(parts.count < 2);
      parts.part[parts.count].setZero();
      parts.body[parts.count++] = body;
    }
    parts.part[parts.count - 1][it.col() % 6] = it.value();
  }
}

JointLanes jointOf(const ContactProblem& problem, const std::vector<InertiaRoot>& roots, const JointParts& parts,
                   int row, double omega, double lambda) {
  JointLanes joint;
  joint.row = row;
  joint.body.fill(static_cast<int>(problem.inv_mass.size()));
  double w = 0.0;
  for (std::size_t end = 0; end < parts.count; ++end) {
    joint.body[end] = parts.body[end];
    const auto body = static_cast<std::size_t>(parts.body[end]);
    const Vec3 linear = parts.part[end].head<3>();
    const Vec3 weighted = problem.inv_mass[body].linear.cwiseProduct(linear);
    const Vec3 angular = matrixOf(roots[body]).transpose() * parts.part[end].tail<3>();
    for (int k = 0; k < 3; ++k) {
      joint.reads[end].linear[k] = linear[k];
      joint.gives[end].linear[k] = weighted[k];
      joint.reads[end].angular[k] = joint.gives[end].angular[k] = angular[k];
    }
    w += linear.dot(weighted) + angular.squaredNorm();
  }
  joint.q = problem.q[row];
  joint.step = w > 0.0 ? omega / w : 0.0;
  joint.lower = problem.lower(row);
  joint.upper = problem.upper(row);
  joint.lambda = lambda;
  return joint;
}

}  // namespace

bool layOut(const ContactProblem& problem, FrictionLaw law, double omega, const VecX& lambda, PairLayout& layout) {
  if (!listPairBlocks(problem, layout.blocks)) return false;
  const std::vector<InertiaRoot>& roots = layout.roots;
  findRoots(problem.inv_mass, layout.roots);
  layout.bodies.assign(problem.inv_mass.size() + 1, BodyMotion{});
  const auto contacts = static_cast<std::size_t>(fillGroups(problem, layout));
  layout.dim = problem.dim;
  const std::size_t rows = contacts * static_cast<std::size_t>(problem.dim);
  if (layout.rows.size() < rows) layout.rows.resize(rows);
  if (layout.impulses.size() < rows) layout.impulses.resize(rows);
  if (problem.dim > 1 && layout.couplings.size() < contacts) layout.couplings.resize(contacts);
  for (const GroupLanes& group : layout.groups) {
    const RootLanes root_a = rootLanes(roots, group.a);
    const RootLanes root_b = rootLanes(roots, group.b);
    PairMotion motion = gather(group, layout.bodies);
    for (int k = 0; k < group.count; ++k) {
      const ContactLanes contact = layout.contact(group.first + k);
      fillRows(problem, group, k, root_a, root_b, lambda, contact);
      fillSteps(group, k, problem.dim, law, omega, contact);
      for (std::size_t row = 0; row < static_cast<std::size_t>(problem.dim); ++row)
        push(group, contact.rows[row], row, contact.lambda[row], motion);
    }
    scatter(group, motion, layout.bodies);
  }
  layout.joints.clear();
  JointParts parts;
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row) {
    readParts(problem.J, row, parts);
    layout.joints.push_back(jointOf(problem, roots, parts, row, omega, lambda[row]));
    push(layout.joints.back(), lambda[row], layout.bodies);
  }
  return true;
}

}  // namespace keystone
