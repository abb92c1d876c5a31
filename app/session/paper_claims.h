// What Rote and Zwick say of the collapse in figures 2 and 11, and what comes out here, measured live.
#pragma once

#include <string>
#include <vector>

#include "session/framework_session.h"

namespace keystone {

struct Claim {
  enum class Outcome {
    Waiting,  // nothing to judge it by yet
    Holds,
    Better,  // a defect or a cost that the paper names is not there
    Fails
  };
  std::string place;  // in the paper
  std::string says;   // what the paper says there, in our words
  std::string found;
  Outcome outcome = Outcome::Waiting;
};

// Of the figure that the session shows; none for other frameworks. What holds is judged with the bounds beside each
// claim in the source.
std::vector<Claim> paperClaims(const FrameworkSession& session);

}  // namespace keystone
