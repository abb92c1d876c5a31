// keystone-cli framework: point masses and bars under the loops of Rote and Zwick.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/setup.h"
#include "math/stop.h"
#include "paths.h"
#include "record/framework_csv.h"
#include "record/run_summary.h"
#include "scene/framework_file.h"

namespace keystone {
namespace {

using Json = nlohmann::ordered_json;

struct FrameworkCommand {
  std::string framework;          // a file, or a name in assets/frameworks or assets/scenes
  std::string loop = "position";  // or "acceleration", "penalty"
  std::string objective;          // "L1", "L2", "S"; empty: L2, of accelerations L1
  std::optional<int> bends;       // of L2 alone; none: 2
  double penalty = 100.0;         // M of section 8.4 [kg/m^2]
  std::string lines = "facing";   // or "paper"
  std::string terms = "all";      // or "paper"
  std::string update = "simple";  // or "averaged"
  int masses = 4;                 // of a brick; or 9
  bool collisions = false;        // against theorem 7.1
  bool braced = false;            // with the bars that are missing between corners, as braces
  double h = 0.0;                 // [s], 0: the file's own
  long steps = 1000;
  std::string out, timings;  // files to write, empty = none
  Format format = Format::Table;
};

constexpr double kSolved = 1e-9;    // residual that counts as solved, as of the solver gauss
constexpr double kRounding = 1e-9;  // of gravity, an acceleration that a table shows as 0
constexpr double kOff = 1e-9;       // [m], above which the right side of (S') as printed counts as wrong

FrameworkOptions optionsOf(const FrameworkCommand& command) {
  FrameworkOptions options{.penalty = command.penalty};
  if (command.bends) options.bends = *command.bends;
  for (const FrameworkLoop loop : {FrameworkLoop::Acceleration, FrameworkLoop::Position, FrameworkLoop::Penalty})
    if (command.loop == toString(loop)) options.loop = loop;
  if (options.loop == FrameworkLoop::Acceleration) options.objective = Objective::L1;
  for (const Objective objective : {Objective::L1, Objective::L2, Objective::S})
    if (command.objective == toString(objective)) options.objective = objective;
  options.lines = command.lines == "paper" ? LineRule::Paper : LineRule::Facing;
  options.all_terms = command.terms == "all";
  options.averaged = command.update == "averaged";
  options.collisions = command.collisions;
  if (options.loop != FrameworkLoop::Acceleration && (!options.all_terms || options.averaged))
    throw UsageError("--terms, --update: found one with the loop " + command.loop +
                     ", expected them with the loop acceleration alone");
  if (command.bends && options.objective != Objective::L2)
    throw UsageError("--bends: found it with the objective " + std::string(toString(options.objective)) +
                     ", expected it with L2 alone");
  return options;
}

// What the steps came to.
struct FrameworkCourse {
  FrameworkStep worst, last;
  std::vector<double> residuals, ms, pivots;
  long not_solved = 0, refused_steps = 0, off_steps = 0;
  std::string trouble;  // of the first step that was not solved

