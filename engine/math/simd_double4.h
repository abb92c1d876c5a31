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

constexpr int kSimdWidth = 4;
using SimdDouble4 = double __attribute__((vector_size(kSimdWidth * sizeof(double))));
using Bits = std::int64_t __attribute__((vector_size(sizeof(SimdDouble4))));  // what comparing lanes gives: 0 or -1
using SimdDouble4x3 = std::array<SimdDouble4, 3>;

[[gnu::always_inline]] inline SimdDouble4 broadcast(double value) {
  return SimdDouble4{value, value, value, value};
}

[[gnu::always_inline]] inline SimdDouble4 load(const double* four) {
  SimdDouble4 value;
  std::memcpy(&value, four, sizeof value);
  return value;
}
[[gnu::always_inline]] inline void store(SimdDouble4 value, double* four) {
  std::memcpy(four, &value, sizeof value);
}

// The first two of a, the last two of b. As a shuffle of two numbers spread over all lanes it would be spelled with
// three instructions where one will do.
[[gnu::always_inline]] inline SimdDouble4 firstAndLast(SimdDouble4 a, SimdDouble4 b) {
#ifdef __AVX__
  return _mm256_blend_pd(a, b, 0b1100);
#else
  return __builtin_shufflevector(a, b, 0, 1, 6, 7);
#endif
}

// Of each pair; b where one is no number, so that what is bounded from one side stays none as b.
[[gnu::always_inline]] inline SimdDouble4 larger(SimdDouble4 a, SimdDouble4 b) {
  return a > b ? a : b;
}
[[gnu::always_inline]] inline SimdDouble4 smaller(SimdDouble4 a, SimdDouble4 b) {
  return a < b ? a : b;
}
[[gnu::always_inline]] inline SimdDouble4 magnitude(SimdDouble4 a) {
  constexpr std::int64_t kAllButSign = INT64_MAX;
  return reinterpret_cast<SimdDouble4>(reinterpret_cast<Bits>(a) &
                                       Bits{kAllButSign, kAllButSign, kAllButSign, kAllButSign});
}
// a, or zero where the condition does not hold.
[[gnu::always_inline]] inline SimdDouble4 onlyWhere(Bits condition, SimdDouble4 a) {
  return reinterpret_cast<SimdDouble4>(reinterpret_cast<Bits>(a) & condition);
}
[[gnu::always_inline]] inline SimdDouble4 clamped(SimdDouble4 a, SimdDouble4 bound) {
  return smaller(bound, larger(-bound, a));
}

[[gnu::always_inline]] inline double largest(SimdDouble4 a) {
  return std::max(std::max(a[0], a[1]), std::max(a[2], a[3]));
}

[[gnu::always_inline]] inline double sum(SimdDouble4 a) {
  return (a[0] + a[1]) + (a[2] + a[3]);
}

// Whether a > b in any lane.
[[gnu::always_inline]] inline bool anyLarger(SimdDouble4 a, SimdDouble4 b) {
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
  for (int lane = 0; lane < kSimdWidth; ++lane) bits |= condition[lane] != 0 ? 1u << lane : 0u;
  return bits;
#endif
}

[[gnu::always_inline]] inline SimdDouble4 squareRoot(SimdDouble4 a) {
#ifdef __AVX__
  return _mm256_sqrt_pd(a);
#else
  return SimdDouble4{std::sqrt(a[0]), std::sqrt(a[1]), std::sqrt(a[2]), std::sqrt(a[3])};
#endif
}

[[gnu::always_inline]] inline SimdDouble4 dot(const SimdDouble4x3& a, const SimdDouble4x3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Two numbers at `a`, then two at `b`.
[[gnu::always_inline]] inline SimdDouble4 loadTwice(const double* a, const double* b) {
#ifdef __AVX__
  return _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(a)), _mm_loadu_pd(b), 1);
#else
  return SimdDouble4{a[0], a[1], b[0], b[1]};
#endif
}

// Four numbers from each of four places: the first of each, then the second of each, and so on. Half the shuffles of
// loading and transposing.
[[gnu::always_inline]] inline std::array<SimdDouble4, 4> loadAcross(const std::array<const double*, kSimdWidth>& from,
                                                                    std::size_t at = 0) {
  const SimdDouble4 ac = loadTwice(from[0] + at, from[2] + at), bd = loadTwice(from[1] + at, from[3] + at);
  const SimdDouble4 ac_next = loadTwice(from[0] + at + 2, from[2] + at + 2),
                    bd_next = loadTwice(from[1] + at + 2, from[3] + at + 2);
  return {__builtin_shufflevector(ac, bd, 0, 4, 2, 6), __builtin_shufflevector(ac, bd, 1, 5, 3, 7),
          __builtin_shufflevector(ac_next, bd_next, 0, 4, 2, 6), __builtin_shufflevector(ac_next, bd_next, 1, 5, 3, 7)};
}

// Rows become columns.
[[gnu::always_inline]] inline void transpose(SimdDouble4& a, SimdDouble4& b, SimdDouble4& c, SimdDouble4& d) {
  const SimdDouble4 ab_even = __builtin_shufflevector(a, b, 0, 4, 2, 6);
  const SimdDouble4 ab_odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const SimdDouble4 cd_even = __builtin_shufflevector(c, d, 0, 4, 2, 6);
  const SimdDouble4 cd_odd = __builtin_shufflevector(c, d, 1, 5, 3, 7);
  a = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
  c = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
  d = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
}

}  // namespace keystone
