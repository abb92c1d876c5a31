#include "hard_problems.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <span>
#include <string_view>
#include <utility>

#include "problem/problem_file.h"

namespace keystone::bench {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are written as they are in memory");

constexpr std::string_view kTitle = "Keystone hard problem 1\n";
constexpr std::string_view kSuffix = ".problem.gz";
constexpr std::size_t kMostNumbers = 100'000'000;  // of one array

[[noreturn]] void fail(const std::string& path, const std::string& found, const std::string& expected) {
  throw ProblemFileError(path + ": found " + found + ", expected " + expected);
}

struct GzFile {
  explicit GzFile(gzFile opened) : file(opened) {}
  ~GzFile() {
    if (file != nullptr) gzclose(file);
  }
  GzFile(const GzFile&) = delete;
  GzFile& operator=(const GzFile&) = delete;
  gzFile file;
};

// An array is a line "NAME TYPE COUNT", TYPE i4, f8 or text, and its numbers or letters.
class Writer {
 public:
  static constexpr bool kReads = false;

  Writer() : bytes_(kTitle) {}
  void array(std::string_view name, const std::vector<int>& values) { add(name, "i4", std::span(values)); }
  void array(std::string_view name, const std::vector<double>& values) { add(name, "f8", std::span(values)); }
  void array(std::string_view name, const std::string& text) { add(name, "text", std::span(text)); }
  void array(std::string_view name, const VecX& values) {
    add(name, "f8", std::span(values.data(), static_cast<std::size_t>(values.size())));
  }

  void save(const std::string& path) const {
    GzFile out(gzopen(path.c_str(), "wb9"));
    const bool is_good =
        out.file != nullptr &&
        gzwrite(out.file, bytes_.data(), static_cast<unsigned>(bytes_.size())) == static_cast<int>(bytes_.size());
    if (!is_good || gzclose(std::exchange(out.file, nullptr)) != Z_OK)
      fail(path, "a file that cannot be written", "one that can");
  }

 private:
  template <class T>
  void add(std::string_view name, std::string_view type, std::span<const T> values) {
    bytes_.append(name).append(" ").append(type).append(" ").append(std::to_string(values.size())).append("\n");
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
  }

  std::string bytes_;
};

class Reader {
 public:
  static constexpr bool kReads = true;

  explicit Reader(const std::string& path) : path_(path) {
    const GzFile in(gzopen(path.c_str(), "rb"));
    if (in.file == nullptr) fail(path, "no readable file", "one");
    std::string part(1 << 16, '\0');
    int size = 0;
    while ((size = gzread(in.file, part.data(), static_cast<unsigned>(part.size()))) > 0)
      bytes_.append(part, 0, static_cast<std::size_t>(size));
    if (size < 0 || !bytes_.starts_with(kTitle)) fail(path, "another file", "a hard problem");
    at_ = kTitle.size();
  }
  void array(std::string_view name, std::vector<int>& values) {
    values.resize(begin(name, "i4", sizeof(int)));
    take(values.data(), values.size() * sizeof(int));
  }
  void array(std::string_view name, std::vector<double>& values) {
    values.resize(begin(name, "f8", sizeof(double)));
    take(values.data(), values.size() * sizeof(double));
  }
  void array(std::string_view name, std::string& text) {
    text.resize(begin(name, "text", 1));
    take(text.data(), text.size());
  }
  void array(std::string_view name, VecX& values) {
    values.resize(static_cast<Eigen::Index>(begin(name, "f8", sizeof(double))));
    take(values.data(), static_cast<std::size_t>(values.size()) * sizeof(double));
  }

 private:
  // How many numbers the next array has.
  std::size_t begin(std::string_view name, std::string_view type, std::size_t size) {
    const std::size_t end = bytes_.find('\n', at_);
    const std::string_view line = std::string_view(bytes_).substr(std::min(at_, bytes_.size()), end - at_);
    const std::string start = std::string(name).append(" ").append(type).append(" ");
    std::size_t count = 0;
    const bool is_it = end != std::string::npos && line.starts_with(start);
    if (is_it) std::from_chars(line.data() + start.size(), line.data() + line.size(), count);
    if (!is_it || count > kMostNumbers || end + 1 + count * size > bytes_.size())
      fail(path_, "something else", "the array " + std::string(name));
    at_ = end + 1;
    return count;
  }
  void take(void* to, std::size_t size) {
    if (size > 0) std::memcpy(to, bytes_.data() + at_, size);
    at_ += size;
  }

