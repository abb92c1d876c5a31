// What is drawn of a framework: its bars and contacts with the forces in them, of the last step or of the event that
// the microscope stands at.
#pragma once

#include <vector>

#include "session/framework_session.h"

namespace keystone {

struct DrawnBar {
  int i, j;            // points
  double force = 0.0;  // [N], compression is positive
  bool strut = false;
  bool brace = false;
  bool refused = false;  // a strut that would have to pull
};

struct DrawnContact {
  Vec2 point, normal;  // [m], the corner; unit, out of the edge
  double force = 0.0;  // [N], >= 0, along the normal on the corner
  bool touching = false;
  bool opened = false;   // it would have to pull to stay closed, and parts
  bool changed = false;  // its row has just changed sides, under the microscope
};

struct FrameworkPicture {
  VecX p;  // [2 points], [m]
  std::vector<DrawnBar> bars;
  std::vector<DrawnContact> contacts;
  double largest = 0.0;  // [N], of all forces
  int refused() const;   // tensions: struts and contacts
};

FrameworkPicture pictureOf(const FrameworkSession& session);

}  // namespace keystone
