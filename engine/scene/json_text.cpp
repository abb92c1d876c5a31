#include "scene/json_text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "scene/scene_def.h"

namespace keystone {
namespace {

using nlohmann::json;

// Line and column (both from 1, the column in bytes) of a byte of the text.
std::string lineAndColumn(const std::string& text, std::size_t byte) {
  const std::size_t end = std::min(byte, text.size());
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
  const std::size_t newline = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
  const std::size_t column = newline == std::string::npos ? end + 1 : end - newline;
  return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

// Builds the document event by event, so that it can refuse what a finished document no longer shows.
class StrictBuilder : public nlohmann::json_sax<json> {
 public:
  StrictBuilder(const std::string& text, const std::string& path) : text_(text), path_(path) {}

  json result;

  bool null() override { return put(json(nullptr)) != nullptr; }
  bool boolean(bool value) override { return put(json(value)) != nullptr; }
  bool number_integer(number_integer_t value) override { return put(json(value)) != nullptr; }
  bool number_unsigned(number_unsigned_t value) override { return put(json(value)) != nullptr; }
  bool number_float(number_float_t value, const string_t&) override { return put(json(value)) != nullptr; }
  bool string(string_t& value) override { return put(json(std::move(value))) != nullptr; }
  bool binary(binary_t&) override { return false; }  // text never holds any

  bool start_object(std::size_t) override { return open(json::object()); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    Level& level = levels_.back();
    level.key = std::move(name);
    if (level.container->contains(level.key)) {
      throw SceneError(path_ + ": " + pointer() + ": found the key \"" + oneLine(level.key) +
                       "\" twice, expected it once");
    }
    return true;
  }

  bool parse_error(std::size_t byte, const std::string&, const nlohmann::detail::exception& error) override {
    const std::string place = path_ + ": " + lineAndColumn(text_, byte == 0 ? 0 : byte - 1) + ": found ";
    const std::string_view message = error.what();
    if (dynamic_cast<const json::out_of_range*>(&error) != nullptr) {
      throw SceneError(place + "a number too large for a double, expected a finite number");
    }
    const std::size_t dash = message.find(" - ");
    const std::string_view what = dash == std::string_view::npos ? message : message.substr(dash + 3);
    const std::size_t semicolon = what.rfind("; expected ");
    const std::string_view found = what.substr(0, semicolon);
    throw SceneError(place + oneLine(found, 120) + ", expected " +
                     (semicolon == std::string_view::npos ? "JSON" : oneLine(what.substr(semicolon + 11))));
  }

 private:
  struct Level {
    json* container;
    std::string key;  // of the value to come, in an object
  };

  std::string pointer() const {
    std::string result_pointer;
    for (const Level& level : levels_) {
      result_pointer +=
          level.container->is_array() ? "/" + std::to_string(level.container->size() - 1) : pointerStep(level.key);
    }
    return result_pointer.empty() ? "/" : result_pointer;
  }

  json* put(json value) {
    if (levels_.empty()) {
      result = std::move(value);
      return &result;
    }
    Level& level = levels_.back();
    if (level.container->is_array()) {
      level.container->push_back(std::move(value));
      return &level.container->back();
    }
    return &((*level.container)[level.key] = std::move(value));
  }

  bool open(json empty) {
    json* const container = put(std::move(empty));
    if (levels_.size() >= static_cast<std::size_t>(kMaxJsonDepth)) {
      throw SceneError(path_ + ": " + pointer() + ": found values nested deeper, expected at most " +
                       std::to_string(kMaxJsonDepth) + " levels");
    }
    levels_.push_back({container, {}});
    return true;
  }

  bool close() {
    levels_.pop_back();
    return true;
  }

  const std::string& text_;
  const std::string& path_;
  std::vector<Level> levels_;
};

std::string readFile(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) throw SceneError(path + ": found no such file, expected a scene file");
  if (fs::is_directory(status)) throw SceneError(path + ": found a directory, expected a scene file");
  if (!fs::is_regular_file(status)) throw SceneError(path + ": found a device or pipe, expected a scene file");
  const std::uintmax_t size = fs::file_size(path, error);
  if (!error && size > kMaxSceneBytes) {
    throw SceneError(path + ": found " + std::to_string(size) + " bytes, expected at most " +
                     std::to_string(kMaxSceneBytes));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw SceneError(path + ": found an unreadable file (" + std::strerror(errno) + "), expected a scene file");
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

std::string oneLine(std::string_view text, std::size_t most) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string line;
  for (const char c : text.substr(0, most)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f) {
      line += c;
    } else {
      line += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return text.size() > most ? line + "..." : line;
}

std::string pointerStep(std::string_view key) {
  std::string step = "/";
  for (const char c : key) {
    if (c == '~') {
      step += "~0";
    } else if (c == '/') {
      step += "~1";
    } else {
      step += c;
    }
  }
  return oneLine(step);
}

json parseJson(const std::string& text, const std::string& path) {
  if (text.starts_with("\xef\xbb\xbf")) {
    throw SceneError(path + ": line 1, column 1: found a byte order mark, expected plain UTF-8");
  }
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    throw SceneError(path + ": line 1, column 1: found an empty file, expected a JSON object");
  }
  StrictBuilder builder(text, path);
  json::sax_parse(text, &builder);
  return std::move(builder.result);
}

json readJsonFile(const std::string& path) {
  return parseJson(readFile(path), path);
}

}  // namespace keystone
