// Four numbers side by side, one to a lane, and three-vectors of such.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#ifdef __AVX__
#include <immintrin.h>
#endif

namespace keystone {

constexpr int kLanes = 4;
using Lanes = double __attribute__((vector_size(kLanes * sizeof(double))));
using Bits = std::int64_t __attribute__((vector_size(sizeof(Lanes))));  // what comparing lanes gives: 0 or -1
using Lanes3 = std::array<Lanes, 3>;

[[gnu::always_inline]] inline Lanes lanes(double value) {
  return Lanes{value, value, value, value};
}

[[gnu::always_inline]] inline Lanes load(const double* four) {
  Lanes value;
  std::memcpy(&value, four, sizeof value);
  return value;
}
[[gnu::always_inline]] inline void store(Lanes value, double* four) {
  std::memcpy(four, &value, sizeof value);
}

// The first two of a, the last two of b. As a shuffle of two numbers spread over all lanes it would be spelled with
// three instructions where one will do.
[[gnu::always_inline]] inline Lanes firstAndLast(Lanes a, Lanes b) {
#ifdef __AVX__
  return _mm256_blend_pd(a, b, 0b1100);
#else
  return __builtin_shufflevector(a, b, 0, 1, 6, 7);
#endif
}

[[gnu::always_inline]] inline Lanes larger(Lanes a, Lanes b) {
  return a > b ? a : b;
}
[[gnu::always_inline]] inline Lanes smaller(Lanes a, Lanes b) {
  return a < b ? a : b;
}
[[gnu::always_inline]] inline Lanes magnitude(Lanes a) {
  constexpr std::int64_t kAllButSign = INT64_MAX;
  return reinterpret_cast<Lanes>(reinterpret_cast<Bits>(a) & Bits{kAllButSign, kAllButSign, kAllButSign, kAllButSign});
}
// a, or zero where the condition does not hold.
[[gnu::always_inline]] inline Lanes onlyWhere(Bits condition, Lanes a) {
  return reinterpret_cast<Lanes>(reinterpret_cast<Bits>(a) & condition);
}
[[gnu::always_inline]] inline Lanes clamped(Lanes a, Lanes bound) {
  return smaller(larger(a, -bound), bound);
}

[[gnu::always_inline]] inline double largest(Lanes a) {
  return std::max(std::max(a[0], a[1]), std::max(a[2], a[3]));
}

[[gnu::always_inline]] inline double sum(Lanes a) {
  return (a[0] + a[1]) + (a[2] + a[3]);
}

// Whether a > b in any lane.
[[gnu::always_inline]] inline bool anyLarger(Lanes a, Lanes b) {
#ifdef __AVX__
  return _mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_GT_OQ)) != 0;
#else
  return a[0] > b[0] || a[1] > b[1] || a[2] > b[2] || a[3] > b[3];
#endif
}

// A bit for each lane where the condition holds.
[[gnu::always_inline]] inline unsigned whereTrue(Bits condition) {
#ifdef __AVX__
  return static_cast<unsigned>(_mm256_movemask_pd(reinterpret_cast<__m256d>(condition)));
#else
  unsigned bits = 0;
  for (int lane = 0; lane < kLanes; ++lane) bits |= condition[lane] != 0 ? 1u << lane : 0u;
  return bits;
#endif
}

[[gnu::always_inline]] inline Lanes squareRoot(Lanes a) {
#ifdef __AVX__
  return _mm256_sqrt_pd(a);
#else
  return Lanes{std::sqrt(a[0]), std::sqrt(a[1]), std::sqrt(a[2]), std::sqrt(a[3])};
#endif
}

[[gnu::always_inline]] inline Lanes dot(const Lanes3& a, const Lanes3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Two numbers at `a`, then two at `b`.
[[gnu::always_inline]] inline Lanes loadTwice(const double* a, const double* b) {
#ifdef __AVX__
  return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(a)), _mm_loadu_pd(b), 1);
#else
  return Lanes{a[0], a[1], b[0], b[1]};
#endif
}

// Four numbers from each of four places: the first of each, then the second of each, and so on. Half the shuffles of
// loading and transposing.
[[gnu::always_inline]] inline std::array<Lanes, 4> loadAcross(const std::array<const double*, kLanes>& from,
                                                              std::size_t at = 0) {
  const Lanes ac = loadTwice(from[0] + at, from[2] + at), bd = loadTwice(from[1] + at, from[3] + at);
  const Lanes ac_next = loadTwice(from[0] + at + 2, from[2] + at + 2),
              bd_next = loadTwice(from[1] + at + 2, from[3] + at + 2);
  return {__builtin_shufflevector(ac, bd, 0, 4, 2, 6), __builtin_shufflevector(ac, bd, 1, 5, 3, 7),
          __builtin_shufflevector(ac_next, bd_next, 0, 4, 2, 6), __builtin_shufflevector(ac_next, bd_next, 1, 5, 3, 7)};
}

// Rows become columns.
[[gnu::always_inline]] inline void transpose(Lanes& a, Lanes& b, Lanes& c, Lanes& d) {
  const Lanes ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const Lanes ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Lanes cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  const Lanes cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  a = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
  c = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
  d = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
}

}  // namespace keystone
