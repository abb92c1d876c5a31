// A program built for AVX2 and FMA (KEYSTONE_NATIVE) says so on a processor that has neither, instead of dying at the
// first such instruction. Runs before the constructors of globals, which may have some.
#include <unistd.h>

namespace {

[[gnu::constructor(101)]] void checkProcessor() {
#ifdef __AVX2__
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2")) return;
  constexpr char kText[] =
      "keystone: found a processor without AVX2 and FMA, expected one with both; built with -DKEYSTONE_NATIVE=OFF, "
      "Keystone needs neither\n";
  const auto written = write(STDERR_FILENO, kText, sizeof kText - 1);
  _exit(written > 0 ? 2 : 3);
#endif
}

}  // namespace
