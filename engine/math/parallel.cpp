#include "math/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "math/stop.h"

namespace keystone {
namespace {

int machine() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

int g_threads = machine();
std::unique_ptr<tbb::global_control> g_limit;

}  // namespace

void setThreads(int count) {
  g_threads = count > 0 ? count : machine();
  g_limit = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism,
                                                  static_cast<std::size_t>(g_threads));
}

int threads() {
  return g_threads;
}

void parallelFor(int count, int grain, const RangeBody& body) {
  if (count <= 0) return;
  if (g_threads == 1 || count <= grain) return body.call(body.body, 0, count);
  tbb::parallel_for(
      tbb::blocked_range<int>(0, count, static_cast<std::size_t>(grain)),
      [&, asked = stopFlag()](const tbb::blocked_range<int>& range) {
        const StopScope scope(asked);
        body.call(body.body, range.begin(), range.end());
      },
      tbb::simple_partitioner());
}

}  // namespace keystone
