// Laws that give an impact at one contact with friction by its velocities before alone, with two coefficients.
#pragma once

#include "impact/impulse_path.h"

namespace keystone {

// By RestitutionLaw::Brach or ChatterjeeRuina. Neither gains energy; where Brach's would, its
// friction is reduced.
PathEnd algebraicImpact(RestitutionLaw law, const ImpactPoint& point);

}  // namespace keystone
