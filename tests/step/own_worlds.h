// Worlds for the steppers that are methods of their own.
#pragma once

#include <numbers>

#include "world/small_worlds.h"

namespace keystone {

inline constexpr double kFreeFall = 9.81;  // [m/s^2], World::gravity

// A stepper with the parameters it is to have.
struct OwnCase {
  const char* name;
  StepperKind stepper;
  ParameterValues parameters = {};
};
inline std::ostream& operator<<(std::ostream& out, const OwnCase& of) {
  return out << of.name;
}
inline std::string ownName(const ::testing::TestParamInfo<OwnCase>& instance) {
  return instance.param.name;
}

inline const OwnCase kAvbdAsPublished{"avbd", StepperKind::Avbd};
inline const OwnCase kAvbdAfter{"avbd_after", StepperKind::Avbd, {{"stabilise", 1.0}}};
inline const OwnCase kTgsSoftAsPublished{"tgs_soft", StepperKind::TgsSoft};

inline const OwnCase kPenaltyByDefault{"penalty", StepperKind::Penalty};
inline const OwnCase kImpulseByDefault{"impulse", StepperKind::Impulse};

inline Simulation ownSimulation(const OwnCase& of, bool planar) {
  Simulation result;
  result.world.planar = planar;
  result.solver = defaultSolver();  // which it does not use
  result.stepper = of.stepper;
  result.stepper_parameters = of.parameters;
  return result;
}

inline void stepTimes(Simulation& simulation, int steps) {
  for (int n = 0; n < steps; ++n) {
    step(simulation);
    ASSERT_FALSE(simulation.report.rejected) << simulation.report.trouble;
  }
}

// Normal force [N] between two bodies in the last step.
inline double normalForce(const Simulation& simulation, int a, int b) {
  double sum = 0.0;
  for (int c = 0; c < simulation.problem.contacts; ++c) {
    const ContactPoint& place = simulation.problem.contact_points[c];
    if (place.a == a && place.b == b) sum += simulation.solution.lambda[simulation.problem.normalRow(c)];
  }
  return sum / simulation.problem.h;
}

// `count` boxes of 1 kg, 1 m wide and 0.5 m high, on a plane.
inline Simulation ownStack(const OwnCase& of, int count, bool planar) {
  Simulation result = ownSimulation(of, planar);
  addPlane(result.world, Vec3::UnitY());
  for (int i = 0; i < count; ++i) addBox(result.world, {0.5, 0.25, 0.5}, 1.0, {0.0, 0.25 + 0.5 * i, 0.0});
  return result;
}

}  // namespace keystone
