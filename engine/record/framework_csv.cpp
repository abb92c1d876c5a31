#include "record/framework_csv.h"

#include <initializer_list>
#include <stdexcept>

#include "math/decimal.h"

namespace keystone {
namespace {

void begin(std::ofstream& out, const std::string& path, const char* head) {
  out << head << '\n' << std::flush;
  if (!out) throw std::runtime_error(path + ": found a file that cannot be written, expected one that can");
}

}  // namespace

PositionRecorder::PositionRecorder(const std::string& path) : out_(path, std::ios::binary) {
  begin(out_, path, "step,time_s,point,x_m,y_m");
}

void PositionRecorder::add(const FrameworkRun& run) {
  const std::string when = std::to_string(run.steps()) + ',' + exactDecimal(run.time()) + ',';
  for (int point = 0; point < run.scene().framework.points(); ++point) {
    const Vec2 p = at(run.state().p, point);
    out_ << when << point << ',' << exactDecimal(p.x()) << ',' << exactDecimal(p.y()) << '\n';
  }
}

FrameworkStepRecorder::FrameworkStepRecorder(const std::string& path) : out_(path, std::ios::binary) {
  begin(out_, path,
        "step,time_s,loop,objective,rows,active,pivots,rounds,corrections,factorizations,residual,stationarity,"
        "complementarity,struts_refused,contacts_opened,mirror_error_m,length_error_m,overlap_m,side_error_m,kinetic_J,"
        "potential_J,top_m,step_ms,status");
}

void FrameworkStepRecorder::add(const FrameworkRun& run, const FrameworkStep& s) {
  out_ << s.step << ',' << exactDecimal(s.time) << ',' << toString(run.options().loop) << ','
       << toString(run.options().objective);
  for (const int count : {s.rows, s.active, s.qp.pivots, s.qp.rounds, s.qp.corrections, s.qp.factorizations})
    out_ << ',' << count;
  for (const double value : {s.residual.value(), s.residual.stationarity, s.residual.complementarity})
    out_ << ',' << exactDecimal(value);
  out_ << ',' << s.struts_refused << ',' << s.contacts_opened << ','
       << (run.mirror() ? exactDecimal(s.mirror_error) : "");
  for (const double value : {s.length_error, s.overlap, s.side_error, s.kinetic, s.potential, s.top, s.ms})
    out_ << ',' << exactDecimal(value);
  out_ << ',' << toString(s.qp.status) << '\n';
}

}  // namespace keystone
