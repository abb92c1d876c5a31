// The past: worlds to step back to, and worlds to undo to.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "world/simulation.h"

namespace keystone {

// Roughly how much memory a copy of the world takes [bytes].
std::size_t footprint(const World& world);

// Worlds as they were just before each of the last steps, oldest first; bounded in number and in memory.
class History {
 public:
  explicit History(std::size_t most_worlds = 2000, std::size_t most_bytes = std::size_t{256} << 20);
  void push(const World& world);
  // The world before the last step, taken out; empty when there is no past.
  std::optional<World> pop();
  // The one pop() would return, or null.
  const World* last() const { return worlds_.empty() ? nullptr : &worlds_.back().world; }
  const World& operator[](std::size_t index) const { return worlds_[index].world; }  // 0: the oldest
  void clear();
  std::size_t size() const { return worlds_.size(); }
  std::size_t bytes() const { return bytes_; }

 private:
  struct Entry {
    World world;
    std::size_t bytes;
  };
  void dropOldest();

  std::deque<Entry> worlds_;
  std::size_t bytes_ = 0, most_worlds_, most_bytes_;
};

// What edits change, as it was before each. A new edit forgets what had been undone.
class UndoStack {
 public:
  // Swaps a few values with those that it keeps.
  using Swap = std::function<void(Simulation&)>;

  // Call before an edit.
  void remember(const StepInput& input);
  // Of an edit that sets values and changes nothing else. Where time has run since, undo swaps these alone.
  void rememberValues(const StepInput& input, Swap swap);
  // Swaps what edits change with the state before the last one; false when there is none.
  bool undo(Simulation& simulation);
  bool redo(Simulation& simulation);
  void clear();
  std::size_t undoable() const { return past_.size(); }
  std::size_t redoable() const { return future_.size(); }

 private:
  struct State {
    World world;
    double restitution_threshold;  // [m/s]
    Swap values;                   // empty: it was no edit of values
    bool by_values = false;        // undone by these: the world here is another time's
  };
  static void exchange(State& state, Simulation& simulation);

  std::deque<State> past_;
  std::vector<State> future_;
};

}  // namespace keystone
