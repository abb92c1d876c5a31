// The sets of all contacts as a strip of coloured cells.
#pragma once

#include <imgui.h>

#include "app_state.h"

namespace keystone {

// One cell a contact (then one a joint row), in rows as needed; the heights tell the sets apart without colour. What
// the present event changed is ticked. Pointing marks the contact, a click keeps it marked.
void drawSetStrip(AppState& app, const ImVec2& size);

}  // namespace keystone
