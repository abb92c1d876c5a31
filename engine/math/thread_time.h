// Time of the calling thread alone.
#pragma once

#include <ctime>

namespace keystone {

// [ms] Other load on the machine counts only by the caches it shares.
inline double threadTime() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

}  // namespace keystone
