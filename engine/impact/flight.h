// Bodies that fly, and when they meet others.
#pragma once

#include <vector>

#include "world/step_context.h"

namespace keystone {

// Whom nothing but gravity moves, by what the world says of joints, hands and forces: [bodies].
void findFlying(const World& world, std::vector<char>& flies);

// What the bodies of a world do until the next impact, by the contacts result.manifolds.
struct Flight {
  std::vector<char> flies;    // [bodies], nothing but gravity moves it
  std::vector<Vec3> bends;    // [bodies], [m/s^2], what the contact solve makes of the way of one that does not fly
  std::vector<char> held;     // [manifolds], left to the contact solve of the time step
  std::vector<double> meets;  // [manifolds], [s] from now on; infinite: not within step.dt, or held
};

// A body's meetings and impacts within one step so far, [bodies].
using EventCount = std::vector<int>;

inline constexpr int kMostEvents = 64;           // of a body in a step: 32 impacts and the phases that lead to them
inline constexpr double kShortestFlight = 1e-3;  // of a step: 17 us at 60 Hz, a hop of 0.3 nm
inline constexpr double kNow = 1e-9;             // of a step: what comes so soon is now

// Fills `flight` for the step.dt [s] that are left of the step.
//   - A body flies that no joint and no drag holds, that touches nothing which holds it, and that has had no more than
//     kMostEvents in this step.
//   - A contact holds both bodies where they touch, do not approach faster than restitution_threshold, and would touch
//     again within kShortestFlight (Zeno's rule: shorter hops are resting contact).
//   - All others meet when conservative advancement says so (collide/sweep.h), those that fly on their parabolas.
void findFlight(const StepContext& step, const EventCount& events, Flight& flight);

// Looks again for the meetings that were found within `left` [s] of bodies that do not fly, after the contact solve of
// a phase of step.dt gave them the velocities step.workspace.v. Whether there was any.
bool meetAsSolved(const StepContext& step, double left, Flight& flight);

// Whether bodies meet within dt [s]; counts an event for each of them.
bool countMeetings(const StepContext& step, const Flight& flight, double dt, EventCount& events);

// [m/s^2], of a body by gravity alone; zero where it does not fly.
Vec3 fallOf(const World& world, const Flight& flight, int body);

// The contacts that the solve of a phase of dt [s] needs: those that hold, and those of bodies whose motion is not
// known before, unless they meet at its end. The gap is that which a step by the velocities at its end must keep: a
// flying body goes less far by a dt^2 / 2.
void contactsOfPhase(const StepContext& step, const Flight& flight, double dt, std::vector<Manifold>& contacts);

}  // namespace keystone
