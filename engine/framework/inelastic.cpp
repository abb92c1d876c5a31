#include "framework/inelastic.h"

#include <algorithm>

#include "framework/point_program.h"
#include "program/active_set.h"

namespace keystone {

VecX inelasticVelocities(const Framework& framework, const VecX& p, const VecX& v, std::span<const Triple> triples,
                         double h) {
  const std::vector<int> unknowns = numberUnknowns(framework);
  QuadraticProgram program = pointProgram(framework, unknowns, p, triples, Lengths::Original);
  program.f = program.H * gather(unknowns, v);
  for (std::size_t t = 0; t < triples.size(); ++t)
    program.b[static_cast<Eigen::Index>(framework.bars.size() + t)] = -std::max(0.0, triples[t].gap) / h;
  QpSolution solution;
  ActiveSetSolver().solve(program, {}, solution);
  return spread(unknowns, solution.x);
}

}  // namespace keystone
