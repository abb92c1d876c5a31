#include "cli/python.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "cli/output.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): not every unistd.h has it

namespace keystone {
namespace {

constexpr const char* kPython = "/usr/bin/python3";

[[noreturn]] void failToStart(int error) {
  throw UsageError(std::string(kPython) + ": found no program to run (" + std::strerror(error) +
                   "), expected Debian's python3");
}

// As the system wants them; they point into `words`, whose first becomes the program's own name.
std::vector<char*> pointersTo(std::vector<std::string>& words) {
  words.insert(words.begin(), kPython);
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

void becomePython(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = arguments;
  execv(kPython, pointersTo(words).data());
  failToStart(errno);
}

int runPython(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = arguments;
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int error = posix_spawn(&child, kPython, &files, nullptr, pointersTo(words).data(), environ);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) failToStart(error);
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace keystone
