// Matrix Market problems (https://math.nist.gov/MatrixMarket/formats.html) with a vector file beside the matrix.
#include "problem/problem_file.h"

#include <algorithm>
#include <numeric>

#include "math/decimal.h"
#include "math/output_file.h"
#include "math/rounding.h"
#include "problem/delassus.h"
#include "problem/problem_text.h"

namespace keystone {
namespace {

constexpr std::string_view kBanner = "%%MatrixMarket matrix coordinate real symmetric";
// Far above anything a dense method could take, far below what would exhaust memory by a mistyped size line.
constexpr long kMostMatrixRows = 1'000'000;

using Entry = Eigen::Triplet<double, int>;

struct Matrix {
  int rows = 0;
  std::vector<Entry> entries;  // lower triangle, file's order of rows
};

std::string place(const Entry& entry) {
  return "(" + std::to_string(entry.row() + 1) + ", " + std::to_string(entry.col() + 1) + ")";
}

bool sameBanner(std::string_view line) {
  return std::equal(line.begin(), line.end(), kBanner.begin(), kBanner.end(),
                    [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
}

Entry readEntry(const LineReader& in, int rows) {
  if (in.words().size() != 3) {
    in.fail(std::to_string(in.words().size()) + " words", "3: row, column, value");
  }
  const Entry entry(static_cast<int>(in.integer(0, "row", 1, rows)) - 1,
                    static_cast<int>(in.integer(1, "column", 1, rows)) - 1, in.real(2, "entry"));
  if (entry.col() > entry.row()) {
    in.fail("entry " + place(entry) + " above the diagonal", "the lower triangle only");
  }
  if (entry.row() == entry.col() && entry.value() < 0.0) {
    in.fail("the negative diagonal entry " + place(entry), "a positive semidefinite matrix");
  }
  return entry;
}

void rejectDuplicates(const LineReader& in, std::vector<Entry> entries) {
  const auto key = [](const Entry& e) { return std::pair(e.row(), e.col()); };
  std::sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) { return key(a) < key(b); });
  const auto twice = std::adjacent_find(entries.begin(), entries.end(),
                                        [&](const Entry& a, const Entry& b) { return key(a) == key(b); });
  if (twice != entries.end()) {
    in.fail("entry " + place(*twice) + " twice", "each entry once");
  }
}

Matrix readMatrix(const std::string& path) {
  LineReader in(path, '%');
  const bool banner = sameBanner(in.firstLine());
  const bool any = in.next();
  if (!banner) {
    throw ProblemFileError(path + ":1: found another first line, expected '" + std::string(kBanner) + "'");
  }
  if (!any) {
    in.fail("the end of the file", "the size line: rows, columns, entries");
  }
  if (in.words().size() != 3) {
    in.fail(std::to_string(in.words().size()) + " words in the size line", "3: rows, columns, entries");
  }
  Matrix matrix;
  matrix.rows = static_cast<int>(in.integer(0, "rows", 1, kMostMatrixRows));
  in.integer(1, "columns (the matrix is square)", matrix.rows, matrix.rows);
  const long count = in.integer(2, "number of entries", 0, long{matrix.rows} * (matrix.rows + 1) / 2);
  while (in.next()) {
    if (static_cast<long>(matrix.entries.size()) == count) {
      in.fail("more entries", std::to_string(count) + " as the size line says");
    }
    matrix.entries.push_back(readEntry(in, matrix.rows));
  }
  if (static_cast<long>(matrix.entries.size()) != count) {
    in.fail("the end of the file after " + std::to_string(matrix.entries.size()) + " entries",
            std::to_string(count) + " as the size line says");
  }
  rejectDuplicates(in, matrix.entries);
  return matrix;
}

struct Vector {
  std::vector<double> q, mu;  // [rows]
  std::vector<int> normal;    // [rows], the normal row that bounds this one; -1: it is one itself
};

Vector readVector(const std::string& path, int rows) {
  LineReader in(path, '%');
  Vector vector;
  std::size_t width = 0;
  while (in.next()) {
    if (static_cast<int>(vector.q.size()) == rows) {
      in.fail("more lines", std::to_string(rows) + ", one for each row of the matrix");
    }
    width = width == 0 ? in.words().size() : width;
    if (in.words().size() != width || (width != 1 && width != 3)) {
      in.fail(std::to_string(in.words().size()) + " words", "1 (q) or 3 (q, row, mu), the same on every line");
    }
    vector.q.push_back(in.real(0, "q"));
    vector.normal.push_back(width == 3 ? static_cast<int>(in.integer(1, "bounding row", -1, rows - 1)) : -1);
    vector.mu.push_back(width == 3 ? in.real(2, "mu") : 0.0);
    if (vector.mu.back() < 0.0) {
      in.fail("the negative mu " + exactDecimal(vector.mu.back()), "a friction coefficient >= 0");
    }
  }
  if (static_cast<int>(vector.q.size()) != rows) {
    in.fail("the end of the file after " + std::to_string(vector.q.size()) + " rows",
            std::to_string(rows) + ", one for each row of the matrix");
  }
  return vector;
}

// The file's rows in our order. Errors name rows, not lines: they concern several lines at once.
std::vector<int> canonicalOrder(const std::string& path, const Vector& vector, int& dim) {
  const auto rows = vector.q.size();
  const auto fail = [&](std::size_t row, const std::string& found, const std::string& expected) {
    throw ProblemFileError(path + ": row " + std::to_string(row) + ": found " + found + ", expected " + expected);
  };
  std::vector<std::vector<int>> tangents(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    const int normal = vector.normal[row];
    if (normal < 0) {
      continue;
    }
    if (vector.normal[normal] >= 0) {
      fail(row, "bounding row " + std::to_string(normal) + ", which is a tangent row", "a normal row");
    }
    tangents[normal].push_back(static_cast<int>(row));
  }
  dim = 0;
  std::vector<int> order;
  for (std::size_t row = 0; row < rows; ++row) {
    if (vector.normal[row] >= 0) {
      continue;
    }
    const auto& own = tangents[row];
    const int size = 1 + static_cast<int>(own.size());
    dim = dim == 0 ? size : dim;
    if (size != dim || size > 3) {
      fail(row, std::to_string(own.size()) + " tangent rows", "0, 1 or 2, the same for every contact");
    }
    if (own.size() == 2 && vector.mu[own[0]] != vector.mu[own[1]]) {
      fail(row, "two tangent rows of different mu", "one friction coefficient per contact");
    }
    order.push_back(static_cast<int>(row));
    order.insert(order.end(), own.begin(), own.end());
  }
  return order;
}

std::string vectorPath(const std::string& mtx_path) {
  constexpr std::string_view kEnding = ".mtx";
  if (!mtx_path.ends_with(kEnding)) {
    throw ProblemFileError(mtx_path + ": found another file name, expected NAME.mtx");
  }
  return mtx_path.substr(0, mtx_path.size() - kEnding.size()) + ".b";
}

std::vector<int> inverse(const std::vector<int>& order) {
  std::vector<int> inverse(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    inverse[order[i]] = static_cast<int>(i);
  }
  return inverse;
}

SparseRows assembleFull(const Matrix& matrix, const std::vector<int>& position) {
  std::vector<Entry> all;
  all.reserve(2 * matrix.entries.size());
  for (const Entry& entry : matrix.entries) {
    const int i = position[entry.row()], j = position[entry.col()];
    all.emplace_back(i, j, entry.value());
    if (i != j) {
      all.emplace_back(j, i, entry.value());
    }
  }
  SparseRows W(matrix.rows, matrix.rows);
  W.setFromTriplets(all.begin(), all.end());
  return W;
}

// Up to the rounding of a product J M^-1 J^T; the file holds the lower triangle.
bool isSymmetric(const SparseRows& W) {
  const SparseRows difference = SparseRows(W.transpose()) - W;
  return difference.nonZeros() == 0 ||
         difference.coeffs().cwiseAbs().maxCoeff() <= kManyRoundings * W.coeffs().cwiseAbs().maxCoeff();
}

void writeMatrix(std::ostream& out, const SparseRows& W, const std::vector<int>& file_row) {
  std::vector<Entry> lower;
  for (int i = 0; i < W.rows(); ++i) {
    for (SparseRows::InnerIterator it(W, i); it; ++it) {
      const int row = file_row[i], column = file_row[it.col()];
      if (row >= column) {
        lower.emplace_back(row, column, it.value());
      }
    }
  }
  std::sort(lower.begin(), lower.end(),
            [](const Entry& a, const Entry& b) { return std::pair(a.col(), a.row()) < std::pair(b.col(), b.row()); });
  out << kBanner << '\n' << W.rows() << ' ' << W.cols() << ' ' << lower.size() << '\n';
  for (const Entry& entry : lower) {
    out << entry.row() + 1 << ' ' << entry.col() + 1 << ' ' << exactDecimal(entry.value()) << '\n';
  }
}

void writeVector(std::ostream& out, const ContactProblem& problem, const std::vector<int>& file_row) {
  const std::vector<int> ours = inverse(file_row);
  for (const int row : ours) {
    out << exactDecimal(problem.q[row]);
    if (problem.dim > 1) {
      const int contact = problem.contactOf(row);
      const bool normal = problem.isNormal(row);
      out << ' ' << (normal ? -1 : file_row[problem.normalRow(contact)]) << ' '
          << exactDecimal(normal ? 0.0 : problem.mu[contact]);
    }
    out << '\n';
  }
}

}  // namespace

ProblemFile readProblemFile(const std::string& mtx_path) {
  const std::string b_path = vectorPath(mtx_path);
  const Matrix matrix = readMatrix(mtx_path);
  const Vector vector = readVector(b_path, matrix.rows);

  ProblemFile file;
  ContactProblem& problem = file.problem;
  file.file_row = canonicalOrder(b_path, vector, problem.dim);
  problem.contacts = matrix.rows / problem.dim;
  problem.mu = VecX::Zero(problem.contacts);
  problem.gap = problem.restitution = VecX::Zero(problem.contacts);
  problem.bias = problem.q = VecX::Zero(matrix.rows);
  for (int row = 0; row < matrix.rows; ++row) {
    const auto from = static_cast<std::size_t>(file.file_row[row]);
    problem.q[row] = vector.q[from];
    if (problem.isTangent(row)) {
      problem.mu[problem.contactOf(row)] = vector.mu[from];
    }
  }
  problem.W = assembleFull(matrix, inverse(file.file_row));
  return file;
}

void writeProblemFile(const std::string& mtx_path, const ContactProblem& problem, const std::vector<int>& file_row) {
  if (problem.joint_rows > 0) {
    throw ProblemFileError(mtx_path + ": found a problem with joint rows, expected contact rows only");
  }
  SparseRows W;
  formDelassus(problem, W);
  if (!isSymmetric(W)) {
    throw ProblemFileError(mtx_path + ": found a W that is not symmetric, expected one (FCLIB's files take any)");
  }
  std::vector<int> order = file_row;
  if (order.empty()) {
    order.resize(problem.rows());
    std::iota(order.begin(), order.end(), 0);
  }
  OutputFile matrix(mtx_path), vector(vectorPath(mtx_path));
  writeMatrix(matrix.out(), W, order);
  writeVector(vector.out(), problem, order);
  matrix.flush();  // one without the other is no problem
  vector.flush();
  matrix.close();
  vector.close();
}

}  // namespace keystone
