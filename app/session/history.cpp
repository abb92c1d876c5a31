#include "session/history.h"

#include <utility>

namespace keystone {
namespace {

constexpr std::size_t kMostEdits = 100;

}  // namespace

std::size_t footprint(const World& world) {
  return sizeof(World) + world.bodies.size() * (sizeof(Body) + sizeof(Collider) + 2 * sizeof(Vec3)) +
         (world.cache.size() + world.sleep_state.cache.size()) * sizeof(ContactCache::value_type);
}

History::History(std::size_t most_worlds, std::size_t most_bytes)
    : most_worlds_(most_worlds), most_bytes_(most_bytes) {}

void History::push(const World& world) {
  const std::size_t bytes = footprint(world);
  worlds_.push_back({world, bytes});
  bytes_ += bytes;
  while (worlds_.size() > most_worlds_ || (bytes_ > most_bytes_ && worlds_.size() > 1)) dropOldest();
}

void History::dropOldest() {
  bytes_ -= worlds_.front().bytes;
  worlds_.pop_front();
}

std::optional<World> History::pop() {
  if (worlds_.empty()) return std::nullopt;
  bytes_ -= worlds_.back().bytes;
  std::optional<World> world = std::move(worlds_.back().world);
  worlds_.pop_back();
  return world;
}

void History::clear() {
  worlds_.clear();
  bytes_ = 0;
}

void UndoStack::remember(const StepInput& input) {
  rememberValues(input, {});
}

void UndoStack::rememberValues(const StepInput& input, Swap swap) {
  past_.push_back({input.world, input.params.restitution_threshold, std::move(swap)});
  if (past_.size() > kMostEdits) past_.pop_front();
  future_.clear();
}

void UndoStack::exchange(State& state, Simulation& simulation) {
  World& world = simulation.world;
  const bool same_parts =
      world.bodies.size() == state.world.bodies.size() && world.joints.size() == state.world.joints.size();
  state.by_values = state.by_values || (state.values && same_parts && world.step != state.world.step);
  if (state.by_values) {
    if (same_parts) state.values(simulation);
    return;
  }
  std::swap(state.world, world);
  std::swap(state.restitution_threshold, simulation.params.restitution_threshold);
}

bool UndoStack::undo(Simulation& simulation) {
  if (past_.empty()) return false;
  exchange(past_.back(), simulation);
  future_.push_back(std::move(past_.back()));
  past_.pop_back();
  return true;
}

bool UndoStack::redo(Simulation& simulation) {
  if (future_.empty()) return false;
  exchange(future_.back(), simulation);
  past_.push_back(std::move(future_.back()));
  future_.pop_back();
  return true;
}

void UndoStack::clear() {
  past_.clear();
  future_.clear();
}

}  // namespace keystone
