#include "math/nearest_name.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace keystone {
namespace {

constexpr std::size_t kLettersPerFault = 3;

// Optimal string alignment: a letter that is swapped with the next is one fault.
std::size_t faults(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before = std::exchange(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

std::string didYouMean(std::string_view found, std::span<const std::string_view> known) {
  std::size_t least = found.size() / kLettersPerFault + 1;
  std::string_view nearest;
  for (const std::string_view name : known) {
    if (name.size() >= found.size() + least) continue;  // which spares comparing with long ones
    if (const std::size_t wrong = faults(found, name); wrong < least) {
      least = wrong;
      nearest = name;
    }
  }
  return nearest.empty() ? "" : " (did you mean '" + std::string(nearest) + "'?)";
}

}  // namespace keystone
