#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "curve.h"
#include "hard_problems.h"
#include "hard_scenes.h"
#include "problem/islands.h"
#include "problem/problem_file.h"
#include "problem/residual.h"
#include "solver/by_islands.h"

namespace keystone::bench {
namespace {

class CurveTest : public ::testing::Test {
 protected:
  CurveTest()
      : folder_(std::filesystem::temp_directory_path() /
                ("keystone_curve_" + std::to_string(reinterpret_cast<std::uintptr_t>(this)) + "_" +
                 ::testing::UnitTest::GetInstance()->current_test_info()->name())) {
    std::filesystem::create_directories(folder_);
  }
  ~CurveTest() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::filesystem::path folder_;
};

// The largest island of a heap of meshes that still slides, as its step solved it.
HardProblem fromScene() {
  HardProblem hard;
  runHardScene({.name = "heap", .scene = "mesh_pile", .before = 80, .steps = 1}, [&](const Simulation& simulation) {
    const auto fewer = [](const Island& a, const Island& b) { return a.contacts.size() < b.contacts.size(); };
    const Island& island = *std::max_element(simulation.islands.begin(), simulation.islands.end(), fewer);
    std::vector<int> rows;
    rowsOf(simulation.problem, island, rows);
    hard = {"heap", 81, {}, simulation.start.lambda(rows)};
    restrictTo(simulation.problem, island, hard.problem);
  });
  return hard;
}

std::vector<int> indicesOf(const SparseRows& J) {
  std::vector<int> all(J.outerIndexPtr(), J.outerIndexPtr() + J.rows() + 1);
  all.insert(all.end(), J.innerIndexPtr(), J.innerIndexPtr() + J.nonZeros());
  return all;
}

VecX solved(const HardProblem& hard) {
  Solution solution{hard.start, {}};
  findSolver("exact")->solve(hard.problem, {{"work", 30}}, solution, nullptr);
  return solution.lambda;
}

constexpr int kTimeColumn = 8;  // of the CSV

// Of every line but the time, which is no result.
std::vector<std::string> resultsOf(const std::string& csv) {
  std::ifstream file(csv);
  std::vector<std::string> results;
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::string field, kept;
    for (int i = 0; std::getline(fields, field, ','); ++i)
      if (i != kTimeColumn) kept += field + ",";
    results.push_back(kept);
  }
  return results;
}

TEST_F(CurveTest, AHardProblemReadIsTheOneOfTheSceneToTheLastBit) {
  const HardProblem hard = fromScene();
  ASSERT_GT(hard.problem.contacts, 20);
  writeProblemArchive(path("a.problem.gz"), hard);
  const HardProblem read = readProblemArchive(path("a.problem.gz"));
  EXPECT_EQ(read.scene, hard.scene);
  EXPECT_EQ(read.step, hard.step);
  EXPECT_EQ(read.start, hard.start);
  EXPECT_EQ(read.problem.q, hard.problem.q);
  EXPECT_EQ(read.problem.bias, hard.problem.bias);
  EXPECT_EQ(read.problem.mu, hard.problem.mu);
  EXPECT_EQ(read.problem.gap, hard.problem.gap);
  EXPECT_EQ(read.problem.restitution, hard.problem.restitution);
  EXPECT_EQ(read.problem.v_free, hard.problem.v_free);
  EXPECT_EQ(read.problem.v_before, hard.problem.v_before);
  EXPECT_EQ(indicesOf(read.problem.J), indicesOf(hard.problem.J));
  EXPECT_TRUE(std::equal(read.problem.J.valuePtr(), read.problem.J.valuePtr() + read.problem.J.nonZeros(),
                         hard.problem.J.valuePtr()));
  EXPECT_EQ(measure(read.problem, read.start).value, measure(hard.problem, hard.start).value);
  EXPECT_EQ(solved(read), solved(hard));
}

TEST_F(CurveTest, AFileCutShortIsOneLine) {
  writeProblemArchive(path("a.problem.gz"), fromScene());
  std::filesystem::resize_file(path("a.problem.gz"), 2000);
  try {
    readProblemArchive(path("a.problem.gz"));
    FAIL() << "read";
  } catch (const ProblemFileError& error) {
    EXPECT_NE(std::string(error.what()).find("a.problem.gz: "), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("found "), std::string::npos) << error.what();
  }
}

TEST_F(CurveTest, HardProblemsMeasuredTwiceGiveTheSameBits) {
  saveHardProblems({.folder = path("set"), .per_scene = 2, .scenes = {"mesh_pile"}});
  for (const char* half : {"set/tune", "set/final"}) {
    ASSERT_EQ(listHardProblems(path(half)).size(), 1u);
    const HardProblem hard = readProblemArchive(listHardProblems(path(half))[0]);
    EXPECT_GT(measure(hard.problem, hard.start).value, 1e-4);
    for (const char* csv : {"first.csv", "second.csv"})
      measureHardProblems({.folder = path(half), .work = {10, 40}, .csv = path(csv)});
    const std::vector<std::string> first = resultsOf(path("first.csv"));
    EXPECT_EQ(first.size(), 4u);  // titles, the start, two bounds
    EXPECT_EQ(first[0].find("ms,"), std::string::npos);
    EXPECT_EQ(first, resultsOf(path("second.csv")));
  }
}

}  // namespace
}  // namespace keystone::bench
