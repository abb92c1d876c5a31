// <keyframe> of MJCF: where a robot starts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "robot/mjcf_names.h"

namespace keystone {

// The names of all <key> that have one, in their order.
std::vector<std::string> mjcfKeyNames(const MjcfFile& file);

// The <key> of that name; none where `name` is empty, which notes what keys there are. Throws RobotError.
std::optional<XmlElement> findMjcfKey(MjcfFile& file, const std::string& name);

// Puts the bodies where `qpos` of the key has them. The first joints of the world, so many, are those of its trees, in
// their order. Throws RobotError.
void applyMjcfKey(MjcfFile& file, const MjcfNames& names, const XmlElement& key, std::size_t tree_joints, World& world);

}  // namespace keystone
