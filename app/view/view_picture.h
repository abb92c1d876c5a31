// A picture of the scene alone, for papers and slides.
#pragma once

#include <string>

#include "view/renderer.h"

namespace keystone {

// PNG of the bodies and signs in `part` of the window, as often as large as memory allows, four times at most, on
// transparent ground. Returns how many times. Throws OutputError.
int saveViewPicture(const std::string& path, Renderer& renderer, const Simulation& simulation, Camera camera,
                    ViewOptions options, const Overlay& overlay, const Region& part);

}  // namespace keystone
