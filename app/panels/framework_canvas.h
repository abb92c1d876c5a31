// Drawing a framework in the plane: where metres go on the screen, and the marks.
#pragma once

#include <imgui.h>

#include "session/framework_picture.h"

namespace keystone {

struct AppState;

// From the plane [m] to the screen [pixels].
struct Canvas {
  ImDrawList* draw;
  ImVec2 from, to;  // corners [pixels]
  Vec2 centre;      // [m], in the middle
  double metres_per_pixel;
  float scale;  // of text and lines

  ImVec2 place(const Vec2& p) const;
  Vec2 metresAt(const ImVec2& pixel) const;
};

// Compression and tension, to the force that has the greatest width: hue and width say the same, and so does the
// legend.
ImVec4 forceColour(double force, double most);
float barWidth(double force, double most, float scale);     // [pixels]
float arrowLength(double force, double most, float scale);  // [pixels]

void drawGround(const Canvas& canvas, const Framework& framework, const VecX& p);
void drawObjects(const Canvas& canvas, const Framework& framework, const VecX& p);
void drawBars(const Canvas& canvas, const Framework& framework, const FrameworkPicture& picture, double most);
void drawContacts(const Canvas& canvas, const FrameworkPicture& picture, double most, bool arrows);
// First accelerations, of outlines or else of points; the longest has a length of 46 pixels.
void drawMotion(const Canvas& canvas, const Framework& framework, const FrameworkMotion& motion);
void drawMirror(const Canvas& canvas, const FrameworkMirror& mirror);

// The marks of the legend.
void refusedMark(ImDrawList* draw, const ImVec2& at, float scale);
void arrowMark(ImDrawList* draw, const ImVec2& from, const ImVec2& to, ImU32 ink, float width);

}  // namespace keystone
