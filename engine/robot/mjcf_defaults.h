// Default classes of MJCF: what an element has that its own attributes do not say.
#pragma once

#include "robot/xml_file.h"

namespace keystone {

class MjcfDefaults {
 public:
  // Reads a <default> element; those inside it inherit from it. Throws RobotError.
  void read(const XmlElement& element);

  // The element with what its class gives it: its own `class`, else `child_class`, else the main one. Throws RobotError
  // for a class that is not there.
  XmlElement complete(XmlElement element, const std::string& child_class) const;

 private:
  using Attributes = std::map<std::string, std::string, std::less<>>;
  using ByTag = std::map<std::string, Attributes, std::less<>>;

  void read(const XmlElement& element, const ByTag& inherited, bool outermost);

  std::map<std::string, ByTag, std::less<>> classes_;
  ByTag main_;
};

}  // namespace keystone
