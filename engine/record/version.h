// Which Keystone this is.
#pragma once

#include <string_view>

namespace keystone {

// "0.1.0" of a release; between releases "0.1.0+12.gde1cf331a2": the commits since, and the last of them; with ".dirty"
// behind it where files differ from that commit (packaging/version.cmake).
std::string_view version();

}  // namespace keystone
