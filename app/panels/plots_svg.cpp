// The plots of the last steps as a drawing for papers: curves of one stroke each, and text that stays text.
#include "panels/panel.h"
#include "panels/plot.h"

namespace keystone {
namespace {

constexpr float kPlotWidth = 300, kPlotHeight = 150, kTitleHeight = 18, kBetween = 24;  // [px]

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char sign : text) {
    if (sign == '&')
      safe += "&amp;";
    else if (sign == '<')
      safe += "&lt;";
    else
      safe += sign;
  }
  return safe;
}

// As on light panels.
std::string inkOf(const ImVec4& colour) {
  const ImU32 turned = turnedLightness(ImGui::ColorConvertFloat4ToU32(colour));
  return format("#%02x%02x%02x", turned >> IM_COL32_R_SHIFT & 0xffU, turned >> IM_COL32_G_SHIFT & 0xffU,
                turned >> IM_COL32_B_SHIFT & 0xffU);
}

std::string textAt(float x, float y, const char* anchor, const ImVec4& colour, const std::string& text) {
  return format("<text x=\"%g\" y=\"%g\" text-anchor=\"%s\" fill=\"%s\">", double(x), double(y), anchor,
                inkOf(colour).c_str()) +
         escaped(text) + "</text>\n";
}

std::string polyline(const std::vector<ImVec2>& points, const ImVec4& colour) {
  std::string text = "<polyline fill=\"none\" stroke=\"" + inkOf(colour) + "\" points=\"";
  for (const ImVec2& point : points) text += format("%.4g,%.4g ", double(point.x), double(point.y));
  return text + "\"/>\n";
}

std::string endText(const PlotFrame& frame, double value) {
  if (frame.logarithmic) return format("1e%g", value);
  return frame.unit == nullptr || *frame.unit == '\0' ? format("%.4g", value) : quantity(value, frame.unit);
}

// A plot whose upper left corner is at the origin.
std::string plotSvg(const StepPlot& plot) {
  const PlotFrame& frame = plot.frame;
  const Range range = rangeOf(frame, plot.curves);
  const ImVec2 from{0, kTitleHeight}, to{kPlotWidth, kPlotHeight};
  std::string title = escaped(frame.title);
  for (const PlotPart& part : frame.parts)
    title += format(" <tspan fill=\"%s\">%s</tspan>", inkOf(part.colour).c_str(), part.name);
  std::string text = format("<text y=\"12\" fill=\"%s\">", inkOf(plot.curves.front().colour).c_str()) + title +
                     "</text>\n" + textAt(to.x, 12, "end", frame.now_colour, frame.now);
  text += format("<rect y=\"%g\" width=\"%g\" height=\"%g\" fill=\"none\" stroke=\"#bbb\"/>\n", double(from.y),
                 double(to.x), double(to.y - from.y));
  for (const Curve& curve : plot.curves) text += polyline(curvePoints(frame, range, curve, from, to), curve.colour);
  text += textAt(3, from.y + 11, "start", palette::kDim, endText(frame, range.high));
  return text + textAt(3, to.y - 3, "start", palette::kDim, endText(frame, range.low));
}

}  // namespace

std::string plotsSvg(const AppState& app) {
  const float width = kPlotColumns * (kPlotWidth + kBetween) + kBetween;
  const float height = kPlotRows * (kPlotHeight + kBetween) + 2 * kBetween;
  std::string text = format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n",
      double(width), double(height));
  const std::string title = format("%s, to step %ld", app.session.scene.name.c_str(), app.world().step);
  text += textAt(kBetween, kBetween, "start", palette::kText, title);
  for (int column = 0; column < kPlotColumns; ++column) {
    for (int row = 0; row < kPlotRows; ++row) {
      const float x = kBetween + static_cast<float>(column) * (kPlotWidth + kBetween);
      const float y = 2 * kBetween + static_cast<float>(row) * (kPlotHeight + kBetween);
      text += format("<g transform=\"translate(%g %g)\">\n", double(x), double(y)) +
              plotSvg(plotOf(app, plotAt(app, column, row))) + "</g>\n";
    }
  }
  return text + "</svg>\n";
}

}  // namespace keystone
