// Small random problems of deficient rank whose W is symmetric to a few digits only, as published files have them.
#pragma once

#include "lcp_problems.h"

namespace keystone::testing {

struct DeficientProblem {
  ContactProblem problem;
  bool of_bodies = false;  // q is a velocity that bodies have, and openings; else it is made from a solution
};

enum class Asymmetry { None, OfBodies, OfEntries, OfColumns };  // what is added to J J^T

inline double uniform(std::mt19937_64& random) {
  return std::uniform_real_distribution<double>(0.0, 1.0)(random);
}

// Up to 7e-7 of W's largest entry.
inline void addAsymmetry(std::mt19937_64& random, Asymmetry kind, const MatX& J, MatX& W) {
  const auto rank = static_cast<int>(J.cols()), rows = static_cast<int>(J.rows());
  const bool is_small = random() % 3 == 0;
  const double share = 7e-7 * std::pow(10.0, is_small ? -8.0 * uniform(random) : 0.0);
  MatX E;
  if (kind == Asymmetry::None) return;
  if (kind == Asymmetry::OfBodies) E = J * gaussianMatrix(random, rank, rank) * J.transpose();
  if (kind == Asymmetry::OfEntries) E = gaussianMatrix(random, rows, rows);
  if (kind == Asymmetry::OfColumns) E = J * gaussianMatrix(random, rows, rank).transpose();
  W += share * W.cwiseAbs().maxCoeff() / E.cwiseAbs().maxCoeff() * E;
}

// u - W lambda of impulses and velocities that obey Coulomb's law: some contacts open, some stick, some slide.
inline VecX freeVelocityOfSolution(std::mt19937_64& random, const ContactProblem& problem, const MatX& W) {
  VecX lambda = VecX::Zero(problem.rows()), u = VecX::Zero(problem.rows());
  const int tangents = problem.dim - 1;
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    const auto kind = random() % 3;
    const VecX d = gaussian(random, tangents).normalized();
    (kind == 0 ? u : lambda)[n] = uniform(random);
    const double bound = problem.mu[c] * lambda[n];
    if (kind == 0) u.segment(n + 1, tangents) = gaussian(random, tangents);
    if (kind == 1) lambda.segment(n + 1, tangents) = uniform(random) * bound * d;
    if (kind == 2) lambda.segment(n + 1, tangents) = bound * d;
    if (kind == 2) u.segment(n + 1, tangents) = -uniform(random) * d;
  }
  return u - W * lambda;
}

// In the plane and in space, one to six contacts, friction from 0 to 1, of 0.01 in a third.
inline DeficientProblem deficientProblem(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  DeficientProblem result;
  ContactProblem& problem = result.problem;
  problem.dim = 2 + static_cast<int>(random() % 2);
  problem.contacts = 1 + static_cast<int>(random() % 6);
  const auto rows = static_cast<unsigned>(problem.rows());
  const double shared = random() % 3 == 0 ? 0.01 : random() % 3 == 0 ? 1.0 : uniform(random);
  problem.mu = VecX::Constant(problem.contacts, shared);
  if (random() % 2 == 1)
    for (double& mu : problem.mu) mu = uniform(random);
  const unsigned missing = 1 + static_cast<unsigned>(random() % std::max(1U, rows / 2));
  const unsigned rank = random() % 4 == 0 ? rows - 1 : std::max(1U, rows - std::min(rows, missing));
  const MatX J = gaussianMatrix(random, static_cast<int>(rows), static_cast<int>(rank));
  MatX W = J * J.transpose();
  const auto kind = static_cast<Asymmetry>(random() % 4);
  addAsymmetry(random, kind, J, W);
  const bool has_bodies = kind == Asymmetry::None || kind == Asymmetry::OfBodies;
  result.of_bodies = random() % 2 == 1 && has_bodies;
  if (result.of_bodies) {
    problem.q = J * gaussian(random, static_cast<int>(rank));
    for (int c = 0; c < problem.contacts; ++c)
      if (random() % 3 == 0) problem.q[problem.normalRow(c)] += uniform(random);
  } else {
    problem.q = freeVelocityOfSolution(random, problem, W);
  }
  problem.W = W.sparseView();
  return result;
}

}  // namespace keystone::testing
