// The texts that the panels show, each with its rectangle, for the tests that look for cut and overlapping ones.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>

namespace keystone {

// What `draw` shows in a frame of its own, which is not put on the screen; rectangles are [x, y, width, height] in
// pixels. In the order drawn, so that what comes later covers what came before:
//   texts    text, window (ImGui's name), ink (of all glyphs, those outside of clip too), clip (what can be seen)
//   windows  name, rect, beyond (content past the edges that no scrolling brings back, [x, y]), scrolls (vertically),
//            child (of another window, without a ground of its own)
nlohmann::json shownTexts(const std::function<void()>& draw);

}  // namespace keystone
