// The convergence view as it is set and as it was drawn last.
#pragma once

#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "session/convergence.h"
#include "session/layout.h"

namespace keystone {

enum class ConvergenceAxis { Iterations, Factorizations, Products, Time };
inline constexpr std::array kConvergenceAxes{ConvergenceAxis::Iterations, ConvergenceAxis::Factorizations,
                                             ConvergenceAxis::Products, ConvergenceAxis::Time};

// A plot on the screen. Upwards log10 of the residual; to the right log10(1 + work / unit), which has a place for 0.
struct ConvergencePlot {
  ConvergenceAxis axis = ConvergenceAxis::Iterations;
  Rect area;                           // [pixels], of the curves
  double unit = 1.0;                   // of work: one, or [ms]
  double x_high = 1.0;                 // work at the right edge
  double y_low = -16.0, y_high = 0.0;  // decades

  static double decadeOf(double residual) { return std::log10(std::max(residual, 1e-17)); }
  double workOf(const HistoryPoint& point) const {
    switch (axis) {
      case ConvergenceAxis::Iterations:
        return point.iteration;
      case ConvergenceAxis::Factorizations:
        return point.factorizations;
      case ConvergenceAxis::Products:
        return point.products;
      case ConvergenceAxis::Time:
        break;
    }
    return point.time_ms;
  }
  float xOf(double work) const {
    const double share = std::log10(1.0 + work / unit) / std::log10(1.0 + x_high / unit);
    return area.x + static_cast<float>(share) * area.width;
  }
  float yOf(double decade) const {
    return area.bottom() - static_cast<float>((decade - y_low) / (y_high - y_low)) * area.height;
  }
};

struct ConvergenceView {
  std::set<std::string, std::less<>> chosen{"exact", "pgs", "nncg", "pgs_sm", "apgd", "admm", "newton_cone"};
  bool frozen = false;                 // keeps its problem while the simulation goes on
  int shown = 0;                       // 0: all plots, else the number of the axis alone, from 1
  const SolverInfo* marked = nullptr;  // pointed at
  int marked_point = -1;               // of its curve

  std::unique_ptr<Convergence> now;
  std::vector<ChosenMethod> methods;  // what it was asked for last
  std::string scene;                  // whose problem it is,
  long step = -1;                     // of which step,
  std::uint64_t state = 0;            // and the hash of the world after that
  std::chrono::steady_clock::time_point began;

  // As drawn: those of `now`, or of the one before while it is only just beginning.
  std::vector<ConvergenceCurve> curves;
  std::string title;
  std::uint64_t revision = 0;
  std::vector<ConvergencePlot> plots;

  std::string save_as;  // path without extension, to be written after this frame; empty: none
  std::string saved;    // likewise, of the last one written
};

}  // namespace keystone