  void add(FrameworkStep step) {
    worst.mirror_error = std::max(worst.mirror_error, step.mirror_error);
    worst.length_error = std::max(worst.length_error, step.length_error);
    worst.overlap = std::max(worst.overlap, step.overlap);
    worst.side_error = std::max(worst.side_error, step.side_error);
    if (step.velocity_change > worst.velocity_change) {  // the hardest collision of the run
      worst.velocity_change = step.velocity_change;
      worst.collision_error = step.collision_error;
    }
    worst.struts_refused = std::max(worst.struts_refused, step.struts_refused);
    worst.contacts_opened = std::max(worst.contacts_opened, step.contacts_opened);
    off_steps += step.side_error > kOff ? 1 : 0;
    refused_steps += step.struts_refused + step.contacts_opened > 0 ? 1 : 0;
    residuals.push_back(step.residual.value());
    ms.push_back(step.ms);
    pivots.push_back(step.qp.pivots);
    const bool solved = step.qp.status == QpStatus::Solved && step.residual.value() <= kSolved;
    if (!solved && trouble.empty()) {
      char text[80];
      std::snprintf(text, sizeof text, ", residual %.1e", step.residual.value());
      trouble = "step " + std::to_string(step.step) + ": " + std::string(toString(step.qp.status)) + text;
    }
    not_solved += solved ? 0 : 1;
    last = std::move(step);
  }
};

// Fewer steps where it was interrupted.
FrameworkCourse runSteps(FrameworkRun& run, const FrameworkCommand& command) {
  std::optional<PositionRecorder> positions;
  std::optional<FrameworkStepRecorder> timings;
  if (!command.out.empty()) positions.emplace(command.out).add(run);
  if (!command.timings.empty()) timings.emplace(command.timings);
  FrameworkCourse course;
  try {
    Progress progress(command.steps, "step");
    progress.workOn(run.scene().id);
    for (long i = 0; i < command.steps; ++i) {
      stopIfAsked();
      FrameworkStep step = run.step();
      if (positions) positions->add(run);
      if (timings) timings->add(run, step);
      course.add(std::move(step));
      progress.pieceDone();
    }
  } catch (const Stopped&) {
  }
  if (positions) positions->close();
  if (timings) timings->close();
  return course;
}

Json summary(const FrameworkRun& run, const FrameworkMotion& motion, const FrameworkCourse& course) {
  const FrameworkScene& scene = run.scene();
  const auto opened = std::ranges::count_if(motion.contacts, &FrameworkContact::opened);
  const bool moved = !course.residuals.empty(), mirrored = run.mirror().has_value();
  const auto orNull = [](bool known, double value) { return known ? Json(value) : Json(nullptr); };
  return {{"framework", scene.id},
          {"points", scene.framework.points()},
          {"bars", scene.framework.bars.size()},
          {"braces", scene.framework.braces.size()},
          {"outlines", scene.framework.outlines.size()},
          {"loop", toString(run.options().loop)},
          {"objective", toString(run.options().objective)},
          {"bends", run.options().objective == Objective::L2 ? run.options().bends : 0},
          {"lines", run.options().lines == LineRule::Paper ? "paper" : "facing"},
          {"terms", run.options().all_terms ? "all" : "paper"},
          {"update", run.options().averaged ? "averaged" : "simple"},
          {"h_s", scene.h},
          {"balanced", motion.balanced},
          {"first_acceleration_m_s2", motion.largest},
          {"first_residual", motion.residual.value()},
          {"first_contacts_opened", opened},
          {"steps", run.steps()},
          {"time_s", run.time()},
          {"residual", toJson(distribution(course.residuals))},
          {"pivots", toJson(distribution(course.pivots))},
          {"step_ms", toJson(distribution(course.ms))},
          {"mirror_error_max_m", orNull(mirrored, course.worst.mirror_error)},
          {"mirror_error_end_m", orNull(mirrored, course.last.mirror_error)},
          {"length_error_max_m", course.worst.length_error},
          {"overlap_max_m", course.worst.overlap},
          {"side_error_max_m", orNull(run.options().objective == Objective::S, course.worst.side_error)},
          {"side_off_steps", run.options().objective == Objective::S ? Json(course.off_steps) : Json(nullptr)},
          {"struts_refused_max", course.worst.struts_refused},
          {"contacts_opened_max", course.worst.contacts_opened},
          {"tensions_refused_steps", course.refused_steps},
          {"hardest_collision_m_s", orNull(run.options().collisions, course.worst.velocity_change)},
          {"collision_error_m_s", orNull(run.options().collisions, course.worst.collision_error)},
          {"energy_end_J", orNull(moved, course.last.kinetic + course.last.potential)},
          {"top_end_m", orNull(moved, course.last.top)},
          {"not_converged", course.not_solved}};
}

// Outlines that move: where their centres are, and how they began to move.
// `least`: what is smaller reads as 0.
Json outlineRows(const FrameworkRun& run, const FrameworkMotion& motion, double least) {
  const auto shown = [least](double value) { return std::abs(value) < least ? 0.0 : value; };
  const Framework& framework = run.scene().framework;
  Json rows = Json::array();
  for (std::size_t o = 0; o < framework.outlines.size(); ++o) {
    if (isFixed(framework, framework.outlines[o])) continue;
    const Vec2 now = outlineMotion(framework, run.state().p, o).linear;
    const OutlineMotion first = outlineMotion(framework, motion.accelerations, o);
    rows.push_back({{"name", run.scene().names[o]},
                    {"x_m", now.x()},
                    {"y_m", now.y()},
                    {"first_x_m_s2", shown(first.linear.x())},
                    {"first_y_m_s2", shown(first.linear.y())},
                    {"first_turn_rad_s2", shown(first.angular)}});
  }
  return rows;
}

Json pointRows(const FrameworkRun& run) {
  Json rows = Json::array();
  for (int point = 0; point < run.scene().framework.points(); ++point) {
    if (run.scene().framework.isFixed(point)) continue;
    const Vec2 p = at(run.state().p, point);
    rows.push_back({{"point", point}, {"x_m", p.x()}, {"y_m", p.y()}});
  }
  return rows;
}

// Of the last step; of each bar whether it is a strut that refused to pull. Forces below the rounding of the largest
// are 0.
Json barRows(const FrameworkRun& run, const FrameworkStep& last) {
  const Framework& framework = run.scene().framework;
  double largest = 0.0;
  for (const double force : last.bar_forces) largest = std::max(largest, std::abs(force));
  const double least = std::numeric_limits<double>::epsilon() * largest;
  Json rows = Json::array();
  for (std::size_t i = 0; i < framework.bars.size() && i < last.bar_forces.size(); ++i) {
    const Bar& bar = framework.bars[i];
    rows.push_back({{"i", bar.i},
                    {"j", bar.j},
                    {"compression_N", std::abs(last.bar_forces[i]) < least ? 0.0 : last.bar_forces[i]},
                    {"refused", bar.strut && last.bar_forces[i] == 0.0}});
  }
  return rows;
}

void printAll(const FrameworkRun& run, const FrameworkMotion& motion, const FrameworkCourse& course, Format format) {
  constexpr std::size_t kFewBars = 20;  // that a table shows; JSON has all
  Json result = summary(run, motion, course);
  const double least = format == Format::Json ? 0.0 : kRounding * run.scene().gravity.norm();
  const Json outlines = outlineRows(run, motion, least), points = pointRows(run), bars = barRows(run, course.last);
  if (format == Format::Json) {
    result["outline_rows"] = outlines;
    result["point_rows"] = points;
    result["bar_rows"] = bars;
    return print(result, format);
  }
  print(result, format);
  std::printf("\n%s\n", outlines.empty() ? "points [m]" : "outlines [m], first accelerations [m/s^2], [rad/s^2]");
  print(outlines.empty() ? points : outlines, format);
  if (bars.empty() || bars.size() > kFewBars) return;
  std::printf("\nbars in the last step [N], tension is negative\n");
  print(bars, format);
}

double longestBar(const Framework& framework) {
  double longest = 0.0;
  for (const Bar& bar : framework.bars) longest = std::max(longest, bar.length);
  return longest;
}

int runFramework(const FrameworkCommand& command) {
  const BrickMasses model = command.masses == 9 ? BrickMasses::Nine : BrickMasses::Four;
  FrameworkScene scene = loadFramework(findFramework(command.framework, assetDir()), assetDir(), model);
  if (command.h > 0.0) scene.h = command.h;
  if (command.braced) addBraces(scene.framework);
  std::optional<FrameworkRun> run;
  try {
    run.emplace(std::move(scene), optionsOf(command));
  } catch (const std::invalid_argument& error) {
    throw UsageError(command.framework + ": " + error.what());
  }
  const FrameworkMotion motion = firstMotion(run->scene());
  const FrameworkCourse course = runSteps(*run, command);
  printAll(*run, motion, course, command.format);
  const double longest = longestBar(run->scene().framework);
  const bool apart = !(course.worst.length_error <= longest);
  if (apart)
    std::fprintf(stderr,
                 "%s: it came apart, bars are off by up to %.1e m, and the longest has %.3g m; the objective %s%s\n",
                 command.framework.c_str(), course.worst.length_error, longest,
                 std::string(toString(run->options().objective)).c_str(),
                 run->options().objective == Objective::S ? " as it is printed is wrong where something turns" : "");
  if (course.not_solved > 0)
    std::fprintf(stderr, "%s: %ld of %ld steps not solved to %.0e; the first, %s\n", command.framework.c_str(),
                 course.not_solved, command.steps, kSolved, course.trouble.c_str());
  if (const auto done = std::ssize(course.ms); done < command.steps)
    return sayInterrupted(run->scene().id, done, command.steps, "steps");
  return apart || course.not_solved > 0 ? 1 : 0;
}

}  // namespace

void addFramework(Commands& commands) {
  auto [command, options] = commands.add(
      "framework", "Point masses and bars under the loops of Rote and Zwick, from a file or a planar scene's bricks",
      runFramework);
  command
      .add_option("framework", options.framework,
                  "name in assets/frameworks or assets/scenes (diamond_5, collapse_5x5), or path of such a file")
      ->required();
  addSet(command, options.framework);
  command.add_option("--loop", options.loop, "position (default, figure 7), acceleration (figure 6) or penalty (8.4)")
      ->check(CLI::IsMember({"acceleration", "position", "penalty"}));
  command
      .add_option("--objective", options.objective,
                  "L2 (default): original lengths; L1: those of the step before; S: (S') as it is printed")
      ->check(CLI::IsMember({"L1", "L2", "S"}));
  command
      .add_option("--bends", options.bends,
                  "more solves a step, which make L2 exact (2); 0: the paper's right sides; L2 alone has them")
      ->transform(wholeFrom(0, 10));
  command
      .add_option("--lines", options.lines,
                  "edges that bodies may not pass: facing (default), or section 8.5 as it is printed (paper)")
      ->check(CLI::IsMember({"facing", "paper"}));
  command
      .add_option("--terms", options.terms,
                  "of accelerations: all (default), or figure 6 as it is printed (paper), its conditions tested for "
                  "equality")
      ->check(CLI::IsMember({"all", "paper"}));
  command
      .add_option("--update", options.update,
                  "of accelerations: positions by the new velocities (simple, default), or by the mean of old and new "
                  "(averaged)")
      ->check(CLI::IsMember({"simple", "averaged"}));
  command.add_option("--penalty", options.penalty, "M of section 8.4 in kg/m^2, of a penalty and of braces (100)")
      ->check(numberFrom(1e-6, 1e12));
  command.add_option("--masses", options.masses, "of a scene's brick: 4 (default, the paper's) or 9 (homogeneous)")
      ->check(CLI::IsMember({4, 9}));
  command.add_flag("--collisions", options.collisions,
                   "measure the hardest collision against theorem 7.1: the inelastic collision by velocities alone");
  command.add_flag("--braced", options.braced, "with a brace wherever two corners of an outline have no bar");
  command
      .add_option("--step-length", options.h, "length of a step in seconds (the file's own; a scene's, 0.002 at most)")
      ->check(numberFrom(1e-6, 0.1));
  command.add_option("--steps", options.steps, "number of steps (1000)")->transform(wholeFrom(0, 100'000'000));
  command.add_option("--out", options.out, "FILE.csv: positions over time, one row per step and point")
      ->check(endingIn({".csv"}));
  command.add_option("--timings", options.timings, "FILE.csv: one row per step: its program, residual, errors")
      ->check(endingIn({".csv"}));
  addFormat(command, options.format);
}

}  // namespace keystone
