#include "problem/problem_archive.h"

#include <zlib.h>

#include <fstream>
#include <functional>
#include <random>

#include "math/output_file.h"
#include "problem/fclib_file.h"
#include "problem/problem_file.h"
#include "problem/problem_formats.h"
#include "record/stored_problem.h"
#include "support/by_value.h"
#include "support/effort.h"
#include "support/temp_folder.h"
#include "world/disc_worlds.h"

namespace keystone {
namespace {

ProblemArchive archiveOf(const Simulation& simulation) {
  const StoredProblem stored = storedProblem(simulation, "discs");
  return {stored.scene, stored.step, stored.problem, stored.start, simulation.solution.lambda};
}

// A step in which balls roll on a belt, and beams hang on all kinds of joints. Made once.
const ProblemArchive& moving(bool planar = false) {
  static const auto made = [](bool in_plane) {
    Simulation simulation = discWorld(*findSolver("exact"), 3, in_plane);
    for (int i = 0; i < 40; ++i) step(simulation);
    return archiveOf(simulation);
  };
  static const ProblemArchive in_space = made(false), in_plane = made(true);
  return planar ? in_plane : in_space;
}

VecX solved(const ContactProblem& problem, const VecX& start) {
  Solution solution{start, {}};
  findSolver("exact")->solve(problem, {}, solution, nullptr);
  return solution.lambda;
}

void expectSameDiscs(const ContactProblem& a, const ContactProblem& b) {
  ASSERT_EQ(a.discs.size(), b.discs.size());
  for (std::size_t i = 0; i < a.discs.size(); ++i) {
    EXPECT_EQ(a.discs[i].first, b.discs[i].first);
    EXPECT_EQ(a.discs[i].count, b.discs[i].count);
    EXPECT_EQ(a.discs[i].contact, b.discs[i].contact);
    EXPECT_EQ(a.discs[i].limit, b.discs[i].limit);
  }
  EXPECT_EQ(a.disc_of_row, b.disc_of_row);
}

class ProblemArchives : public TempFolder {
 protected:
  // What a file holds, decompressed.
  std::string bytesOf(const ProblemArchive& archive) const {
    writeProblemArchive(path("bytes.problem.gz"), archive);
    std::string bytes(1 << 22, '\0');
    const gzFile in = gzopen(path("bytes.problem.gz").c_str(), "rb");
    bytes.resize(gzread(in, bytes.data(), static_cast<unsigned>(bytes.size())));
    gzclose(in);
    return bytes;
  }
  // zlib reads what is not compressed as it stands.
  ProblemArchive readBytes(const std::string& bytes) const {
    std::ofstream(path("p.problem.gz"), std::ios::binary) << bytes;
    return readProblemArchive(path("p.problem.gz"));
  }
  std::string errorOf(const std::function<void()>& read) const {
    try {
      read();
    } catch (const ProblemFileError& error) {
      const std::string what = error.what();
      EXPECT_EQ(what.find('\n'), std::string::npos) << "one line";
      EXPECT_NE(what.find("p.problem.gz"), std::string::npos) << what;
      EXPECT_NE(what.find("found"), std::string::npos) << what;
      EXPECT_NE(what.find("expected"), std::string::npos) << what;
      return what;
    }
    return "";
  }
  std::string errorOf(const ProblemArchive& archive) const {
    return errorOf([&] {
      writeProblemArchive(path("p.problem.gz"), archive);
      readProblemArchive(path("p.problem.gz"));
    });
  }
};

TEST_F(ProblemArchives, AProblemReadHasTheSameResidualAndSolutionToTheLastBit) {
  for (const bool planar : {false, true}) {
    const ProblemArchive& written = moving(planar);
    const ContactProblem& problem = written.problem;
    ASSERT_GT(problem.contacts, 3);
    ASSERT_GT(problem.discs.size(), planar ? 3u : 7u);
    ASSERT_GT(problem.compliance.size(), 0);
    ASSERT_GT(problem.surface.size(), 0);
    writeProblemArchive(path("a.problem.gz"), written);
    const ProblemArchive read = readProblemArchive(path("a.problem.gz"));
    EXPECT_EQ(read.scene, "discs");
    EXPECT_EQ(read.step, 40);
    EXPECT_EQ(read.start, written.start);
    EXPECT_EQ(read.solution, written.solution);
    EXPECT_EQ(read.problem.surface, problem.surface);
    EXPECT_EQ(read.problem.compliance, problem.compliance);
    EXPECT_EQ(read.problem.joint_lower, problem.joint_lower);
    EXPECT_EQ(read.problem.joint_upper, problem.joint_upper);
    expectSameDiscs(read.problem, problem);
    EXPECT_EQ(measure(read.problem, read.start).value, measure(problem, written.start).value);
    EXPECT_EQ(solved(read.problem, read.start), solved(problem, written.start));
    EXPECT_EQ(measure(read.problem, read.solution).value, measure(problem, written.solution).value);
    EXPECT_LE(measure(read.problem, read.solution).value, 1e-9);
  }
}

TEST_F(ProblemArchives, WAloneIsKeptWithItsDiscs) {
  ProblemArchive written = moving();
  ContactProblem& problem = written.problem;
  problem.W = delassusOf(problem);
  problem.J = {};
  problem.v_free = problem.v_before = {};
  problem.inv_mass.clear();
  problem.symmetric = false;
  writeProblemArchive(path("w.problem.gz"), written);
  const ProblemArchive read = readProblemArchive(path("w.problem.gz"));
  EXPECT_FALSE(read.problem.hasBodies());
  EXPECT_FALSE(read.problem.symmetric);
  EXPECT_EQ(MatX(read.problem.W), MatX(problem.W));
  expectSameDiscs(read.problem, problem);
  EXPECT_EQ(measure(read.problem, read.solution).value, measure(problem, written.solution).value);
}

// Those that keystone_curve saved before discs came.
TEST_F(ProblemArchives, FilesOfVersionOneAreRead) {
  const ProblemArchive& written = moving();
  const std::string bytes = bytesOf(written);
  const std::size_t first_line = bytes.find('\n'), later = bytes.find("surface f8 ");
  ASSERT_NE(later, std::string::npos);
  const ProblemArchive read = readBytes("Keystone hard problem 1" + bytes.substr(first_line, later - first_line));
  EXPECT_EQ(read.problem.q, written.problem.q);
  EXPECT_EQ(read.start, written.start);
  EXPECT_EQ(MatX(read.problem.J), MatX(written.problem.J));
  EXPECT_TRUE(read.problem.discs.empty());
}

TEST_F(ProblemArchives, FaultsAreNamedWithTheArray) {
  const ProblemArchive& good = moving();
  EXPECT_EQ(errorOf(good), "");
  const auto faultOf = [&](const std::function<void(ContactProblem&)>& spoil) {
    ProblemArchive bad = good;
    spoil(bad.problem);
    return errorOf(bad);
  };
  const auto has = [](const std::string& error, const std::string& part) {
    return error.find(part) != std::string::npos ? ::testing::AssertionSuccess()
                                                 : ::testing::AssertionFailure() << error;
  };
  const int last = good.problem.joint_rows;
  EXPECT_TRUE(has(faultOf([](auto& p) { p.discs[0].count = 4; }), "disc_rows: found 4, expected"));
  EXPECT_TRUE(has(faultOf([](auto& p) { p.discs[0].count = 0; }), "disc_rows: found 0, expected"));
  EXPECT_TRUE(has(faultOf([&](auto& p) { p.discs[0].first = last; }), "disc_rows: found "));
  EXPECT_TRUE(has(faultOf([](auto& p) { p.discs[0].first = -1; }), "disc_rows: found -1, expected"));
  EXPECT_TRUE(has(faultOf([](auto& p) { p.discs[0].contact = p.contacts; }), "disc_rows: found "));
  EXPECT_TRUE(has(faultOf([](auto& p) { p.discs[0].contact = -2; }), "disc_rows: found -2, expected"));
  EXPECT_TRUE(has(faultOf([](auto& p) { p.discs[1] = p.discs[0]; }), "in two discs"));
  EXPECT_TRUE(has(faultOf([](auto& p) { p.joint_lower[p.discs[0].first] = -1.0; }), "which has bounds"));
  EXPECT_TRUE(has(faultOf([](auto& p) { p.discs[0].limit = -1.0; }), "disc_limits: found a negative"));
  EXPECT_TRUE(
      has(faultOf([](auto& p) { p.discs[0].limit = std::nan(""); }), "disc_limits: found an entry that is not"));
  EXPECT_TRUE(has(faultOf([](auto& p) { p.compliance.conservativeResize(1); }), "compliance: found 1 entries"));
  EXPECT_TRUE(has(faultOf([](auto& p) { p.surface.conservativeResize(2); }), "surface: found 2 entries"));
  EXPECT_TRUE(has(faultOf([](auto& p) { p.mu[0] = -0.1; }), "mu: found a negative entry"));
  EXPECT_TRUE(has(faultOf([](auto& p) { p.q[0] = std::nan(""); }), "q: found an entry that is not finite"));
  EXPECT_TRUE(has(faultOf([](auto& p) { p.joint_upper.setConstant(-1e9); }), "joint_upper: found less than"));
  EXPECT_TRUE(has(faultOf([](auto& p) { p.J.innerIndexPtr()[0] = 1 << 20; }), "J_columns: found "));
  EXPECT_TRUE(has(faultOf([](auto& p) { p.J.innerIndexPtr()[1] = p.J.innerIndexPtr()[0]; }), "that do not rise"));
  EXPECT_TRUE(has(faultOf([](auto& p) { p.dim = 4; }), "sizes: found 4"));
}

// Solvers go from a contact's rows to each other through its two bodies.
TEST_F(ProblemArchives, RowsOfAContactThatNameAThirdBodyAreRefused) {
  for (const int row : {1, 2, moving().problem.firstJointRow()}) {  // tangents, and a disc or joint
    ProblemArchive bad = moving();
    SparseRows& J = bad.problem.J;
    const int bodies = static_cast<int>(bad.problem.inv_mass.size());
    for (int body = 0; body < bodies; ++body) J.coeffRef(row, 6 * body) += 1.0;
    J.makeCompressed();
    const std::string error = errorOf(bad);
    EXPECT_NE(error.find("J_columns: found row " + std::to_string(row) + " with a third body"), std::string::npos)
        << error;
  }
}

TEST_F(ProblemArchives, WhatIsNoArchiveIsRefused) {
  const auto errorOfBytes = [this](const std::string& bytes) { return errorOf([&] { readBytes(bytes); }); };
  EXPECT_NE(errorOf([this] { readProblemArchive(path("no/p.problem.gz")); }).find("no readable file"),
            std::string::npos);
  EXPECT_NE(errorOfBytes("").find("first line"), std::string::npos);
  EXPECT_NE(errorOfBytes("Keystone problem 3\n").find("'Keystone problem 2'"), std::string::npos);
  EXPECT_NE(errorOfBytes("Keystone problem 2\n").find("scene: found the end"), std::string::npos);
  const std::string bytes = bytesOf(moving());
  EXPECT_NE(errorOfBytes(bytes + "x").find("after the last array: found 1 bytes"), std::string::npos);
  EXPECT_THROW(writeProblemArchive(path("no/p.problem.gz"), moving()), OutputError);
}

// Cut anywhere, a file is refused in one line; with bytes changed it is refused or read as another problem, which the
// solvers and the residual then take. No more is asked of those: their numbers may be anything.
TEST_F(ProblemArchives, CutAndChangedFilesAreRefusedOrRead) {
  const std::string bytes = bytesOf(moving());
  std::mt19937 random(5);
  for (int i = 0; i < trials(600); ++i) {
    const std::string cut = bytes.substr(0, random() % bytes.size());
    EXPECT_NE(errorOf([&] { readBytes(cut); }), "") << cut.size();
  }
  int refused = 0;
  const std::size_t discs = bytes.find("disc_rows i4"), solution = bytes.find("solution f8");
  for (int i = 0; i < trials(400); ++i) {
    std::string changed = bytes;
    // Half of them where the discs stand, which is a small part of the file.
    const std::size_t at = i % 2 == 0 ? random() % bytes.size() : discs + random() % (solution - discs);
    changed[at] = static_cast<char>(random());
    const std::string error = errorOf([&] {
      const ProblemArchive read = readBytes(changed);
      ASSERT_EQ(read.problem.q.size(), read.problem.rows());
      measure(read.problem, VecX::Zero(read.problem.rows()));
      Solution cold;
      findSolver("pgs")->solve(read.problem, {}, cold, nullptr);
    });
    refused += error.empty() ? 0 : 1;
  }
  EXPECT_GT(refused, trials(40));
  EXPECT_LT(refused, trials(400));
}

// The formats of others keep refusing what they have no place for, and the simplest one that has is chosen.
TEST_F(ProblemArchives, HoldWhatOtherFormatsRefuse) {
  ContactProblem problem = moving().problem;
  EXPECT_THROW(writeFclibFile(path("p.hdf5"), problem, FclibForm::Local), ProblemFileError);
  EXPECT_THROW(writeProblemFile(path("p.mtx"), problem), ProblemFileError);
  EXPECT_EQ(simplestEnding(problem), ".problem.gz");
  problem.joint_lower.resize(0);
  problem.joint_upper.resize(0);
  EXPECT_EQ(simplestEnding(problem), ".problem.gz") << "discs are bounds";
  EXPECT_EQ(problemName("a/b.c.problem.gz"), "b.c");
  EXPECT_EQ(problemName("a/b.hdf5"), "b");
}

}  // namespace
}  // namespace keystone
