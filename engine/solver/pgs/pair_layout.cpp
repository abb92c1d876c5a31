#include "solver/pgs/pair_layout.h"

#include <cassert>

namespace keystone {
namespace {

constexpr double kNoPivot = 1e-14;  // of the diagonal: what is left of a locked direction by rounding

// C, lower triangular, with C C^T = A for a positive semidefinite A: zero columns for locked directions.
Mat3 rootOf(const Mat3& A) {
  Mat3 C = Mat3::Zero();
  for (int k = 0; k < 3; ++k) {
    const double pivot = A(k, k) - C.row(k).head(k).squaredNorm();
    if (!(pivot > kNoPivot * A(k, k))) continue;
    C(k, k) = std::sqrt(pivot);
    for (int i = k + 1; i < 3; ++i) C(i, k) = (A(i, k) - C.row(i).head(k).dot(C.row(k).head(k))) / C(k, k);
  }
  return C;
}

void findRoots(const ContactProblem& problem, std::vector<Mat3>& roots) {
  roots.clear();
  for (const InverseMass& inverse : problem.inv_mass) roots.push_back(rootOf(inverse.angular));
}

// The lower triangles of four bodies' roots, row by row.
using RootLanes = std::array<Lanes, 6>;
RootLanes rootLanes(const std::vector<Mat3>& roots, const std::array<int, kLanes>& bodies) {
  RootLanes root{};
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const auto body = static_cast<std::size_t>(bodies[lane]);
    if (body >= roots.size()) continue;
    std::size_t at = 0;
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c <= r; ++c) root[at++][lane] = roots[body](r, c);
  }
  return root;
}

// Angular parts times C. `part`: a body's six numbers of the row in J, by lanes.
Lanes3 angularRow(const std::array<const double*, kLanes>& part, const RootLanes& root) {
  Lanes linear_z = load(part[0] + 2), x = load(part[1] + 2), y = load(part[2] + 2), z = load(part[3] + 2);
  transpose(linear_z, x, y, z);
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
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) group.frame[i][k][lane] = block.frame(static_cast<int>(i), static_cast<int>(k));
}

// Returns how many ContactLanes the groups need.
int fillGroups(const ContactProblem& problem, PairLayout& layout) {
  const auto still = static_cast<int>(problem.inv_mass.size());
  auto& [blocks, colours, order, roots, bodies, groups, contacts, joints] = layout;
  colour(blocks, still, colours);
  orderByColour(blocks, colours, order);
  const auto colourAt = [&](std::size_t at) { return colours[static_cast<std::size_t>(order[at])]; };
  groups.clear();
  int first = 0;
  for (std::size_t at = 0; at < order.size();) {
    GroupLanes& group = groups.emplace_back();
    group.a.fill(still);
    group.b.fill(still);
    group.first = first;
    const int own = colourAt(at);
    for (std::size_t lane = 0; lane < kLanes && at < order.size() && colourAt(at) == own; ++lane, ++at) {
      const PairBlock& block = blocks[static_cast<std::size_t>(order[at])];
      fillBlock(problem, block, lane, group);
      group.count = std::max(group.count, block.count);
    }
    first += group.count;
  }
  return first;
}

// The k-th contact of each of the group's blocks: rows, q and impulses.
void fillRows(const ContactProblem& problem, const GroupLanes& group, int k, const RootLanes& root_a,
              const RootLanes& root_b, const VecX& lambda, ContactLanes& contact) {
  static constexpr std::array<double, 6> kNone{};
  const auto still = static_cast<int>(problem.inv_mass.size());
  for (int i = 0; i < problem.dim; ++i) {
    const auto to = static_cast<std::size_t>(i);
    std::array<const double*, kLanes> a;
    std::array<const double*, kLanes> b;
    a.fill(kNone.data());
    b.fill(kNone.data());
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if (k >= group.contacts[lane]) continue;
      const int row = problem.normalRow(group.contact[lane] + k) + i;
      const double* values = problem.J.valuePtr() + problem.J.outerIndexPtr()[row];
      if (group.a[lane] != still) a[lane] = values;
      if (group.b[lane] != still) b[lane] = values + 6;
      contact.q[to][lane] = problem.q[row];
      contact.lambda[to][lane] = lambda[row];
    }
    contact.a[to] = angularRow(a, root_a);
    contact.b[to] = angularRow(b, root_b);
  }
}

// Zero where W_ii is zero: a row that moves nothing keeps its impulse.
Lanes stepOf(Lanes w, double omega) {
  return onlyWhere(w > Lanes{}, lanes(omega) / w);
}

void fillSteps(const GroupLanes& group, int k, FrictionLaw law, double omega, ContactLanes& contact) {
  const auto angular = [&](std::size_t i, std::size_t j) {
    return dot(contact.a[i], contact.a[j]) + dot(contact.b[i], contact.b[j]);
  };
  const Lanes linear = group.inv_a + group.inv_b;
  const Lanes w_1 = linear + angular(1, 1);
  const Lanes w_2 = linear + angular(2, 2);
  contact.w_n1 = angular(0, 1);
  contact.w_n2 = angular(0, 2);
  contact.w_12 = angular(1, 2);
  contact.step_n = stepOf(linear + angular(0, 0), omega);
  if (law == FrictionLaw::Box) {
    contact.step_1 = stepOf(w_1, omega);
    contact.step_2 = stepOf(w_2, omega);
  } else {
    const Lanes half = 0.5 * (w_1 - w_2);
    contact.step_1 = stepOf(0.5 * (w_1 + w_2) + squareRoot(half * half + contact.w_12 * contact.w_12), omega);
  }
  for (std::size_t lane = 0; lane < kLanes; ++lane)
    if (k >= group.contacts[lane]) contact.step_n[lane] = contact.step_1[lane] = contact.step_2[lane] = 0.0;
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

JointLanes jointOf(const ContactProblem& problem, const std::vector<Mat3>& roots, const JointParts& parts, int row,
                   double omega, double lambda) {
  JointLanes joint;
  joint.row = row;
  joint.body.fill(static_cast<int>(roots.size()));
  double w = 0.0;
  for (std::size_t end = 0; end < parts.count; ++end) {
    joint.body[end] = parts.body[end];
    const auto body = static_cast<std::size_t>(parts.body[end]);
    const Vec3 linear = parts.part[end].head<3>();
    const Vec3 weighted = problem.inv_mass[body].linear.cwiseProduct(linear);
    const Vec3 angular = roots[body].transpose() * parts.part[end].tail<3>();
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
  const std::vector<Mat3>& roots = layout.roots;
  findRoots(problem, layout.roots);
  layout.bodies.assign(problem.inv_mass.size() + 1, BodyMotion{});
  const auto contacts = static_cast<std::size_t>(fillGroups(problem, layout));
  if (layout.contacts.size() < contacts) layout.contacts.resize(contacts);
  for (const GroupLanes& group : layout.groups) {
    const RootLanes root_a = rootLanes(roots, group.a);
    const RootLanes root_b = rootLanes(roots, group.b);
    PairMotion motion = gather(group, layout.bodies);
    for (int k = 0; k < group.count; ++k) {
      ContactLanes& contact = layout.contacts[static_cast<std::size_t>(group.first + k)];
      contact = {};
      fillRows(problem, group, k, root_a, root_b, lambda, contact);
      fillSteps(group, k, law, omega, contact);
      for (std::size_t row = 0; row < 3; ++row) push(group, contact, row, contact.lambda[row], motion);
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
