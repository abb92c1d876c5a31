#include "view/batch.h"

namespace keystone {

Batch::Batch(const Mesh& mesh)
    : array_(makeGlArray()),
      vertices_(makeGlBuffer()),
      indices_(makeGlBuffer()),
      instances_(makeGlBuffer()),
      index_count_(static_cast<GLsizei>(mesh.indices.size())) {
  glBindVertexArray(array_.id());
  fillBuffer<MeshVertex>(GL_ARRAY_BUFFER, vertices_, mesh.vertices, GL_STATIC_DRAW);
  setAttribute(0, 4, sizeof(MeshVertex), offsetof(MeshVertex, position), false);
  setAttribute(1, 3, sizeof(MeshVertex), offsetof(MeshVertex, normal), false);
  setAttribute(2, 4, sizeof(MeshVertex), offsetof(MeshVertex, bend), false);
  fillBuffer<std::uint32_t>(GL_ELEMENT_ARRAY_BUFFER, indices_, mesh.indices, GL_STATIC_DRAW);
}

void Batch::upload(std::span<const Instance> instances) {
  fillBuffer(GL_ARRAY_BUFFER, instances_, instances, GL_STREAM_DRAW);
}

void Batch::draw(std::size_t first, std::size_t count) const {
  if (count == 0) return;
  glBindVertexArray(array_.id());
  glBindBuffer(GL_ARRAY_BUFFER, instances_.id());
  // OpenGL 3.3 has no base instance: the attributes start at the first one instead.
  const std::size_t start = first * sizeof(Instance);
  setAttribute(3, 4, sizeof(Instance), start + offsetof(Instance, position), true);
  setAttribute(4, 4, sizeof(Instance), start + offsetof(Instance, orientation), true);
  setAttribute(5, 4, sizeof(Instance), start + offsetof(Instance, scale), true);
  setAttribute(6, 4, sizeof(Instance), start + offsetof(Instance, colour), true);
  glDrawElementsInstanced(GL_TRIANGLES, index_count_, GL_UNSIGNED_INT, nullptr, static_cast<GLsizei>(count));
}

}  // namespace keystone
