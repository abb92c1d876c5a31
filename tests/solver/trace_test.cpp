#include "solver/trace.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "lcp_problems.h"
#include "problem/delassus.h"
#include "solver/registry.h"
#include "solver/trace_replay.h"
#include "support/settled.h"

namespace keystone {
namespace {

struct Case {
  const char* scene;
  int step;  // whose problem is solved
  const char* solver;
  ParameterValues parameters;
  bool warm;
};
void PrintTo(const Case& c, std::ostream* out) {
  *out << c.scene << " " << c.step << " " << c.solver << (c.warm ? " warm" : " cold");
}

struct Recorded {
  ContactProblem problem;
  Solution plain, traced;
  SolveReport plain_report, traced_report;
  SolverTrace trace;
};

bool sameBits(const VecX& a, const VecX& b) {
  return a.size() == b.size() && (a.array() == b.array()).all();
}

// A warm start that leaves something to do.
Solution openedHereAndThere(const ContactProblem& problem, Solution start) {
  for (int contact = 0; contact < problem.contacts; contact += 5) {
    for (int row = problem.normalRow(contact); row < problem.normalRow(contact + 1); ++row) {
      start.lambda[row] = 0.0;
      start.sets[row] = problem.isNormal(row) ? RowSet::Unclamped : RowSet::Ignored;
    }
  }
  return start;
}

// The problem of the scene's step, without friction for a method that takes none, solved without and with a trace from
// the same start.
Recorded record(const Case& c) {
  const Simulation& simulation = settled(c.scene, c.step);
  Recorded recorded;
  recorded.problem = simulation.problem;
  Solution start;
  start.lambda.setZero(recorded.problem.rows());
  if (c.warm) start = openedHereAndThere(simulation.problem, simulation.solution);
  recorded.plain = recorded.traced = start;
  const SolverInfo& solver = *findSolver(c.solver);
  if (!solver.accepts.cone_friction && !solver.accepts.box_friction) recorded.problem.mu.setZero();
  recorded.plain_report = solver.solve(recorded.problem, c.parameters, recorded.plain, nullptr);
  recorded.traced_report = solver.solve(recorded.problem, c.parameters, recorded.traced, &recorded.trace);
  return recorded;
}

class Trace : public ::testing::TestWithParam<Case> {
 protected:
  // Each once for all that is looked at.
  static const Recorded& recorded() {
    static std::map<std::tuple<std::string, int, std::string, ParameterValues, bool>, Recorded> made;
    const Case& c = GetParam();
    const auto [at, is_new] = made.try_emplace({c.scene, c.step, c.solver, c.parameters, c.warm});
    if (is_new) at->second = record(c);
    return at->second;
  }
};

TEST_P(Trace, DoesNotChangeABitOfTheSolve) {
  const Recorded& r = recorded();
  ASSERT_GT(r.problem.rows(), 0);
  EXPECT_TRUE(sameBits(r.plain.lambda, r.traced.lambda));
  EXPECT_EQ(r.plain.sets, r.traced.sets);
  EXPECT_EQ(r.plain_report.status, r.traced_report.status);
  EXPECT_EQ(r.plain_report.pivots, r.traced_report.pivots);
  EXPECT_EQ(r.plain_report.factorizations, r.traced_report.factorizations);
}

TEST_P(Trace, ReplaysToExactlyTheSolversResultForwardAndBack) {
  const Recorded& r = recorded();
  TraceReplay replay(r.problem, r.trace);
  ASSERT_GT(replay.size(), 2);
  std::vector<IndexSets> forward;
  for (int i = 0; i < replay.size(); ++i) {
    replay.seek(i);
    forward.push_back(replay.sets());
  }
  EXPECT_EQ(replay.frame().kind, TraceKind::Result);
  EXPECT_EQ(replay.sets(), r.plain.sets);
  EXPECT_TRUE(sameBits(replay.lambda(), r.plain.lambda));
  EXPECT_TRUE(sameBits(replay.u(), relativeVelocity(r.problem, r.plain.lambda)));
  for (int i = replay.size() - 1; i >= 0; --i) {
    replay.seek(i);
    ASSERT_EQ(replay.sets(), forward[i]) << "frame " << i;
  }
}

TEST_P(Trace, CountsWhatTheReportCounts) {
  const Recorded& r = recorded();
  int pivots = 0, drives = 0, zero_steps = 0, sweeps = 0, newton_steps = 0, guesses = 0;
  for (const TraceFrame& frame : r.trace.frames()) {
    pivots += frame.kind == TraceKind::Pivot || frame.kind == TraceKind::Exchange ? 1 : 0;
    drives += frame.kind == TraceKind::Drive ? 1 : 0;
    zero_steps += frame.kind == TraceKind::Pivot && frame.zero ? 1 : 0;
    newton_steps += frame.kind == TraceKind::Newton ? 1 : 0;
    sweeps += frame.kind == TraceKind::Sweep ? 1 : 0;
    guesses += frame.kind == TraceKind::Guess ? 1 : 0;
    EXPECT_EQ(frame.lambda.size(), r.problem.rows());
  }
  if (newton_steps > 0) {
    EXPECT_GE(newton_steps, r.plain_report.factorizations) << "a factor may serve several steps";
    return;  // its pivots are the rows that ended in another set
  }
  EXPECT_EQ(pivots, r.plain_report.pivots);
  EXPECT_EQ(drives, r.plain_report.drives);
  EXPECT_EQ(zero_steps, r.plain_report.zero_steps);
  if (sweeps > 0) {
    EXPECT_EQ(sweeps, r.plain_report.iterations);
  }
  if (guesses > 0) {
    EXPECT_EQ(guesses, r.plain_report.iterations);
  }
}

// What a row does when it stops a step, as (from, to).
bool isMoveOf(TraceStop stop, const SetChange& change) {
  const auto slides = [](RowSet set) { return set == RowSet::SlideForward || set == RowSet::SlideBackward; };
  switch (stop) {
    case TraceStop::NormalOpens:
      return change.from == RowSet::Clamped && change.to == RowSet::Unclamped;
    case TraceStop::NormalCloses:
      return change.from == RowSet::Unclamped && change.to == RowSet::Clamped;
    case TraceStop::StickSlides:
      return (change.from == RowSet::Stick || change.from == RowSet::Ignored) && slides(change.to);  // or was driven
    case TraceStop::SlideSticks:
      return (slides(change.from) || change.from == RowSet::Ignored) && change.to == RowSet::Stick;
    case TraceStop::GivenUp:
      return change.to == RowSet::Unclamped || change.to == RowSet::Ignored;
    default:
      return false;
  }
}

TEST_P(Trace, EveryPivotChangesTheRowItNamesAndBesidesOnlyFrictionThereOrAtTheEnteringContact) {
  const Recorded& r = recorded();
  int moves = 0, kept = 0;
  for (std::size_t i = 0; i < r.trace.frames().size(); ++i) {
    const TraceFrame& frame = r.trace.frames()[i];
    if (frame.kind != TraceKind::Pivot && frame.kind != TraceKind::Exchange) continue;
    if (!frame.sets_kept) continue;  // Lemke's basis is not one of sets
    ++kept;
    ASSERT_GE(frame.row, 0);
    const bool given_up = i + 1 < r.trace.frames().size() && r.trace.frames()[i + 1].stop == TraceStop::Cycle;
    if (given_up && frame.changes.empty()) continue;  // where exchanges are given up, the last one was made
    if (frame.stop == TraceStop::DependentMoves) {
      EXPECT_TRUE(frame.changes.empty());
      continue;
    }
    int own = 0;
    for (const SetChange& change : frame.changes) {
      own += change.row == frame.row && isMoveOf(frame.stop, change) ? 1 : 0;
      if (change.row == frame.row) continue;
      // In an exchange two contacts: that of the row which leaves, and that of the one which takes its place. Where
      // the latter closes, its friction joins once the place is free. Which exchanges there are depends on rounding.
      const int contact = r.problem.contactOf(change.row);
      const bool enters = frame.kind == TraceKind::Exchange && contact == r.problem.contactOf(frame.entering);
      EXPECT_TRUE(enters || contact == r.problem.contactOf(frame.row)) << "frame " << i;
      EXPECT_TRUE(r.problem.isTangent(change.row)) << "frame " << i;
    }
    EXPECT_EQ(own, 1) << "frame " << i << ", " << toString(frame.stop);
    ++moves;
  }
  if (kept > 0) {
    EXPECT_GT(moves, 0);
  }
}

TEST_P(Trace, SharesOfADriveAddUpToWhatItRemoved) {
  const Recorded& r = recorded();
  double removed = 0.0;
  for (const TraceFrame& frame : r.trace.frames()) {
    if (frame.kind == TraceKind::Drive) removed = 0.0;
    if (frame.kind != TraceKind::Pivot) continue;
    removed += frame.step;
    EXPECT_NEAR(frame.removed, removed, 1e-12);  // a thousand sums of numbers below one
  }
}

INSTANTIATE_TEST_SUITE_P(
    Solves, Trace,
    ::testing::Values(
        Case{"wall_10x10", 3, "pivoting", {}, false}, Case{"wall_10x10", 3, "pivoting", {}, true},
        Case{"card_house", 5, "pivoting", {{"order", 0}}, false}, Case{"tower3d_10", 3, "pivoting", {}, false},
        Case{"tower3d_10", 40, "pivoting", {{"friction", 1}}, false}, Case{"wall_10x10", 3, "parametric", {}, false},
        Case{"wall_10x10", 3, "parametric", {}, true}, Case{"tower3d_10", 3, "parametric", {}, false},
        Case{"card_house", 5, "parametric", {}, false}, Case{"tower3d_10", 3, "newton_cone", {}, true},
        Case{"wall_10x10", 3, "gauss", {}, false}, Case{"wall_10x10", 3, "gauss", {}, true},
        Case{"isotropic_friction", 20, "gauss", {}, false},
        Case{"card_house", 5, "gauss", {{"friction_rounds", 1}, {"coupled", 1}}, false},  // ends in coupled rounds
        Case{"two_boxes_1000", 20, "pgs", {}, false}, Case{"tower3d_10", 3, "pgs", {{"iterations", 7}}, true},
        Case{"wall_5x5", 3, "lemke", {}, false}, Case{"tower3d_10", 3, "lemke", {{"directions", 8}}, false},
        Case{"ratchet_pawl", 20, "lemke", {}, false}, Case{"wall_10x10", 3, "keller", {}, false},
        Case{"tower3d_10", 40, "keller", {}, false}, Case{"seesaw", 30, "enumeration", {{"max_choices", 1e6}}, false},
        Case{"ratchet_pawl", 20, "enumeration", {{"max_choices", 1e6}}, false},
        Case{"wall_5x5", 3, "jacobi", {}, false},
        Case{"tower3d_10", 3, "jacobi", {{"blocks", 1}, {"iterations", 9}}, true},
        Case{"tower3d_10", 3, "psor", {}, true}, Case{"ratchet_pawl", 20, "nsgs", {}, false},
        Case{"bridge", 20, "bgs_pcg", {}, false}, Case{"table", 20, "bgs_pcg", {{"iterations", 9}}, false},
        Case{"wall_5x5", 3, "nncg", {}, false}, Case{"tower3d_10", 40, "pgs_sm", {}, true},
        Case{"wall_10x10", 3, "pgs_sm", {}, false}, Case{"tower3d_10", 3, "apgd", {}, false},
        Case{"ratchet_pawl", 20, "admm", {}, false}, Case{"wall_5x5", 3, "admm", {}, true},
        Case{"arch", 20, "staggered", {}, false}, Case{"wall_10x10", 3, "minmap_newton", {}, false},
        Case{"wall_5x5", 3, "fischer_newton", {}, true}));

TEST(TraceOf, AProblemWithoutBodiesEndsWhereItsLastDriveArrived) {
  std::mt19937_64 random(3);
  for (int trial = 0; trial < 50; ++trial) {
    const ContactProblem problem = testing::randomLcp(random, 6 + trial, 6 + trial, true);
    SolverTrace trace;
    Solution solution;
    const SolveReport report = findSolver("pivoting")->solve(problem, {}, solution, &trace);
    ASSERT_EQ(report.status, SolveStatus::Converged);
    const auto& frames = trace.frames();
    const TraceFrame& last = frames[frames.size() - 2];
    EXPECT_TRUE(sameBits(last.lambda, solution.lambda)) << "unscaled as the solver does it";
    EXPECT_TRUE(frames.back().changes.empty()) << "the pivots told of every change";
  }
}

TEST(TraceOf, ASolveByGaussTellsOfEveryRowThatChangedItsSide) {
  const Recorded r = record({"wall_5x5", 3, "gauss", {}, false});
  int closed = 0, largest_move = 0;
  for (const TraceFrame& frame : r.trace.frames()) {
    largest_move = std::max(largest_move, static_cast<int>(frame.changes.size()));
    for (const SetChange& change : frame.changes)
      closed += r.problem.isNormal(change.row) && change.to == RowSet::Clamped ? 1 : 0;
    if (frame.kind == TraceKind::Newton) {
      EXPECT_TRUE(frame.sets_kept);
    }
  }
  EXPECT_GE(closed, countSets(r.problem, r.plain.sets).clamped) << "each from the open contact of a cold start";
  EXPECT_GT(largest_move, 10) << "in blocks";
}

TEST(TraceOf, ASolveByGaussThatEndsInCoupledRoundsSaysSo) {
  const Recorded r = record({"card_house", 5, "gauss", {{"friction_rounds", 1}, {"coupled", 1}}, false});
  EXPECT_EQ(r.plain_report.status, SolveStatus::Converged);
  EXPECT_EQ(r.plain_report.message, "friction settled by coupled Newton rounds");
  EXPECT_LE(measure(r.problem, r.plain.lambda).value, 1e-9);
}

TEST(TraceOf, LemkesPathNamesARowAndWhatStoppedItAtEveryPivotButTheFirstAndArrivesWithTheLast) {
  std::mt19937_64 random(9);
  const ContactProblem problem = testing::randomLcp(random, 30, 30, true);
  SolverTrace trace;
  Solution solution;
  solution.lambda.setZero(problem.rows());
  const SolveReport report = findSolver("lemke")->solve(problem, {}, solution, &trace);
  ASSERT_EQ(report.status, SolveStatus::Converged);
  int pivots = 0;
  for (const TraceFrame& frame : trace.frames()) {
    if (frame.kind != TraceKind::Pivot) continue;
    ++pivots;
    if (pivots == 1) {
      EXPECT_EQ(frame.stop, TraceStop::None);
      EXPECT_EQ(frame.removed, 0.0);
    } else if (pivots == report.pivots) {
      EXPECT_EQ(frame.stop, TraceStop::Arrived);
      EXPECT_EQ(frame.removed, 1.0);
      EXPECT_LE((frame.lambda - solution.lambda).lpNorm<Eigen::Infinity>(), 1e-9 * solution.lambda.maxCoeff());
    } else {
      const bool opens = frame.stop == TraceStop::NormalOpens;
      EXPECT_TRUE(opens || frame.stop == TraceStop::NormalCloses);
      ASSERT_GE(frame.row, 0);
      EXPECT_NEAR(frame.lambda[frame.row], 0.0, opens ? 1e-9 : 1e-9 * solution.lambda.maxCoeff());
    }
  }
  EXPECT_EQ(pivots, report.pivots);
}

TEST(TraceOf, KellersPivotsKeepTheClampedVelocitiesAtZero) {
  std::mt19937_64 random(11);
  const ContactProblem problem = testing::randomLcp(random, 30, 30, true);
  SolverTrace trace;
  Solution solution;
  solution.lambda.setZero(problem.rows());
  ASSERT_EQ(findSolver("keller")->solve(problem, {}, solution, &trace).status, SolveStatus::Converged);
  TraceReplay replay(problem, trace);
  const double size = problem.q.lpNorm<Eigen::Infinity>();
  for (int i = 0; i < replay.size(); ++i) {
    replay.seek(i);
    for (int row = 0; row < problem.rows(); ++row) {
      const bool clamped = replay.sets()[row] == RowSet::Clamped;
      if (!clamped && row == replay.frame().driven) continue;  // on its way up
      EXPECT_NEAR(clamped ? replay.u()[row] : replay.lambda()[row], 0.0, 1e-9 * size) << "frame " << i;
    }
  }
}

TEST(TraceOf, EnumerationsGuessesAreTheChoicesAndTheResultIsTheOneThatBreaksLeast) {
  std::mt19937_64 random(13);
  const ContactProblem problem = testing::randomLcp(random, 6, 6, true);
  SolverTrace trace;
  Solution solution;
  solution.lambda.setZero(problem.rows());
  ASSERT_EQ(findSolver("enumeration")->solve(problem, {}, solution, &trace).status, SolveStatus::Converged);
  double least = HUGE_VAL;
  VecX best;
  for (const TraceFrame& frame : trace.frames()) {
    if (frame.kind != TraceKind::Guess || !(frame.step < least)) continue;
    least = frame.step;
    best = frame.lambda;
  }
  EXPECT_LE(least, 1e-10);
  EXPECT_TRUE(sameBits(best, solution.lambda));
}

TEST(TraceOf, ASolveLongerThanItsRoomKeepsTheFirstFramesAndTheResult) {
  std::mt19937_64 random(5);
  const ContactProblem problem = testing::randomLcp(random, 60, 60, true);
  SolverTrace trace({.frames = 10});
  Solution solution;
  const SolveReport report = findSolver("pivoting")->solve(problem, {}, solution, &trace);
  ASSERT_GT(report.pivots, 20);
  EXPECT_EQ(trace.frames().size(), 11u);
  EXPECT_GT(trace.dropped(), 10u);
  TraceReplay replay(problem, trace);
  replay.seek(replay.size());
  EXPECT_EQ(replay.sets(), solution.sets);
  EXPECT_TRUE(sameBits(replay.lambda(), solution.lambda));
}

}  // namespace
}  // namespace keystone
