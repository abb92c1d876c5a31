// The files that <include> elements of SDFormat name by a URI.
#pragma once

#include "robot/sdf_element.h"

namespace keystone {

class SdfIncludes {
 public:
  explicit SdfIncludes(std::vector<std::shared_ptr<tinyxml2::XMLDocument>>& documents) : documents_(documents) {}

  // The root of the file that the element's <uri> names, or of the newest one in the folder that it names; none where
  // nothing is there. Throws RobotError.
  std::optional<XmlElement> open(const XmlElement& include);

 private:
  std::vector<std::shared_ptr<tinyxml2::XMLDocument>>& documents_;
  std::map<std::string, std::size_t> known_;  // documents, by path
};

// The minor version of a file by its root element: 7 of 1.7. Throws RobotError.
int sdfVersion(const XmlElement& root, std::vector<std::string>& notes);

}  // namespace keystone
