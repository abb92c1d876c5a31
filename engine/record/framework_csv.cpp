#include "record/framework_csv.h"

#include <initializer_list>

#include "math/decimal.h"

namespace keystone {

PositionRecorder::PositionRecorder(const std::string& path) : file_(path) {
  file_.out() << "step,time_s,point,x_m,y_m\n";
}

void PositionRecorder::add(const FrameworkRun& run) {
  const std::string when = std::to_string(run.steps()) + ',' + exactDecimal(run.time()) + ',';
  for (int point = 0; point < run.scene().framework.points(); ++point) {
    const Vec2 p = at(run.state().p, point);
    file_.out() << when << point << ',' << exactDecimal(p.x()) << ',' << exactDecimal(p.y()) << '\n';
  }
}

FrameworkStepRecorder::FrameworkStepRecorder(const std::string& path) : file_(path) {
  file_.out()
      << "step,time_s,loop,objective,rows,active,pivots,rounds,corrections,factorizations,residual,stationarity,"
         "complementarity,struts_refused,contacts_opened,mirror_error_m,length_error_m,overlap_m,side_error_m,kinetic_"
         "J,"
         "potential_J,top_m,step_ms,status\n";
}

void FrameworkStepRecorder::add(const FrameworkRun& run, const FrameworkStep& s) {
  std::ostream& out = file_.out();
  out << s.step << ',' << exactDecimal(s.time) << ',' << toString(run.options().loop) << ','
      << toString(run.options().objective);
  for (const int count : {s.rows, s.active, s.qp.pivots, s.qp.rounds, s.qp.corrections, s.qp.factorizations})
    out << ',' << count;
  for (const double value : {s.residual.value(), s.residual.stationarity, s.residual.complementarity})
    out << ',' << exactDecimal(value);
  out << ',' << s.struts_refused << ',' << s.contacts_opened << ','
      << (run.mirror() ? exactDecimal(s.mirror_error) : "");
  for (const double value : {s.length_error, s.overlap, s.side_error, s.kinetic, s.potential, s.top, s.ms})
    out << ',' << exactDecimal(value);
  out << ',' << toString(s.qp.status) << '\n';
}

}  // namespace keystone
