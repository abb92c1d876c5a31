// The contact problem as Newton's method sees it: rows of size one, and the law that ties impulses to velocities.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "problem/index_sets.h"
#include "problem/residual.h"

namespace keystone {

struct ConeRows;

// The slope of the law as Newton's systems need it (linearize): block diagonal, a small matrix per contact and a number
// per joint row.
struct GeneralizedJacobian {
  // Of the rows of a disc, in the upper left corner: by themselves, and by the normal row of their contact.
  struct Disc {
    Mat3 own = Mat3::Zero();
    Vec3 by_normal = Vec3::Zero();
    bool operator==(const Disc&) const = default;
  };
  // Of a contact's rows and those of its discs together, in place of what they have by themselves: symmetric, in the
  // upper left corner, zero elsewhere.
  struct Coupling {
    static constexpr int kMost = 6;
    using Block = Eigen::Matrix<double, kMost, kMost>;
    int contact = -1, count = 0;
    std::array<int, kMost> rows{};
    Block own = Block::Zero();
    bool operator==(const Coupling&) const = default;
  };
  std::vector<double> contacts;  // [contacts x dim x dim], column by column
  VecX joint_rows;               // [joint_rows]; zero for those on discs
  std::vector<Disc> discs;       // [discs]
  std::vector<Coupling> couplings;
  bool symmetric = true;  // every matrix is
  bool diagonal = true;   // likewise
  int dim = 1;

  // Zero, of so many rows, symmetric and diagonal; couplings stay.
  void begin(const ConeRows& rows);
  Eigen::Map<MatX> contact(int number) { return {contacts.data() + dim * dim * number, dim, dim}; }
  bool operator==(const GeneralizedJacobian& other) const {
    return contacts == other.contacts && joint_rows == other.joint_rows && discs == other.discs &&
           couplings == other.couplings;
  }
};

// lambda = scale * size * lambda_scaled: W has a unit diagonal (of a contact's two tangents, the larger one) and
// max |q| is one. Rows that nothing moves have scale 0 and keep no impulse.
struct ConeRows {
  int dim = 1, contacts = 0, joint_rows = 0;
  FrictionLaw law = FrictionLaw::Cone;
  VecX scale;                       // [rows]
  double size = 1.0;                // factor on q
  VecX q;                           // [rows]
  double all_free = 0.0;            // sum of |q|
  VecX mu;                          // [contacts], scaled: |lambda_t| <= mu lambda_n
  VecX lower, upper;                // [joint_rows], scaled bounds
  std::vector<FrictionDisc> discs;  // limits scaled; the rows of one have one scale
  std::vector<int> disc_of_row;     // [joint_rows], as in the problem
  VecX compliance;                  // [joint_rows], scaled, what W has beside J M^-1 J^T; empty: nothing, or W is given

  int rows() const { return static_cast<int>(q.size()); }
  int firstJointRow() const { return dim * contacts; }
  bool isOnDisc(int joint_row) const { return !disc_of_row.empty() && disc_of_row[joint_row] >= 0; }
  double radiusOf(const FrictionDisc& disc, const VecX& lambda) const {
    return disc.contact < 0 ? disc.limit : disc.limit * std::max(lambda[dim * disc.contact], 0.0);
  }
  // What defects are a share of, as the residual is (problem/residual.h): bounded by the problem, one at least.
  double scaleOf(const VecX& lambda) const {
    return std::max(1.0, std::min(all_free, lambda.lpNorm<Eigen::Infinity>()));
  }
  // Zero where nothing moves.
  auto scaled(const VecX& impulses) const {
    return (scale.array() > 0.0).select(impulses.array() / (size * scale.array()), 0.0).matrix();
  }
  auto unscaled(const VecX& lambda) const { return size * scale.cwiseProduct(lambda); }  // [N s]

  // P(y), the impulses that obey the law where lambda - u = y: normal max(0, y_n), friction y_t projected on the disc
  // (or box) of radius mu times it (Alart and Curnier 1991), joint rows clamped to their bounds or projected on their
  // disc.
  void project(const VecX& y, VecX& lambda) const;  // `lambda` may be `y`
  // Newton's equation at y = lambda - (u + weight (lambda - anchor)) is (E + D W) change = g with D = P'(y) and
  // E = I - (1 - weight) D. Sets S = E^-1 D and multiplies g by E^-1, so that (I + S W) change = g.
  void linearize(const VecX& y, double weight, VecX& g, GeneralizedJacobian& S) const;
  // S x.
  void apply(const GeneralizedJacobian& S, const VecX& x, VecX& result) const;  // `result` may be `x`
  // Reads the sets off impulses that solve the problem and their velocities. A row that is at a bound without being
  // held there may count to either side: it stays where `sets` [rows], or empty, has it so far.
  void readSets(const VecX& lambda, const VecX& u, IndexSets& sets) const;
};

// `diagonal` [rows] of W. A contact without friction keeps its tangents, which then never push.
void coneRows(const ContactProblem& problem, const VecX& diagonal, FrictionLaw law, ConeRows& rows);

}  // namespace keystone
