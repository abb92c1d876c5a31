// SDFormat's way of writing: values are texts of child elements, <mass>2</mass>, where other formats have attributes.
#pragma once

#include "robot/xml_file.h"

namespace keystone {

// What stands in an element, without spaces around it.
std::string textOf(const XmlElement& element);
// The element with the texts of its children as further attributes; of several children of one tag, the first one's.
XmlElement withTexts(const XmlElement& element);
// The first child of that tag, with texts.
std::optional<XmlElement> partOf(const XmlElement& parent, std::string_view tag);
// The same of a path of tags; each one that is missing ends it.
std::optional<XmlElement> partAt(const XmlElement& parent, std::initializer_list<std::string_view> tags);

// true, false, 1 or 0. Throws RobotError.
bool sdfFlag(const XmlElement& element, std::string_view key, bool otherwise);
// What <pose> says: [m], and [rad] about fixed axes, or degrees, or a quaternion x y z w. Throws RobotError.
Pose sdfPose(const XmlElement& element);

void noteNotTaken(const XmlElement& part, std::vector<std::string>& notes);
// Notes the children whose tags are not among `known`.
void noteOtherParts(const XmlElement& element, std::initializer_list<std::string_view> known,
                    std::vector<std::string>& notes);

}  // namespace keystone
