// A picture in the style of the panels, drawn beside the window and written to a file.
#pragma once

#include <imgui.h>

#include <functional>
#include <string>

namespace keystone {

// PNG of that size [pixels], of what `draw` puts into the list, on the panels' ground. Between frames of ImGui, with
// its fonts on the graphics card. False when it cannot be written.
void savePicture(const std::string& path, int width, int height, bool light,
                 const std::function<void(ImDrawList&)>& draw);

}  // namespace keystone
