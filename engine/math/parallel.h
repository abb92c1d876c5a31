// Loops whose turns do not depend on each other, on several threads. What they compute is the same for any number.
#pragma once

namespace keystone {

// Threads that loops may use from now on, the caller's included; 0: as many as the machine has, which is also where a
// program begins.
void setThreads(int count);
int threads();

// Calls body(begin, end) for disjoint ranges that cover [0, count), each of about `grain` turns. The calls may come
// from different threads at once and in any order; what one writes, no other may read or write.
template <class Body>
void parallelFor(int count, int grain, const Body& body);

// A body without its type.
struct RangeBody {
  const void* body;
  void (*call)(const void* body, int begin, int end);
};
void parallelFor(int count, int grain, const RangeBody& body);

template <class Body>
void parallelFor(int count, int grain, const Body& body) {
  parallelFor(count, grain, RangeBody{&body, [](const void* of, int begin, int end) {
                                        (*static_cast<const Body*>(of))(begin, end);
                                      }});
}

}  // namespace keystone
