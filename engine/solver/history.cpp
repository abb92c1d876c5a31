#include "solver/history.h"

#include <algorithm>
#include <chrono>

#include "math/product_count.h"
#include "solver/by_islands.h"
#include "solver/trace.h"

namespace keystone {
namespace {

// Time that does not pass while it is paused.
class WorkClock {
 public:
  double ms() const { return sum_ + (pauses_ == 0 ? since() : 0.0); }
  void pause() {
    if (pauses_++ == 0) sum_ += since();
  }
  void resume() {
    if (--pauses_ == 0) from_ = Clock::now();
  }

 private:
  using Clock = std::chrono::steady_clock;
  double since() const { return std::chrono::duration<double, std::milli>(Clock::now() - from_).count(); }

  Clock::time_point from_ = Clock::now();
  double sum_ = 0.0;  // [ms]
  int pauses_ = 0;
};

// Where a solve stands after an event.
struct Iterate {
  VecX lambda;  // [rows of the part or the whole]
  int factorizations = 0, products = 0;
  double ms = 0.0;
};

// What is kept of an island that is solved by itself: how far it comes is of use only beside the others.
struct PartHistory {
  const std::vector<int>* rows = nullptr;
  double began_ms = 0.0;
  int products_before = 0;
  std::vector<Iterate> iterates;  // its start, then one for each iteration
  Iterate end;
};

class HistoryRecorder : public TraceSink {
 public:
  HistoryRecorder(const ContactProblem& problem, FrictionLaw law, const HistoryWatch& watch)
      : problem_(problem), law_(law), watch_(watch) {}

  void pause() override {
    clock_.pause();
    if (pauses_++ == 0) paused_at_ = productCount();
  }
  void resume() override {
    if (--pauses_ == 0) idle_products_ += productCount() - paused_at_;
    clock_.resume();
  }

  void begin(const TraceEvent& event, const std::vector<int>* rows) override {
    takePending();
    if (rows != nullptr && (parts_.empty() || parts_.back().rows != rows)) beginPart(rows);
    if (rows == nullptr && event.kind == TraceKind::Result) mergeParts();
    pending_ = {};
    pending_.factorizations = event.factorizations;
    kind_ = event.kind;
    count_ = countOf(event);
    is_part_ = rows != nullptr;
  }

  void state(const VecX& lambda, int factorizations) override {
    pending_.lambda = lambda;
    pending_.factorizations = std::max(pending_.factorizations, factorizations);
    pending_.products = products();
    pending_.ms = clock_.ms();
  }

  // After the solve, with what it returned.
  void finish(const VecX& lambda, int factorizations) {
    clock_.pause();
    if (kind_ != TraceKind::Result) takePending();
    if (shown_.size() == lambda.size() && shown_ == lambda) return;
    const bool has_result = kind_ == TraceKind::Result;
    show({lambda, factorizations, has_result ? pending_.products : products(), has_result ? pending_.ms : clock_.ms()});
  }

 private:
  int products() const { return productCount() - idle_products_; }

  // Of the event begun last, whose state is complete.
  void takePending() {
    if (pending_.lambda.size() == 0) return;
    if (is_part_) return takeOfPart();
    if (kind_ == TraceKind::Start && shown_.size() == 0) show(pending_);
    if (count_ == 0) return;
    iteration_ += count_;
    show(pending_);
  }

  void beginPart(const std::vector<int>* rows) {
    PartHistory part;
    part.rows = rows;
    if (!parts_.empty()) {
      part.began_ms = parts_.back().began_ms + parts_.back().end.ms;
      part.products_before = parts_.back().products_before + parts_.back().end.products;
    }
    parts_.push_back(part);
  }
  void takeOfPart() {
    PartHistory& part = parts_.back();
    part.end = pending_;
    part.end.ms -= part.began_ms;
    part.end.products -= part.products_before;
    const bool starts = kind_ == TraceKind::Start && part.iterates.empty();
    for (int k = starts ? -1 : 0; k < count_; ++k) part.iterates.push_back(part.end);
  }

  // All islands after each of their iterations.
  void mergeParts() {
    std::size_t longest = 0;
    for (const PartHistory& part : parts_) longest = std::max(longest, part.iterates.size());
    for (std::size_t k = 1; k < longest; ++k) {
      Iterate whole{shown_};
      for (const PartHistory& part : parts_) {
        const Iterate& own = k < part.iterates.size() ? part.iterates[k] : part.end;
        whole.lambda(*part.rows) = own.lambda;
        whole.factorizations += own.factorizations;
        whole.products += own.products;
        whole.ms += own.ms;
      }
      ++iteration_;
      show(whole);
    }
    parts_.clear();
  }

  void show(const Iterate& at) {
    shown_ = at.lambda;
    factorizations_ = std::max(factorizations_, at.factorizations);
    products_ = std::max(products_, at.products);
    watch_({iteration_, factorizations_, products_, at.ms, measure(problem_, at.lambda, law_).value});
  }

  const ContactProblem& problem_;
  const FrictionLaw law_;
  const HistoryWatch& watch_;
  WorkClock clock_;
  int pauses_ = 0, paused_at_ = 0, idle_products_ = 0;  // products while the method was not at work
  TraceKind kind_ = TraceKind::Start;                   // of the event begun last,
  int count_ = 0;                                       // the iterations that end with it,
  bool is_part_ = false;                                // whether an island's,
  Iterate pending_;                                     // and the state after it; empty: none yet
  int iteration_ = 0, factorizations_ = 0, products_ = 0;
  VecX shown_;  // impulses of the last point
  std::vector<PartHistory> parts_;
};

}  // namespace

SolveReport solveWithHistory(const SolverInfo& solver, const ContactProblem& problem, const ParameterValues& parameters,
                             Solution& solution, const HistoryWatch& watch) {
  const ProductCount products;
  HistoryRecorder recorder(problem, frictionLaw(solver, parameters), watch);
  SolverTrace trace(recorder);
  SolveReport report = solveAndCheck(solver, problem, parameters, solution, &trace);
  if (report.status != SolveStatus::Unsupported) recorder.finish(solution.lambda, report.factorizations);
  return report;
}

}  // namespace keystone
