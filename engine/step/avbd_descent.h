// The unknowns of augmented vertex block descent, and its sweeps: see avbd_stepper.cpp.
#pragma once

#include <span>
#include <vector>

#include "step/pair_rows.h"

namespace keystone {

struct AvbdParams {
  int iterations;  // at least 1
  double alpha;    // share of an error at the start that the step leaves
  double beta;     // [N/m^2/kg], growth of stiffness over the distance by which a row is off
  double gamma;    // share of stiffness and force that is remembered
  double k_start;  // [N/m/kg], least stiffness
  bool after;      // errors go by one more sweep after the step
};

// What pushes together: the rows of a contact, one joint row, or a friction disc.
struct AvbdBlock {
  enum class Kind { Contact, Row, Disc };
  Kind kind = Kind::Row;
  int first = 0, count = 1;  // rows
  int contact = -1;          // of a contact, or of a disc that has one
  double limit = 0.0;        // of a disc: [m] with a contact, else [N]
};

struct AvbdState {
  std::vector<PairRow> rows;
  std::vector<AvbdBlock> blocks;
  std::vector<char> acting;         // [blocks], whether it has pushed on the body that is being moved
  std::vector<int> begin, of_body;  // blocks of each body: of_body[begin[i]] to of_body[begin[i + 1] - 1]
  VecX error;                       // [rows], [m], C where the step begins
  VecX own;                         // [rows], [m], the part of it that alpha is about
  VecX mass;                        // [rows], [kg], what the row moves: 1 / W_ii, or 0
  VecX most;                        // [rows], [N/m], a spring's own stiffness; infinity for hard rows
  VecX lower, upper;                // [rows], [N], of single joint rows
  VecX lambda, k;                   // [rows], [N], [N/m]
  VecX d, d_free;                   // [6 bodies], [m] and [rad], the way of the step, and without contact
  VecX C;                           // [rows], [m], of the rows where the bodies are: kept up to date as they move
  double h = 0.0, share = 0.0;      // [s]; how much of `own` the step takes away, 1 - alpha
};

// Blocks, bounds and errors of a problem; `straight` [joint rows], [m]: errors of joints that a step could take away.
void beginAvbd(const ContactProblem& problem, const VecX& straight, AvbdState& state);
// C of all rows, by `d` and `share`: to be called when these are set.
void findErrors(AvbdState& state);
// One sweep over the bodies.
void descend(const ContactProblem& problem, std::span<const Body> bodies, AvbdState& state);
// Forces and stiffnesses after a sweep.
void updateForces(const ContactProblem& problem, double beta, AvbdState& state);
}  // namespace keystone
