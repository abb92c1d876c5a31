// One entry of /labels.
#include "scene/scene_parts.h"

namespace keystone {

SceneLabel readLabel(const JsonValue& value, const BodyNames& names, bool planar) {
  value.expectKeys({"text", "body", "at"});
  SceneLabel label;
  label.text = value.at("text").text();
  const auto body = value.find("body"), at = value.find("at");
  if (body && at) at->fail("a place beside a body", "one of the two");
  if (!body && !at) value.fail("neither \"body\" nor \"at\"", "one of them");
  if (at) label.at = readVector(*at, kCoordinate, planar);
  if (!body) return label;
  label.body = body->text();
  if (!names.contains(label.body)) body->failExpecting("the name of a body");
  return label;
}

}  // namespace keystone
