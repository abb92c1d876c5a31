#include "solver/pgs/pair_blocks.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "math/rounding.h"
#include "math/scratch_pool.h"

namespace keystone {
namespace {

bool hasOneMass(const InverseMass& inverse) {
  return inverse.linear == Vec3::Constant(inverse.linear[0]);
}

// Whether the contact's rows name the same one or two bodies with all their columns.
bool namesWholeBodies(const ContactProblem& problem, int contact) {
  const int* outer = problem.J.outerIndexPtr() + problem.normalRow(contact);
  const int size = outer[1] - outer[0];
  if (size != 6 && size != 12) return false;
  const int* first = problem.J.innerIndexPtr() + outer[0];
  for (int i = 0; i < problem.dim; ++i) {
    const int* column = problem.J.innerIndexPtr() + outer[i];
    if (outer[i + 1] - outer[i] != size) return false;
    for (int k = 0; k < size; k += 6)
      if (first[k] % 6 != 0 || column[k] != first[k] || column[k + 5] != first[k] + 5) return false;
  }
  return true;
}

// Whether the rows of a contact name the bodies of the contact before it, with the same linear parts.
bool repeats(const ContactProblem& problem, int contact) {
  const int* outer = problem.J.outerIndexPtr() + problem.normalRow(contact);
  for (int i = 0; i < problem.dim; ++i) {
    const int now = outer[i], before = outer[i - problem.dim], size = outer[i + 1] - now;
    if (size != outer[i + 1 - problem.dim] - before) return false;
    const int* column = problem.J.innerIndexPtr();
    const double* value = problem.J.valuePtr();
    for (int k = 0; k < size; k += 6) {
      if (column[now + k] != column[before + k] || column[now + k + 5] != column[before + k + 5]) return false;
      if (!std::equal(value + now + k, value + now + k + 3, value + before + k)) return false;
    }
  }
  return problem.dim == 1 || problem.mu[contact] == problem.mu[contact - 1];
}

// One contact as a block of its own; false when its rows are not as a block's.
bool readContact(const ContactProblem& problem, int contact, PairBlock& block) {
  if (!namesWholeBodies(problem, contact)) return false;
  const int* outer = problem.J.outerIndexPtr() + problem.normalRow(contact);
  const int* column = problem.J.innerIndexPtr() + outer[0];
  const double* row = problem.J.valuePtr() + outer[0];
  const int size = outer[1] - outer[0];
  for (int i = 0; i < problem.dim; ++i, row += size) {
    block.frame.row(i) << -row[0], -row[1], -row[2];
    if (size == 12 && (row[6] != -row[0] || row[7] != -row[1] || row[8] != -row[2])) return false;
  }
  block.bodies = {column[0] / 6, size == 12 ? column[6] / 6 : -1};
  block.first = contact;
  block.count = 1;
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
    if (!hasOneMass(inverse)) return false;
    if (!isMovable(inverse)) body = -1;
  }
  return true;
}

}  // namespace

bool listPairBlocks(const ContactProblem& problem, std::vector<PairBlock>& blocks) {
  blocks.clear();
  if (!problem.hasBodies() || problem.dim == 2 || !problem.J.isCompressed()) return false;
  for (int contact = 0; contact < problem.contacts; ++contact) {
    if (contact > 0 && repeats(problem, contact)) {
      ++blocks.back().count;
      continue;
    }
    PairBlock& next = blocks.emplace_back();
    if (!readContact(problem, contact, next) || !isOrthonormal(next.frame, problem.dim)) return false;
  }
  return std::all_of(blocks.begin(), blocks.end(), [&](PairBlock& block) { return keepPushed(problem, block); });
}

void colour(const std::vector<PairBlock>& blocks, int bodies, std::vector<int>& colours) {
  const Scratch<std::vector<int>> workspace;
  std::vector<int>& lowest = *workspace;  // colour that each body still has free
  lowest.assign(bodies, 0);
  colours.resize(blocks.size());
  for (std::size_t i = blocks.size(); i-- > 0;) {
    int free = 0;
    for (const int body : blocks[i].bodies)
      if (body >= 0) free = std::max(free, lowest[body]);
    for (const int body : blocks[i].bodies)
      if (body >= 0) lowest[body] = free + 1;
    colours[i] = free;
  }
}

void orderByColour(const std::vector<PairBlock>& blocks, const std::vector<int>& colours, std::vector<int>& order) {
  constexpr int kSizes = 8;  // blocks of more contacts count as of that many
  const auto bucket = [&](std::size_t i) {
    return static_cast<std::size_t>(kSizes * colours[i] + kSizes - std::min(blocks[i].count, kSizes));
  };
  const Scratch<std::vector<int>> workspace;
  std::vector<int>& begin = *workspace;  // [buckets + 1], where each bucket begins
  begin.clear();
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (bucket(i) + 2 > begin.size()) begin.resize(bucket(i) + 2, 0);
    ++begin[bucket(i) + 1];
  }
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  order.resize(blocks.size());
  for (std::size_t i = 0; i < blocks.size(); ++i) order[begin[bucket(i)]++] = static_cast<int>(i);
}

}  // namespace keystone
