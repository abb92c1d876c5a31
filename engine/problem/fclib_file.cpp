// FCLIB's layout of HDF5 groups. The reading is ours: the library's own readers end the program at a bad file.
#include "problem/fclib_file.h"

#include <algorithm>

#include "problem/delassus.h"
#include "problem/fclib_rolling.h"
#include "problem/global_form.h"
#include "problem/hdf5_file.h"
#include "problem/problem_file.h"

namespace keystone {
namespace {

constexpr int kMostRows = 10'000'000;
constexpr int kMostEntries = 200'000'000;
constexpr int kColumns = -1, kRows = -2;  // nz of a compressed matrix; else the number of triplets
using Entry = Eigen::Triplet<double, int>;
using SparseColumns = Eigen::SparseMatrix<double>;

void checkRange(const Hdf5File& file, const std::string& name, const std::vector<int>& indices, int size) {
  const auto bad = std::find_if(indices.begin(), indices.end(), [size](int i) { return i < 0 || i >= size; });
  if (bad != indices.end())
    file.fail(name, "index " + std::to_string(*bad), "an index from 0 to " + std::to_string(size - 1));
}

// The index of every entry along the compressed direction, from the pointers p [size + 1].
std::vector<int> expand(const Hdf5File& file, const std::string& name, const std::vector<int>& p, int most) {
  std::vector<int> index;
  if (p.front() != 0 || p.back() > most || !std::is_sorted(p.begin(), p.end()))
    file.fail(name, "pointers that do not rise from 0 to at most " + std::to_string(most), "pointers that do");
  index.reserve(p.back());
  for (std::size_t k = 0; k + 1 < p.size(); ++k) index.resize(p[k + 1], static_cast<int>(k));
  return index;
}

// Triplets are kept as CSparse does: i the rows, p the columns (the comment in fclib.h has them the other way round;
// the published files do not). Entries given twice are added.
SparseRows readMatrix(const Hdf5File& file, const std::string& group, int m, int n) {
  file.integer(group + "/m", m, m);
  file.integer(group + "/n", n, n);
  const int most = file.integer(group + "/nzmax", 0, kMostEntries);
  const int nz = file.integer(group + "/nz", kRows, most);
  std::vector<int> row, column;
  if (nz >= 0) {
    row = file.integers(group + "/i", nz);
    column = file.integers(group + "/p", nz);
  } else {
    std::vector<int>& along = nz == kColumns ? column : row;
    std::vector<int>& across = nz == kColumns ? row : column;
    along = expand(file, group + "/p", file.integers(group + "/p", (nz == kColumns ? n : m) + 1L), most);
    across = file.integers(group + "/i", static_cast<long>(along.size()));
  }
  checkRange(file, group, row, m);
  checkRange(file, group, column, n);
  const std::vector<double> x = file.reals(group + "/x", static_cast<long>(row.size()));
  std::vector<Entry> entries;
  entries.reserve(x.size());
  for (std::size_t k = 0; k < x.size(); ++k) entries.emplace_back(row[k], column[k], x[k]);
  SparseRows matrix(m, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

VecX readVector(const Hdf5File& file, const std::string& name, int count) {
  const std::vector<double> values = file.reals(name, count);
  return Eigen::Map<const VecX>(values.data(), count);
}

VecX readFriction(const Hdf5File& file, const std::string& name, int contacts) {
  const VecX mu = readVector(file, name, contacts);
  if (contacts > 0 && mu.minCoeff() < 0.0) file.fail(name, "a negative value", "friction coefficients >= 0");
  return mu;
}

int readSize(const Hdf5File& file, const std::string& name, int multiple) {
  const int size = file.integer(name, 0, kMostRows);
  if (size % multiple != 0) file.fail(name, std::to_string(size), "a multiple of " + std::to_string(multiple));
  return size;
}

// Its contacts have `least` to `most` rows.
GlobalForm readGlobal(const Hdf5File& file, const std::string& top, int least, int most) {
  GlobalForm form;
  form.dim = file.integer(top + "/spacedim", least, most);
  const int n = readSize(file, top + "/M/m", 1);
  const int rows = readSize(file, top + "/H/n", form.dim);
  const int joints = file.has(top + "/G") ? readSize(file, top + "/G/n", 1) : 0;
  form.M = readMatrix(file, top + "/M", n, n);
  form.H = readMatrix(file, top + "/H", n, rows);
  form.G = joints > 0 ? readMatrix(file, top + "/G", n, joints) : SparseRows(n, 0);
  form.f = readVector(file, top + "/vectors/f", n);
  form.w = readVector(file, top + "/vectors/w", rows);
  form.b = joints > 0 ? readVector(file, top + "/vectors/b", joints) : VecX();
  form.mu = readFriction(file, top + "/vectors/mu", rows / form.dim);
  return form;
}

ContactProblem reduced(const Hdf5File& file, const std::string& top, const GlobalForm& form) {
  try {
    return reduce(form);
  } catch (const std::runtime_error&) {
    file.fail(top + "/M", "a singular matrix", "one that can be inverted");
  }
}

// The problem's row of row k of a rolling contact's five, where joint rows follow those of contacts, and rolling ones
// follow the bilateral ones.
int rowOfRolling(int contacts, int bilateral, int contact, int k) {
  return k < 3 ? 3 * contact + k : 3 * contacts + bilateral + 2 * contact + k - 3;
}

// Rolling rows as joint rows, with a disc of radius mu_r lambda_n for each contact.
ContactProblem readGlobalRolling(const Hdf5File& file) {
  const std::string top = "/fclib_global_rolling";
  const GlobalForm all = readGlobal(file, top, kRollingRows, kRollingRows);
  const int contacts = static_cast<int>(all.mu.size()), bilateral = static_cast<int>(all.G.cols());
  const VecX mu_r = readFriction(file, top + "/vectors/mu_r", contacts);
  GlobalForm form = all;
  form.dim = 3;
  form.w.resize(3 * contacts);
  form.b.conservativeResize(bilateral + 2 * contacts);
  std::vector<Entry> contact_entries, joint_entries;
  const auto put = [&](int direction, int row, double value) {
    if (row < 3 * contacts)
      contact_entries.emplace_back(direction, row, value);
    else
      joint_entries.emplace_back(direction, row - 3 * contacts, value);
  };
  const auto rowOf = [&](int column) {
    return rowOfRolling(contacts, bilateral, column / kRollingRows, column % kRollingRows);
  };
  for (int direction = 0; direction < all.H.rows(); ++direction) {
    for (SparseRows::InnerIterator it(all.H, direction); it; ++it)
      put(direction, rowOf(static_cast<int>(it.col())), it.value());
    for (SparseRows::InnerIterator it(all.G, direction); it; ++it)
      put(direction, 3 * contacts + static_cast<int>(it.col()), it.value());
  }
  for (int column = 0; column < all.w.size(); ++column) {
    const int row = rowOf(column);
    (row < 3 * contacts ? form.w[row] : form.b[row - 3 * contacts]) = all.w[column];
  }
  form.H = SparseRows(all.H.rows(), 3 * contacts);
  form.H.setFromTriplets(contact_entries.begin(), contact_entries.end());
  form.G = SparseRows(all.H.rows(), form.b.size());
  form.G.setFromTriplets(joint_entries.begin(), joint_entries.end());
  ContactProblem problem = reduced(file, top, form);
  problem.disc_of_row.assign(static_cast<std::size_t>(problem.joint_rows), -1);
  for (int i = 0; i < contacts; ++i) {
    const int first = bilateral + 2 * i;
    problem.disc_of_row[first] = problem.disc_of_row[first + 1] = i;
    problem.discs.push_back({first, 2, i, mu_r[i]});
  }
  return problem;
}

void addBlock(const SparseRows& block, int row, int column, std::vector<Entry>& entries) {
  for (int i = 0; i < block.outerSize(); ++i)
    for (SparseRows::InnerIterator it(block, i); it; ++it)
      entries.emplace_back(row + i, column + static_cast<int>(it.col()), it.value());
}

// The rows of V and R follow those of W: u_joint = V^T r + R l + s.
ContactProblem readLocal(const Hdf5File& file) {
  const std::string top = "/fclib_local";
  ContactProblem problem;
  problem.dim = file.integer(top + "/spacedim", 2, 3);
  const int rows = readSize(file, top + "/W/m", problem.dim);
  problem.joint_rows = file.has(top + "/R") ? readSize(file, top + "/R/m", 1) : 0;
  problem.contacts = rows / problem.dim;
  problem.mu = readFriction(file, top + "/vectors/mu", problem.contacts);
  problem.gap = problem.restitution = VecX::Zero(problem.contacts);
  problem.bias = problem.q = VecX::Zero(problem.rows());
  problem.q.head(rows) = readVector(file, top + "/vectors/q", rows);
  problem.W = readMatrix(file, top + "/W", rows, rows);
  if (problem.joint_rows == 0) return problem;
  problem.q.tail(problem.joint_rows) = readVector(file, top + "/vectors/s", problem.joint_rows);
  const SparseRows V = readMatrix(file, top + "/V", rows, problem.joint_rows);
  std::vector<Entry> entries;
  addBlock(problem.W, 0, 0, entries);
  addBlock(V, 0, rows, entries);
  addBlock(V.transpose(), rows, 0, entries);
  addBlock(readMatrix(file, top + "/R", problem.joint_rows, problem.joint_rows), rows, rows, entries);
  problem.W.resize(problem.rows(), problem.rows());
  problem.W.setFromTriplets(entries.begin(), entries.end());
  return problem;
}

// Impulses r and l of a solution or guess; empty when the group does not hold them all.
VecX readImpulses(const Hdf5File& file, const std::string& group, const ContactProblem& problem) {
  const int rolling = 2 * static_cast<int>(problem.discs.size());  // of a rolling problem: two rows a contact
  const int rows = problem.dim * problem.contacts + rolling, bilateral = problem.joint_rows - rolling;
  if (!file.has(group + "/r") || (bilateral > 0 && !file.has(group + "/l"))) return {};
  VecX lambda(problem.rows());
  const VecX r = readVector(file, group + "/r", rows);
  for (int i = 0; i < rows; ++i)
    lambda[rolling > 0 ? rowOfRolling(problem.contacts, bilateral, i / kRollingRows, i % kRollingRows) : i] = r[i];
  if (bilateral > 0)
    lambda.segment(problem.dim * problem.contacts, bilateral) = readVector(file, group + "/l", bilateral);
  return lambda;
}

void readSolutions(const Hdf5File& file, FclibFile& result) {
  result.solution = readImpulses(file, "/solution", result.problem);
  if (!file.has("/guesses/number_of_guesses")) return;
  const int guesses = file.integer("/guesses/number_of_guesses", 0, 1000);
  for (int i = 1; i <= guesses; ++i) {
    const VecX guess = readImpulses(file, "/guesses/" + std::to_string(i), result.problem);
    if (guess.size() > 0) result.guesses.push_back(guess);
  }
}

std::vector<double> toArray(const VecX& x) {
  return {x.data(), x.data() + x.size()};
}

// By columns, the one kind of matrix that FCLIB's merit function multiplies.
void writeMatrix(Hdf5File& file, const std::string& group, SparseColumns matrix) {
  matrix.makeCompressed();
  const auto entries = static_cast<int>(matrix.nonZeros());
  file.write(group + "/nzmax", std::vector<int>{entries});
  file.write(group + "/m", std::vector<int>{static_cast<int>(matrix.rows())});
  file.write(group + "/n", std::vector<int>{static_cast<int>(matrix.cols())});
  file.write(group + "/nz", std::vector<int>{kColumns});
  file.write(group + "/p", std::vector<int>(matrix.outerIndexPtr(), matrix.outerIndexPtr() + matrix.cols() + 1));
  file.write(group + "/i", std::vector<int>(matrix.innerIndexPtr(), matrix.innerIndexPtr() + entries));
  file.write(group + "/x", std::vector<double>(matrix.valuePtr(), matrix.valuePtr() + entries));
}

void writeInfo(Hdf5File& file, const std::string& top, const ContactProblem& problem, int dim) {
  file.write(top + "/spacedim", std::vector<int>{dim});
  file.write(top + "/info/title", std::string("Keystone"));
  file.write(top + "/info/description", std::string("one step's contact problem, impulses in N s, velocities in m/s"));
  file.write(top + "/info/math_info", std::string("a step of length " + std::to_string(problem.h) + " s"));
}

void writeLocal(Hdf5File& file, const ContactProblem& problem) {
  const std::string top = "/fclib_local";
  const int rows = problem.dim * problem.contacts;
  SparseRows by_rows;
  formDelassus(problem, by_rows);
  const SparseColumns W = by_rows;
  writeInfo(file, top, problem, problem.dim);
  writeMatrix(file, top + "/W", W.topLeftCorner(rows, rows));
  file.write(top + "/vectors/q", toArray(problem.q.head(rows)));
  file.write(top + "/vectors/mu", toArray(problem.mu));
  if (problem.joint_rows == 0) return;
  writeMatrix(file, top + "/V", W.topRightCorner(rows, problem.joint_rows));
  writeMatrix(file, top + "/R", W.bottomRightCorner(problem.joint_rows, problem.joint_rows));
  file.write(top + "/vectors/s", toArray(problem.q.tail(problem.joint_rows)));
}

void writeGlobal(Hdf5File& file, const ContactProblem& problem) {
  const bool is_rolling = isRolling(problem);
  const std::string top = is_rolling ? "/fclib_global_rolling" : "/fclib_global";
  const GlobalForm form = is_rolling ? rollingForm(problem) : globalForm(problem);
  writeInfo(file, top, problem, form.dim);
  if (is_rolling) {
    VecX mu_r = VecX::Zero(problem.contacts);
    for (const FrictionDisc& disc : problem.discs) mu_r[disc.contact] = disc.limit;
    file.write(top + "/vectors/mu_r", toArray(mu_r));
  }
  writeMatrix(file, top + "/M", form.M);
  writeMatrix(file, top + "/H", form.H);
  file.write(top + "/vectors/f", toArray(form.f));
  file.write(top + "/vectors/w", toArray(form.w));
  file.write(top + "/vectors/mu", toArray(form.mu));
  if (form.G.cols() == 0) return;
  writeMatrix(file, top + "/G", form.G);
  file.write(top + "/vectors/b", toArray(form.b));
}

// Velocities of the global form's unknowns belong to its solution: M v = H r + G l + f.
void writeSolution(Hdf5File& file, const ContactProblem& problem, FclibForm form, const VecX& lambda) {
  const int rows = problem.dim * problem.contacts;
  const VecX velocities = relativeVelocity(problem, lambda);
  VecX u = velocities.head(rows), r = lambda.head(rows), l = lambda.tail(problem.joint_rows), joint_u;
  if (form == FclibForm::Global && isRolling(problem)) {
    splitRolling(problem, velocities, u, joint_u);
    splitRolling(problem, lambda, r, l);
  }
  file.write("/solution/u", toArray(u));
  file.write("/solution/r", toArray(r));
  if (l.size() > 0) file.write("/solution/l", toArray(l));
  if (form == FclibForm::Global) file.write("/solution/v", toArray(freeVelocities(problem, lambda)));
}

}  // namespace

FclibFile readFclibFile(const std::string& path) {
  const Hdf5File file(path, Hdf5File::Mode::Read);
  FclibFile result;
  if (file.has("/fclib_global_rolling")) {
    result.form = FclibForm::Global;
    result.problem = readGlobalRolling(file);
  } else if (file.has("/fclib_global")) {
    result.form = FclibForm::Global;
    result.problem = reduced(file, "/fclib_global", readGlobal(file, "/fclib_global", 2, 3));
  } else if (file.has("/fclib_local")) {
    result.problem = readLocal(file);
  } else {
    throw ProblemFileError(
        path + ": found none of /fclib_local, /fclib_global and /fclib_global_rolling, expected one of them");
  }
  readSolutions(file, result);
  return result;
}

void writeFclibFile(const std::string& path, const ContactProblem& problem, FclibForm form, const VecX& solution) {
  if (problem.dim < 2)
    throw ProblemFileError(path +
                           ": found a frictionless problem without tangent rows, expected 2 or 3 rows a contact");
  if (form == FclibForm::Global && !problem.hasBodies())
    throw ProblemFileError(path + ": found a problem without bodies, expected one with bodies for the global form");
  const auto isBounded = [](const VecX& bounds) { return bounds.size() > 0 && bounds.array().isFinite().any(); };
  const bool takes_discs = problem.discs.empty() || (form == FclibForm::Global && isRolling(problem));
  if (isBounded(problem.joint_lower) || isBounded(problem.joint_upper) || !takes_discs)
    throw ProblemFileError(path +
                           ": found joint rows with bounds (limits, motors, friction), expected bilateral ones, or "
                           "rolling contacts for the global form");
  Hdf5File file(path, Hdf5File::Mode::Create);
  form == FclibForm::Local ? writeLocal(file, problem) : writeGlobal(file, problem);
  if (solution.size() > 0) writeSolution(file, problem, form, solution);
  file.close();
}

}  // namespace keystone
