// keystone_lcp_table: one contact problem, every solver, time and residual. Writes CSV to standard output.
//
// Usage: keystone_lcp_table [LARGEST [METHODS]], the largest number of contacts (default 1600), and parts of the names
// of the methods wanted, separated by commas (all). Each time is the median of repeated runs in this process; all
// methods see the same problem one after the other. Peers get 1e-9 on W's diagonal (without it their Dantzig codes fail
// on nearly every wall; rows with diagonal 0 show that), Keystone never does.
//
// 'ODE dWorldStep' is a whole step of ODE's world with the same bodies and contacts: its time includes forming its
// matrix and moving the bodies, which the other rows leave out; its residual is that of the impulses it reports.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lcp_families.h"
#include "math/parallel.h"
#ifdef KEYSTONE_BENCH_ODE
#include "peers/ode_step.h"
#endif
#include "problem/residual.h"
#include "referees/dense_solvers.h"
#include "solver/registry.h"

namespace keystone::bench {
namespace {

constexpr double kPeerDiagonal = 1e-9;
constexpr double kOdeDefault = 1e-10;  // "CFM" of a world of doubles, added to the diagonal over the step
constexpr double kEnough = 300.0;      // [ms] of runs for one median
constexpr int kMostRuns = 25;
constexpr int kRowByRow = 300;  // rows with friction

struct Timing {
  double median, least;  // [ms]
  int runs;
};

std::string wanted_methods;  // parts of names, separated by commas; empty = all

bool isWanted(std::string_view method) {
  if (wanted_methods.empty()) return true;
  for (std::size_t begin = 0; begin <= wanted_methods.size();) {
    const std::size_t end = std::min(wanted_methods.find(',', begin), wanted_methods.size());
    if (method.find(std::string_view(wanted_methods).substr(begin, end - begin)) != method.npos) return true;
    begin = end + 1;
  }
  return false;
}

// `before` each run is not timed.
Timing timed(
    const std::function<void()>& run, const std::function<void()>& before = [] {}) {
  std::vector<double> times;
  double sum = 0.0;
  while (times.empty() || (sum < kEnough && static_cast<int>(times.size()) < kMostRuns)) {
    before();
    const auto start = std::chrono::steady_clock::now();
    run();
    times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    sum += times.back();
  }
  std::sort(times.begin(), times.end());
  return {times[times.size() / 2], times.front(), static_cast<int>(times.size())};
}

void print(const LcpCase& item, const char* method, const char* start, double diagonal, const Timing& time,
           double residual, const SolveReport& report) {
  std::printf("%s,%s,%s,%d,%d,%s,%s,%g,%.6g,%.6g,%d,%.3e,%s,%d,%d,%d\n", item.family.c_str(), item.state.c_str(),
              item.friction ? "0.5" : "0", item.problem.contacts, item.problem.rows(), method, start, diagonal,
              time.median, time.least, time.runs, residual, std::string(toString(report.status)).c_str(), report.pivots,
              report.drives, report.factorizations);
  std::fflush(stdout);
}

double residualOf(const LcpCase& item, const VecX& lambda) {
  return lambda.size() == 0 ? std::nan("") : measure(item.problem, lambda).value;
}

void runLu(const LcpCase& item, const MatX& W) {
  if (!isWanted("dense LU")) return;
  VecX x;
  const Timing time = timed([&] { x = Eigen::PartialPivLU<MatX>(W).solve(item.problem.q); });
  print(item, "dense LU", "cold", kPeerDiagonal, time, std::nan(""), {});
}

// Warm: from the solution of the same problem with velocities 1 mm/s away, as one step follows another.
void runOurs(const LcpCase& item, const char* name, const char* id) {
  if (!isWanted(name)) return;
  const ParameterValues parameters;
  const SolverInfo& solver = *findSolver(id);
  ContactProblem before = item.problem;
  for (Eigen::Index i = 0; i < before.q.size(); ++i) before.q[i] += 1e-3 * std::sin(12.9898 * static_cast<double>(i));
  Solution near;
  near.lambda.setZero(before.rows());
  solver.solve(before, parameters, near, nullptr);
  for (const bool warm : {false, true}) {
    SolveReport report;
    Solution solution;
    const Timing time = timed([&] {
      solution = warm ? near : Solution{VecX::Zero(item.problem.rows()), {}, false, {}};
      report = solver.solve(item.problem, parameters, solution, nullptr);
    });
    print(item, name, warm ? "warm" : "cold", 0.0, time, residualOf(item, solution.lambda), report);
  }
}

void runPeer(const LcpCase& item, const DenseSolver& peer, const MatX& W, double diagonal) {
  if (!isWanted(peer.title)) return;
  VecX lambda;
  const Timing time = timed([&] { lambda = peer.solve(item.problem, W).lambda; });
  SolveReport report;
  if (lambda.size() == 0 || !lambda.allFinite()) report.status = SolveStatus::Breakdown;
  print(item, std::string(peer.title).c_str(), "cold", diagonal, time,
        report.status == SolveStatus::Converged ? residualOf(item, lambda) : std::nan(""), report);
}

void runOdeStep([[maybe_unused]] const LcpCase& item, [[maybe_unused]] double diagonal) {
#ifdef KEYSTONE_BENCH_ODE
  if (!isWanted("ODE dWorldStep")) return;
  OdeStep ode(item.world, item.whole, item.friction, diagonal);
  const Timing time = timed([&] { ode.step(); }, [&] { ode.reset(); });
  const VecX lambda = ode.impulses();
  SolveReport report;
  if (ode.complained() || !lambda.allFinite()) report.status = SolveStatus::Breakdown;
  print(item, "ODE dWorldStep", "cold", diagonal, time, lambda.allFinite() ? residualOf(item, lambda) : std::nan(""),
        report);
#endif
}

void run(const LcpCase& item) {
  const MatX plain(item.problem.W);
  MatX lifted = plain;
  lifted.diagonal().array() += kPeerDiagonal;
  runOurs(item, "Exact", "exact");
  // With friction it takes seconds where much slides.
  if (!item.friction || item.problem.rows() <= kRowByRow) runOurs(item, "Pivoting (Baraff)", "pivoting");
  runLu(item, lifted);
  runOdeStep(item, kPeerDiagonal);
  runOdeStep(item, kOdeDefault / item.whole.h);
  if (item.problem.contacts <= 250) runOdeStep(item, 0.0);
  for (const DenseSolver& peer : denseSolvers()) {
    if (peer.solve == nullptr) continue;
    if (item.friction ? !peer.accepts.box_friction : !peer.accepts.frictionless) continue;
    runPeer(item, peer, lifted, kPeerDiagonal);
    if (item.problem.contacts <= 250) runPeer(item, peer, plain, 0.0);
  }
}

}  // namespace
}  // namespace keystone::bench

int main(int argc, char** argv) {
  keystone::setThreads(1);
  using namespace keystone::bench;
  const int largest = argc > 1 ? std::atoi(argv[1]) : 1600;
  if (argc > 2) wanted_methods = argv[2];
  struct Family {
    const char* name;
    std::vector<int> sizes;
  };
  const Family families[] = {{"pyramid2d", {3, 5, 7, 10, 14, 20, 28}},
                             {"wall2d", {2, 3, 4, 5, 7, 10, 14, 16}},
                             {"wall3d", {2, 3, 4, 5, 7, 10, 11}}};
  std::printf(
      "family,state,mu,contacts,rows,method,start,diagonal,median_ms,least_ms,runs,residual,status,pivots,drives,"
      "factorizations\n");
  for (const Family& family : families)
    for (const bool friction : {false, true})
      for (const char* state : {"rest", "perturbed"})
        for (const int size : family.sizes) {
          const LcpCase item = lcpCase(family.name, size, state, friction);
          // Spatial friction has three rows a contact, and the peers' dense codes grow with the cube.
          if (item.problem.contacts <= (friction ? largest / 2 : largest)) run(item);
        }
  return 0;
}
