#include "session/side_race.h"

#include <algorithm>
#include <utility>

namespace keystone {
namespace {

// Whether the world is, up to bodies at its end, the one of that many bodies and that hash.
bool continues(const World& world, std::size_t bodies, std::uint64_t hash) {
  if (world.bodies.size() < bodies) return false;
  if (world.bodies.size() == bodies) return stateHash(world) == hash;
  World known = world;
  known.bodies.resize(bodies);
  return stateHash(known) == hash;
}

}  // namespace

SideRace::SideRace(const Simulation& shown, std::vector<Method> methods) : methods_(std::move(methods)) {
  startFrom(shown);
}

void SideRace::startFrom(const Simulation& shown) {
  race_ = startRace(shown, methods_);
  parted_.assign(methods_.size(), std::nullopt);
  samples_.clear();
  started_ = shown.world.step;
  bodies_ = shown.world.bodies.size();
  hash_ = stateHash(shown.world);
}

void SideRace::follow(const Simulation& shown) {
  const World& world = shown.world;
  if (!continues(world, bodies_, hash_)) return startFrom(shown);
  if (world.bodies.size() == bodies_) return;
  for (std::size_t i = bodies_; i < world.bodies.size(); ++i)
    for (Simulation& simulation : race_.simulations)
      addBody(simulation.world, Body(world.bodies[i]), Collider(world.colliders[i]), Vec3(world.colours[i]));
  bodies_ = world.bodies.size();
  hash_ = stateHash(world);
}

void SideRace::ready(const Simulation& shown, const Parameters& parameters) {
  for (Simulation& simulation : race_.simulations) {
    simulation.params = shown.params;
    simulation.stepper_parameters = shown.stepper_parameters;
    simulation.world.drags = shown.world.drags;
    const auto own = parameters.find(simulation.solver->id);
    simulation.parameters = simulation.solver == shown.solver ? shown.parameters
                            : own != parameters.end()         ? own->second
                                                              : ParameterValues();
  }
}

void SideRace::record(const Simulation& shown) {
  hash_ = stateHash(shown.world);
  RaceSample& sample = samples_.emplace_back();
  sample.step = shown.world.step;
  for (const Simulation& simulation : race_.simulations) sample.simulations.push_back(measure(race_, simulation));
  sample.shown = measure(race_, shown);
  for (std::size_t k = 1; k < parted_.size(); ++k)
    if (!parted_[k] && haveParted(race_.simulations[0].world, race_.simulations[k].world)) parted_[k] = sample.step;
  if (samples_.size() > kLength) samples_.pop_front();
}

std::vector<std::string> briefNames(const std::vector<Method>& methods) {
  const auto differs = [&](const Method& method) { return method.stepper != methods.front().stepper; };
  const bool is_one_stepper =
      !methods.empty() && stepperInfo(methods.front().stepper).uses_solver && std::ranges::none_of(methods, differs);
  std::vector<std::string> names;
  for (const Method& method : methods)
    names.push_back(is_one_stepper ? std::string(briefName(method)) : toString(method));
  return names;
}

}  // namespace keystone
