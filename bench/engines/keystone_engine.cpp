// Keystone itself, every solver with the parameters it comes with; Gauss-Seidel also with as few sweeps as others make.
// And its steppers that are methods of their own.
#include "engines/engine.h"

namespace keystone::bench {
namespace {

class KeystoneEngine : public Engine {
 public:
  KeystoneEngine(const EngineScene& scene, std::string_view solver, ParameterValues parameters = {}) {
    simulation_.world = worldOf(scene);
    simulation_.solver = findSolver(solver);
    simulation_.parameters = std::move(parameters);
    simulation_.params.skip_repeated = false;
  }

  KeystoneEngine(const EngineScene& scene, StepperKind stepper, ParameterValues parameters = {})
      : KeystoneEngine(scene, "exact") {
    simulation_.stepper = stepper;  // which does not use the solver
    simulation_.stepper_parameters = std::move(parameters);
  }

  void step() override {
    const StepReport& report = keystone::step(simulation_);
    if (report.rejected || report.solve.status != SolveStatus::Converged) ++complaints_;
  }

  std::vector<BodyState> bodies() const override {
    std::vector<BodyState> states;
    for (const Body& body : simulation_.world.bodies) states.push_back({body.pose, body.velocity, body.omega});
    return states;
  }

  std::vector<EngineContact> contacts(const std::vector<BodyState>&) const override {
    const ContactProblem& problem = simulation_.problem;
    std::vector<EngineContact> found;
    for (int c = 0; c < problem.contacts; ++c) {
      const ContactPoint& place = problem.contact_points[c];
      const auto lambda = simulation_.solution.lambda.segment(problem.normalRow(c), problem.dim);
      Vec3 impulse = lambda[0] * place.normal + lambda[1] * place.t1;
      if (problem.dim == 3) impulse += lambda[2] * place.t2;
      found.push_back(
          {place.a, place.b, place.point, place.point, place.normal, problem.gap[c], problem.mu[c], impulse});
    }
    return found;
  }

  long complaints() const override { return complaints_; }

 private:
  Simulation simulation_;
  long complaints_ = 0;
};

}  // namespace

std::unique_ptr<Engine> loadExact(const EngineScene& scene) {
  return std::make_unique<KeystoneEngine>(scene, "exact");
}
std::unique_ptr<Engine> loadNewtonCone(const EngineScene& scene) {
  return std::make_unique<KeystoneEngine>(scene, "newton_cone");
}
std::unique_ptr<Engine> loadPgs(const EngineScene& scene) {
  return std::make_unique<KeystoneEngine>(scene, "pgs");
}
std::unique_ptr<Engine> loadPgsTen(const EngineScene& scene) {
  return std::make_unique<KeystoneEngine>(scene, "pgs", ParameterValues{{"iterations", 10.0}});
}
std::unique_ptr<Engine> loadPgsFive(const EngineScene& scene) {
  return std::make_unique<KeystoneEngine>(scene, "pgs", ParameterValues{{"iterations", 5.0}});
}
std::unique_ptr<Engine> loadBgsPcg(const EngineScene& scene) {
  return std::make_unique<KeystoneEngine>(scene, "bgs_pcg");
}
std::unique_ptr<Engine> loadAvbd(const EngineScene& scene) {
  return std::make_unique<KeystoneEngine>(scene, StepperKind::Avbd);
}
std::unique_ptr<Engine> loadAvbdAfter(const EngineScene& scene) {
  return std::make_unique<KeystoneEngine>(scene, StepperKind::Avbd, ParameterValues{{"stabilise", 1.0}});
}
std::unique_ptr<Engine> loadTgsSoft(const EngineScene& scene) {
  return std::make_unique<KeystoneEngine>(scene, StepperKind::TgsSoft);
}
std::unique_ptr<Engine> loadPenalty(const EngineScene& scene) {
  return std::make_unique<KeystoneEngine>(scene, StepperKind::Penalty);
}

}  // namespace keystone::bench
