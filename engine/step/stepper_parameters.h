// What the steppers that are methods of their own offer to be set.
#pragma once

#include <array>

#include "solver/solver.h"

namespace keystone {

// Augmented vertex block descent (avbd_stepper.cpp). Stiffnesses are those of a row that moves 1 kg; what moves more is
// stiffer in proportion, so that a scene behaves alike whatever its unit of mass.
inline constexpr std::array kAvbdParameters{
    Parameter{"iterations", "Iterations", Parameter::Type::Integer, 10, 1, 1000, "",
              "sweeps over the bodies in a step; 4 to 10 in the paper"},
    Parameter{"stabilise", "Errors", Parameter::Type::Choice, 0, 0, 1, "",
              "how overlap and open joints are taken away: within the step as in the paper, which moves velocities "
              "too, or by one more sweep after it",
              "regularised|after"},
    Parameter{"alpha", "Error kept, alpha", Parameter::Type::Real, 0.95, 0, 1, "",
              "share of an error at the start that a step leaves; regularised alone"},
    Parameter{"beta", "Stiffening, beta", Parameter::Type::Real, 1e6, 1, 1e9, "N/m^2/kg",
              "growth of a row's stiffness, an iteration, over the distance by which it is off"},
    Parameter{"gamma", "Memory, gamma", Parameter::Type::Real, 0.99, 0, 1, "",
              "share of the last step's stiffness and force that a step begins with"},
    Parameter{"k_start", "Least stiffness", Parameter::Type::Real, 3600, 1e-3, 1e6, "N/m/kg",
              "of a new contact; the default, 1/h^2 at 60 Hz, is as stiff as inertia"},
};

// Soft constraints in substeps (tgs_soft_stepper.cpp); the defaults are Box2D's of version 3.0.
inline constexpr std::array kTgsSoftParameters{
    Parameter{"substeps", "Substeps", Parameter::Type::Integer, 4, 1, 64, "", "of a step, each with two sweeps"},
    Parameter{"contact_hertz", "Contacts", Parameter::Type::Real, 30, 1, 1000, "Hz",
              "frequency of overlapping contacts, twice that on what does not move; a quarter of the substeps' rate at "
              "most"},
    Parameter{"contact_damping", "Contact damping", Parameter::Type::Real, 10, 0, 100, "",
              "damping ratio of contacts; 1 is critical"},
    Parameter{"push_speed", "Push at most", Parameter::Type::Real, 3, 0, 100, "m/s",
              "speed at which overlap is taken away"},
    Parameter{"joint_hertz", "Joints", Parameter::Type::Real, 60, 1, 1000, "Hz",
              "frequency of joints that are off; an eighth of the substeps' rate at most"},
    Parameter{"joint_damping", "Joint damping", Parameter::Type::Real, 2, 0, 100, "", "damping ratio of joints"},
};

// Penalty forces (penalty_stepper.cpp). Frequencies are those of a row by itself: k = m (2 pi f)^2 of the mass it
// moves. 30 Hz in 32 substeps at 60 Hz leave room for the contacts of a stack with a damping ratio of 1, 60 Hz for the
// joints of a chain.
inline constexpr std::array kPenaltyParameters{
    Parameter{"penalty_substeps", "Substeps", Parameter::Type::Integer, 32, 1, 10000, "",
              "of a step; what is too fast for them becomes slower"},
    Parameter{"penalty_hertz", "Contacts", Parameter::Type::Real, 30, 1, 1000, "Hz",
              "frequency of a contact's spring; what rests sinks in by g / (2 pi f)^2"},
    Parameter{"stick_hertz", "Sticking", Parameter::Type::Real, 30, 1, 1000, "Hz",
              "frequency of the spring by which friction, motors and dry friction hold"},
    Parameter{"penalty_joint_hertz", "Joints", Parameter::Type::Real, 60, 1, 1000, "Hz",
              "frequency of joints that are off"},
    Parameter{"damping_ratio", "Damping", Parameter::Type::Real, 1, 0, 100, "",
              "damping ratio of rows, 1 is critical; contacts with restitution have the one that gives it"},
};

// Impulses by a preview of the joints (impulse_stepper.cpp).
inline constexpr std::array kImpulseParameters{
    Parameter{"rounds", "Rounds", Parameter::Type::Integer, 100, 1, 10000, "",
              "of a preview, its impulses, and a sweep over the contacts, at most"},
    Parameter{"joint_tolerance", "Joints within", Parameter::Type::Real, 1e-6, 1e-12, 0.1, "m",
              "by how much joints may be off at the end of a step, turns at a lever of 1 m"},
    Parameter{"velocity_tolerance", "Speeds within", Parameter::Type::Real, 1e-6, 1e-12, 0.1, "m/s",
              "by how much a round may still move contacts, and joints against what they forbid after a step"},
};

}  // namespace keystone
