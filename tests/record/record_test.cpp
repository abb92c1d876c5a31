#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "record/run_summary.h"
#include "record/timing_csv.h"
#include "record/trace_event.h"
#include "support/temp_folder.h"

namespace keystone {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::stringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) {
    cells.push_back(cell);
  }
  return cells;
}

Simulation simulationAfterOneStep() {
  Simulation simulation;
  simulation.solver = defaultSolver();
  simulation.report.step = 7;
  simulation.report.time = 0.1;
  simulation.report.contacts = 3;
  simulation.report.solve.pivots = 5;
  simulation.report.residual.value = 1.0 / 3.0;
  simulation.report.ms = {.broad = 1, .narrow = 2, .assemble = 3, .solve = 4, .integrate = 5, .sweep = 2, .total = 20};
  simulation.report.state_hash = 0x0123456789abcdefULL;
  return simulation;
}

class RecordFile : public ::testing::Test {
 protected:
  fs::path file(const char* ending) const {
    return fs::temp_directory_path() /
           ("keystone_record_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()) + "_" +
            std::to_string(reinterpret_cast<std::uintptr_t>(this)) + ending);
  }
};

TEST(TimingCsv, HeaderIsThatOfTheContract) {
  EXPECT_EQ(timingHeader(),
            "step,time_s,stepper,solver,bodies,contacts,rows,islands,clamped,unclamped,stick,slide,pivots,drives,"
            "zero_steps,iterations,factorizations,residual,max_penetration_m,kinetic_J,potential_J,"
            "momentum_x_kg_m_s,momentum_y_kg_m_s,momentum_z_kg_m_s,angular_momentum_x_kg_m2_s,"
            "angular_momentum_y_kg_m2_s,angular_momentum_z_kg_m2_s,joint_error_m,broad_ms,narrow_ms,"
            "assemble_ms,solve_ms,integrate_ms,sweep_ms,step_ms,frame_ms,status,state_hash");
}

TEST(TimingCsv, RowHoldsTheReportExactly) {
  const auto header = split(timingHeader()), row = split(timingRow(simulationAfterOneStep(), 16.5));
  ASSERT_EQ(row.size(), header.size());
  std::map<std::string, std::string> cell;
  for (std::size_t i = 0; i < row.size(); ++i) {
    cell[header[i]] = row[i];
  }
  EXPECT_EQ(cell["step"], "7");
  EXPECT_EQ(cell["stepper"], "velocity");
  EXPECT_EQ(cell["pivots"], "5");
  EXPECT_EQ(std::stod(cell["residual"]), 1.0 / 3.0);
  EXPECT_EQ(cell["sweep_ms"], "2");
  EXPECT_EQ(cell["step_ms"], "20");
  EXPECT_EQ(cell["frame_ms"], "16.5");
  EXPECT_EQ(cell["state_hash"], "0123456789abcdef");
}

TEST_F(RecordFile, TimingsAsJsonHaveTheFieldsOfTheCsv) {
  const fs::path path = file(".json");
  {
    TimingRecorder recorder(path.string());
    Simulation simulation = simulationAfterOneStep();
    recorder.add(simulation, 0.0);
    simulation.report.residual.value = std::numeric_limits<double>::quiet_NaN();
    recorder.add(simulation, 0.0);
    EXPECT_EQ(recorder.rows(), 2);
  }
  const auto rows = nlohmann::ordered_json::parse(bytesOf(path));
  fs::remove(path);
  ASSERT_EQ(rows.size(), 2u);
  std::string keys;
  for (const auto& [key, value] : rows[0].items()) {
    keys += (keys.empty() ? "" : ",") + key;
  }
  EXPECT_EQ(keys, timingHeader());
  EXPECT_EQ(rows[0]["residual"].get<double>(), 1.0 / 3.0);
  EXPECT_TRUE(rows[1]["residual"].is_null()) << "JSON has no NaN";
}

TEST_F(RecordFile, RecordingWithoutStepsIsStillAFile) {
  const fs::path json = file(".json"), csv = file(".csv");
  TimingRecorder(json.string()).close();
  TimingRecorder(csv.string()).close();
  EXPECT_TRUE(nlohmann::json::parse(bytesOf(json)).empty());
  EXPECT_EQ(bytesOf(csv), timingHeader() + "\n");
  fs::remove(json);
  fs::remove(csv);
}

TEST(TimingCsv, UnwritableFileIsAnError) {
  EXPECT_THROW(TimingRecorder("/no/such/folder/x.csv"), OutputError);
  EXPECT_THROW(TraceEventWriter("/no/such/folder/x.json"), OutputError);
}

