// Where the named parts of an SDFormat file are: models, links, joints and <frame>s, each relative to another one.
#pragma once

#include "robot/sdf_element.h"

namespace keystone {

// In which names are looked up: the world, or a model.
struct SdfScope {
  std::string prefix;  // of names in it: "MODEL::NESTED::"
  int frame = 0;       // the model's own
  int version = 0;     // of its file: 7 of 1.7
};

class SdfFrames {
 public:
  static constexpr int kWorld = 0;

  // A frame that stands by the <pose> of `element`, relative to what that names, else to the frame that `base` names,
  // else to the scope's. `link` is what it moves with, -1: what its base does. Throws RobotError.
  int add(const XmlElement& element, const SdfScope& scope, const std::string& name, const std::string& base = {},
          int link = -1);
  // A model's frame stands where its own frame `placement` has that pose.
  void placeBy(int model, const SdfScope& inside, const std::string& placement);
  void setLink(int frame, int link) { frames_[frame].link = link; }

  // A model that a file names is not there.
  void setMissing(const std::string& uri) { missing_ = uri; }
  // For complaints: " ("URI" is not there)" of such a model, or nothing.
  std::string missing() const { return missing_.empty() ? "" : " (" + inQuotes(missing_) + " is not there)"; }

  // What a name means in a scope; `at` is who says it. Throws RobotError.
  int find(const XmlElement& at, const SdfScope& scope, const std::string& name) const;
  // In the world, which has +y up. Throws RobotError.
  Pose pose(int frame) const;
  // The link that a frame moves with; -1: the world. Throws RobotError.
  int linkOf(int frame) const;

 private:
  struct Frame {
    XmlElement element;
    SdfScope scope;
    std::string base;
    int link = -1;
    SdfScope inside;        // of a model
    std::string placement;  // of a model: name in it, or empty
  };
  int parentOf(const Frame& frame) const;
  int baseOf(const Frame& frame) const;
  // `depth` counts models that stand by a frame in them while another one's place is asked for.
  Pose ownPose(int frame, int depth) const;
  Pose poseIn(int frame, int ancestor, int depth) const;

  std::vector<Frame> frames_{1};  // the world first
  std::map<std::string, int, std::less<>> names_;
  std::string missing_;
};

}  // namespace keystone
