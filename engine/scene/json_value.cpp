#include "scene/json_value.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "scene/json_text.h"
#include "scene/scene_def.h"

namespace keystone {
namespace {

std::string plain(double value) {
  std::ostringstream text;
  text.precision(12);
  text << value;
  return text.str();
}

std::string describeRange(const Range& range, std::string_view noun) {
  const std::string bound =
      range.above_low ? " above " + plain(range.low) + " and at most " : " from " + plain(range.low) + " to ";
  return std::string(noun) + bound + plain(range.high);
}

template <typename Words>
std::string list(const Words& words) {
  std::string text;
  for (const std::string_view word : words) text += (text.empty() ? "" : ", ") + std::string(word);
  return text;
}

}  // namespace

JsonValue::JsonValue(const nlohmann::json& document, std::string file)
    : JsonValue(&document, std::make_shared<const std::string>(std::move(file)), "") {}

JsonValue::JsonValue(const nlohmann::json* value, std::shared_ptr<const std::string> file, std::string pointer)
    : value_(value), file_(std::move(file)), pointer_(std::move(pointer)) {}

void JsonValue::fail(const std::string& found, const std::string& expected) const {
  failWith("found " + found + ", expected " + expected);
}

void JsonValue::failWith(const std::string& line) const {
  throw SceneError(*file_ + ": " + (pointer_.empty() ? "/" : pointer_) + ": " + line);
}

void JsonValue::failExpecting(const std::string& expected) const {
  fail(describe(), expected);
}

std::string JsonValue::describe() const {
  switch (value_->type()) {
    case nlohmann::json::value_t::object:
      return value_->empty() ? "an empty object" : "an object";
    case nlohmann::json::value_t::array:
      return "an array of " + std::to_string(value_->size());
    case nlohmann::json::value_t::string:
      return "\"" + oneLine(value_->get_ref<const std::string&>()) + "\"";
    default:
      return value_->dump();
  }
}

bool JsonValue::isObject() const {
  return value_->is_object();
}
bool JsonValue::isArray() const {
  return value_->is_array();
}
bool JsonValue::isNumber() const {
  return value_->is_number();
}
bool JsonValue::isString() const {
  return value_->is_string();
}

bool JsonValue::isNull() const {
  return value_->is_null();
}

void JsonValue::expectKeys(const std::vector<std::string_view>& allowed) const {
  if (!isObject()) failExpecting("an object");
  for (const auto& [key, value] : value_->items()) {
    if (std::find(allowed.begin(), allowed.end(), key) != allowed.end()) continue;
    JsonValue(&value, file_, pointer_ + pointerStep(key))
        .fail("the unknown key \"" + oneLine(key) + "\"", "one of: " + list(allowed));
  }
}

std::optional<JsonValue> JsonValue::find(std::string_view key) const {
  if (!isObject()) failExpecting("an object");
  const auto found = value_->find(key);
  if (found == value_->end()) return std::nullopt;
  return JsonValue(&*found, file_, pointer_ + pointerStep(key));
}

JsonValue JsonValue::at(std::string_view key) const {
  const std::optional<JsonValue> found = find(key);
  if (!found) fail("no key \"" + std::string(key) + "\"", "one");
  return *found;
}

std::vector<std::pair<std::string, JsonValue>> JsonValue::members() const {
  if (!isObject()) failExpecting("an object");
  std::vector<std::pair<std::string, JsonValue>> all;
  for (const auto& [key, value] : value_->items()) {
    all.emplace_back(key, JsonValue(&value, file_, pointer_ + pointerStep(key)));
  }
  return all;
}

std::vector<JsonValue> JsonValue::items(std::size_t least, std::size_t most) const {
  if (!isArray() || value_->size() < least || value_->size() > most) {
    const std::string count =
        least == most ? std::to_string(least) : std::to_string(least) + " to " + std::to_string(most);
    failExpecting("an array of " + count);
  }
  std::vector<JsonValue> elements;
  elements.reserve(value_->size());
  for (std::size_t i = 0; i < value_->size(); ++i) {
    elements.push_back(JsonValue(&(*value_)[i], file_, pointer_ + "/" + std::to_string(i)));
  }
  return elements;
}

bool JsonValue::flag() const {
  if (!value_->is_boolean()) failExpecting("true or false");
  return value_->get<bool>();
}

double JsonValue::number(const Range& range) const {
  const std::string expected = describeRange(range, "a number");
  if (!isNumber()) failExpecting(expected);
  const double value = value_->get<double>();
  const bool inside =
      std::isfinite(value) && value <= range.high && (range.above_low ? value > range.low : value >= range.low);
  if (!inside) failExpecting(expected);
  return value;
}

int JsonValue::integer(int low, int high) const {
  const std::string expected = describeRange({static_cast<double>(low), static_cast<double>(high)}, "an integer");
  if (!isNumber()) failExpecting(expected);
  const double value = value_->get<double>();
  if (!(value >= low && value <= high) || value != std::floor(value)) failExpecting(expected);
  return static_cast<int>(value);
}

std::string JsonValue::text(std::size_t most) const {
  const std::string expected = "a string of 1 to " + std::to_string(most) + " printable bytes";
  if (!isString()) failExpecting(expected);
  const auto& text = value_->get_ref<const std::string&>();
  const bool printable = std::none_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
  });
  if (text.empty() || text.size() > most || !printable) failExpecting(expected);
  return text;
}

int JsonValue::choice(const std::vector<std::string_view>& words) const {
  const std::string expected = "one of: " + list(words);
  if (!isString()) failExpecting(expected);
  const auto found = std::find(words.begin(), words.end(), value_->get_ref<const std::string&>());
  if (found == words.end()) failExpecting(expected);
  return static_cast<int>(found - words.begin());
}

Vec3 JsonValue::vector(const Range& range, std::size_t components) const {
  if (!isArray() || value_->size() != components)
    failExpecting("an array of " + std::to_string(components) + " numbers");
  const std::vector<JsonValue> elements = items(components, components);
  Vec3 result = Vec3::Zero();
  for (std::size_t i = 0; i < components && i < 3; ++i)
    result[static_cast<Eigen::Index>(i)] = elements[i].number(range);
  return result;
}

}  // namespace keystone
