// What a physics engine is to the comparison, and the engines that were there when this was built.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "engines/scene.h"

namespace keystone::bench {

// A contact point of an engine's own, where the bodies were when the step began.
struct EngineContact {
  int a = -1, b = -1;  // bodies of the scene
  // [m], world: where the impulses act on a and on b. One point for most; Bullet has two, a gap apart.
  Vec3 on_a = Vec3::Zero(), on_b = Vec3::Zero();
  Vec3 normal = Vec3::UnitY();  // unit, from a to b
  double gap = 0.0;             // [m], negative = overlap
  double mu = 0.0;              // friction
  Vec3 impulse = Vec3::Zero();  // [N s], on b in the last step
};

class Engine {
 public:
  virtual ~Engine() = default;
  // One step of scene.h.
  virtual void step() = 0;
  // [bodies] now; those that are fixed stay as they are in the scene.
  virtual std::vector<BodyState> bodies() const = 0;
  // Of the last step; `before` is bodies() before it.
  virtual std::vector<EngineContact> contacts(const std::vector<BodyState>& before) const = 0;
  // Steps so far of which the engine itself says that its solver did not do its work.
  virtual long complaints() const { return 0; }
};

struct EngineInfo {
  std::string_view id, title;
  std::string_view settings;  // what is not as its makers ship it
  std::string_view precision;
  bool space, plane;  // runs scenes in space; in the plane
  std::unique_ptr<Engine> (*load)(const EngineScene& scene);
};

// In all of them sleeping is off, so that every step is a step.
std::span<const EngineInfo> engines();
const EngineInfo* findEngine(std::string_view id);  // null when there is none

}  // namespace keystone::bench
