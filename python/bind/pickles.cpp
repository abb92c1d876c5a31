#include "bind/pickles.h"

#include <set>

#include "record/bytes.h"
#include "step/choose_method.h"

namespace keystone::bind {
namespace {

// Names in reports are views of the program's own; those of a pickle live as long as the program. Under Python's lock.
std::string_view kept(const std::string& name) {
  static std::set<std::string> names;
  return *names.insert(name).first;
}

void passName(ByteWriter& io, std::string_view name) {
  io(std::string(name));
}
void passName(ByteReader& io, std::string_view& name) {
  std::string text;
  io(text);
  name = kept(text);
}

template <class Io, class... Values>
void passEach(Io& io, Values&... values) {
  (io(values), ...);
}

constexpr auto passResidual = [](auto& io, auto& r) {
  passEach(io, r.value, r.imbalance, r.approach_speed, r.cone_violation, r.friction_angle_deg);
};

constexpr auto passSolve = [](auto& io, auto& r) {
  passEach(io, r.status, r.pivots, r.drives, r.zero_steps, r.iterations, r.factorizations, r.products, r.stage_rank,
           r.message);
  passName(io, r.stage);
  passResidual(io, r.residual);
};

constexpr auto passTimes = [](auto& io, auto& ms) {
  passEach(io, ms.broad, ms.narrow, ms.assemble, ms.solve, ms.integrate, ms.sweep, ms.total);
};

constexpr auto passReport = [](auto& io, auto& r) {
  passEach(io, r.step, r.time, r.bodies, r.contacts, r.rows, r.islands, r.sleeping);
  passSolve(io, r.solve);
  passName(io, r.fallback);
  passSolve(io, r.recovery);
  passEach(io, r.sets.clamped, r.sets.unclamped, r.sets.stick, r.sets.slide, r.sets.bilateral, r.sets_inferred);
  passResidual(io, r.residual);
  passEach(io, r.max_penetration, r.joint_error, r.kinetic, r.potential, r.momentum, r.angular_momentum,
           r.velocity_error);
  passTimes(io, r.ms);
  passEach(io, r.state_hash, r.rejected, r.repeated);
  passTimes(io, r.first_ms);
  passEach(io, r.force_time, r.impacts, r.largest_impact, r.isolated, r.note, r.trouble);
};

constexpr auto passOne = [](auto& io, auto& value) { io(value); };

void passVector(ByteWriter& io, const VecX& vector) {
  io.list(std::vector<double>(vector.begin(), vector.end()), passOne);
}
void passVector(ByteReader& io, VecX& vector) {
  std::vector<double> numbers;
  io.list(numbers, passOne);
  vector = Eigen::Map<const VecX>(numbers.data(), std::ssize(numbers));
}

constexpr auto passSolved = [](auto& io, auto& s) {
  passVector(io, s.solution.lambda);
  io.list(s.solution.sets, passOne);
  io(s.solution.sets_inferred);
  passVector(io, s.solution.ray);
  passVector(io, s.solution.penalty);
  passSolve(io, s.report);
  io(s.time_ms);
};

}  // namespace

std::string bytesOf(const StepReport& report) {
  ByteWriter bytes;
  passReport(bytes, report);
  return bytes.bytes();
}

StepReport reportFrom(const std::string& bytes) {
  ByteReader reader(bytes);
  StepReport report;
  passReport(reader, report);
  return report;
}

std::string bytesOf(const Solved& solved) {
  ByteWriter bytes;
  passName(bytes, solved.solver->id);
  passSolved(bytes, solved);
  return bytes.bytes();
}

void readSolved(const std::string& bytes, Solved& solved) {
  ByteReader reader(bytes);
  std::string solver;
  reader(solver);
  solved.solver = &solverNamed("pickle", solver);
  passSolved(reader, solved);
}

}  // namespace keystone::bind
