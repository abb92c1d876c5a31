#include "cli/lu_peer.h"

#include <Eigen/LU>
#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

#include "problem/delassus.h"

namespace keystone {
namespace {

constexpr int kMostRows = 3000;  // 72 MB and some seconds
constexpr int kRepeats = 5;      // the first warms caches
constexpr double kTrace = 1e-9;  // on the diagonal: W is singular more often than not, and only the time counts

double luOnce(const MatX& W, const VecX& q) {
  const auto start = std::chrono::steady_clock::now();
  const VecX x = Eigen::PartialPivLU<MatX>(W).solve(q);
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
  return x.allFinite() ? elapsed.count() : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

ContactProblem withoutFriction(const ContactProblem& problem) {
  SparseRows W;
  formDelassus(problem, W);
  std::vector<Eigen::Triplet<double>> entries;
  ContactProblem normals;
  normals.contacts = problem.contacts;
  normals.h = problem.h;
  normals.mu = VecX::Zero(problem.contacts);
  normals.gap = problem.gap;
  normals.restitution = problem.restitution;
  normals.bias = normals.q = VecX::Zero(problem.contacts);
  for (int contact = 0; contact < problem.contacts; ++contact) {
    const int row = problem.normalRow(contact);
    normals.q[contact] = problem.q[row];
    for (SparseRows::InnerIterator it(W, row); it; ++it) {
      if (problem.isNormal(static_cast<int>(it.col()))) {
        entries.emplace_back(contact, problem.contactOf(static_cast<int>(it.col())), it.value());
      }
    }
  }
  normals.W.resize(problem.contacts, problem.contacts);
  normals.W.setFromTriplets(entries.begin(), entries.end());
  return normals;
}

double denseLuTime(const ContactProblem& problem) {
  if (problem.rows() == 0 || problem.rows() > kMostRows) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  MatX W(problem.W);
  W.diagonal().array() += kTrace;
  double fastest = luOnce(W, problem.q);
  for (int repeat = 1; repeat < kRepeats; ++repeat) {
    fastest = std::min(fastest, luOnce(W, problem.q));
  }
  return fastest;
}

}  // namespace keystone
