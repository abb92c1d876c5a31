// Reads a JSON file strictly: what other readers let pass (byte order marks, duplicate keys) is an error here.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace keystone {

inline constexpr std::size_t kMaxSceneBytes = std::size_t{512} << 20;  // 200000 bodies take about 80 MiB
inline constexpr int kMaxJsonDepth = 32;                               // a scene needs 6

// The whole file as JSON. Throws SceneError: with line and column where the text is not JSON, with the JSON pointer
// where a key stands twice or the nesting is too deep.
nlohmann::json readJsonFile(const std::string& path);

// The same for text already in memory; `path` only names it in messages.
nlohmann::json parseJson(const std::string& text, const std::string& path);

// Text made safe for a one-line message: control characters escaped, cut after `most` bytes.
std::string oneLine(std::string_view text, std::size_t most = 80);

// The part of a JSON pointer (RFC 6901) that leads to `key`: "/key", with ~ and / escaped.
std::string pointerStep(std::string_view key);

}  // namespace keystone
