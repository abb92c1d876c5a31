// What a command line chooses acts, or is refused.
#include "step/method_choices.h"

#include <gtest/gtest.h>

#include "step/choose_method.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

// Each setting has its say here: three balls in a row, the first struck askew; and two boxes on a hinge that spin fast
// and touch nothing.
Simulation everySetting(StepperKind stepper) {
  Simulation result = simulation(*findSolver("exact"));
  result.stepper = stepper;
  World& world = result.world;
  world.gravity.setZero();
  const Material bouncy = material(0.3, 0.8);
  for (const double x : {0.0, 2.0, 4.0}) addSphere(world, 1.0, 1.0, {x, 0.0, 0.0}, bouncy);
  const int striker = addSphere(world, 1.0, 1.0, {-2.5, 0.3, 0.0}, bouncy);
  world.bodies[striker].velocity = {7.0, -1.0, 0.0};
  Joint hinge;
  hinge.kind = JointKind::Hinge;
  hinge.a = addBox(world, {0.5, 0.1, 0.2}, 1.0, {0.0, 50.0, 0.0});
  hinge.b = addBox(world, {0.5, 0.1, 0.2}, 1.0, {1.0, 50.0, 0.0});
  hinge.anchor_a = {0.5, 0.0, 0.0};
  hinge.anchor_b = {-0.5, 0.0, 0.0};
  world.joints.push_back(hinge);
  for (const int body : {hinge.a, hinge.b}) world.bodies[body].omega = {3.0, 4.0, 5.0};
  return result;
}

std::uint64_t hashAfterSteps(Simulation simulation) {
  for (int n = 0; n < 20; ++n) step(simulation);
  return stateHash(simulation.world);
}

// What the refusal says; empty: it was taken.
std::string refusal(const MethodChoices& choices, StepInput input = everySetting(StepperKind::Velocity)) {
  try {
    chooseMethod(choices, input);
  } catch (const ChoiceError& error) {
    return error.what();
  }
  return "";
}

struct Setting {
  StepSetting setting;
  std::string MethodChoices::*choice;
  const char* id;
};
constexpr Setting kSettings[] = {{StepSetting::Impacts, &MethodChoices::impacts, "sequential"},
                                 {StepSetting::RestitutionLaw, &MethodChoices::restitution_law, "poisson"},
                                 {StepSetting::ImpactTime, &MethodChoices::impact_time, "exact"},
                                 {StepSetting::Integrator, &MethodChoices::integrator, "implicit_midpoint"},
                                 {StepSetting::Coordinates, &MethodChoices::coordinates, "reduced"}};

TEST(MethodChoices, SteppersLookAtWhatTheTableSaysAndTheRestIsRefused) {
  for (const StepperInfo& stepper : steppers()) {
    const std::uint64_t usual = hashAfterSteps(everySetting(stepper.kind));
    for (const Setting& setting : kSettings) {
      MethodChoices choices;
      choices.*setting.choice = setting.id;
      Simulation other = everySetting(StepperKind::Velocity);
      chooseMethod(choices, other);
      other.stepper = stepper.kind;
      const bool looks = looksAt(stepper.kind, setting.setting);
      EXPECT_EQ(hashAfterSteps(other) != usual, looks) << stepper.id << ", " << setting.id;
      choices.stepper = stepper.id;
      EXPECT_EQ(refusal(choices).empty(), looks) << stepper.id << ", " << setting.id;
    }
  }
}

TEST(MethodChoices, RefusalsNameWhatHasNoEffectAndWhereItWouldHave) {
  MethodChoices choices;
  choices.stepper = "avbd";
  choices.impacts = "sequential";
  EXPECT_EQ(refusal(choices),
            "--impacts: found 'sequential', which has no effect under the stepper 'avbd', expected the stepper "
            "velocity or acceleration");
  MethodChoices of_scene;  // and its stepper
  of_scene.integrator = "rk4";
  EXPECT_EQ(refusal(of_scene, everySetting(StepperKind::Acceleration)),
            "--integrator: found 'rk4', which has no effect under the stepper 'acceleration', expected the stepper "
            "velocity");
}

TEST(MethodChoices, WhatAStepperDoesAnywayMayBeSaid) {
  for (const StepperInfo& stepper : steppers())
    EXPECT_EQ(refusal({"", std::string(stepper.id), "simultaneous", "newton", "step", "semi_implicit_euler", "maximal",
                       "closed"}),
              "");
}

TEST(MethodChoices, SolversAreRefusedUnderMethodsOfTheirOwn) {
  EXPECT_NO_THROW(refuseIdleSolver("--solver", "pgs", StepperKind::Position));
  EXPECT_NO_THROW(refuseIdleSolver("--solver", "", StepperKind::Avbd));
  EXPECT_THROW(refuseIdleSolver("--solver", "pgs", StepperKind::Avbd), ChoiceError);
}

}  // namespace
}  // namespace keystone
