// The name that was meant by a mistyped one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace keystone {

// " (did you mean 'NAME'?)" with the known name that is nearest by the number of letters to insert, leave out, change,
// or swap with the next. Empty where none is near: more than one letter in three is wrong.
std::string didYouMean(std::string_view found, std::span<const std::string_view> known);

}  // namespace keystone
