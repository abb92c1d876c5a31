// Owners of OpenGL objects, and shader programs built from files.
#pragma once

#include <glad/gl.h>

#include <glm/glm.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "math/types.h"

namespace keystone {

// Owns one OpenGL object name; `Free` deletes it. Movable, so that vectors can hold it.
template <void (*Free)(GLuint)>
class GlObject {
 public:
  GlObject() = default;
  explicit GlObject(GLuint id) : id_(id) {}
  GlObject(GlObject&& other) noexcept : id_(std::exchange(other.id_, 0)) {}
  GlObject& operator=(GlObject&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~GlObject() {
    if (id_ != 0) Free(id_);
  }
  GLuint id() const { return id_; }

 private:
  GLuint id_ = 0;
};

void freeGlBuffer(GLuint id);
void freeGlArray(GLuint id);
void freeGlTexture(GLuint id);
void freeGlFramebuffer(GLuint id);
void freeGlRenderbuffer(GLuint id);
void freeGlProgram(GLuint id);

using GlBuffer = GlObject<freeGlBuffer>;
using GlArray = GlObject<freeGlArray>;
using GlTexture = GlObject<freeGlTexture>;
using GlFramebuffer = GlObject<freeGlFramebuffer>;
using GlRenderbuffer = GlObject<freeGlRenderbuffer>;

GlBuffer makeGlBuffer();
GlArray makeGlArray();
GlTexture makeGlTexture();
GlFramebuffer makeGlFramebuffer();
GlRenderbuffer makeGlRenderbuffer();

// A linked program. Its Frame block is bound to kFrameBinding, its sampler u_shadow_map to texture unit 0.
class Program {
 public:
  static constexpr GLuint kFrameBinding = 0;
  // Compiles dir/vertex and dir/fragment, with `#include "file"` lines replaced and the defines set. Throws
  // std::runtime_error with the file's name and the compiler's log.
  Program(const std::string& dir, const std::string& vertex, const std::string& fragment,
          const std::vector<std::string>& defines = {});
  void use() const { glUseProgram(program_.id()); }
  // Sets a uniform of the program in use; a name the compiler removed is ignored.
  void set(const char* name, float value) const;
  void set(const char* name, const glm::vec2& value) const;
  void set(const char* name, const glm::vec3& value) const;
  void set(const char* name, const glm::vec4& value) const;

 private:
  GlObject<freeGlProgram> program_;
};

// Replaces the whole contents; a fresh store each frame spares waiting for the last frame's draws.
template <typename T>
void fillBuffer(GLenum target, const GlBuffer& buffer, std::span<const T> data, GLenum usage) {
  glBindBuffer(target, buffer.id());
  glBufferData(target, static_cast<GLsizeiptr>(data.size_bytes()), data.data(), usage);
}

// A float attribute of `size` components at `offset` bytes in records of `stride` bytes of the bound array buffer.
void setAttribute(GLuint location, int size, std::size_t stride, std::size_t offset, bool per_instance);

inline glm::vec3 toGlm(const Vec3& v) {
  return {float(v.x()), float(v.y()), float(v.z())};
}

}  // namespace keystone
