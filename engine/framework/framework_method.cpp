#include "framework/framework_method.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace keystone {
namespace {

constexpr std::array<FrameworkMethod, 6> kMethods{{
    {FrameworkLoop::Position, Objective::L2, "position, (L'')", "(L'')",
     "Figure 7; every step restores the original lengths"},
    {FrameworkLoop::Position, Objective::L1, "position, (L')", "(L')",
     "Figure 7 of theorem 5.1; errors of lengths add up"},
    {FrameworkLoop::Position, Objective::S, "position, (S') as printed", "(S') as printed",
     "(L''), and (S') with its right side over the time step: right only where nothing turns"},
    {FrameworkLoop::Acceleration, Objective::L1, "acceleration, (L2+) (S2+)", "accelerations",
     "Figure 6: the same positions as (L'), by theorem 5.1"},
    {FrameworkLoop::Penalty, Objective::L2, "penalty, M times the bars' errors", "a penalty",
     "Section 8.4: no rows for bars, a term of the objective pulls them to their lengths"},
    {FrameworkLoop::Penalty, Objective::S, "penalty, (S') as printed", "both", "Both of the above"},
}};

void check(const FrameworkScene& scene, const FrameworkOptions& options) {
  if (findFrameworkMethod(options.loop, options.objective) == nullptr)
    throw std::invalid_argument("found the objective " + std::string(toString(options.objective)) + ", expected " +
                                (options.loop == FrameworkLoop::Acceleration ? "L1" : "L2 or S") + " for the loop " +
                                std::string(toString(options.loop)));
  const bool struts = std::ranges::any_of(scene.framework.bars, &Bar::strut);
  if (struts && options.loop == FrameworkLoop::Penalty)
    throw std::invalid_argument(
        "found struts, expected none for the loop penalty, whose bars pull as hard as they push");
  if (!scene.framework.braces.empty() && options.loop == FrameworkLoop::Acceleration)
    throw std::invalid_argument("found braces, expected none for the loop acceleration, which has no penalty");
}

}  // namespace

std::span<const FrameworkMethod> frameworkMethods() {
  return kMethods;
}

const FrameworkMethod* findFrameworkMethod(FrameworkLoop loop, Objective objective) {
  const auto* found = std::ranges::find_if(
      kMethods, [=](const FrameworkMethod& method) { return method.loop == loop && method.objective == objective; });
  return found == kMethods.end() ? nullptr : found;
}

std::string_view toString(FrameworkLoop loop) {
  constexpr std::array<std::string_view, 3> kNames{"acceleration", "position", "penalty"};
  return kNames[static_cast<std::size_t>(loop)];
}

std::string_view toString(Objective objective) {
  constexpr std::array<std::string_view, 3> kNames{"L1", "L2", "S"};
  return kNames[static_cast<std::size_t>(objective)];
}

LoopParams loopParams(const FrameworkScene& scene, const FrameworkOptions& options) {
  check(scene, options);
  LoopParams params{.h = scene.h, .gravity = scene.gravity};
  params.penalty = options.penalty;
  params.bends = options.bends;
  params.lines = options.lines;
  params.printed_sides = options.objective == Objective::S;
  params.lengths = options.loop == FrameworkLoop::Penalty ? Lengths::Penalty
                   : options.objective == Objective::L1   ? Lengths::Previous
                                                          : Lengths::Original;
  return params;
}

}  // namespace keystone
