// A physical quantity as text.
#pragma once

#include <string>

namespace keystone {

// Three or four significant digits and an SI unit with its prefix: quantity(1.2e-4, "m") = "120 µm". What no prefix
// reaches has a power of ten. What is smaller than `least`, in the unit, is rounding, and 0.
std::string quantity(double value, const char* unit, double least = 0.0);

}  // namespace keystone
