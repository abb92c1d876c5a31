#include "session/framework_picture.h"

#include <algorithm>
#include <cmath>

namespace keystone {
namespace {

void addBars(const Framework& framework, FrameworkPicture& picture) {
  for (const Bar& bar : framework.bars) picture.bars.push_back({bar.i, bar.j, 0.0, bar.strut});
  for (const Bar& brace : framework.braces) picture.bars.push_back({brace.i, brace.j, 0.0, false, true});
}

void addContacts(const std::vector<FrameworkContact>& contacts, const VecX& p, FrameworkPicture& picture) {
  for (const FrameworkContact& contact : contacts) {
    const Vec2 edge = at(p, contact.triple.j) - at(p, contact.triple.i);
    picture.contacts.push_back({at(p, contact.triple.k), Vec2(-edge.y(), edge.x()).normalized(), contact.force,
                                contact.touching, contact.opened});
  }
}

void setForces(const std::vector<double>& forces, bool resolved, FrameworkPicture& picture) {
  for (std::size_t bar = 0; bar < std::min(forces.size(), picture.bars.size()); ++bar) {
    picture.bars[bar].force = forces[bar];
    picture.bars[bar].refused = resolved && picture.bars[bar].strut && forces[bar] == 0.0;
  }
}

// In place of the step's: those of the event.
void setEvent(const FrameworkMicroscope& microscope, FrameworkPicture& picture) {
  for (int bar = 0; bar < microscope.bars(); ++bar) {
    DrawnBar& drawn = picture.bars[bar];
    drawn.force = microscope.force(bar);
    drawn.refused = drawn.strut && !microscope.isActive(bar);
  }
  for (int contact = 0; contact < microscope.contacts(); ++contact) {
    DrawnContact& drawn = picture.contacts[contact];
    drawn.force = microscope.force(microscope.bars() + contact);
    drawn.changed = microscope.changed(microscope.bars() + contact);
  }
}

}  // namespace

int FrameworkPicture::refused() const {
  return static_cast<int>(std::ranges::count_if(bars, &DrawnBar::refused) +
                          std::ranges::count_if(contacts, &DrawnContact::opened));
}

FrameworkPicture pictureOf(const FrameworkSession& session) {
  FrameworkPicture picture;
  const Framework& framework = session.scene().framework;
  addBars(framework, picture);
  if (session.microscope) {
    picture.p = session.microscope->start().p;
    addContacts(session.microscope->step().contacts, picture.p, picture);
    setForces(session.microscope->step().bar_forces, true, picture);
    setEvent(*session.microscope, picture);
  } else if (const FrameworkStep* last = session.last()) {
    picture.p = session.run().state().p;
    addContacts(last->contacts, picture.p, picture);
    setForces(last->bar_forces, true, picture);
  } else {
    picture.p = session.run().state().p;
    if (session.run().steps() == 0) {  // after steps back there are no forces until the next step
      addContacts(session.first().contacts, picture.p, picture);
      setForces(session.first().bar_forces, true, picture);
    }
  }
  for (const DrawnBar& bar : picture.bars) picture.largest = std::max(picture.largest, std::abs(bar.force));
  for (const DrawnContact& contact : picture.contacts) picture.largest = std::max(picture.largest, contact.force);
  return picture;
}

}  // namespace keystone
