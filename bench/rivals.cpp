// FBF: Song, Fan, Ascher and Pai, A splitting architecture for exact reduced Coulomb friction, SCA 2026; float,
// tolerance 1e-6. Its arches are catenaries and its cards thinner (0.016 of their length), both at 240 Hz, with stones
// dropped on them in the end; its incline is 1 in 2. DART: its port of FBF, pull request 3377. SimBenchmark: Robotic
// Systems Lab, ETH Zurich, building test without error correction, up to 1000 iterations. MuJoCo: issue 3328. All as
// read on 2026-11-23.
#include "rivals.h"

#include <cmath>

namespace keystone::bench {
namespace {

constexpr RivalFigures kFigures[] = {
    {"arch_25", 0, 595.0, "DART 6.1 ms, p95 21.7"},
    {"arch_101", 0, 1234.0, "FBF run again: 1473 of 1600 steps not converged; DART fails at step 209"},
    {"cards_26", 0, 199.0, "DART fails at step 35"},
    {"cards_155", 0, 853.0, ""},
    {"kapla", 60000, NAN, "steps until it falls: RaiSim 60,000 or more (48 ms each), Bullet 147, ODE 122, DART 19"},
    {"creep_slope", 0, 5.4, "MuJoCo: what friction holds creeps at 50 to 2300 um/s"},
    {"backspin", 240, 6.0, ""},
    {"turntable", 3600, 5.0, "FBF: 3 to 7 ms for one of the four"},
    {"painleve_box_05", 120, 6.4, ""},
    {"painleve_box_055", 120, 7.0, ""}};

}  // namespace

std::span<const RivalFigures> rivalFigures() {
  return kFigures;
}

}  // namespace keystone::bench
