#include "session/failures.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "problem/problem_formats.h"
#include "session/session.h"
#include "support/settled.h"
#include "support/temp_folder.h"

namespace keystone {
namespace {

namespace fs = std::filesystem;
using std::chrono::seconds;

class Failures : public TempFolder {
 protected:
  Failures() { saveFailuresIn(failures_, path("failures")); }

  static Specimen specimen() { return {"tiny_pyramid", settled("tiny_pyramid", 1)}; }
  // Failures so far apart that each is saved.
  void fail(int times) {
    for (int i = 0; i < times; ++i) keepFailure(failures_, specimen(), now_ += seconds(100));
  }
  // As an earlier session may have left it; it takes no room on the disk.
  std::string earlier(const std::string& name, std::uintmax_t bytes, int hours_ago) const {
    fs::create_directories(failures_.folder);
    const std::string file = failures_.folder + "/" + name;
    writeBytes(file, "");
    fs::resize_file(file, bytes);
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(hours_ago));
    return file;
  }

  FailureList failures_;
  FailureList::Clock::time_point now_{seconds(1000)};
};

TEST_F(Failures, TheNewestTwentyFilesAreKept) {
  const std::string oldest = earlier("of_yesterday.problem.gz", 1000, 24);
  fail(20);
  EXPECT_FALSE(fs::exists(oldest));
  const std::string first = failures_.entries.front().saved;
  EXPECT_TRUE(fs::exists(first));
  fail(1);
  EXPECT_FALSE(fs::exists(first));
  EXPECT_TRUE(failures_.entries.front().saved.empty()) << "an entry whose file went does not name it";
  EXPECT_TRUE(fs::exists(failures_.entries.back().saved));
  EXPECT_EQ(failures_.saved.files, 20);
  EXPECT_EQ(std::distance(fs::directory_iterator(failures_.folder), {}), 20);
  fail(10);
  EXPECT_EQ(failures_.entries.size(), FailureList::kMost);
}

TEST_F(Failures, TheNewestHundredMegabytesAreKept) {
  const std::string old = earlier("old.mtx", 40'000'000, 3), rest = earlier("old.b", 10'000'000, 3);
  const std::string newer = earlier("newer.hdf5", 60'000'000, 2);
  fail(1);
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(newer));
  EXPECT_TRUE(fs::exists(failures_.entries.back().saved));
  EXPECT_LE(failures_.saved.bytes, FailureList::kMostBytes);
}

TEST_F(Failures, ABurstSavesOneFileASecond) {
  EXPECT_NE(keepFailure(failures_, specimen(), now_), "");
  for (int i = 1; i < 10; ++i)
    EXPECT_EQ(keepFailure(failures_, specimen(), now_ + std::chrono::milliseconds(100 * i)), "");
  EXPECT_EQ(failures_.saved.files, 1);
  EXPECT_EQ(failures_.entries.size(), 10U) << "all are listed";
  keepFailure(failures_, specimen(), now_ + seconds(100));
  EXPECT_EQ(failures_.saved.files, 2);
}

TEST_F(Failures, FilesOfEarlierSessionsAreCountedAndAllAreDeleted) {
  earlier("old.mtx", 3000, 3);
  const std::string other = earlier("notes.txt", 10, 3);
  saveFailuresIn(failures_, failures_.folder);
  EXPECT_EQ(failures_.saved.files, 1);
  EXPECT_EQ(failures_.saved.bytes, 3000U);
  fail(2);
  EXPECT_EQ(deleteFailures(failures_), "Failed problems deleted");
  EXPECT_TRUE(failures_.entries.empty());
  EXPECT_EQ(failures_.saved.files, 0);
  EXPECT_TRUE(fs::exists(other)) << "what is no problem is not ours";
  EXPECT_EQ(std::distance(fs::directory_iterator(failures_.folder), {}), 1);
}

TEST_F(Failures, AFolderThatCannotBeMadeIsSaid) {
  saveFailuresIn(failures_, write("file", "") + "/failures");
  const std::string told = keepFailure(failures_, specimen(), now_);
  EXPECT_EQ(told.rfind("problem not saved: ", 0), 0U) << told;
  EXPECT_TRUE(failures_.entries.back().saved.empty());
}

Session stepped(const std::string& scene, const ParameterValues& parameters) {
  Session session;
  openScene(session, loadById(scene));
  session.scene.simulation.parameters = parameters;
  stepOnce(session);
  return session;
}

TEST_F(Failures, AStepThatStopsAtItsLimitOfWorkIsNone) {
  Session session = stepped("arch", {{"work", 1.0}});
  StepReport& report = session.scene.simulation.report;
  ASSERT_EQ(gradeOf(report), Grade::WithinFrame) << report.residual.value;
  EXPECT_EQ(session.grades[Grade::WithinFrame], 1);
  EXPECT_TRUE(session.failures.entries.empty());
  EXPECT_TRUE(session.trouble.text.empty()) << session.trouble.text;
}

TEST_F(Failures, TheListGoesWithItsScene) {
  Session session;
  openScene(session, loadById("wall_5x5"));
  session.failures.entries.push_back({specimen(), {}});
  openScene(session, loadById("arch"));
  EXPECT_TRUE(session.failures.entries.empty());
}

}  // namespace
}  // namespace keystone
