// One result, two forms: JSON, or the same content as a table for people.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>

namespace keystone {

struct Distribution;
class GradeCounts;

enum class Format { Table, Json };

// Arguments that make no sense together or name nothing; what() is one line.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Prints to standard output. An array of objects becomes a table with their keys as its head; an object becomes one
// line per key, inner keys as "outer.inner". Numbers are exact in JSON and rounded to 6 digits in tables.
void print(const nlohmann::ordered_json& result, Format format);

// Of a quantity over the steps of a run.
nlohmann::ordered_json toJson(const Distribution& d);
// "exact", "close", "within_a_frame", "failed".
nlohmann::ordered_json toJson(const GradeCounts& counts);

// One line on standard error, if the recording was cut off: so many bytes at its end are no whole block.
void sayLost(const std::string& recording, std::size_t bytes);

}  // namespace keystone
