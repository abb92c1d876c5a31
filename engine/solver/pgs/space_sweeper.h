// What sweepers share that relax rows in turn: the impulses, and the velocities that follow them, through the bodies
// where the problem has them, else through W.
#pragma once

#include "solver/pgs/row_space.h"
#include "solver/pgs/sweeper.h"

namespace keystone {

class SpaceSweeper : public Sweeper {
 public:
  void readImpulses(VecX& lambda) const override { lambda = lambda_; }
  void setImpulses(const VecX& lambda) override {
    lambda_ = lambda;
    if (problem_->hasBodies()) bodies_.setImpulses();
  }

 protected:
  // work(space), of the problem that is laid out.
  template <class Work>
  auto inSpace(const Work& work) {
    return problem_->hasBodies() ? work(bodies_) : work(matrix_);
  }
  void layOut(const ContactProblem& problem, const VecX& lambda) {
    problem_ = &problem;
    lambda_ = lambda;
    inSpace([this](auto& space) { space.begin(*problem_, lambda_); });
  }
  const ContactProblem& problem() const { return *problem_; }
  VecX& lambda() { return lambda_; }

 private:
  const ContactProblem* problem_ = nullptr;
  VecX lambda_;  // [rows], [N s]
  BodySpace bodies_;
  MatrixSpace matrix_;
};

}  // namespace keystone
