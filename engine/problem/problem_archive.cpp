#include "problem/problem_archive.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "problem/array_check.h"
#include "problem/array_file.h"

namespace keystone {
namespace {

constexpr std::string_view kTitle = "Keystone problem 2";
constexpr std::string_view kFirstTitle = "Keystone hard problem 1";  // without what follows inv_mass_angular

// A sparse matrix, compressed by rows; of none, no arrays.
struct SparseParts {
  std::vector<int> ends, columns;
  std::vector<double> entries;
};

// What a problem is beside its vectors, as arrays.
struct Parts {
  std::vector<int> sizes;               // rows a contact, contacts, joint rows, bodies, 1 if symmetric, step
  std::vector<double> h;                // [1]
  SparseParts J, W;                     // W of a problem without bodies
  std::vector<double> linear, angular;  // of inv_mass, [3 bodies], [9 bodies] by columns
  std::vector<int> disc_rows;           // [3 discs], first, count, contact
  std::vector<double> disc_limits;      // [discs]
  std::vector<int> place_names;         // [3 contacts] or none: bodies a and b (-1: none of these), the feature's bits
  std::vector<double> places;           // [13 contacts] or none: point, normal, t1, t2, across
};

template <class File, class Matrix>
void passMatrix(File& file, const std::string& name, Matrix& matrix) {
  file.array(name + "_ends", matrix.ends);
  file.array(name + "_columns", matrix.columns);
  file.array(name + "_entries", matrix.entries);
}

// The file's arrays in their order, in either direction.
template <class File, class Archive, class AllParts>
void passThrough(File& file, Archive& archive, AllParts& parts, int version) {
  auto& problem = archive.problem;
  file.array("scene", archive.scene);
  file.array("sizes", parts.sizes);
  file.array("h", parts.h);
  file.array("mu", problem.mu);
  file.array("mu_dynamic", problem.mu_dynamic);
  file.array("gap", problem.gap);
  file.array("restitution", problem.restitution);
  file.array("bias", problem.bias);
  file.array("q", problem.q);
  file.array("start", archive.start);
  file.array("v_free", problem.v_free);
  file.array("v_before", problem.v_before);
  file.array("joint_lower", problem.joint_lower);
  file.array("joint_upper", problem.joint_upper);
  passMatrix(file, "J", parts.J);
  file.array("inv_mass_linear", parts.linear);
  file.array("inv_mass_angular", parts.angular);
  if (version < 2) return;
  file.array("surface", problem.surface);
  file.array("compliance", problem.compliance);
  file.array("disc_rows", parts.disc_rows);
  file.array("disc_limits", parts.disc_limits);
  passMatrix(file, "W", parts.W);
  file.array("solution", archive.solution);
  file.array("place_names", parts.place_names);
  file.array("places", parts.places);
  file.array("joint_of_row", problem.joint_of_row);
}

SparseParts takeApart(SparseRows matrix) {
  if (matrix.rows() == 0) return {};
  matrix.makeCompressed();
  const Eigen::Index entries = matrix.nonZeros();
  return {{matrix.outerIndexPtr(), matrix.outerIndexPtr() + matrix.rows() + 1},
          {matrix.innerIndexPtr(), matrix.innerIndexPtr() + entries},
          {matrix.valuePtr(), matrix.valuePtr() + entries}};
}

SparseRows putTogether(const SparseParts& parts, int columns) {
  if (parts.ends.empty()) return {};
  return Eigen::Map<const SparseRows>(static_cast<int>(parts.ends.size()) - 1, columns, parts.ends.back(),
                                      parts.ends.data(), parts.columns.data(), parts.entries.data());
}

Parts takeApart(const ProblemArchive& archive) {
  const ContactProblem& problem = archive.problem;
  const int bodies = static_cast<int>(problem.inv_mass.size());
  Parts parts;
  parts.sizes = {problem.dim, problem.contacts, problem.joint_rows, bodies, problem.symmetric ? 1 : 0, archive.step};
  parts.h = {problem.h};
  parts.J = takeApart(problem.J);
  if (!problem.hasBodies()) parts.W = takeApart(problem.W);
  for (const InverseMass& mass : problem.inv_mass) {
    parts.linear.insert(parts.linear.end(), mass.linear.data(), mass.linear.data() + 3);
    parts.angular.insert(parts.angular.end(), mass.angular.data(), mass.angular.data() + 9);
  }
  for (const FrictionDisc& disc : problem.discs) {
    parts.disc_rows.insert(parts.disc_rows.end(), {disc.first, disc.count, disc.contact});
    parts.disc_limits.push_back(disc.limit);
  }
  for (const ContactPoint& place : problem.contact_points) {
    parts.place_names.insert(parts.place_names.end(), {place.a, place.b, static_cast<int>(place.feature)});
    for (const Vec3* v : {&place.point, &place.normal, &place.t1, &place.t2})
      parts.places.insert(parts.places.end(), v->data(), v->data() + 3);
    parts.places.push_back(place.across);
  }
  return parts;
}

void checkMatrix(const ArrayCheck& check, const std::string& name, const SparseParts& parts, int rows, int columns) {
  const auto entries = static_cast<long>(parts.columns.size());
  const std::vector<int>& ends = parts.ends;
  check.length(name + "_ends", ends, rows + 1L);
  if (ends.front() != 0 || ends.back() != entries || !std::ranges::is_sorted(ends))
    check.fail(name + "_ends", "ends that do not rise from 0 to " + std::to_string(entries), "ends that do");
  check.numbers(name + "_entries", parts.entries, entries);
  for (const int column : parts.columns) check.whole(name + "_columns", column, 0, columns - 1);
  for (int row = 0; row < rows; ++row) {
    const auto begin = parts.columns.begin() + ends[row];
    const auto end = parts.columns.begin() + ends[row + 1];
    if (std::adjacent_find(begin, end, std::greater_equal<>()) != end)
      check.fail(name + "_columns", "columns of row " + std::to_string(row) + " that do not rise", "columns that do");
  }
}

void checkNoMatrix(const ArrayCheck& check, const std::string& name, const SparseParts& parts) {
  check.length(name + "_ends", parts.ends, 0);
  check.length(name + "_columns", parts.columns, 0);
  check.length(name + "_entries", parts.entries, 0);
}

void checkBounds(const ArrayCheck& check, const ContactProblem& problem) {
  check.length("joint_lower", problem.joint_lower, problem.joint_rows, true);
  check.length("joint_upper", problem.joint_upper, problem.joint_lower.size());
  for (Eigen::Index row = 0; row < problem.joint_lower.size(); ++row)
    if (!(problem.joint_lower[row] <= problem.joint_upper[row]))
      check.fail("joint_upper", "less than joint_lower in joint row " + std::to_string(row), "as much at least");
}

// Sizes first: with them the others cannot overflow.
void checkVectors(const ArrayCheck& check, const ProblemArchive& archive, const Parts& parts, int version) {
  const ContactProblem& problem = archive.problem;
  const long contacts = problem.contacts, rows = problem.dim * contacts + problem.joint_rows, bodies = parts.sizes[3];
  check.sizes("mu", problem.mu, contacts);
  check.sizes("mu_dynamic", problem.mu_dynamic, contacts, true);
  check.numbers("gap", problem.gap, contacts);
  check.sizes("restitution", problem.restitution, contacts);
  check.numbers("bias", problem.bias, rows);
  check.numbers("q", problem.q, rows);
  check.numbers("start", archive.start, rows, version > 1);
  check.numbers("v_free", problem.v_free, 6 * bodies);
  check.numbers("v_before", problem.v_before, 6 * bodies, true);
  checkBounds(check, problem);
  check.sizes("inv_mass_linear", parts.linear, 3 * bodies);
  check.numbers("inv_mass_angular", parts.angular, 9 * bodies);
  if (version < 2) return;
  check.numbers("surface", problem.surface, rows, true);
  check.sizes("compliance", problem.compliance, problem.joint_rows, true);
  check.numbers("solution", archive.solution, rows, true);
}

// Rows with bodies have J; without, W.
void checkMatrices(const ArrayCheck& check, const ContactProblem& problem, const Parts& parts) {
  const int rows = problem.rows(), bodies = parts.sizes[3];
  if (rows > 0 && bodies > 0)
    checkMatrix(check, "J", parts.J, rows, 6 * bodies);
  else if (!parts.J.ends.empty())  // version 1 wrote one of no rows
    checkMatrix(check, "J", parts.J, 0, 0);
  if (rows > 0 && bodies == 0)
    checkMatrix(check, "W", parts.W, rows, rows);
  else
    checkNoMatrix(check, "W", parts.W);
}

// Sets the discs of a problem that is whole but for them.
void takeDiscs(const ArrayCheck& check, const Parts& parts, ContactProblem& problem) {
  const auto count = static_cast<long>(parts.disc_limits.size());
  check.sizes("disc_limits", parts.disc_limits, count);
  check.length("disc_rows", parts.disc_rows, 3 * count);
  if (count > 0) problem.disc_of_row.assign(problem.joint_rows, -1);
  for (std::size_t i = 0; i < parts.disc_limits.size(); ++i) {
    const int* rows = parts.disc_rows.data() + 3 * i;
    const FrictionDisc disc{rows[0], rows[1], rows[2], parts.disc_limits[i]};
    check.whole("disc_rows", disc.count, 1, std::min(3, problem.joint_rows));
    check.whole("disc_rows", disc.first, 0, problem.joint_rows - disc.count);
    check.whole("disc_rows", disc.contact, -1, problem.contacts - 1);
    for (int row = disc.first; row < disc.first + disc.count; ++row) {
      int& owner = problem.disc_of_row[row];
      if (owner >= 0) check.fail("disc_rows", "joint row " + std::to_string(row) + " in two discs", "one at most");
      owner = static_cast<int>(i);
      if (std::isfinite(problem.lower(problem.firstJointRow() + row)) ||
          std::isfinite(problem.upper(problem.firstJointRow() + row)))
        check.fail("disc_rows", "joint row " + std::to_string(row) + ", which has bounds", "one without");
    }
    problem.discs.push_back(disc);
  }
}

// The bodies that some rows of J name together.
class NamedBodies {
 public:
  NamedBodies(const ArrayCheck& check, const SparseRows& J) : check_(check), J_(J) {}
  void add(int row) {
    for (SparseRows::InnerIterator it(J_, row); it; ++it) {
      const auto body = static_cast<int>(it.col() / 6);
      int& place = body_[0] < 0 || body_[0] == body ? body_[0] : body_[1];
      if (place >= 0 && place != body)
        check_.fail("J_columns", "row " + std::to_string(row) + " with a third body, " + std::to_string(body),
                    "two at most, of the rows of a contact with its discs', of another disc's, of a joint row");
      place = body;
    }
  }

