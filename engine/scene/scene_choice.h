// Variants and parameters of a scene file (docs/scene-format.md): which of its scenes is meant, and with which numbers.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scene/scene_def.h"

namespace keystone {

// The keys of a scene that a variant may replace.
inline constexpr std::string_view kVariantKeys[] = {
    "name",   "group",      "description", "source", "planar",     "gravity",   "step_rate",
    "solver", "stepper",    "camera",      "drag",   "include",    "state",     "materials",
    "bodies", "generators", "joints",      "forces", "no_contact", "challenge", "labels"};

// "PATH", then "#" and what is chosen, with commas between: a variant's id first, then NAME=VALUE.
struct SceneAddress {
  std::string path;                                         // of the file
  std::string variant;                                      // empty: the file's own scene
  std::vector<std::pair<std::string, std::string>> values;  // name, text
};
// What is the path of a file as a whole has no choice in it. Throws SceneError.
SceneAddress parseAddress(const std::string& text);

// One scene of a file, as if the file held it alone.
struct ChosenScene {
  nlohmann::json document;
  std::string id;
  std::vector<SceneParameter> parameters;
};
// Throws SceneError for a variant or parameter that the file does not have, and for a value out of range.
ChosenScene chooseScene(nlohmann::json document, const SceneAddress& address);

}  // namespace keystone
