// With W the contact's own block, u its velocity before and p its impulse, u+ = u + W p:
//   - Brach (brach1991): Newton's hypothesis along the normal and likewise along the tangents, u_n+ = -e u_n and
//     u_t+ = -e_t u_t, so far as friction allows; beyond, p_t = mu p_n against the sliding. Where that gains energy it
//     goes as far as need be towards the next law, and where it jams the contact the next law holds.
//   - Chatterjee and Ruina (chatterjee1998): p = (1 + e) p_I + (1 + e_t) (p_II - p_I), p_I the impulse that stops the
//     approach without friction and p_II the one that stops the contact; beyond friction, as much of p_II - p_I as it
//     allows. It gains no energy for e in 0 to 1 and e_t in -1 to 1.
// For balls they are the same law.
#include "impact/algebraic_laws.h"

#include <optional>

namespace keystone {
namespace {

class OneImpact {
 public:
  explicit OneImpact(const ImpactPoint& point) : point_(withoutIdleTangent(point)), u_(point_.u), W_(point_.W) {}

  Vec3 chatterjeeRuina() const {
    const double e = point_.e, e_t = point_.e_t;
    const Vec3 stops = Vec3::UnitX() * (-u_[0] / W_(0, 0)), sticks = -W_.ldlt().solve(u_) - stops;
    const Vec3 wanted = (1.0 + e) * stops + (1.0 + e_t) * sticks;
    if (isInCone(wanted)) return wanted;
    const double mu = point_.mu_dynamic;
    return (1.0 + e) * (stops + mu * stops[0] / (slipOf(sticks) - mu * sticks[0]) * sticks);
  }

  // Between two impulses that keep Newton's hypothesis and the bound on friction lie others that do.
  PathEnd brach() const {
    const Vec3 lossy = chatterjeeRuina();
    const std::optional<Vec3> alone = brachAlone();
    if (!alone) return {lossy, true};
    const Vec3& wanted = *alone;
    if (gain(wanted) <= 0.0) return {wanted};
    double low = 0.0, high = 1.0;  // share of the way to it
    for (double half = 0.5; low < half && half < high; half = 0.5 * (low + high))
      (gain(wanted + half * (lossy - wanted)) <= 0.0 ? high : low) = half;
    return {wanted + high * (lossy - wanted), true};
  }

 private:
  static double slipOf(const Vec3& x) { return x.tail<2>().norm(); }
  bool isInCone(const Vec3& p) const { return p[0] >= 0.0 && slipOf(p) <= point_.mu_static * p[0]; }
  double gain(const Vec3& p) const { return p.dot(u_) + 0.5 * p.dot(W_ * p); }

  // None where sliding friction would jam the contact.
  std::optional<Vec3> brachAlone() const {
    const double e = point_.e, e_t = point_.e_t;
    const Vec3 wanted = -W_.ldlt().solve(Vec3((1.0 + e) * u_[0], (1.0 + e_t) * u_[1], (1.0 + e_t) * u_[2]));
    if (isInCone(wanted)) return wanted;
    const Vec2 way = slipOf(u_) > 0.0 ? Vec2(-u_.tail<2>()) : Vec2(wanted.tail<2>());
    Vec3 along(1.0, 0.0, 0.0);
    along.tail<2>() = point_.mu_dynamic * way.normalized();
    const double mobility = W_.row(0).dot(along);
    if (!(mobility > 0.0)) return {};
    return along * (-(1.0 + e) * u_[0] / mobility);
  }

  const ImpactPoint point_;
  const Vec3& u_;
  const Mat3& W_;
};

}  // namespace

PathEnd algebraicImpact(RestitutionLaw law, const ImpactPoint& point) {
  const OneImpact impact(point);
  return law == RestitutionLaw::Brach ? impact.brach() : PathEnd{impact.chatterjeeRuina()};
}

}  // namespace keystone
