#include "problem/problem_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>

#include "problem/problem_file.h"

namespace keystone {
namespace {

constexpr std::string_view kBlank = " \t\r\v\f";

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> words;
  std::size_t at = line.find_first_not_of(kBlank);
  while (at != std::string_view::npos) {
    const std::size_t end = std::min(line.find_first_of(kBlank, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(kBlank, end);
  }
  return words;
}

// A word as an error message shows it: short, and without bytes that would break the line.
std::string quoted(std::string_view word) {
  constexpr std::size_t kLongest = 40;
  std::string shown = "'";
  for (const char c : word.substr(0, kLongest)) {
    shown += c >= ' ' && c <= '~' ? c : '?';
  }
  return shown + (word.size() > kLongest ? "...'" : "'");
}

// std::from_chars knows no leading plus sign; the formats do.
std::string_view withoutPlus(std::string_view word) {
  return word.size() > 1 && word[0] == '+' && word[1] != '-' ? word.substr(1) : word;
}

}  // namespace

LineReader::LineReader(std::string path, char comment) : path_(std::move(path)), comment_(comment) {
  std::ifstream in(path_, std::ios::binary);
  if (in) {
    text_.assign(std::istreambuf_iterator<char>(in), {});
  }
  if (!in || in.bad()) {
    throw ProblemFileError(path_ + ": found no readable file, expected one");
  }
}

std::string_view LineReader::firstLine() const {
  return std::string_view(text_).substr(0, text_.find_first_of("\r\n"));
}

bool LineReader::next() {
  words_.clear();
  while (position_ < text_.size()) {
    const std::size_t end = std::min(text_.find('\n', position_), text_.size());
    const std::string_view line = std::string_view(text_).substr(position_, end - position_);
    position_ = end + 1;
    ++line_;
    words_ = split(line);
    if (!words_.empty() && words_[0][0] != comment_) {
      return true;
    }
  }
  words_.clear();
  return false;
}

double LineReader::real(std::size_t i, std::string_view what) const {
  const std::string_view word = withoutPlus(words_[i]);
  double value = 0.0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value)) {
    fail(quoted(words_[i]) + " as " + std::string(what), "a finite number");
  }
  return value;
}

long LineReader::integer(std::size_t i, std::string_view what, long low, long high) const {
  const std::string_view word = withoutPlus(words_[i]);
  long value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value < low || value > high) {
    fail(quoted(words_[i]) + " as " + std::string(what),
         "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  }
  return value;
}

void LineReader::fail(const std::string& found, const std::string& expected) const {
  throw ProblemFileError(path_ + ":" + std::to_string(std::max(line_, 1L)) + ": found " + found + ", expected " +
                         expected);
}

}  // namespace keystone
