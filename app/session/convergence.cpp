#include "session/convergence.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <thread>
#include <utility>

#include "math/stop.h"
#include "session/comparison.h"

namespace keystone {

std::string_view toString(ConvergenceCurve::State state) {
  constexpr std::array<std::string_view, 3> kNames{"waiting", "running", "done"};
  return kNames[static_cast<std::size_t>(state)];
}

struct Convergence::Work {
  // A curve, and the flag that ends the solve it is from.
  struct Entry {
    ConvergenceCurve curve;
    std::shared_ptr<std::atomic<bool>> left;
  };

  ContactProblem problem;  // never changes
  FrictionLaw law = FrictionLaw::Cone;
  std::mutex mutex;  // guards what follows
  std::vector<Entry> entries;
  std::uint64_t revision = 0;
  bool at_work = false;  // there is a thread

  // Of this flag, unless it has been left; the mutex is held.
  ConvergenceCurve* curveOf(const std::shared_ptr<std::atomic<bool>>& flag) {
    const auto found = std::ranges::find(entries, flag, &Entry::left);
    return found == entries.end() ? nullptr : &found->curve;
  }
  template <class Change>
  void change(const std::shared_ptr<std::atomic<bool>>& flag, const Change& what) {
    const std::lock_guard lock(mutex);
    if (ConvergenceCurve* curve = curveOf(flag)) {
      what(*curve);
      ++revision;
    }
  }
  // The next one that waits, now running; null, and the thread is to end, when none does.
  std::shared_ptr<std::atomic<bool>> takeNext(ChosenMethod& method) {
    const std::lock_guard lock(mutex);
    for (Entry& entry : entries) {
      if (entry.curve.state != ConvergenceCurve::State::Waiting) continue;
      entry.curve.state = ConvergenceCurve::State::Running;
      entry.curve.points.clear();
      ++revision;
      method = entry.curve.method;
      return entry.left;
    }
    at_work = false;
    return nullptr;
  }
  void solve(const ChosenMethod& method, const std::shared_ptr<std::atomic<bool>>& flag);
  void run() {
    ChosenMethod method;
    while (const auto flag = takeNext(method)) {
      const StopScope scope(flag.get());
      try {
        solve(method, flag);
      } catch (const Stopped&) {  // its curve is gone
      }
    }
  }
};

void Convergence::Work::solve(const ChosenMethod& method, const std::shared_ptr<std::atomic<bool>>& flag) {
  ParameterValues parameters = method.parameters;
  SolveReport report{.status = SolveStatus::Unsupported};
  const bool accepted = takesProblem(problem, *method.solver, law, parameters);
  if (accepted) {
    Solution cold;
    cold.lambda = VecX::Zero(problem.rows());
    report = solveWithHistory(*method.solver, problem, parameters, cold, [&](const HistoryPoint& point) {
      change(flag, [&](ConvergenceCurve& curve) { curve.points.push_back(point); });
    });
  }
  change(flag, [&](ConvergenceCurve& curve) {
    curve.state = ConvergenceCurve::State::Done;
    curve.accepted = report.status != SolveStatus::Unsupported;
    curve.report = report;
  });
}

Convergence::Convergence(ContactProblem problem, FrictionLaw law, std::string title)
    : title_(std::move(title)), work_(std::make_shared<Work>()) {
  work_->problem = std::move(problem);
  work_->law = law;
}

Convergence::~Convergence() {
  choose({});
}

void Convergence::choose(const std::vector<ChosenMethod>& methods) {
  const std::lock_guard lock(work_->mutex);
  std::vector<Work::Entry> entries;
  for (const ChosenMethod& method : methods) {
    const auto known = std::ranges::find_if(
        work_->entries, [&](const Work::Entry& entry) { return entry.curve.method.solver == method.solver; });
    if (known != work_->entries.end() && known->curve.method == method) {
      entries.push_back(std::move(*known));
      known->left.reset();
      continue;
    }
    Work::Entry& entry = entries.emplace_back();
    entry.curve.method = method;
    entry.curve.number = known != work_->entries.end() ? known->curve.number + 1 : 1;
    entry.left = std::make_shared<std::atomic<bool>>(false);
  }
  for (const Work::Entry& entry : work_->entries)
    if (entry.left) *entry.left = true;
  work_->entries = std::move(entries);
  ++work_->revision;
  const bool waits = std::ranges::any_of(
      work_->entries, [](const Work::Entry& entry) { return entry.curve.state == ConvergenceCurve::State::Waiting; });
  if (!waits || std::exchange(work_->at_work, true)) return;
  std::thread([work = work_] { work->run(); }).detach();
}

std::vector<ConvergenceCurve> Convergence::curves() const {
  const std::lock_guard lock(work_->mutex);
  std::vector<ConvergenceCurve> curves;
  for (const Work::Entry& entry : work_->entries) curves.push_back(entry.curve);
  return curves;
}

std::uint64_t Convergence::revision() const {
  const std::lock_guard lock(work_->mutex);
  return work_->revision;
}

bool Convergence::running() const {
  const std::lock_guard lock(work_->mutex);
  return std::ranges::any_of(
      work_->entries, [](const Work::Entry& entry) { return entry.curve.state != ConvergenceCurve::State::Done; });
}

}  // namespace keystone
