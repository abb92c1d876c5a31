#include "session/step_runner.h"

#include <atomic>
#include <cassert>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "math/stop.h"

namespace keystone {

// The thread, and what it works on: `simulation` and `race` are its own while it works.
class StepRunner::Worker {
 public:
  Worker() : thread_([this] { work(); }) {}
  ~Worker() {
    stop();
    change(State::Leaving);
    thread_.join();
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void begin() {
    asked_ = false;
    trouble_ = nullptr;
    change(State::Working);
  }
  bool isDone(Clock::time_point until) {
    std::unique_lock lock(mutex_);
    return changed_.wait_until(lock, until, [this] { return state_ != State::Working; });
  }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return state_ != State::Working; });
  }
  void stop() {
    asked_ = true;
    wait();
  }
  void throwTrouble() {
    if (trouble_) std::rethrow_exception(std::exchange(trouble_, nullptr));
  }

  bool is_wanted = false;
  Simulation simulation;
  std::optional<Race> race;

 private:
  enum class State { Idle, Working, Leaving };

  void change(State state) {
    const std::lock_guard lock(mutex_);
    state_ = state;
    changed_.notify_all();
  }
  void work() {
    const StopScope scope(&asked_);
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return state_ != State::Idle; });
      if (state_ == State::Leaving) return;
      lock.unlock();
      try {
        step(simulation);
        if (race) step(*race);
      } catch (const Stopped&) {
      } catch (...) {
        trouble_ = std::current_exception();
      }
      lock.lock();
      state_ = State::Idle;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  State state_ = State::Idle;
  std::exception_ptr trouble_;
  std::atomic<bool> asked_ = false;  // to stop
  std::thread thread_;               // the last to be made
};

StepRunner::StepRunner() = default;
StepRunner::StepRunner(StepRunner&&) noexcept = default;
StepRunner& StepRunner::operator=(StepRunner&&) noexcept = default;
StepRunner::~StepRunner() = default;

StepRunner::Input StepRunner::inputOf(const Simulation& simulation, const Race* race) {
  const World& world = simulation.world;
  Input input{stateHash(world),      world.bodies.size(),           world.h,           methodOf(simulation),
              simulation.parameters, simulation.stepper_parameters, simulation.params, {}};
  if (race == nullptr) return input;
  input.races.emplace();
  for (const Simulation& beside : race->simulations) input.races->push_back(methodOf(beside));
  return input;
}

void StepRunner::begin(const Simulation& shown, const Race* race) {
  assert(!isRunning());
  if (!worker_) worker_ = std::make_unique<Worker>();
  worker_->simulation = shown;
  if (race != nullptr) {
    worker_->race = *race;
  } else {
    worker_->race.reset();
  }
  worker_->is_wanted = true;
  input_ = inputOf(shown, race);
  began_ = Clock::now();
  worker_->begin();
}

bool StepRunner::isRunning() const {
  return worker_ && worker_->is_wanted;
}

double StepRunner::seconds() const {
  return isRunning() ? std::chrono::duration<double>(Clock::now() - began_).count() : 0.0;
}

bool StepRunner::isStale(const Simulation& shown, const Race* race) const {
  return isRunning() && !(input_ == inputOf(shown, race));
}

bool StepRunner::isDone(Clock::time_point until) const {
  return isRunning() && worker_->isDone(until);
}

void StepRunner::take(Simulation& shown, Race* race) {
  assert(isRunning());
  worker_->wait();
  worker_->is_wanted = false;
  worker_->throwTrouble();
  std::swap(shown, worker_->simulation);
  if (race != nullptr && worker_->race) std::swap(*race, *worker_->race);
}

void StepRunner::drop() {
  if (!isRunning()) return;
  worker_->stop();
  worker_->is_wanted = false;
}

}  // namespace keystone