TEST_F(RecordFile, TraceStagesLieInsideTheirStepAndStepsFollowOneAnother) {
  const fs::path path = file(".json");
  {
    TraceEventWriter writer(path.string());
    writer.add(simulationAfterOneStep().report);
    writer.add(simulationAfterOneStep().report);
    writer.close();
  }
  const auto events = nlohmann::json::parse(bytesOf(path))["traceEvents"];
  fs::remove(path);
  double step_start = 0.0, step_end = 0.0;
  int steps = 0, stages = 0;
  for (const auto& event : events) {
    if (event["ph"] != "X") {
      continue;
    }
    const double start = event["ts"], end = start + event["dur"].get<double>();
    if (event["name"] == "step") {
      EXPECT_EQ(start, step_end);
      EXPECT_EQ(end - start, 20e3) << "microseconds";
      step_start = start;
      step_end = end;
      ++steps;
    } else {
      EXPECT_GE(start, step_start);
      EXPECT_LE(end, step_end);
      ++stages;
    }
  }
  EXPECT_EQ(steps, 2);
  EXPECT_EQ(stages, 12);
}

TEST(Distribution, IsByNearestRank) {
  std::vector<double> samples;
  for (int i = 200; i > 0; --i) {
    samples.push_back(i);
  }
  const Distribution d = distribution(samples);
  EXPECT_EQ(d.min, 1.0);
  EXPECT_EQ(d.median, 100.5);
  EXPECT_EQ(d.p99, 198.0);
  EXPECT_EQ(d.max, 200.0);
  EXPECT_EQ(distribution({3.0}).p99, 3.0);
  EXPECT_EQ(distribution({}).max, 0.0);
}

TEST(RunTally, KeepsTheWorstAndCountsTheUnsolved) {
  Simulation simulation;
  Body body;
  body.mass = 2.0;
  body.pose.position = {0.0, 3.0, 0.0};
  addBody(simulation.world, body, {.shape = Sphere{0.5}, .material = {}});
  addBody(simulation.world, body, {.shape = Sphere{0.5}, .material = {}});
  simulation.world.bodies[1].mass = 1.0;  // the last body does not move
  RunTally tally(simulation.world);
  simulation.report.bodies = 1;
  simulation.report.contacts = 4;
  simulation.report.solve.pivots = 6;
  simulation.report.residual.value = 1e-3;
  simulation.world.bodies[0].pose.position.x() = 0.5;
  tally.add(simulation);
  simulation.world.bodies[0].pose.position.x() = 0.0;
  simulation.report.solve.status = SolveStatus::IterationLimit;
  simulation.report.solve.pivots = 2;
  simulation.report.contacts = 1;
  simulation.report.residual.value = std::nan("");
  tally.add(simulation);
  simulation.report.solve.status = SolveStatus::Converged;
  simulation.report.rejected = true;
  simulation.report.residual.value = 0.0;
  tally.add(simulation);
  const RunSummary s = tally.summary();
  EXPECT_EQ(s.steps, 3);
  EXPECT_EQ(s.contacts_max, 4);
  EXPECT_EQ(s.pivots.total, 10);
  EXPECT_EQ(s.pivots.median, 2.0);
  EXPECT_EQ(s.not_converged, 2);
  EXPECT_EQ(s.grades[Grade::WithinFrame], 1);
  EXPECT_EQ(s.grades[Grade::Failed], 2);
  EXPECT_TRUE(std::isnan(s.residual_max)) << "a NaN is never hidden by later steps";
  EXPECT_EQ(s.displacement_max, 0.5);
  EXPECT_DOUBLE_EQ(s.energy_start, (2.0 + 1.0) * 9.81 * 3.0);
}

TEST(RunTally, HasTheEnergyOfSpringsAndRotors) {
  World world;
  Body body;
  body.mass = 2.0;
  body.velocity = {3.0, 0.0, 0.0};
  addBody(world, body, {.shape = Sphere{0.5}, .material = {}});
  Joint rail;
  rail.kind = JointKind::Slider;
  rail.b = 0;
  attach(rail, world.bodies, Vec3::Zero(), Vec3::Zero(), Vec3::UnitX());
  rail.armature = 4.0;
  rail.stiffness = 10.0;
  rail.rest = 0.5;
  world.joints.push_back(rail);
  EXPECT_DOUBLE_EQ(RunTally(world).summary().energy_start, 0.5 * (2.0 + 4.0) * 9.0 + 0.5 * 10.0 * 0.25);
}

}  // namespace
}  // namespace keystone
