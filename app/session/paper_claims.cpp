#include "session/paper_claims.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "session/quantity.h"

namespace keystone {
namespace {

using Outcome = Claim::Outcome;

constexpr double kProgramSolved = 1e-9;    // residual of a program that counts as solved
constexpr double kSymmetric = 1e-6;        // [m], mirror error of a tower that keeps its symmetry
constexpr double kSameLoops = 1e-10;       // [m], rounding that a few steps of a collapse amplify
constexpr double kClosed = 1e-6;           // [m], a gap that is none
constexpr double kRounding = 1e-15;        // [m], what a difference of coordinates of some metres may be off by
constexpr double kPaperFirstStep = 333.0;  // [ms], section 8.3: about 1/3 s
constexpr double kPaperStep = 300.0;       // [ms], section 8.3: 1000 steps in about 5 minutes
constexpr long kWhole = 1000;              // steps of the paper's animation

template <class... Values>
std::string text(const char* pattern, Values... values) {
  char buffer[320];
  std::snprintf(buffer, sizeof buffer, pattern, values...);
  return buffer;
}

Outcome judge(bool known, bool holds) {
  return !known ? Outcome::Waiting : holds ? Outcome::Holds : Outcome::Fails;
}

Outcome better(bool known, bool holds) {
  return !known ? Outcome::Waiting : holds ? Outcome::Better : Outcome::Fails;
}

Claim unstable(const FrameworkSession& session) {
  const FrameworkMotion& first = session.first();
  return {
      "Figure 2", "A tower of 5 x 5 bricks, which is unstable.",
      first.balanced ? std::string("Balanced.") : text("Unstable: a corner starts with %.3g m/s\u00b2.", first.largest),
      judge(true, !first.balanced)};
}

Claim oneProgram(const FrameworkSession& session) {
  const FrameworkMotion& first = session.first();
  const auto touching = first.contacts.size();
  const auto opened = std::ranges::count_if(first.contacts, &FrameworkContact::opened);
  return {"Section 1", "One convex quadratic program says which bricks stay in contact and which begin to lift off.",
          text("One program, residual %.0e: of %zu touching corners %td part, the others stay.", first.residual.value(),
               touching, opened),
          judge(true, first.residual.value() <= kProgramSolved && opened > 0)};
}

// The bricks that begin to fall and to rise fastest.
Claim whichMove(const FrameworkSession& session) {
  const Framework& framework = session.scene().framework;
  double falls = 0.0, rises = 0.0;
  int falling = 0, rising = 0;
  const double least = 1e-6 * session.scene().gravity.norm();
  for (std::size_t o = 0; o < framework.outlines.size(); ++o) {
    if (isFixed(framework, framework.outlines[o])) continue;
    const double y = outlineMotion(framework, session.first().accelerations, o).linear.y();
    falling += y < -least ? 1 : 0;
    rising += y > least ? 1 : 0;
    falls = std::min(falls, y);
    rises = std::max(rises, y);
  }
  return {"Section 1", "It gives the accelerations with which the tower, at rest, starts to collapse.",
          text("%d bricks fall, with up to %.3g m/s\u00b2, and lever %d up, with up to %.3g.", falling, -falls, rising,
               rises),
          judge(true, falling > 0 && rising > 0)};
}

// The farthest that a point's acceleration is from the image of its partner's [m/s^2]; -1 without a mirror.
double lopsided(const FrameworkSession& session) {
  if (!session.run().mirror()) return -1.0;
  const std::vector<int>& partner = session.run().mirror()->partner;
  const VecX& a = session.first().accelerations;
  double worst = 0.0;
  for (std::size_t i = 0; i < partner.size(); ++i) {
    if (partner[i] < 0) continue;
    const Vec2 here = at(a, static_cast<int>(i)), there = at(a, partner[i]);
    worst = std::max(worst, (Vec2(-here.x(), here.y()) - there).norm());
  }
  return worst;
}

Claim symmetricStart(const FrameworkSession& session) {
  const double worst = lopsided(session);
  return {"Section 8.3, note 3", "The configuration of figure 2 is symmetric.",
          worst < 0.0 ? std::string("It has no mirror image.")
                      : text("So are its first accelerations, to %.0e m/s\u00b2.", worst),
          judge(true, worst >= 0.0 && worst <= kProgramSolved * session.scene().gravity.norm())};
}

Claim theorem51(const FrameworkSession& session) {
  return {"Theorem 5.1", "The loops by accelerations and by positions make the same positions.",
          text("After %d steps they are %.0e m apart.", FrameworkSession::theoremSteps(), session.loopsApart()),
          judge(true, session.loopsApart() <= kSameLoops)};
}

Claim symmetry(const FrameworkSession& session) {
  const FrameworkRecord& r = session.record();
  const bool holds = r.mirror_error <= kSymmetric;
  return {"Section 8.3, note 3",
          "A gross asymmetry towards the end: CPLEX's barrier method stopped near the optimum, and the collapse "
          "amplified it.",
          r.steps == 0 ? std::string("Not stepped yet.")
                       : text("Mirror error %.1e m at most in %ld steps: %s.", r.mirror_error, r.steps,
                              holds ? "it stays symmetric" : "no longer symmetric"),
          better(r.steps > 0, holds)};
}

Claim gaps(const FrameworkSession& session) {
  const FrameworkRecord& r = session.record();
  const bool holds = r.row_gap <= kClosed;
  const std::string gap = r.row_gap > kRounding ? text("%.0e", r.row_gap) : "0";
  return {"Section 8.3, note 3", "The horizontal gaps in the upper part of figure 11 have the same cause.",
          r.steps == 0 ? std::string("Not stepped yet.")
                       : text("Rows above the widest one %s: gaps of %s m at most.", holds ? "stay closed" : "open",
                              gap.c_str()),
          judge(r.steps > 0, holds)};
}

Claim lengths(const FrameworkSession& session) {
  const FrameworkRecord& r = session.record();
  const FrameworkOptions& options = session.run().options();
  const bool known = r.steps > 0 && options.loop == FrameworkLoop::Position && options.objective == Objective::L2;
  return {"Section 8.3", "(L'') is better than (L'): it corrects errors of lengths instead of adding them up.",
          !known ? std::string(r.steps == 0 ? "Not stepped yet." : "Choose the loop by positions with (L'').")
                 : text("(L'') is off by %.0e m, (L') by %.0e m; they are %.0e m apart.", r.length_error,
                        r.rival_length_error, r.apart),
          judge(known, r.length_error <= r.rival_length_error)};
}

Claim inelastic(const FrameworkSession& session) {
  const FrameworkRecord& r = session.record();
  const double left = session.samples().empty() ? 0.0 : session.samples().back().energy;
  return {"Section 7", "Collisions need no treatment and are totally inelastic: the energy of the impulse is lost.",
          r.steps < 2     ? std::string("Not stepped yet.")
          : r.gain <= 0.0 ? "No step has added energy: " + quantity(left, "J") + " are left."
                          : "A step has added " + quantity(r.gain, "J") + ", of " + quantity(left, "J") + ".",
          judge(r.steps > 1, r.gain <= kProgramSolved * std::abs(left))};
}

Claim times(const FrameworkSession& session) {
  const FrameworkRecord& r = session.record();
  return {"Section 8.3", "A program takes 1/3 s at first, later a small part of it; 1000 steps about 5 minutes.",
          r.steps == 0 ? std::string("Not stepped yet.")
                       : text("%.1f ms at first, %.2f in the median; %.1f s for 1000.", r.first_ms, session.medianMs(),
                              1e-3 * r.total_ms * static_cast<double>(kWhole) / static_cast<double>(r.steps)),
          better(r.steps > 0, r.first_ms < kPaperFirstStep && r.total_ms < kPaperStep * static_cast<double>(r.steps))};
}

}  // namespace

std::vector<Claim> paperClaims(const FrameworkSession& session) {
  switch (session.figure()) {
    case PaperFigure::None:
      return {};
    case PaperFigure::Unstable:
      return {unstable(session), oneProgram(session), whichMove(session), symmetricStart(session), theorem51(session)};
    case PaperFigure::Collapse:
      return {symmetry(session), gaps(session), lengths(session), inelastic(session), times(session)};
  }
  return {};
}

}  // namespace keystone
