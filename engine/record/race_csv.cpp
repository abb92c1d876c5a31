#include "record/race_csv.h"

#include <stdexcept>

#include "math/decimal.h"

namespace keystone {

RaceRecorder::RaceRecorder(const std::string& path) : out_(path, std::ios::binary) {
  out_ << "step,time_s,method,difference_m,mirror_error_m,kinetic_J,residual,penetration_m,joint_error_m,"
          "status,state_hash\n"
       << std::flush;
  if (!out_) throw std::runtime_error(path + ": found a file that cannot be written, expected one that can");
}

void RaceRecorder::add(const Race& race) {
  for (const Simulation& simulation : race.simulations) {
    const RaceMeasure m = measure(race, simulation);
    const StepReport& report = simulation.report;
    out_ << report.step << ',' << exactDecimal(report.time) << ',' << toString(methodOf(simulation)) << ','
         << exactDecimal(m.difference) << ',' << (race.mirror ? exactDecimal(m.mirror_error) : "") << ','
         << exactDecimal(m.kinetic) << ',' << exactDecimal(m.residual) << ',' << exactDecimal(m.penetration) << ','
         << exactDecimal(m.joint_error) << ',' << (report.rejected ? "rejected" : toString(report.solve.status)) << ','
         << hexDigits(report.state_hash) << '\n';
  }
}

}  // namespace keystone
