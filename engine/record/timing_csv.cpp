#include "record/timing_csv.h"

#include <string_view>
#include <utility>
#include <vector>

#include "math/decimal.h"

namespace keystone {
namespace {

// With the stage that solved, of a solver that has stages: "converged: relaxation".
std::string statusOf(const StepReport& r) {
  if (r.rejected) return "rejected";
  std::string status(toString(r.solve.status));
  if (!r.solve.stage.empty()) status.append(": ").append(r.solve.stage);
  return status;
}

// Id of the one that the stepper asks.
std::string solverOf(const Simulation& simulation) {
  const bool asks = simulation.solver != nullptr && stepperInfo(simulation.stepper).uses_solver;
  return asks ? std::string(simulation.solver->id) : "none";
}

struct Field {
  std::string_view name;
  std::string value;
  bool quoted = false;  // in JSON
};

std::string text(double value) {
  return exactDecimal(value);
}

std::string text(long value) {
  return std::to_string(value);
}

std::string text(int value) {
  return std::to_string(value);
}

// The one list of columns: header, CSV rows and JSON objects are all made from it.
std::vector<Field> fields(const Simulation& simulation, double frame_ms) {
  const StepReport& r = simulation.report;
  return {{"step", text(r.step)},
          {"time_s", text(r.time)},
          {"stepper", std::string(toString(simulation.stepper)), true},
          {"solver", solverOf(simulation), true},
          {"bodies", text(r.bodies)},
          {"contacts", text(r.contacts)},
          {"rows", text(r.rows)},
          {"islands", text(r.islands)},
          {"clamped", text(r.sets.clamped)},
          {"unclamped", text(r.sets.unclamped)},
          {"stick", text(r.sets.stick)},
          {"slide", text(r.sets.slide)},
          {"pivots", text(r.solve.pivots)},
          {"drives", text(r.solve.drives)},
          {"zero_steps", text(r.solve.zero_steps)},
          {"iterations", text(r.solve.iterations)},
          {"factorizations", text(r.solve.factorizations)},
          {"residual", text(r.residual.value)},
          {"max_penetration_m", text(r.max_penetration)},
          {"kinetic_J", text(r.kinetic)},
          {"potential_J", text(r.potential)},
          {"momentum_x_kg_m_s", text(r.momentum.x())},
          {"momentum_y_kg_m_s", text(r.momentum.y())},
          {"momentum_z_kg_m_s", text(r.momentum.z())},
          {"angular_momentum_x_kg_m2_s", text(r.angular_momentum.x())},
          {"angular_momentum_y_kg_m2_s", text(r.angular_momentum.y())},
          {"angular_momentum_z_kg_m2_s", text(r.angular_momentum.z())},
          {"joint_error_m", text(r.joint_error)},
          {"broad_ms", text(r.ms.broad)},
          {"narrow_ms", text(r.ms.narrow)},
          {"assemble_ms", text(r.ms.assemble)},
          {"solve_ms", text(r.ms.solve)},
          {"integrate_ms", text(r.ms.integrate)},
          {"sweep_ms", text(r.ms.sweep)},
          {"step_ms", text(r.ms.total)},
          {"frame_ms", text(frame_ms)},
          {"status", statusOf(r), true},
          {"state_hash", hexDigits(r.state_hash), true}};
}

// JSON has no NaN and no infinity.
bool isJsonNumber(const std::string& value) {
  return value.find_first_of("in") == std::string::npos;
}

std::string jsonObject(const std::vector<Field>& row) {
  std::string object = "{";
  for (const Field& field : row) {
    object += object.size() > 1 ? ", \"" : "\"";
    object.append(field.name).append("\": ");
    object += field.quoted ? '"' + field.value + '"' : isJsonNumber(field.value) ? field.value : "null";
  }
  return object + "}";
}

}  // namespace

std::string timingHeader() {
  std::string header;
  for (const Field& field : fields(Simulation{}, 0.0)) {
    header.append(header.empty() ? "" : ",").append(field.name);
  }
  return header;
}

std::string timingRow(const Simulation& simulation, double frame_ms) {
  std::string row;
  for (const Field& field : fields(simulation, frame_ms)) {
    row.append(row.empty() ? "" : ",").append(field.value);
  }
  return row;
}

TimingRecorder::TimingRecorder(const std::string& path) : file_(path), json_(path.ends_with(".json")) {
  file_.out() << (json_ ? "[" : timingHeader()) << '\n';
}

TimingRecorder::~TimingRecorder() {
  try {
    if (rows_ > 0) close();
  } catch (const OutputError&) {  // there is nobody to tell any more
  }
}

void TimingRecorder::close() {
  if (std::exchange(closed_, true)) return;
  if (json_) file_.out() << (rows_ > 0 ? "\n]\n" : "]\n");
  file_.close();
}

void TimingRecorder::add(const Simulation& simulation, double frame_ms) {
  if (json_) {
    file_.out() << (rows_ > 0 ? ",\n" : "") << jsonObject(fields(simulation, frame_ms));
  } else {
    file_.out() << timingRow(simulation, frame_ms) << '\n';
  }
  ++rows_;
}

}  // namespace keystone
