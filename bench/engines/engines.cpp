#include "engines/engine.h"

namespace keystone::bench {

std::unique_ptr<Engine> loadExact(const EngineScene& scene);
std::unique_ptr<Engine> loadNewtonCone(const EngineScene& scene);
std::unique_ptr<Engine> loadPgs(const EngineScene& scene);
std::unique_ptr<Engine> loadPgsTen(const EngineScene& scene);
std::unique_ptr<Engine> loadPgsFive(const EngineScene& scene);
std::unique_ptr<Engine> loadBgsPcg(const EngineScene& scene);
std::unique_ptr<Engine> loadAvbd(const EngineScene& scene);
std::unique_ptr<Engine> loadAvbdAfter(const EngineScene& scene);
std::unique_ptr<Engine> loadTgsSoft(const EngineScene& scene);
std::unique_ptr<Engine> loadPenalty(const EngineScene& scene);
#ifdef KEYSTONE_ENGINES_BULLET
std::unique_ptr<Engine> loadBullet(const EngineScene& scene);
std::unique_ptr<Engine> loadBulletDantzig(const EngineScene& scene);
std::unique_ptr<Engine> loadBulletDantzigLifted(const EngineScene& scene);
#endif
#ifdef KEYSTONE_ENGINES_ODE
std::unique_ptr<Engine> loadOdeStep(const EngineScene& scene);
std::unique_ptr<Engine> loadOdeQuick(const EngineScene& scene);
#endif
#ifdef KEYSTONE_ENGINES_MUJOCO
std::unique_ptr<Engine> loadMujoco(const EngineScene& scene);
std::unique_ptr<Engine> loadMujocoPyramidal(const EngineScene& scene);
#endif
#ifdef KEYSTONE_ENGINES_BOX2D
std::unique_ptr<Engine> loadBox2d(const EngineScene& scene);
#endif

std::span<const EngineInfo> engines() {
  static constexpr EngineInfo kEngines[] = {
      {"exact", "Keystone, exact", "", "double", true, true, loadExact},
      {"newton_cone", "Keystone, Newton on the cone", "", "double", true, true, loadNewtonCone},
      {"pgs", "Keystone, projected Gauss-Seidel", "", "double", true, true, loadPgs},
      {"pgs_10", "Keystone, projected Gauss-Seidel", "10 sweeps, as Bullet has them", "double", true, true, loadPgsTen},
      {"pgs_5", "Keystone, projected Gauss-Seidel", "5 sweeps; with those against overlap as many as Bullet has",
       "double", true, true, loadPgsFive},
      {"bgs_pcg", "Keystone, block Gauss-Seidel", "300 iterations at most", "double", true, true, loadBgsPcg},
      {"avbd", "Keystone, AVBD", "10 iterations", "double", true, true, loadAvbd},
      {"avbd_after", "Keystone, AVBD", "10 iterations; errors taken away after the step", "double", true, true,
       loadAvbdAfter},
      {"tgs_soft", "Keystone, TGS soft", "4 substeps, as Box2D 3", "double", true, true, loadTgsSoft},
      {"penalty", "Keystone, penalty forces", "32 substeps", "double", true, true, loadPenalty},
#ifdef KEYSTONE_ENGINES_BULLET
      {"bullet", "Bullet, sequential impulse", "", "double", true, false, loadBullet},
      {"bullet_dantzig", "Bullet, Dantzig", "", "double", true, false, loadBulletDantzig},
      {"bullet_dantzig_lifted", "Bullet, Dantzig, regularised", "m_globalCfm 1.5e-3 h / lightest mass", "double", true,
       false, loadBulletDantzigLifted},
#endif
#ifdef KEYSTONE_ENGINES_ODE
      {"ode_step", "ODE, dWorldStep", "", "double", true, false, loadOdeStep},
      {"ode_quick", "ODE, dWorldQuickStep", "", "double", true, false, loadOdeQuick},
#endif
#ifdef KEYSTONE_ENGINES_MUJOCO
      {"mujoco", "MuJoCo, Newton, cones", "elliptic cones", "double", true, false, loadMujoco},
      {"mujoco_pyramidal", "MuJoCo, Newton, pyramids", "", "double", true, false, loadMujocoPyramidal},
#endif
#ifdef KEYSTONE_ENGINES_BOX2D
      {"box2d", "Box2D 2.4", "8 and 3 iterations as in its manual; shapes smaller by its skin of 1 cm", "float", false,
       true, loadBox2d},
#endif
  };
  return kEngines;
}

const EngineInfo* findEngine(std::string_view id) {
  for (const EngineInfo& engine : engines())
    if (engine.id == id) return &engine;
  return nullptr;
}

}  // namespace keystone::bench
