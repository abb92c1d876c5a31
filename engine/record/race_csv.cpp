#include "record/race_csv.h"

#include "math/decimal.h"

namespace keystone {

RaceRecorder::RaceRecorder(const std::string& path) : file_(path) {
  file_.out() << "step,time_s,method,difference_m,mirror_error_m,kinetic_J,residual,penetration_m,joint_error_m,"
                 "status,state_hash\n";
}

void RaceRecorder::add(const Race& race) {
  for (const Simulation& simulation : race.simulations) {
    const RaceMeasure m = measure(race, simulation);
    const StepReport& report = simulation.report;
    file_.out() << report.step << ',' << exactDecimal(report.time) << ',' << toString(methodOf(simulation)) << ','
                << exactDecimal(m.difference) << ',' << (race.mirror ? exactDecimal(m.mirror_error) : "") << ','
                << exactDecimal(m.kinetic) << ',' << exactDecimal(m.residual) << ',' << exactDecimal(m.penetration)
                << ',' << exactDecimal(m.joint_error) << ','
                << (report.rejected ? "rejected" : toString(report.solve.status)) << ',' << hexDigits(report.state_hash)
                << '\n';
  }
}

}  // namespace keystone
