#include "view/gl_objects.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace keystone {
namespace {

std::string readText(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// The file's text with its `#include "other"` lines replaced by the other files of the folder.
std::string expand(const std::string& dir, const std::string& file) {
  static constexpr std::string_view kInclude = "#include \"";
  std::istringstream lines(readText(dir + "/" + file));
  std::string expanded, line;
  while (std::getline(lines, line)) {
    if (line.starts_with(kInclude)) {
      line = expand(dir, line.substr(kInclude.size(), line.rfind('"') - kInclude.size()));
    }
    expanded += line + "\n";
  }
  return expanded;
}

GLuint compile(GLenum stage, const std::string& dir, const std::string& file, const std::vector<std::string>& defines) {
  std::string text = "#version 330 core\n";
  for (const std::string& define : defines) text += "#define " + define + "\n";
  text += expand(dir, file);
  const char* source = text.c_str();
  const GLuint shader = glCreateShader(stage);
  glShaderSource(shader, 1, &source, nullptr);
  glCompileShader(shader);
  GLint fine = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &fine);
  if (fine == GL_TRUE) return shader;
  std::string log(4096, '\0');
  GLsizei length = 0;
  glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), &length, log.data());
  glDeleteShader(shader);
  throw std::runtime_error(dir + "/" + file + ": " + log.substr(0, length));
}

template <typename Generate>
GLuint generate(Generate&& make) {
  GLuint id = 0;
  make(1, &id);
  return id;
}

}  // namespace

void freeGlBuffer(GLuint id) {
  glDeleteBuffers(1, &id);
}
void freeGlArray(GLuint id) {
  glDeleteVertexArrays(1, &id);
}
void freeGlTexture(GLuint id) {
  glDeleteTextures(1, &id);
}
void freeGlFramebuffer(GLuint id) {
  glDeleteFramebuffers(1, &id);
}
void freeGlRenderbuffer(GLuint id) {
  glDeleteRenderbuffers(1, &id);
}
void freeGlProgram(GLuint id) {
  glDeleteProgram(id);
}

GlBuffer makeGlBuffer() {
  return GlBuffer(generate(glGenBuffers));
}
GlArray makeGlArray() {
  return GlArray(generate(glGenVertexArrays));
}
GlTexture makeGlTexture() {
  return GlTexture(generate(glGenTextures));
}
GlFramebuffer makeGlFramebuffer() {
  return GlFramebuffer(generate(glGenFramebuffers));
}
GlRenderbuffer makeGlRenderbuffer() {
  return GlRenderbuffer(generate(glGenRenderbuffers));
}

Program::Program(const std::string& dir, const std::string& vertex, const std::string& fragment,
                 const std::vector<std::string>& defines)
    : program_(glCreateProgram()) {
  const GLuint id = program_.id();
  for (const GLuint shader :
       {compile(GL_VERTEX_SHADER, dir, vertex, defines), compile(GL_FRAGMENT_SHADER, dir, fragment, defines)}) {
    glAttachShader(id, shader);
    glDeleteShader(shader);  // lives on as long as it is attached
  }
  glLinkProgram(id);
  GLint fine = GL_FALSE;
  glGetProgramiv(id, GL_LINK_STATUS, &fine);
  if (fine != GL_TRUE) {
    std::string log(4096, '\0');
    GLsizei length = 0;
    glGetProgramInfoLog(id, static_cast<GLsizei>(log.size()), &length, log.data());
    throw std::runtime_error(dir + "/" + vertex + " with " + fragment + ": " + log.substr(0, length));
  }
  const GLuint block = glGetUniformBlockIndex(id, "Frame");
  if (block != GL_INVALID_INDEX) glUniformBlockBinding(id, block, kFrameBinding);
}

void Program::set(const char* name, float value) const {
  glUniform1f(glGetUniformLocation(program_.id(), name), value);
}
void Program::set(const char* name, const glm::vec2& value) const {
  glUniform2f(glGetUniformLocation(program_.id(), name), value.x, value.y);
}
void Program::set(const char* name, const glm::vec3& value) const {
  glUniform3f(glGetUniformLocation(program_.id(), name), value.x, value.y, value.z);
}
void Program::set(const char* name, const glm::vec4& value) const {
  glUniform4f(glGetUniformLocation(program_.id(), name), value.x, value.y, value.z, value.w);
}

void setAttribute(GLuint location, int size, std::size_t stride, std::size_t offset, bool per_instance) {
  glEnableVertexAttribArray(location);
  glVertexAttribPointer(location, size, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride),
                        reinterpret_cast<const void*>(offset));  // NOLINT(performance-no-int-to-ptr): GL's own idiom
  glVertexAttribDivisor(location, per_instance ? 1 : 0);
}

}  // namespace keystone
