// A value of a scene file that knows where it stands, so that every complaint names the place.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "math/types.h"
#include "world/bounds.h"

namespace keystone {

// A cursor into a parsed file. It refers to the document, which must outlive it.
// Every reader throws SceneError "FILE: /json/pointer: found X, expected Y" when the value is not what it asks for.
class JsonValue {
 public:
  // The root of a document; `file` names it in messages.
  JsonValue(const nlohmann::json& document, std::string file);

  const std::string& file() const { return *file_; }
  [[noreturn]] void fail(const std::string& found, const std::string& expected) const;
  // The same, with what stands here as what was found.
  [[noreturn]] void failExpecting(const std::string& expected) const;
  // What somebody else says of what is named here, with what was found and expected: of a file, say.
  [[noreturn]] void failWith(const std::string& line) const;

  bool isObject() const;
  bool isArray() const;
  bool isNumber() const;
  bool isString() const;
  bool isNull() const;

  // An object with no other keys than these.
  void expectKeys(const std::vector<std::string_view>& allowed) const;
  // The key's value; none when the object lacks it.
  std::optional<JsonValue> find(std::string_view key) const;
  // The key's value, which must be there.
  JsonValue at(std::string_view key) const;
  // All keys and values of an object, in the order of the keys.
  std::vector<std::pair<std::string, JsonValue>> members() const;
  // The elements of an array that has `least` to `most` of them.
  std::vector<JsonValue> items(std::size_t least, std::size_t most) const;

  bool flag() const;
  double number(const Range& range) const;
  int integer(int low, int high) const;
  // 1 to 200 bytes without control characters; longer when `most` says so.
  std::string text(std::size_t most = 200) const;
  // One of these words; returns its place in the list.
  int choice(const std::vector<std::string_view>& words) const;
  // An array of two or three numbers, as `components` says; the missing third is zero.
  Vec3 vector(const Range& range, std::size_t components) const;

 private:
  JsonValue(const nlohmann::json* value, std::shared_ptr<const std::string> file, std::string pointer);
  std::string describe() const;

  const nlohmann::json* value_;
  std::shared_ptr<const std::string> file_;
  std::string pointer_;
};

}  // namespace keystone
