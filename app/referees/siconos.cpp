// Siconos' solvers of the linear complementarity problem and of Coulomb's cone in space.
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <LinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <lcp_cst.h>

#include <vector>

#include "referees/dense_solvers.h"

namespace keystone {
namespace {

constexpr double kTolerance = 1e-10;  // of Siconos' own error, relative to q: below what counts as exact here
constexpr int kMostSweeps = 10000;

// W as Siconos wants it, for as long as this lives.
class DenseMatrix {
 public:
  explicit DenseMatrix(const MatX& W)
      : data_(W),
        matrix_(NM_create_from_data(NM_DENSE, static_cast<int>(W.rows()), static_cast<int>(W.cols()), data_.data())) {}
  ~DenseMatrix() {
    matrix_->matrix0 = nullptr;  // ours
    NM_free(matrix_);
  }
  DenseMatrix(const DenseMatrix&) = delete;
  DenseMatrix& operator=(const DenseMatrix&) = delete;
  NumericsMatrix* get() { return matrix_; }

 private:
  MatX data_;
  NumericsMatrix* matrix_;
};

class Options {
 public:
  Options(int solver, int most) : options_(solver_options_create(solver)) {
    options_->iparam[SICONOS_IPARAM_MAX_ITER] = most;
    options_->dparam[SICONOS_DPARAM_TOL] = kTolerance;
  }
  ~Options() {
    solver_options_delete(options_);
    free(options_);
  }
  Options(const Options&) = delete;
  Options& operator=(const Options&) = delete;
  SolverOptions* get() { return options_; }
  int iterations() const { return options_->iparam[SICONOS_IPARAM_ITER_DONE]; }

 private:
  SolverOptions* options_;
};

}  // namespace

// The rows of a contact stand as ours do: normal, then both tangents.
DenseResult solveSiconosNsgs(const ContactProblem& problem, const MatX& W) {
  DenseMatrix matrix(W);
  VecX q = problem.q, mu = problem.mu;
  VecX impulses = VecX::Zero(problem.rows()), velocities = VecX::Zero(problem.rows());
  FrictionContactProblem friction{3, problem.contacts, matrix.get(), q.data(), mu.data()};
  Options options(SICONOS_FRICTION_3D_NSGS, kMostSweeps);
  fc3d_driver(&friction, impulses.data(), velocities.data(), options.get());
  return {impulses, options.iterations()};  // how good they are, the residual says
}

DenseResult solveSiconosLemke(const ContactProblem& problem, const MatX& W) {
  const int n = problem.contacts;
  std::vector<int> normals;  // tangents have no friction, and so no impulse
  for (int c = 0; c < n; ++c) normals.push_back(problem.normalRow(c));
  DenseMatrix matrix(W(normals, normals));
  VecX q = problem.q(normals), z = VecX::Zero(n), w = VecX::Zero(n);
  LinearComplementarityProblem lcp{n, matrix.get(), q.data()};
  Options options(SICONOS_LCP_LEMKE, 20 * n + 1000);
  const int failed = linearComplementarity_driver(&lcp, z.data(), w.data(), options.get());
  if (failed != 0) return {VecX(), options.iterations()};
  VecX impulses = VecX::Zero(problem.rows());
  impulses(normals) = z;
  return {impulses, options.iterations()};
}

}  // namespace keystone
