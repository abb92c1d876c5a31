#include "view/strokes.h"

namespace keystone {

StrokeLayer::StrokeLayer(const std::string& shader_dir)
    : mark_program_(shader_dir, "mark.vert", "mark.frag"),
      stroke_program_(shader_dir, "stroke.vert", "stroke.frag"),
      mark_array_(makeGlArray()),
      stroke_array_(makeGlArray()),
      marks_(makeGlBuffer()),
      strokes_(makeGlBuffer()) {
  glBindVertexArray(mark_array_.id());
  glBindBuffer(GL_ARRAY_BUFFER, marks_.id());
  setAttribute(0, 4, sizeof(Mark), offsetof(Mark, position), true);
  setAttribute(1, 4, sizeof(Mark), offsetof(Mark, direction), true);
  setAttribute(2, 4, sizeof(Mark), offsetof(Mark, colour), true);
  glBindVertexArray(stroke_array_.id());
  glBindBuffer(GL_ARRAY_BUFFER, strokes_.id());
  setAttribute(0, 4, sizeof(Stroke), offsetof(Stroke, from), true);
  setAttribute(1, 4, sizeof(Stroke), offsetof(Stroke, to), true);
  setAttribute(2, 4, sizeof(Stroke), offsetof(Stroke, colour), true);
}

void StrokeLayer::drawMarks(std::size_t count, float lift, float opacity) const {
  if (count == 0) return;
  mark_program_.use();
  mark_program_.set("u_lift", lift);
  mark_program_.set("u_opacity", opacity);
  glBindVertexArray(mark_array_.id());
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
}

void StrokeLayer::drawStrokes(std::size_t count, float lift, float opacity) const {
  if (count == 0) return;
  stroke_program_.use();
  stroke_program_.set("u_lift", lift);
  stroke_program_.set("u_opacity", opacity);
  glBindVertexArray(stroke_array_.id());
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count));
}

int StrokeLayer::draw(const std::vector<Stroke>& strokes, const std::vector<Mark>& marks, Layering layering,
                      float lift) {
  if (strokes.empty() && marks.empty()) return 0;
  constexpr float kHidden = 0.22F;  // opacity of what is inside or behind bodies
  fillBuffer<Mark>(GL_ARRAY_BUFFER, marks_, marks, GL_STREAM_DRAW);
  fillBuffer<Stroke>(GL_ARRAY_BUFFER, strokes_, strokes, GL_STREAM_DRAW);
  glEnable(GL_BLEND);
  // Opacity 0 in the picture tells the smoothing to leave the signs alone.
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE_MINUS_SRC_ALPHA);
  glDepthMask(GL_FALSE);
  glDisable(GL_CULL_FACE);
  const auto both = [&](float opacity) {
    drawStrokes(strokes.size(), lift, opacity);
    drawMarks(marks.size(), lift, opacity);
  };
  if (layering == Layering::OnTop) {
    glDisable(GL_DEPTH_TEST);
    both(1.0F);
    glEnable(GL_DEPTH_TEST);
  } else {
    glDepthFunc(GL_GREATER);
    both(kHidden);
    glDepthFunc(GL_LEQUAL);
    both(1.0F);
    glDepthFunc(GL_LESS);
  }
  glEnable(GL_CULL_FACE);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
  const int passes = layering == Layering::OnTop ? 1 : 2;
  return passes * ((strokes.empty() ? 0 : 1) + (marks.empty() ? 0 : 1));
}

}  // namespace keystone
