// Through the inside of the law, where every contact is pressed and open a little, to its edge.
#pragma once

#include <vector>

#include "solver/newton/cone_system.h"
#include "solver/newton/newton_watch.h"

namespace keystone {

// Primal-dual steps with a predictor and a corrector (Mehrotra 1992) on the law as SmoothLaw rounds it off, from one
// tau toward zero. On a convex problem (without friction, or under given normal impulses) their number hardly depends
// on how many contacts slide or on what is redundant. Coulomb's law has no such promise: there the steps may stall.
class InteriorPath {
 public:
  // Begins at the law's point at `tau` where lambda - u = y, scaled as `rows`. `factorizations` counts on.
  InteriorPath(const ConeRows& rows, ConeSystem& system, const VecX& y, double tau, int& factorizations,
               NewtonWatch watch = {});

  // Goes on until `factorizations` is `most`, no step is left to take, or at a new point `pause`, unless it is null, is
  // true.
  void follow(int most, const PathPause& pause = {});
  bool isOver() const { return is_over_; }
  const VecX& lambda() const { return at_.lambda; }
  const VecX& u() const { return at_.u; }
  double tau() const { return tau_; }

 private:
  // |lambda - middle| < radius over one or two rows, radius = mu lambda of the row `normal` unless that is -1:
  // u = -2 z (lambda - middle), z room = tau, room = radius^2 - |lambda - middle|^2.
  struct Disc {
    int row = 0, size = 1, normal = -1;
    double mu = 0.0, middle = 0.0, fixed = 0.0;
    Vec2 part(const VecX& x) const { return {x[row], size == 2 ? x[row + 1] : 0.0}; }
    Vec2 inside(const VecX& lambda) const { return part(lambda) - Vec2(middle, size == 2 ? middle : 0.0); }
    double radius(const VecX& lambda) const { return normal < 0 ? fixed : mu * lambda[normal]; }
    double widening(const VecX& change) const { return normal < 0 ? 0.0 : mu * change[normal]; }
    double room(const VecX& lambda) const;
  };
  // A disc at the present point. Its compliance (2 z + 4 z / room s s^T)^-1 is soft (1 - bend s s^T).
  struct Place {
    Vec2 s = Vec2::Zero();
    double radius = 0.0, room = 0.0, soft = 0.0, bend = 0.0;
    Vec2 normal_push = Vec2::Zero();  // what friction gains with each unit of its normal impulse
    Vec2 yield(const Vec2& force) const { return soft * (force - bend * s.dot(force) * s); }
    double roomChange(const Vec2& ds, double widening) const { return 2.0 * (radius * widening - s.dot(ds)); }
  };
  // sign (lambda - bound) > 0: (lambda - bound) u = tau.
  struct Edge {
    int row = 0;
    double bound = 0.0, sign = 1.0;
  };
  // A point, or a change of one.
  struct Triple {
    VecX lambda, u, z;
  };

  void listContacts();
  void listJoints();
  void arrive();
  bool step();
  const Triple& moved(double share, const Triple& change);
  double mean(const Triple& p) const;
  void slope();
  void direct(double tau, const Triple* bend, Triple& d);
  double reach(const Triple& d) const;
  double give() const;

  const ConeRows& rows_;
  ConeSystem& system_;
  int& factorizations_;
  NewtonWatch watch_;
  std::vector<Disc> discs_;
  std::vector<Place> places_;  // of the discs
  std::vector<Edge> edges_;
  std::vector<int> free_;
  Triple at_, moved_, predicted_, change_;
  VecX missing_;        // [rows], W lambda + q - u
  VecX push_;           // [rows], of an equation's right-hand side
  VecX lacking_;        // [discs], tau - z room
  LawSlope slope_;      // there
  double tau_;          // mean
  double share_ = 1.0;  // of the last step
  bool is_over_ = false;
};

}  // namespace keystone
