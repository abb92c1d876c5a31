#include "robot/mjcf_defaults.h"

namespace keystone {

void MjcfDefaults::read(const XmlElement& element) {
  read(element, main_, true);
}

void MjcfDefaults::read(const XmlElement& element, const ByTag& inherited, bool outermost) {
  const std::string name = element.text("class", outermost ? "main" : "");
  if (name.empty()) element.fail("no class", "class=\"NAME\"");
  ByTag own = inherited;
  forChildren(element, [&](const XmlElement& child) {
    if (child.is("default")) return;
    for (const auto& [key, value] : child.attributes) own[std::string(child.tag())][key] = value;
  });
  if (outermost) main_ = own;
  classes_[name] = own;
  forChildren(element, [&](const XmlElement& child) {
    if (child.is("default")) read(child, own, false);
  });
}

XmlElement MjcfDefaults::complete(XmlElement element, const std::string& child_class) const {
  const std::string name = element.text("class", child_class);
  const ByTag* by_tag = &main_;
  if (!name.empty()) {
    const auto found = classes_.find(name);
    if (found != classes_.end())
      by_tag = &found->second;
    else if (name != "main")
      element.fail("class " + inQuotes(name), "one of those in <default>");
  }
  const auto defaults = by_tag->find(element.tag());
  if (defaults != by_tag->end())
    for (const auto& [key, value] : defaults->second) element.attributes.emplace(key, value);
  return element;
}

}  // namespace keystone