  std::string path_, bytes_;
  std::size_t at_ = 0;
};

// What a problem is beside its vectors, as arrays.
struct Parts {
  std::vector<int> sizes;               // rows a contact, contacts, joint rows, bodies, symmetric or not, step
  std::vector<double> h;                // [1]
  std::vector<int> ends, columns;       // of J, compressed by rows
  std::vector<double> entries;          // of J
  std::vector<double> linear, angular;  // of inv_mass, [3 bodies], [9 bodies] by columns
};

// The file's arrays in their order, in either direction.
template <class File, class Hard>
void passThrough(File& file, Hard& hard, Parts& parts) {
  auto& problem = hard.problem;
  file.array("scene", hard.scene);
  file.array("sizes", parts.sizes);
  file.array("h", parts.h);
  file.array("mu", problem.mu);
  file.array("mu_dynamic", problem.mu_dynamic);
  file.array("gap", problem.gap);
  file.array("restitution", problem.restitution);
  file.array("bias", problem.bias);
  file.array("q", problem.q);
  file.array("start", hard.start);
  file.array("v_free", problem.v_free);
  file.array("v_before", problem.v_before);
  file.array("joint_lower", problem.joint_lower);
  file.array("joint_upper", problem.joint_upper);
  file.array("J_ends", parts.ends);
  file.array("J_columns", parts.columns);
  file.array("J_entries", parts.entries);
  file.array("inv_mass_linear", parts.linear);
  file.array("inv_mass_angular", parts.angular);
}

Parts takeApart(const HardProblem& hard) {
  const ContactProblem& problem = hard.problem;
  const int bodies = static_cast<int>(problem.inv_mass.size());
  Parts parts;
  parts.sizes = {problem.dim, problem.contacts, problem.joint_rows, bodies, problem.symmetric ? 1 : 0, hard.step};
  parts.h = {problem.h};
  const auto& J = problem.J;
  parts.ends.assign(J.outerIndexPtr(), J.outerIndexPtr() + J.rows() + 1);
  parts.columns.assign(J.innerIndexPtr(), J.innerIndexPtr() + J.nonZeros());
  parts.entries.assign(J.valuePtr(), J.valuePtr() + J.nonZeros());
  for (const InverseMass& mass : problem.inv_mass) {
    parts.linear.insert(parts.linear.end(), mass.linear.data(), mass.linear.data() + 3);
    parts.angular.insert(parts.angular.end(), mass.angular.data(), mass.angular.data() + 9);
  }
  return parts;
}

bool isSize(Eigen::Index size, Eigen::Index wanted, bool may_be_empty = false) {
  return size == wanted || (may_be_empty && size == 0);
}

// Whether the arrays fit together; `problem` has its counts.
bool fits(const ContactProblem& problem, const VecX& start, const Parts& parts, int bodies) {
  const int rows = problem.rows();
  const auto entries = static_cast<int>(parts.entries.size());
  return isSize(problem.mu.size(), problem.contacts) && isSize(problem.mu_dynamic.size(), problem.contacts, true) &&
         isSize(problem.gap.size(), problem.contacts) && isSize(problem.restitution.size(), problem.contacts) &&
         isSize(problem.bias.size(), rows) && isSize(problem.q.size(), rows) && isSize(start.size(), rows) &&
         isSize(problem.v_free.size(), 6 * bodies) && isSize(problem.v_before.size(), 6 * bodies, true) &&
         isSize(problem.joint_lower.size(), problem.joint_rows, true) &&
         isSize(problem.joint_upper.size(), problem.joint_lower.size()) &&
         static_cast<int>(parts.ends.size()) == rows + 1 && parts.ends.front() == 0 && parts.ends.back() == entries &&
         std::is_sorted(parts.ends.begin(), parts.ends.end()) && static_cast<int>(parts.columns.size()) == entries &&
         std::all_of(parts.columns.begin(), parts.columns.end(), [&](int c) { return c >= 0 && c < 6 * bodies; }) &&
         static_cast<int>(parts.linear.size()) == 3 * bodies && static_cast<int>(parts.angular.size()) == 9 * bodies;
}

// False where the parts do not make a problem.
bool putTogether(const Parts& parts, HardProblem& hard) {
  const std::vector<int>& sizes = parts.sizes;
  if (sizes.size() != 6 || parts.h.size() != 1 || *std::min_element(sizes.begin(), sizes.end()) < 0) return false;
  ContactProblem& problem = hard.problem;
  problem.dim = sizes[0];
  problem.contacts = sizes[1];
  problem.joint_rows = sizes[2];
  const int bodies = sizes[3];
  problem.symmetric = sizes[4] == 1;
  hard.step = sizes[5];
  problem.h = parts.h[0];
  if (problem.dim < 1 || problem.dim > 3 || !fits(problem, hard.start, parts, bodies)) return false;
  problem.J = Eigen::Map<const SparseRows>(problem.rows(), 6 * bodies, parts.ends.back(), parts.ends.data(),
                                           parts.columns.data(), parts.entries.data());
  for (int body = 0; body < bodies; ++body)
    problem.inv_mass.push_back({Eigen::Map<const Vec3>(parts.linear.data() + 3 * body),
                                Eigen::Map<const Mat3>(parts.angular.data() + 9 * body)});
  return true;
}

}  // namespace

void writeHardProblem(const std::string& path, const HardProblem& hard) {
  Parts parts = takeApart(hard);
  Writer file;
  passThrough(file, hard, parts);
  file.save(path);
}

HardProblem readHardProblem(const std::string& path) {
  Reader file(path);
  HardProblem hard;
  Parts parts;
  passThrough(file, hard, parts);
  if (!putTogether(parts, hard)) fail(path, "arrays that do not fit together", "a problem");
  return hard;
}

std::vector<std::string> listHardProblems(const std::string& folder) {
  std::vector<std::string> paths;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none))
    if (entry.path().string().ends_with(kSuffix)) paths.push_back(entry.path().string());
  if (paths.empty()) fail(folder, "no files *" + std::string(kSuffix), "a folder of them");
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace keystone::bench
