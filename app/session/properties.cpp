#include "session/properties.h"

#include <algorithm>
#include <utility>

#include "session/edits.h"

namespace keystone {

CommonValue commonValue(const Property& property, const Simulation& simulation, const std::vector<int>& of) {
  CommonValue common;
  for (const int one : of) {
    const int count = property.count(simulation, one);
    if (count == 0) continue;
    const Vec3 value = property.get(simulation, one);
    if (common.count == 0) {
      common.count = count;
      common.first = value;
    }
    if (count != common.count) return {};
    for (int k = 0; k < count; ++k) common.mixed[k] = common.mixed[k] || value[k] != common.first[k];
  }
  return common;
}

namespace {

// Swaps the values of the property with those that they have now.
UndoStack::Swap swapOf(const Property& property, const std::vector<int>& of, const Simulation& now) {
  std::vector<Vec3> values;
  for (const int one : of) values.push_back(property.count(now, one) > 0 ? property.get(now, one) : Vec3(Vec3::Zero()));
  return [&property, of, values](Simulation& simulation) mutable {
    for (std::size_t i = 0; i < of.size(); ++i) {
      if (property.count(simulation, of[i]) == 0) continue;
      const Vec3 value = property.get(simulation, of[i]);
      property.set(simulation, of[i], std::exchange(values[i], value));
    }
  };
}

}  // namespace

void setProperty(Session& session, const PropertyChange& change) {
  const Property& property = *change.property;
  const auto apply = [&](Simulation& simulation) {
    for (const int one : change.of) {
      const int count = property.count(simulation, one);
      if (count == 0) continue;
      Vec3 value = property.get(simulation, one);
      const Vec3 wanted = change.to.cwiseMax(property.low).cwiseMin(property.high);
      if (change.number < 0) {
        value.head(count) = wanted.head(count);
      } else {
        value[change.number] = wanted[change.number];
      }
      property.set(simulation, one, value);
    }
  };
  Simulation& simulation = session.scene.simulation;
  if (!change.goes_on) session.undo.rememberValues(simulation, swapOf(property, change.of, simulation));
  edit(session, apply, true);
  // The methods beside it go on from the world that is shown now.
  if (session.race) raceBy(session, session.race->methods());
}

}  // namespace keystone
