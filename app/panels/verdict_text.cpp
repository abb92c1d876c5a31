#include "panels/verdict_text.h"

#include "panels/panel.h"

namespace keystone {
namespace {

bool isKnown(const Analysis& analysis) {
  return gradeOf(analysis.solve.status, analysis.residual.value) != Grade::Failed;
}

}  // namespace

std::string verdictText(const Verdict& verdict) {
  if (!isKnown(verdict.analysis)) return "not found: " + std::string(toString(verdict.analysis.solve.status));
  if (verdict.analysis.balanced) return "stands";
  return "falls, fastest " + format("%.4g m/s\u00b2", verdict.analysis.largest);
}

ImVec4 verdictColour(const Verdict& verdict) {
  if (!isKnown(verdict.analysis)) return palette::kAmber;
  return verdict.analysis.balanced ? palette::kGreen : palette::kRed;
}

}  // namespace keystone
