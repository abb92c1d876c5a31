#include "engines/run.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>

#include "engines/impulse_check.h"

namespace keystone::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kFallenTurn = 0.5;   // [rad]
constexpr double kFallenSizes = 1.0;  // shortest edges

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// [ms] that this process has computed so far: on a machine that others use, too, the clock on the wall times them.
double computedMs() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

Watched watch(const EngineScene& scene, const std::vector<BodyState>& before, const std::vector<BodyState>& after,
              const std::vector<EngineContact>& contacts) {
  const ImpulseVerdict verdict = checkImpulses(scene, before, after, contacts);
  const Way way = wayFromStart(scene, after);
  // Written so that what is not a number has fallen.
  const bool stands = way.turn <= kFallenTurn && way.sizes <= kFallenSizes;
  return {verdict.residual, verdict.mismatch, stands ? penetration(scene, after) : std::nan(""), way.drift, !stands};
}

// The child's whole life: a sample a step into the pipe.
void serve(const EngineInfo& info, const EngineScene& scene, int steps, int pipe_end) {
  const std::unique_ptr<Engine> engine = info.load(scene);
  StepSample sample;
  for (int n = 1; n <= steps; ++n) {
    sample.is_watched = n % kWatchEvery == 0;
    std::vector<BodyState> before;
    if (sample.is_watched) before = engine->bodies();
    const double start = computedMs();
    engine->step();
    sample.ms = computedMs() - start;
    sample.complaints = engine->complaints();
    if (sample.is_watched) {
      const std::vector<EngineContact> contacts = engine->contacts(before);
      sample.contacts = static_cast<int>(contacts.size());
      sample.watched = watch(scene, before, engine->bodies(), contacts);
    }
    if (write(pipe_end, &sample, sizeof sample) != sizeof sample) return;
  }
}

// Samples until the child has done its steps, has died or has to be stopped.
EngineRun listen(int pipe_end, const RunLimits& limits) {
  EngineRun run;
  const auto start = Clock::now();
  while (static_cast<int>(run.steps.size()) < limits.steps) {
    const double left = limits.whole_s - secondsSince(start);
    const double wait = std::min(left, limits.step_s);
    pollfd waiting{pipe_end, POLLIN, 0};
    if (left <= 0.0 || poll(&waiting, 1, static_cast<int>(1e3 * wait)) == 0) {
      run.cut = left <= limits.step_s ? "scene's time" : "step's time";
      break;
    }
    StepSample sample;
    if (read(pipe_end, &sample, sizeof sample) != sizeof sample) {
      run.cut = "ended by itself";
      break;
    }
    run.steps.push_back(sample);
  }
  return run;
}

}  // namespace

EngineRun runEngine(const EngineInfo& engine, const EngineScene& scene, const RunLimits& limits) {
  int ends[2];
  if (pipe(ends) != 0) return {{}, "no pipe"};
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    serve(engine, scene, limits.steps, ends[1]);
    _exit(0);
  }
  close(ends[1]);
  EngineRun run = child < 0 ? EngineRun{{}, "no process"} : listen(ends[0], limits);
  close(ends[0]);
  if (child > 0) {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
  return run;
}

}  // namespace keystone::bench
