// OBJ. The library takes what is not a number for 0, leaves out what it does not understand and counts the corners of a
// face in a byte, so the numbers and indices of the text are looked at first.
#include <tiny_obj_loader.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>

#include "shape/mesh_file.h"

namespace keystone {
namespace {

// The library's messages end in line breaks and may hold several lines; errors here are one line.
std::string firstLine(const std::string& text) {
  return text.substr(0, text.find_first_of("\r\n"));
}

template <class Number>
bool parse(std::string_view text, Number& number) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

class ObjText {
 public:
  explicit ObjText(const std::string& path) : path_(path) {}

  // Returns how many corners each face has.
  const std::vector<int>& check() {
    std::ifstream file(path_);
    if (!file) failMesh(path_, "found no readable file, expected an OBJ mesh");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    for (std::size_t at = 0; at < text.size();) {  // lines end in \n, \r\n or \r
      const std::size_t end = std::min(text.find_first_of("\r\n", at), text.size());
      line_ = text.substr(at, end - at);
      at = end + (text.compare(end, 2, "\r\n") == 0 ? 2 : 1);
      ++number_;
      checkLine();
    }
    if (highest_ > vertices_)
      failMesh(path_, "line " + std::to_string(highest_line_) + ": found vertex " + std::to_string(highest_) +
                          ", expected 1 to " + std::to_string(vertices_));
    return corners_;
  }

 private:
  void checkLine() {
    std::istringstream words(line_);
    std::string keyword;
    words >> keyword;
    if (keyword == "v") checkVertex(words);
    if (keyword == "f") checkFace(words);
  }

  [[noreturn]] void fail(const std::string& expected) const {
    constexpr std::size_t kShown = 60;
    std::string shown = line_.substr(0, kShown);
    std::ranges::replace_if(
        shown, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
    failMesh(path_, "line " + std::to_string(number_) + ": found \"" + shown + "\", expected " + expected);
  }

  void checkVertex(std::istringstream& words) {
    ++vertices_;
    std::string word;
    for (int k = 0; k < 3; ++k) {
      double value = 0.0;
      if (!(words >> word) || !parse(word, value) || !std::isfinite(value)) fail("three finite numbers");
    }
  }

  // i, i/j, i//k or i/j/k; negative numbers count back from the last vertex.
  void checkFace(std::istringstream& words) {
    std::string word;
    int corners = 0;
    for (; words >> word && !word.starts_with('#'); ++corners) {
      long index = 0;
      if (!parse(std::string_view(word).substr(0, word.find('/')), index) || index == 0) fail("numbers of vertices");
      if (index < -vertices_) fail("at most " + std::to_string(vertices_) + " vertices back");
      if (index <= highest_) continue;
      highest_ = index;
      highest_line_ = number_;
    }
    if (corners < 3) fail("a face of at least 3 vertices");
    corners_.push_back(corners);
  }

  const std::string& path_;
  std::string line_;
  long number_ = 0, vertices_ = 0;
  long highest_ = 0, highest_line_ = 0;  // of the vertices that faces name
  std::vector<int> corners_;             // [faces]
};

}  // namespace

PolygonMesh readObj(const std::string& path) {
  ObjText text(path);
  const std::vector<int>& corners = text.check();
  tinyobj::ObjReaderConfig config;
  config.triangulate = false;  // a face with a hole in its triangulation must not slip through
  tinyobj::ObjReader reader;
  if (!reader.ParseFromFile(path, config)) {
    failMesh(path, "found an unreadable file (" + firstLine(reader.Error()) + "), expected an OBJ mesh");
  }
  PolygonMesh mesh;
  const std::vector<tinyobj::real_t>& raw = reader.GetAttrib().vertices;
  for (std::size_t i = 0; i + 2 < raw.size(); i += 3) mesh.vertices.emplace_back(raw[i], raw[i + 1], raw[i + 2]);
  std::vector<int> indices;
  for (const tinyobj::shape_t& shape : reader.GetShapes())
    for (const tinyobj::index_t& index : shape.mesh.indices) indices.push_back(index.vertex_index);
  auto next = indices.begin();
  for (const int count : corners) {
    if (indices.end() - next < count) failMesh(path, "found faces that cannot be read, expected an OBJ mesh");
    mesh.faces.emplace_back(next, next + count);
    next += count;
  }
  return mesh;
}

}  // namespace keystone
