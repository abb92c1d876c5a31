// A picture beside the window: what is drawn while this lives goes there.
#pragma once

#include <vector>

#include "view/gl_objects.h"
#include "view/renderer.h"

namespace keystone {

class OffscreenTarget {
 public:
  OffscreenTarget(int width, int height);  // [pixels]
  ~OffscreenTarget();                      // the window is drawn into again
  OffscreenTarget(const OffscreenTarget&) = delete;
  OffscreenTarget& operator=(const OffscreenTarget&) = delete;
  bool isComplete() const { return is_complete_; }  // false: there was no memory for it
  // [height][width][3] bytes of a part of it, from the bottom row up.
  std::vector<unsigned char> read(const Region& part) const;

 private:
  int height_;
  GlFramebuffer framebuffer_;
  GlTexture texture_;
  bool is_complete_ = false;
};

}  // namespace keystone
