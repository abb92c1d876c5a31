// Some of assimp's readers never end where a file is cut off: they ask for more for ever. So its files are read through
// a stream that ends such a loop.
#include <assimp/DefaultIOSystem.h>
#include <assimp/config.h>
#include <assimp/scene.h>

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>
#include <assimp/Importer.hpp>
#include <memory>
#include <stdexcept>

#include "shape/mesh_file.h"

namespace keystone {
namespace {

// Messages may hold several lines; errors here are one line.
std::string oneLineOf(std::string text) {
  return text.substr(0, text.find_first_of("\r\n"));
}

class EndingStream : public Assimp::IOStream {
 public:
  explicit EndingStream(Assimp::IOStream* file) : file_(file) {}
  size_t Read(void* buffer, size_t size, size_t count) override {
    constexpr int kMostEmpty = 100;  // reads that give nothing; readers that end need a few
    const size_t got = file_->Read(buffer, size, count);
    empty_ = got > 0 ? 0 : empty_ + 1;
    if (empty_ > kMostEmpty) throw std::runtime_error("the file is cut off");  // caught by the importer
    return got;
  }
  size_t Write(const void* buffer, size_t size, size_t count) override { return file_->Write(buffer, size, count); }
  aiReturn Seek(size_t offset, aiOrigin origin) override { return file_->Seek(offset, origin); }
  size_t Tell() const override { return file_->Tell(); }
  size_t FileSize() const override { return file_->FileSize(); }
  void Flush() override { file_->Flush(); }

 private:
  std::unique_ptr<Assimp::IOStream> file_;
  int empty_ = 0;
};

class EndingFiles : public Assimp::DefaultIOSystem {
 public:
  Assimp::IOStream* Open(const char* path, const char* mode) override {
    Assimp::IOStream* const file = Assimp::DefaultIOSystem::Open(path, mode);
    return file != nullptr ? new EndingStream(file) : nullptr;
  }
};

// Collects the meshes that nodes place.
class Collector {
 public:
  explicit Collector(const std::string& path) : path_(path) {}

  void collect(const aiScene& scene, const aiNode& node, const aiMatrix4x4& above) {
    const aiMatrix4x4 place = above * node.mTransformation;
    for (unsigned i = 0; i < node.mNumMeshes; ++i) add(*scene.mMeshes[node.mMeshes[i]], place);
    for (unsigned i = 0; i < node.mNumChildren; ++i) collect(scene, *node.mChildren[i], place);
  }

  PolygonMesh mesh;

 private:
  void add(const aiMesh& part, const aiMatrix4x4& place) {
    const auto first = static_cast<int>(mesh.vertices.size());
    for (unsigned i = 0; i < part.mNumVertices; ++i) {
      const aiVector3D point = place * part.mVertices[i];
      mesh.vertices.emplace_back(point.x, point.y, point.z);
    }
    for (unsigned f = 0; f < part.mNumFaces; ++f) {
      const aiFace& corners = part.mFaces[f];
      if (corners.mNumIndices < 3) continue;  // points and lines
      std::vector<int>& face = mesh.faces.emplace_back();
      for (unsigned i = 0; i < corners.mNumIndices; ++i) {
        if (corners.mIndices[i] >= part.mNumVertices)
          failMesh(path_, "face " + std::to_string(mesh.faces.size() - 1) + ": found vertex " +
                              std::to_string(corners.mIndices[i]) + ", expected 0 to " +
                              std::to_string(part.mNumVertices - 1));
        face.push_back(first + static_cast<int>(corners.mIndices[i]));
      }
    }
  }

  const std::string& path_;
};

}  // namespace

PolygonMesh readByAssimp(const std::string& path) {
  Assimp::Importer importer;
  importer.SetIOHandler(new EndingFiles);                                        // it takes ownership
  importer.SetPropertyInteger(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, 1);  // robots' files mean their own axes
  const aiScene* const scene = importer.ReadFile(path, 0);
  if (scene == nullptr || scene->mRootNode == nullptr)
    failMesh(path, "found an unreadable file (" + oneLineOf(importer.GetErrorString()) + "), expected a mesh");
  Collector collector(path);
  collector.collect(*scene, *scene->mRootNode, aiMatrix4x4());
  return std::move(collector.mesh);
}

}  // namespace keystone
