// The solve of one contact problem under the microscope: recorded once, walked through event by event.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "problem/clamped_block.h"
#include "solver/trace_replay.h"
#include "step/step.h"

namespace keystone {

// A problem taken out of its step, with the start its solver had and the world it belongs to.
struct Specimen {
  std::string scene;  // id
  Simulation simulation;
};

// The block of W that the present sets have to solve with.
struct BlockSummary {
  static constexpr int kMost = 1000;  // rows whose singular values can be waited for
  int rows = 0;
  bool measured = false;  // what follows is known; at once for small blocks, else on request
  bool symmetric = true;
  Conditioning conditioning;
};

class Microscope {
 public:
  // Solves the specimen's problem, which has rows, with the trace on. Cold: without impulses and sets to begin with.
  Microscope(Specimen specimen, bool warm);
  // The replay points into the object.
  Microscope(const Microscope&) = delete;
  Microscope& operator=(const Microscope&) = delete;

  const Specimen& specimen() const { return specimen_; }
  // What the solver gets: the simulation's problem, with the friction of contacts that slide substituted where the
  // acceleration stepper did so. Rows are numbered alike in both.
  const ContactProblem& problem() const { return problem_; }
  // The specimen's world and whole problem with the impulses and sets of the present frame, substituted friction filled
  // in, for drawing.
  const Simulation& shown() const { return specimen_.simulation; }
  bool warm() const { return warm_; }
  const SolverTrace& trace() const { return trace_; }
  const TraceReplay& replay() const { return *replay_; }
  const SparseRows& W() const { return W_; }  // [rows x rows]
  const SolveReport& report() const { return report_; }
  const Solution& result() const { return result_; }  // what the solver returned
  bool replayEndsInResult() const;                    // the last frame is the result, bit for bit

  void seek(int frame);
  // The frame with which the drive (or attempt) before or after the present frame begins.
  int neighbourDrive(int direction) const;
  // (impulse [N s], velocity [m/s]) of a row at every frame.
  std::vector<Vec2> path(int row) const;
  // The row that the present frame is about: driven, else the worst of those driven together.
  int focusRow() const;

  // Residual at a frame; NaN until measureResiduals() has come to it.
  double residualAt(int frame) const { return residuals_[frame]; }
  // Measures frames for about so long [s]; the present one first.
  void measureResiduals(double seconds);

  const BlockSummary& block() const { return block_; }
  // Does nothing for a block of more than BlockSummary::kMost rows.
  void measureBlock();

  double play_clock = -1.0;  // [s] since playing began; < 0: not playing

 private:
  void measureFrame(int frame);

  Specimen specimen_;
  bool warm_;
  ContactProblem problem_;
  SparseRows W_;
  SolverTrace trace_;
  SolveReport report_;
  Solution result_;
  std::unique_ptr<TraceReplay> replay_;
  FrictionLaw law_;
  std::vector<double> residuals_;
  int next_residual_ = 0;
  BlockSummary block_;
};

}  // namespace keystone
