#include "cli/output.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <vector>

#include "record/run_summary.h"

namespace keystone {
namespace {

using Json = nlohmann::ordered_json;
using Row = std::vector<std::string>;

std::string cellText(const Json& value) {
  if (value.is_string()) {
    return value.get<std::string>();
  }
  if (value.is_number_float()) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.6g", value.get<double>());
    return buffer;
  }
  return value.is_null() ? "-" : value.is_boolean() ? (value.get<bool>() ? "yes" : "no") : value.dump();
}

void printColumns(const std::vector<Row>& rows, const std::vector<bool>& right) {
  std::vector<std::size_t> width(right.size(), 0);
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      width[i] = std::max(width[i], row[i].size());
    }
  }
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(width[i] - row[i].size(), ' ');
      line += (i > 0 ? "  " : "") + (right[i] ? padding + row[i] : row[i] + padding);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    std::printf("%s\n", line.c_str());
  }
}

void printTable(const Json& array) {
  if (array.empty()) {
    return;
  }
  std::vector<Row> rows(1);
  std::vector<bool> right;
  for (const auto& [key, value] : array[0].items()) {
    rows[0].push_back(key);
    right.push_back(
        std::any_of(array.begin(), array.end(), [&key = key](const Json& row) { return row[key].is_number(); }));
  }
  for (const Json& object : array) {
    Row& row = rows.emplace_back();
    for (const auto& [key, value] : object.items()) {
      row.push_back(cellText(value));
    }
  }
  printColumns(rows, right);
}

void flatten(const Json& object, const std::string& prefix, std::vector<Row>& rows) {
  for (const auto& [key, value] : object.items()) {
    if (value.is_object()) {
      flatten(value, prefix + key + ".", rows);
    } else {
      rows.push_back({prefix + key, cellText(value)});
    }
  }
}

}  // namespace

void print(const Json& result, Format format) {
  if (format == Format::Json) {
    // Bytes that are not UTF-8, from a file name, become '?' instead of an exception.
    std::printf("%s\n", result.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
  } else if (result.is_array()) {
    printTable(result);
  } else {
    std::vector<Row> rows;
    flatten(result, "", rows);
    printColumns(rows, {false, false});
  }
}

void sayLost(const std::string& recording, std::size_t bytes) {
  if (bytes > 0) std::fprintf(stderr, "%s: cut off: the last %zu bytes are no whole block\n", recording.c_str(), bytes);
}

nlohmann::ordered_json toJson(const Distribution& d) {
  return {{"min", d.min}, {"median", d.median}, {"p99", d.p99},
          {"max", d.max}, {"mean", d.mean},     {"variance", d.variance}};
}

nlohmann::ordered_json toJson(const GradeCounts& counts) {
  Json json;
  for (const GradeInfo& info : grades()) json[info.id] = counts[info.value];
  return json;
}

}  // namespace keystone
