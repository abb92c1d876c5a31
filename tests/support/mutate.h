// Files that something has happened to.
#pragma once

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>

namespace keystone {

// One to four changes: a byte, a bit, a piece left out, doubled or moved, an end cut off, or a number made another one.
class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  std::string operator()(std::string bytes) {
    for (std::size_t n = 1 + below(4); n > 0 && !bytes.empty(); --n) change(bytes);
    return bytes;
  }
  std::size_t below(std::size_t end) { return random_() % end; }

 private:
  void change(std::string& bytes) {
    const std::size_t at = below(bytes.size()), length = std::min(bytes.size() - at, 1 + below(40));
    switch (below(8)) {
      case 0:
        bytes[at] = static_cast<char>(random_());
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ 1 << below(8));
        break;
      case 2:
        bytes.erase(at, length);
        break;
      case 3:
        bytes.insert(below(bytes.size()), bytes.substr(at, length));
        break;
      case 4:
        bytes.resize(at);
        break;
      default:
        changeNumber(bytes, at);
    }
  }

  // The next one from there on.
  void changeNumber(std::string& bytes, std::size_t from) {
    constexpr std::string_view kOfNumbers = "0123456789.+-eE";
    constexpr std::array kOthers = {"0",          "-1",    "1",   "1e308", "-1e-308", "1e400", "nan",
                                    "2147483648", "65536", "0.5", "\"\"",  "null",    "[]",    "true"};
    const std::size_t begin = bytes.find_first_of("0123456789", from);
    if (begin == std::string::npos) return;
    const std::size_t end = std::min(bytes.find_first_not_of(kOfNumbers, begin), bytes.size());
    bytes.replace(begin, end - begin, kOthers[below(kOthers.size())]);
  }

  std::mt19937_64 random_;
};

}  // namespace keystone
