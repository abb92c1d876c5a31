#include "solver/pgs/pair_layout.h"

#include <algorithm>
#include <cassert>

#include "problem/body_rows.h"

namespace keystone {
namespace {

// The last is zero, of what does not move.
void findRoots(const ContactProblem& problem, std::vector<Mat3>& roots) {
  roots.clear();
  for (const InverseMass& inverse : problem.inv_mass) roots.push_back(angularRoot(inverse));
  roots.emplace_back(Mat3::Zero());
}

// Four bodies' or blocks' matrices, rows of lanes.
using MatrixLanes = std::array<SimdDouble4x3, 3>;
MatrixLanes matrixAcross(const std::array<const Mat3*, kSimdWidth>& matrices) {
  std::array<const double*, kSimdWidth> from;
  for (std::size_t lane = 0; lane < kSimdWidth; ++lane) from[lane] = matrices[lane]->data();
  const auto [m00, m10, m20, m01] = loadAcross(from);
  const auto [m11, m21, m02, m12] = loadAcross(from, 4);
  return {SimdDouble4x3{m00, m01, m02}, SimdDouble4x3{m10, m11, m12}, SimdDouble4x3{m20, m21, loadAcross(from, 5)[3]}};
}

MatrixLanes rootsOf(const std::vector<Mat3>& roots, const std::array<int, kSimdWidth>& bodies) {
  std::array<const Mat3*, kSimdWidth> four;
  for (std::size_t lane = 0; lane < kSimdWidth; ++lane) four[lane] = &roots[bodies[lane]];
  return matrixAcross(four);
}

// Angular parts times C. `part`: a body's six numbers of the row in J, by lanes.
SimdDouble4x3 angularRow(const std::array<const double*, kSimdWidth>& part, const MatrixLanes& root) {
  const auto [linear_z, x, y, z] = loadAcross(part, 2);
  return {root[0][0] * x + root[1][0] * y + root[2][0] * z, root[1][1] * y + root[2][1] * z, root[2][2] * z};
}

void fillBlock(const ContactProblem& problem, const PairBlock& block, std::size_t lane, GroupLanes& group) {
  if (block.bodies[0] >= 0) {
    group.a[lane] = block.bodies[0];
    group.inv_a[lane] = problem.inv_mass[block.bodies[0]].linear[0];
  }
  if (block.bodies[1] >= 0) {
    group.b[lane] = block.bodies[1];
    group.inv_b[lane] = problem.inv_mass[block.bodies[1]].linear[0];
  }
  group.contact[lane] = block.first;
  group.contacts[lane] = block.count;
  group.held[lane] = block.held;
  group.mu[lane] = block.mu;
}

// Returns how many contacts the groups have.
int fillGroups(const ContactProblem& problem, PairLayout& layout) {
  static const Mat3 none = Mat3::Zero();
  const auto still = static_cast<int>(problem.inv_mass.size());
  const std::vector<PairBlock>& blocks = layout.blocks;
  const std::vector<int>&colours = layout.colours, &order = layout.order;
  colour(blocks, still, sequenceOf(problem), layout.colours);
  orderByColour(blocks, colours, layout.order);
  const auto colourAt = [&](std::size_t at) { return colours[order[at]]; };
  layout.groups.clear();
  int first = 0;
  for (std::size_t at = 0; at < order.size();) {
    GroupLanes& group = layout.groups.emplace_back();
    group.a.fill(still);
    group.b.fill(still);
    group.first = first;
    std::array<const Mat3*, kSimdWidth> frames;
    frames.fill(&none);
    const int own = colourAt(at);
    for (std::size_t lane = 0; lane < kSimdWidth && at < order.size() && colourAt(at) == own; ++lane, ++at) {
      const PairBlock& block = blocks[order[at]];
      fillBlock(problem, block, lane, group);
      frames[lane] = &block.frame;
      group.count = std::max(group.count, block.count);
    }
    group.frame = matrixAcross(frames);
    first += group.count;
  }
  return first;
}

// The k-th contact of each of the group's blocks: angular parts, q and impulses.
void fillRows(const ContactProblem& problem, const GroupLanes& group, int k, const MatrixLanes& root_a,
              const MatrixLanes& root_b, const VecX& lambda, const ContactLanes& contact) {
  static constexpr std::array<double, 6> kNone{};
  const auto still = static_cast<int>(problem.inv_mass.size());
  std::array<BodyRows, kSimdWidth> read;
  for (std::size_t lane = 0; lane < kSimdWidth; ++lane) {
    if (k >= group.contacts[lane]) continue;
    const int from = problem.normalRow(group.contact[lane] + k);
    if (!group.held[lane]) {
      readRows(problem.J, from, problem.dim, read[lane]);
      continue;
    }
    for (int i = 0; i < problem.dim; ++i)  // without the columns, whose memory would have to come first
      read[lane].row[static_cast<std::size_t>(i)] = problem.J.valuePtr() + problem.J.outerIndexPtr()[from + i];
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(problem.dim); ++i) {
    RowLanes& row = contact.rows[i];
    std::array<const double*, kSimdWidth> a;
    std::array<const double*, kSimdWidth> b;
    a.fill(kNone.data());
    b.fill(kNone.data());
    row.q = contact.lambda[i] = SimdDouble4{};
    for (std::size_t lane = 0; lane < kSimdWidth; ++lane) {
      if (k >= group.contacts[lane]) continue;
      const int from = problem.normalRow(group.contact[lane] + k) + static_cast<int>(i);
      if (group.a[lane] != still) a[lane] = read[lane].row[i];
      if (group.b[lane] != still) b[lane] = read[lane].row[i] + 6;
      row.q[lane] = problem.q[from];
      contact.lambda[i][lane] = lambda[from];
    }
    row.a = angularRow(a, root_a);
    row.b = angularRow(b, root_b);
  }
}

// Zero where W_ii is zero: a row that moves nothing keeps its impulse.
SimdDouble4 stepOf(SimdDouble4 w, double omega) {
  return onlyWhere(w > SimdDouble4{}, broadcast(omega) / w);
}

void fillSteps(const GroupLanes& group, int k, int dim, FrictionLaw law, double omega, const ContactLanes& contact) {
  RowLanes* rows = contact.rows;
  const auto angular = [&](std::size_t i, std::size_t j) {
    return dot(rows[i].a, rows[j].a) + dot(rows[i].b, rows[j].b);
  };
  const SimdDouble4 linear = group.inv_a + group.inv_b;
  rows[0].step = stepOf(linear + angular(0, 0), omega);
  if (dim == 2) {
    rows[1].step = stepOf(linear + angular(1, 1), omega);
    contact.coupling->w_n1 = angular(0, 1);
  } else if (dim == 3) {
    const SimdDouble4 w_1 = linear + angular(1, 1);
    const SimdDouble4 w_2 = linear + angular(2, 2);
    CouplingLanes& coupling = *contact.coupling;
    coupling = {angular(0, 1), angular(0, 2), angular(1, 2)};
    if (law == FrictionLaw::Box) {
      rows[1].step = stepOf(w_1, omega);
      rows[2].step = stepOf(w_2, omega);
    } else {
      const SimdDouble4 half = 0.5 * (w_1 - w_2);
      const SimdDouble4 eigenvalue = 0.5 * (w_1 + w_2) + squareRoot(half * half + coupling.w_12 * coupling.w_12);
      rows[1].step = rows[2].step = stepOf(eigenvalue, omega);
    }
  }
  for (std::size_t lane = 0; lane < kSimdWidth; ++lane)
    for (int i = 0; i < dim && k >= group.contacts[lane]; ++i) rows[i].step[lane] = 0.0;
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
  joint.body.fill(static_cast<int>(problem.inv_mass.size()));
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
  joint.compliance = problem.complianceOf(row);
  w += joint.compliance;
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
  layout.dim = problem.dim;
  const std::size_t rows = contacts * static_cast<std::size_t>(problem.dim);
  if (layout.rows.size() < rows) layout.rows.resize(rows);
  if (layout.impulses.size() < rows) layout.impulses.resize(rows);
  if (problem.dim > 1 && layout.couplings.size() < contacts) layout.couplings.resize(contacts);
  for (const GroupLanes& group : layout.groups) {
    const MatrixLanes root_a = rootsOf(roots, group.a), root_b = rootsOf(roots, group.b);
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

void placeImpulses(const VecX& lambda, PairLayout& layout) {
  std::fill(layout.bodies.begin(), layout.bodies.end(), BodyMotion{});
  for (const GroupLanes& group : layout.groups) {
    PairMotion motion = gather(group, layout.bodies);
    for (int k = 0; k < group.count; ++k) {
      const ContactLanes contact = layout.contact(group.first + k);
      for (int i = 0; i < layout.dim; ++i) {
        for (std::size_t lane = 0; lane < kSimdWidth; ++lane)
          if (k < group.contacts[lane]) contact.lambda[i][lane] = lambda[layout.dim * (group.contact[lane] + k) + i];
        push(group, contact.rows[i], static_cast<std::size_t>(i), contact.lambda[i], motion);
      }
    }
    scatter(group, motion, layout.bodies);
  }
  for (JointLanes& joint : layout.joints) {
    joint.lambda = lambda[joint.row];
    push(joint, joint.lambda, layout.bodies);
  }
}

}  // namespace keystone
