#include "math/decimal.h"

#include <charconv>

namespace keystone {

std::string exactDecimal(double value) {
  char buffer[32];  // the longest, -1.7976931348623157e+308, has 24 characters
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

std::string hexDigits(std::uint64_t value) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text(16, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, value >>= 4) {
    *digit = kDigits[value & 0xf];
  }
  return text;
}

}  // namespace keystone
