// What happens to bodies that touch others when they are struck. Newton's law of restitution, u+ >= -e u-, says it for
// one contact; for several at once there is more than one law, and each has closed forms of its own (docs/steppers.md).
#pragma once

#include <span>
#include <string_view>

namespace keystone {

enum class ImpactLaw {
  Simultaneous,  // Newton's law at all touching contacts in one solve (Baraff 1989)
  Sequential     // in waves: only the contacts that approach take part, then those that approach after it, and so on
                 // (generalized reflections, Smith et al. 2012)
};

// A row of the table of laws: menu, scene key and command line go through it.
struct ImpactLawInfo {
  ImpactLaw law;
  std::string_view id, title;
  std::string_view help;  // one line for the user
};
std::span<const ImpactLawInfo> impactLaws();
const ImpactLawInfo& impactLawInfo(ImpactLaw law);
const ImpactLawInfo* findImpactLaw(std::string_view id);  // null when there is none

}  // namespace keystone