 private:
  const ArrayCheck& check_;
  const SparseRows& J_;
  std::array<int, 2> body_{-1, -1};
};

// What is solved together goes through the two bodies that it is between: the rows of a contact and of its discs, of a
// disc, a joint row.
void checkBodies(const ArrayCheck& check, const ContactProblem& problem) {
  if (!problem.hasBodies()) return;
  std::vector<NamedBodies> of_contact(problem.contacts, NamedBodies(check, problem.J));
  for (int row = 0; row < problem.firstJointRow(); ++row) of_contact[problem.contactOf(row)].add(row);
  for (const FrictionDisc& disc : problem.discs) {
    NamedBodies of_disc(check, problem.J);
    NamedBodies& named = disc.contact < 0 ? of_disc : of_contact[disc.contact];
    for (int row = 0; row < disc.count; ++row) named.add(problem.firstJointRow() + disc.first + row);
  }
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row) NamedBodies(check, problem.J).add(row);
}

void takePlaces(const ArrayCheck& check, const Parts& parts, ContactProblem& problem) {
  const auto count = static_cast<long>(parts.place_names.size() / 3);
  check.length("place_names", parts.place_names, 3L * problem.contacts, true);
  check.numbers("places", parts.places, 13 * count);
  // The rows of contacts' discs, which come last, are no joint's.
  if (static_cast<int>(problem.joint_of_row.size()) > problem.joint_rows)
    check.fail("joint_of_row", std::to_string(problem.joint_of_row.size()) + " entries",
               "at most " + std::to_string(problem.joint_rows));
  for (const int joint : problem.joint_of_row) check.whole("joint_of_row", joint, 0, std::numeric_limits<int>::max());
  const int bodies = parts.sizes[3], last = bodies > 0 ? bodies - 1 : std::numeric_limits<int>::max();
  for (long i = 0; i < count; ++i) {
    const int* names = parts.place_names.data() + 3 * i;
    const double* at = parts.places.data() + 13 * i;
    for (const int body : {names[0], names[1]}) check.whole("place_names", body, -1, last);
    problem.contact_points.push_back({names[0], names[1], static_cast<std::uint32_t>(names[2]),
                                      Eigen::Map<const Vec3>(at), Eigen::Map<const Vec3>(at + 3),
                                      Eigen::Map<const Vec3>(at + 6), Eigen::Map<const Vec3>(at + 9), at[12]});
  }
}

void checkSizes(const ArrayCheck& check, const Parts& parts) {
  check.length("sizes", parts.sizes, 6);
  constexpr int kMost = std::numeric_limits<int>::max() / 9;  // of rows and of entries of bodies, which count in ints
  check.whole("sizes", parts.sizes[0], 1, 3);
  for (const int k : {1, 2, 3}) check.whole("sizes", parts.sizes[k], 0, kMost);
  check.whole("sizes", parts.sizes[4], 0, 1);
  check.whole("sizes", parts.sizes[5], 0, std::numeric_limits<int>::max());
  check.sizes("h", parts.h, 1);
}

int versionOf(ArrayReader& file) {
  const std::string title = file.title();
  if (title == kFirstTitle) return 1;
  if (title == kTitle) return 2;
  file.fail("first line", "another one", "'" + std::string(kTitle) + "' or '" + std::string(kFirstTitle) + "'");
}

ArrayWriter writerOf(const ProblemArchive& archive) {
  const Parts parts = takeApart(archive);
  ArrayWriter file(kTitle);
  passThrough(file, archive, parts, 2);
  return file;
}

ProblemArchive readFrom(ArrayReader& file) {
  const ArrayCheck check(file);
  const int version = versionOf(file);
  ProblemArchive archive;
  Parts parts;
  passThrough(file, archive, parts, version);
  file.end();
  checkSizes(check, parts);
  ContactProblem& problem = archive.problem;
  problem.dim = parts.sizes[0];
  problem.contacts = parts.sizes[1];
  problem.joint_rows = parts.sizes[2];
  problem.symmetric = parts.sizes[4] == 1;
  archive.step = parts.sizes[5];
  problem.h = parts.h[0];
  checkVectors(check, archive, parts, version);
  checkMatrices(check, problem, parts);
  const int bodies = parts.sizes[3];
  problem.J = putTogether(parts.J, 6 * bodies);
  problem.W = putTogether(parts.W, problem.rows());
  for (int body = 0; body < bodies; ++body)
    problem.inv_mass.push_back({Eigen::Map<const Vec3>(parts.linear.data() + 3 * body),
                                Eigen::Map<const Mat3>(parts.angular.data() + 9 * body)});
  takeDiscs(check, parts, problem);
  checkBodies(check, problem);
  takePlaces(check, parts, problem);
  return archive;
}

}  // namespace

void writeProblemArchive(const std::string& path, const ProblemArchive& archive) {
  writerOf(archive).save(path);
}

std::string archiveBytes(const ProblemArchive& archive) {
  return writerOf(archive).bytes();
}

ProblemArchive readProblemArchive(const std::string& path) {
  ArrayReader file(path);
  return readFrom(file);
}

ProblemArchive readArchiveBytes(std::string bytes, const std::string& name) {
  ArrayReader file(name, std::move(bytes));
  return readFrom(file);
}

}  // namespace keystone
