#include "overlay.h"

#include "tools/hand.h"
#include "tools/trails.h"

namespace keystone {

Region regionOf(const Rect& cell) {
  return {int(cell.x), int(cell.y), int(cell.width), int(cell.height)};
}

Overlay overlayOf(const AppState& app) {
  Overlay overlay = toolOverlay(app);
  addTrails(app, overlay);
  return overlay;
}

}  // namespace keystone
