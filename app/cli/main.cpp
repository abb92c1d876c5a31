// keystone-cli: the engine without a window. Each command is one file, with its arguments.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>

#include "cli/arguments.h"
#include "cli/complete.h"
#include "cli/interrupt.h"
#include "math/output_file.h"
#include "math/parallel.h"
#include "math/stop.h"
#include "record/version.h"

namespace keystone {

using AddCommand = void(Commands& commands);
AddCommand addRun, addReplay, addRender, addSweep, addRace, addExport, addImport, addConvert, addFramework, addSolve,
    addCompare, addProfile, addAnalyze, addList, addValidate, addBench;

namespace {

// In the order of --help. A new one is a file and a line here.
constexpr AddCommand* kCommands[] = {addRun,     addReplay,  addRender,    addSweep, addRace,    addExport,
                                     addImport,  addConvert, addFramework, addSolve, addCompare, addProfile,
                                     addAnalyze, addList,    addValidate,  addBench};

constexpr int kBadUse = 2;

// Errors are one line, whatever a library put into them.
int report(std::string message) {
  std::replace_if(
      message.begin(), message.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  std::fprintf(stderr, "keystone-cli: %s\n", message.c_str());
  return kBadUse;
}

// A full disk may hold standard output, too.
void checkOutput() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) failToWrite("standard output", errno);
}

int run(int argc, char** argv) {
  CLI::App app("Keystone without a window: rigid bodies whose contact is solved exactly.", "keystone-cli");
  app.require_subcommand(1);
  app.fallthrough();
  app.add_option_function<int>("--threads", setThreads, "threads to use at most; default: all the machine has")
      ->transform(wholeFrom(1, 1024));
  app.set_version_flag("--version", "keystone-cli " + std::string(version()));
  app.failure_message([](const CLI::App*, const CLI::Error&) { return std::string(); });
  Commands commands(app);
  for (const auto add : kCommands) add(commands);
  for (CLI::App* command : app.get_subcommands({}))
    command->footer("Options of every command:\n  --threads INT               threads to use at most");
  const std::vector<std::string> names = commandNames(app);
  const std::string first = argc < 2 ? "" : argv[1];
  if (first == "complete") {  // asked by the shell, not by people, so that --help does not have it
    for (const std::string& word : completions(app, std::vector<std::string>(argv + 2, argv + argc)))
      std::puts(word.c_str());
    return 0;
  }
  if (!first.starts_with('-') && std::find(names.begin(), names.end(), first) == names.end()) {
    return report("found " + (argc < 2 ? "no command" : "command '" + first + "'") +
                  ", expected one of: " + CLI::detail::join(names, ", "));
  }
  try {
    app.parse(argc, argv);
    return commands.runChosen();
  } catch (const CLI::ParseError& error) {
    return error.get_exit_code() == 0 ? app.exit(error) : report(std::string(error.what()) + " (see --help)");
  }
}

}  // namespace
}  // namespace keystone

int main(int argc, char** argv) {
  try {
    const keystone::StopScope scope(&keystone::handleInterrupts());
    const int status = keystone::run(argc, argv);
    keystone::checkOutput();
    return status;
  } catch (const keystone::Stopped&) {
    std::fprintf(stderr, "keystone-cli: interrupted\n");
    return keystone::kInterrupted;
  } catch (const std::exception& error) {
    return keystone::report(error.what());
  }
}
