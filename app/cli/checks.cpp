#include "cli/checks.h"

#include <array>
#include <cmath>
#include <limits>

namespace keystone {
namespace {

constexpr std::array<CheckGroup, 27> kGroups{{
    {"free_fall", "A ball falls freely for 1 s", checkFreeFall},
    {"spin", "A box spins freely about its unstable axis for 10 s (Dzhanibekov)", checkSpin},
    {"elastic_pair", "Two equal balls meet, e = 1", checkElasticPair},
    {"inelastic_pair", "Two balls of 1 and 3 kg meet, e = 0", checkInelasticPair},
    {"weight", "A box rests on a plane", checkWeight},
    {"incline_stick", "A box on a slope 1 % below the friction angle", checkInclineStick},
    {"incline_slide", "A box on a slope 1 % above the friction angle", checkInclineSlide},
    {"sliding_distance", "A box slides to rest on a plane", checkSlidingDistance},
    {"pendulum", "A rod swings by its end", checkPendulum},
    {"chain", "A chain of five links hangs", checkChain},
    {"motor", "A motor turns a wheel", checkMotor},
    {"impact_row", "A ball strikes a row of four touching ones, e = 1, by every law of impacts", checkImpactRow},
    {"rack_break", "A ball strikes the tip of a triangle of three, e = 1, by every law of impacts", checkRackBreak},
    {"two_frictions", "A box on a slope between its static and its dynamic friction angle, at rest and pushed",
     checkTwoFrictions},
    {"sinking", "A ball sinks without inertia for 1 s", checkSinking},
    {"creep", "A box creeps down a slope 1 % above the friction angle, without inertia", checkCreep},
    {"creeping_pendulum", "A rod hung by its end creeps to the vertical, without inertia", checkCreepingPendulum},
    {"slow_motor", "A motor turns a wheel without inertia", checkSlowMotor},
    {"slid_boxes", "Boxes slide to rest, each turned otherwise",
     [](const CheckedMethod& method) { return checkSlid(method, "slid_boxes"); }},
    {"slid_cubes", "Cubes slide fast, and stay flat",
     [](const CheckedMethod& method) { return checkSlid(method, "slid_cubes"); }},
    {"slid_triballs", "Three balls as one body slide to rest",
     [](const CheckedMethod& method) { return checkSlid(method, "slid_triballs"); }},
    {"pushed_boxes", "Boxes pushed by less and more than friction holds",
     [](const CheckedMethod& method) { return checkPushed(method, "pushed_boxes"); }},
    {"pushed_all_round", "Boxes pushed in all directions",
     [](const CheckedMethod& method) { return checkPushed(method, "pushed_all_round"); }},
    {"thrown_balls", "Balls bounce and slide until they roll",
     [](const CheckedMethod& method) { return checkRolling(method, "thrown_balls"); }},
    {"rolled_balls", "Balls roll in all directions",
     [](const CheckedMethod& method) { return checkRolling(method, "rolled_balls"); }},
    {"balls_on_edge", "Balls meet an edge",
     [](const CheckedMethod& method) { return checkBallsOnEdge(method, "balls_on_edge"); }},
    {"struck_balls", "Balls meet others at rest",
     [](const CheckedMethod& method) { return checkStruck(method, "struck_balls"); }},
}};

}  // namespace

bool Check::passed() const {
  return error() <= bound;  // false for NaN
}

double Check::error() const {
  return std::abs(simulated - exact);
}

double Check::errorToBound() const {
  if (std::isnan(error())) return std::numeric_limits<double>::infinity();
  return error() == 0.0 ? 0.0 : error() / bound;  // a bound of 0 lets 0 pass
}

bool hasInertia(const CheckedMethod& method) {
  return method.stepper != StepperKind::Quasistatic;
}

std::span<const CheckGroup> checkGroups() {
  return kGroups;
}

}  // namespace keystone
