// Numbers as files hold them: exact, and the same whatever the locale.
#pragma once

#include <cstdint>
#include <string>

namespace keystone {

// The shortest decimal that reads back as the same bits; "nan", "inf" or "-inf" where there is none.
std::string exactDecimal(double value);

// 16 lower-case hexadecimal digits. State hashes travel as text, since readers of JSON round 64-bit numbers.
std::string hexDigits(std::uint64_t value);

}  // namespace keystone
