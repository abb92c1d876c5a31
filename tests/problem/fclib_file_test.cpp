#include "problem/fclib_file.h"

#include <fstream>

#include "math/output_file.h"
#include "problem/delassus.h"
#include "problem/global_form.h"
#include "problem/hdf5_file.h"
#include "problem/problem_file.h"
#include "support/by_value.h"
#include "support/temp_folder.h"
#include "world/small_worlds.h"

extern "C" {  // the header is for C only
#include <fclib.h>
}

namespace keystone {
namespace {

const SolverInfo& pivoting() {
  return *findSolver("exact");
}

// Two boxes on a plane that moves, the upper one sliding; a wire of two rows holds the lower one's corner.
ContactProblem jointedPair(bool planar) {
  Simulation pair = simulation(pivoting(), planar);
  addPlane(pair.world, Vec3::UnitY());
  pair.world.bodies[0].kind = BodyKind::Kinematic;
  pair.world.bodies[0].velocity = {0.25, 0.0, 0.0};
  addBox(pair.world, {0.5, 0.25, 0.5}, 1.0, {0, 0.25, 0});
  const int top = addBox(pair.world, {0.5, 0.25, 0.4}, 2.0, {0.1, 0.75, 0.05});
  pair.world.bodies[top].velocity = planar ? Vec3(2, 0, 0) : Vec3(2, 0, 1);
  step(pair);
  ContactProblem problem = pair.problem;
  const int rows = problem.rows();
  SparseRows J(rows + 2, problem.J.cols());
  J.topRows(rows) = problem.J;
  J.insert(rows, 6) = 1.0;
  J.insert(rows, 11) = 0.25;
  J.insert(rows + 1, 7) = 1.0;
  J.insert(rows + 1, 11) = -0.5;
  J.makeCompressed();
  problem.J = J;
  problem.joint_rows = 2;
  problem.q.conservativeResize(rows + 2);
  problem.q.tail(2) = SparseRows(J.bottomRows(2)) * problem.v_free + Vec2(0.01, -0.02);
  problem.bias.conservativeResize(rows + 2);
  problem.bias.tail(2) = Vec2(0.01, -0.02);
  return problem;
}

VecX solved(const ContactProblem& problem) {
  Solution solution;
  solution.lambda.setZero(problem.rows());
  const SolveReport report = pivoting().solve(problem, {}, solution, nullptr);
  EXPECT_EQ(report.status, SolveStatus::Converged) << report.message;
  return solution.lambda;
}

class FclibFileTest : public TempFolder, public ::testing::WithParamInterface<bool> {};
class FclibFormsTest : public FclibFileTest {};

TEST_P(FclibFormsTest, LocalFormComesBackBitByBitWithJointsAndSolution) {
  const ContactProblem problem = jointedPair(GetParam());
  const VecX lambda = solved(problem);
  writeFclibFile(path("p.hdf5"), problem, FclibForm::Local, lambda);
  const FclibFile file = readFclibFile(path("p.hdf5"));
  EXPECT_EQ(file.form, FclibForm::Local);
  EXPECT_EQ(file.problem.dim, problem.dim);
  EXPECT_EQ(file.problem.contacts, problem.contacts);
  EXPECT_EQ(file.problem.joint_rows, 2);
  EXPECT_EQ(file.problem.q, problem.q);
  EXPECT_EQ(file.problem.mu, problem.mu);
  EXPECT_EQ(MatX(file.problem.W), MatX(delassusOf(problem)));
  EXPECT_EQ(file.solution, lambda);
}

TEST_P(FclibFormsTest, GlobalFormIsTheSameProblem) {
  const ContactProblem problem = jointedPair(GetParam());
  writeFclibFile(path("p.hdf5"), problem, FclibForm::Global, solved(problem));
  const FclibFile file = readFclibFile(path("p.hdf5"));
  EXPECT_EQ(file.form, FclibForm::Global);
  EXPECT_EQ(file.problem.joint_rows, 2);
  // Rounding of W's entries, of size 10, and of its inverse masses.
  EXPECT_LE((MatX(file.problem.W) - MatX(delassusOf(problem))).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LE((file.problem.q - problem.q).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LE(measure(problem, solved(file.problem)).value, 1e-9) << "its solution solves the original";
  EXPECT_LE(measure(file.problem, file.solution).value, 1e-9) << "the original's solution solves it";
}

TEST_P(FclibFormsTest, FclibsOwnReaderTakesWhatIsWritten) {
  const ContactProblem problem = jointedPair(GetParam());
  const VecX lambda = solved(problem);
  const int rows = problem.dim * problem.contacts;
  writeFclibFile(path("l.hdf5"), problem, FclibForm::Local, lambda);
  fclib_local* local = fclib_read_local(path("l.hdf5").c_str());
  fclib_solution* solution = fclib_read_solution(path("l.hdf5").c_str());
  EXPECT_EQ(local->spacedim, problem.dim);
  EXPECT_EQ(local->W->m, rows);
  EXPECT_EQ(VecX(Eigen::Map<VecX>(local->q, rows)), VecX(problem.q.head(rows)));
  EXPECT_EQ(VecX(Eigen::Map<VecX>(local->s, 2)), VecX(problem.q.tail(2)));
  EXPECT_EQ(VecX(Eigen::Map<VecX>(solution->r, rows)), VecX(lambda.head(rows)));
  if (problem.dim == 3) {
    EXPECT_EQ(fclib_merit_local(local, MERIT_1, solution), fclibError(problem, lambda));
  }
  fclib_delete_solutions(solution, 1);
  fclib_delete_local(local);

  writeFclibFile(path("g.hdf5"), problem, FclibForm::Global);
  fclib_global* global = fclib_read_global(path("g.hdf5").c_str());
  EXPECT_EQ(global->M->m, problem.dim == 3 ? 12 : 6);
  EXPECT_EQ(global->H->n, rows);
  EXPECT_EQ(global->G->n, 2);
  fclib_delete_global(global);
}

INSTANTIATE_TEST_SUITE_P(PlanarAndSpatial, FclibFormsTest, ::testing::Bool());

// A ball that rolls, tied to a point; the other contact, of a box, does not roll.
TEST_F(FclibFileTest, RollingContactsAreWrittenAndRead) {
  Simulation pair = simulation(pivoting(), false);
  addPlane(pair.world, Vec3::UnitY());
  const int box = addBox(pair.world, {0.5, 0.25, 0.5}, 1.0, {3, 0.25, 0});
  const int ball = addSphere(pair.world, 0.5, 1.0, {0, 0.5, 0}, material(0.5));
  pair.world.colliders[ball].material.rolling = 0.01;
  pair.world.bodies[ball].velocity = {1, 0, 0.5};
  pair.world.bodies[box].velocity = {0.1, 0, 0};
  step(pair);
  const ContactProblem& problem = pair.problem;
  ASSERT_EQ(problem.discs.size(), 1U);
  const VecX lambda = solved(problem);
  writeFclibFile(path("r.hdf5"), problem, FclibForm::Global, lambda);
  const FclibFile file = readFclibFile(path("r.hdf5"));
  EXPECT_EQ(file.problem.contacts, problem.contacts);
  EXPECT_EQ(static_cast<int>(file.problem.discs.size()), problem.contacts);
  EXPECT_LE(measure(file.problem, file.solution).value, 1e-9) << "the original's solution solves it";
  EXPECT_EQ(file.solution.head(3 * problem.contacts), lambda.head(3 * problem.contacts));
  const VecX own = solved(file.problem);
  EXPECT_LE(measure(file.problem, own).value, 1e-9);
  EXPECT_THROW(writeFclibFile(path("l.hdf5"), problem, FclibForm::Local), ProblemFileError);
}

// A ball of 2 kg, 0.5 kg m^2 and radius 1 that rolls: v = (v, omega), with n along y.
TEST_F(FclibFileTest, RollingContactsHaveDiscs) {
  const std::string top = "/fclib_global_rolling";
  const auto write = [&](Hdf5File& file, const std::string& name, int rows, int columns, const std::vector<int>& i,
                         const std::vector<int>& p, const std::vector<double>& x) {
    const auto count = static_cast<int>(x.size());
    for (const auto& [key, value] : {std::pair{"/m", rows}, {"/n", columns}, {"/nz", count}, {"/nzmax", count}})
      file.write(top + name + key, std::vector<int>{value});
    file.write(top + name + "/i", i);
    file.write(top + name + "/p", p);
    file.write(top + name + "/x", x);
  };
  const std::vector<int> all = {0, 1, 2, 3, 4, 5};
  Hdf5File written(path("r.hdf5"), Hdf5File::Mode::Create);
  written.write(top + "/spacedim", std::vector<int>{5});
  write(written, "/M", 6, 6, all, all, {2, 2, 2, 0.5, 0.5, 0.5});
  write(written, "/H", 6, 5, {1, 0, 2, 5, 3}, {0, 1, 2, 3, 4}, {1, 1, 1, 1, 1});
  write(written, "/G", 6, 1, {4}, {0}, {1});  // it does not spin
  written.write(top + "/vectors/f", std::vector<double>{2, -4, 0, 0.5, 0.25, 1});
  written.write(top + "/vectors/w", std::vector<double>{0, 0, 0, 0, 0.125});
  written.write(top + "/vectors/b", std::vector<double>{0.5});
  written.write(top + "/vectors/mu", std::vector<double>{0.75});
  written.write(top + "/vectors/mu_r", std::vector<double>{0.01});
  written.write("/solution/r", std::vector<double>{1, 2, 3, 4, 5});
  written.write("/solution/l", std::vector<double>{6});
  written.close();

  const FclibFile file = readFclibFile(path("r.hdf5"));
  const ContactProblem& problem = file.problem;
  EXPECT_EQ(problem.dim, 3);
  EXPECT_EQ(problem.contacts, 1);
  ASSERT_EQ(problem.joint_rows, 3);
  ASSERT_EQ(problem.discs.size(), 1U);
  EXPECT_EQ(problem.discs[0].first, 1);
  EXPECT_EQ(problem.discs[0].count, 2);
  EXPECT_EQ(problem.discs[0].limit, 0.01);
  EXPECT_EQ(problem.disc_of_row, (std::vector<int>{-1, 0, 0}));
  VecX diagonal(6), q(6), impulses(6);
  diagonal << 0.5, 0.5, 0.5, 2, 2, 2;  // n, t1, t2; spin; rolling
  q << -2, 1, 0, 1, 2, 1.125;
  impulses << 1, 2, 3, 6, 4, 5;
  EXPECT_LE((MatX(problem.W) - MatX(diagonal.asDiagonal())).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_LE((problem.q - q).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_EQ(file.solution, impulses);
  EXPECT_LE(measure(problem, solved(problem)).value, 1e-9);
}

TEST_F(FclibFileTest, ErrorIsZeroAtASolutionAndNotBesideIt) {
  const ContactProblem problem = jointedPair(false);
  const VecX lambda = solved(problem);
  EXPECT_LE(fclibError(problem, lambda).value(), 1e-9);  // exact, in this problem of unit size
  EXPECT_GE(fclibError(problem, 1.01 * lambda).value(), 1e-4);
  EXPECT_FALSE(fclibError(jointedPair(true), solved(jointedPair(true))).has_value()) << "FCLIB has none in the plane";
}

// One contact in space: u = diag(2, 1, 1) r + (-1, 0.3, 0), as FCLIB's arrays.
void writeContact(Hdf5File& file, const std::vector<int>& nz, const std::vector<int>& p, const std::vector<int>& i) {
  const std::string top = "/fclib_local";
  file.write(top + "/spacedim", std::vector<int>{3});
  for (const char* size : {"/W/m", "/W/n", "/W/nzmax"}) file.write(top + size, std::vector<int>{3});
  file.write(top + "/W/nz", nz);
  file.write(top + "/W/p", p);
  file.write(top + "/W/i", i);
  file.write(top + "/W/x", std::vector<double>{2.0, 1.0, 1.0});
  file.write(top + "/vectors/q", std::vector<double>{-1.0, 0.3, 0.0});
}

TEST_F(FclibFileTest, MatricesByColumnsByRowsAndAsTripletsAreTheSame) {
  const std::vector<std::vector<int>> nz{{-1}, {-2}, {3}};
  for (const std::vector<int>& kind : nz) {
    Hdf5File file(path("w.hdf5"), Hdf5File::Mode::Create);
    // The diagonal, its first and last columns swapped: rows (0, 1, 2) hold columns (2, 1, 0).
    writeContact(file, kind, kind[0] < 0 ? std::vector<int>{0, 1, 2, 3} : std::vector<int>{2, 1, 0},
                 kind[0] < 0 ? std::vector<int>{2, 1, 0} : std::vector<int>{0, 1, 2});
    file.write("/fclib_local/vectors/mu", std::vector<double>{0.5});
    file.close();
    MatX expected = MatX::Zero(3, 3);
    expected(1, 1) = 1.0;
    expected(0, 2) = kind[0] == -1 ? 1.0 : 2.0;  // by columns, the first value stands in column 0
    expected(2, 0) = kind[0] == -1 ? 2.0 : 1.0;
    EXPECT_EQ(MatX(readFclibFile(path("w.hdf5")).problem.W), expected) << "nz " << kind[0];
  }
}

class FclibFaultTest : public FclibFileTest {
 protected:
  // The error of p.hdf5, with the folder taken out, or "" when there is none.
  std::string errorOf() const {
    try {
      readFclibFile(path("p.hdf5"));
    } catch (const ProblemFileError& error) {
      const std::string what = error.what();
      EXPECT_EQ(what.find('\n'), std::string::npos) << "one line";
      EXPECT_NE(what.find("p.hdf5"), std::string::npos) << what;
      EXPECT_NE(what.find("expected"), std::string::npos) << what;
      return what;
    }
    return "";
  }
  std::string errorOf(const std::vector<int>& nz, const std::vector<int>& p, const std::vector<int>& i,
                      const std::vector<double>& mu) const {
    Hdf5File file(path("p.hdf5"), Hdf5File::Mode::Create);
    writeContact(file, nz, p, i);
    if (!mu.empty()) file.write("/fclib_local/vectors/mu", mu);
    file.close();
    return errorOf();
  }
};

TEST_F(FclibFaultTest, BadFilesAreNamedWithTheArrayAtFault) {
  const std::vector<int> nz{-1}, p{0, 1, 2, 3}, i{0, 1, 2};
  const std::vector<double> mu{0.5};
  EXPECT_EQ(errorOf(nz, p, i, mu), "");
  const auto names = [](const std::string& error, const std::string& array) {
    return error.find(array) != std::string::npos;
  };
  EXPECT_TRUE(names(errorOf({-3}, p, i, mu), "/fclib_local/W/nz"));
  EXPECT_TRUE(names(errorOf(nz, {0, 2, 1, 3}, i, mu), "/fclib_local/W/p"));
  EXPECT_TRUE(names(errorOf(nz, {0, 1, 2, 7}, i, mu), "/fclib_local/W/p"));
  EXPECT_TRUE(names(errorOf(nz, {0, 1, 2}, i, mu), "/fclib_local/W/p"));
  EXPECT_TRUE(names(errorOf(nz, p, {0, 1, 5}, mu), "/fclib_local/W"));
  EXPECT_TRUE(names(errorOf(nz, p, {0, -1, 2}, mu), "/fclib_local/W"));
  EXPECT_TRUE(names(errorOf(nz, p, i, {}), "/fclib_local/vectors/mu"));
  EXPECT_TRUE(names(errorOf(nz, p, i, {-0.5}), "/fclib_local/vectors/mu"));
  EXPECT_TRUE(names(errorOf(nz, p, i, {std::nan("")}), "/fclib_local/vectors/mu"));
}

TEST_F(FclibFaultTest, FilesThatAreNoProblemsAreRefused) {
  EXPECT_NE(errorOf().find("no readable HDF5 file"), std::string::npos) << "missing";
  std::ofstream(path("p.hdf5")) << "not HDF5 at all";
  EXPECT_NE(errorOf().find("no readable HDF5 file"), std::string::npos) << "text";
  Hdf5File(path("p.hdf5"), Hdf5File::Mode::Create).close();
  EXPECT_NE(errorOf().find("/fclib_local"), std::string::npos) << "empty";
  errorOf({-1}, {0, 1, 2, 3}, {0, 1, 2}, {0.5});
  std::filesystem::resize_file(path("p.hdf5"), std::filesystem::file_size(path("p.hdf5")) / 2);
  EXPECT_NE(errorOf(), "") << "cut in half";
  {
    Hdf5File file(path("p.hdf5"), Hdf5File::Mode::Create);
    file.write("/fclib_local/spacedim", std::vector<double>{3.0});
    file.close();
  }
  EXPECT_NE(errorOf().find("whole numbers"), std::string::npos) << "type";
}

TEST_F(FclibFaultTest, SingularMassMatrixIsRefused) {
  Hdf5File file(path("p.hdf5"), Hdf5File::Mode::Create);
  const std::string top = "/fclib_global";
  file.write(top + "/spacedim", std::vector<int>{2});
  for (const char* matrix : {"/M", "/H"}) {
    for (const char* size : {"/m", "/n"}) file.write(top + matrix + size, std::vector<int>{2});
    for (const char* size : {"/nzmax", "/nz"}) file.write(top + matrix + size, std::vector<int>{1});
    for (const char* index : {"/p", "/i"}) file.write(top + matrix + index, std::vector<int>{0});
    file.write(top + matrix + "/x", std::vector<double>{1.0});
  }
  for (const char* vector : {"/f", "/w"}) file.write(top + "/vectors" + vector, std::vector<double>{1.0, 1.0});
  file.write(top + "/vectors/mu", std::vector<double>{0.5});
  file.close();
  EXPECT_NE(errorOf().find("singular"), std::string::npos);
}

TEST_F(FclibFileTest, WhatTheFormatHasNoPlaceForIsRefused) {
  ContactProblem frictionless;
  frictionless.contacts = 1;
  frictionless.q = VecX::Constant(1, -1.0);
  frictionless.mu = VecX::Zero(1);
  frictionless.W = MatX(MatX::Identity(1, 1)).sparseView();
  EXPECT_THROW(writeFclibFile(path("p.hdf5"), frictionless, FclibForm::Local), ProblemFileError);
  ContactProblem bare = jointedPair(false);
  bare.W = delassusOf(bare);
  bare.J = SparseRows();
  EXPECT_THROW(writeFclibFile(path("p.hdf5"), bare, FclibForm::Global), ProblemFileError);
  EXPECT_THROW(writeFclibFile(path("no/such/p.hdf5"), bare, FclibForm::Local), OutputError);
  ContactProblem limited = jointedPair(false);
  limited.joint_lower = VecX::Zero(2);
  limited.joint_upper = VecX::Constant(2, 1.0);
  EXPECT_THROW(writeFclibFile(path("p.hdf5"), limited, FclibForm::Local), ProblemFileError);
}

}  // namespace
}  // namespace keystone
