// A verdict in words and in a colour.
#pragma once

#include <imgui.h>

#include <string>

#include "session/verdict.h"

namespace keystone {

std::string verdictText(const Verdict& verdict);
ImVec4 verdictColour(const Verdict& verdict);

}  // namespace keystone
