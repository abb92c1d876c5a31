// Tables of choices: menu, scene key and command line go through them.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

namespace keystone {

template <class Choice>
struct ChoiceInfo {
  Choice value;
  std::string_view id, title;
  std::string_view help;  // one line for the user
};

// The row of a value, which the table has.
template <class Choice>
const ChoiceInfo<Choice>& infoOf(std::span<const ChoiceInfo<Choice>> infos, Choice value) {
  return *std::ranges::find(infos, value, &ChoiceInfo<Choice>::value);
}

// The row of an id; null when there is none.
template <class Choice>
const ChoiceInfo<Choice>* findChoice(std::span<const ChoiceInfo<Choice>> infos, std::string_view id) {
  const auto found = std::ranges::find(infos, id, &ChoiceInfo<Choice>::id);
  return found == infos.end() ? nullptr : &*found;
}

// All ids, as in "a, b, c".
template <class Choice>
std::string idsOf(std::span<const ChoiceInfo<Choice>> infos) {
  std::string ids;
  for (const ChoiceInfo<Choice>& info : infos) ids.append(ids.empty() ? "" : ", ").append(info.id);
  return ids;
}

}  // namespace keystone
