#include "session/quantity.h"

#include <cmath>
#include <cstdio>
#include <string_view>

namespace keystone {
namespace {

struct Prefix {
  double factor;
  const char* name;
};
constexpr Prefix kPrefixes[] = {{1e9, "G"},  {1e6, "M"},       {1e3, "k"}, {1.0, ""},
                                {1e-3, "m"}, {1e-6, "\u00b5"}, {1e-9, "n"}};
constexpr double kRoundsUp = 0.9995;        // of 1: three digits show it as 1
constexpr double kMost = kRoundsUp * 1e12;  // from here on the greatest prefix leaves more than three digits

std::string text(const char* pattern, double value, const char* prefix, const char* unit) {
  char buffer[96];
  std::snprintf(buffer, sizeof buffer, pattern, value, prefix, unit);
  return buffer;
}

}  // namespace

std::string quantity(double value, const char* unit, double least) {
  const double size = std::abs(value);
  if (size < least) return text("%.4g %s%s", 0.0, "", unit);
  const bool plain = size == 0.0 || std::string_view(unit) == "kg" || !std::isfinite(value);
  if (plain) return text("%.4g %s%s", value, "", unit);
  for (const Prefix& prefix : kPrefixes) {
    if (size >= kMost || size < kRoundsUp * prefix.factor) continue;
    return text("%.3g %s%s", value / prefix.factor, prefix.name, unit);
  }
  return text("%.1e %s%s", value, "", unit);
}

}  // namespace keystone
