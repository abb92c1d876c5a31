// What a shell may offer as the next word of a command line of keystone-cli. packaging/keystone-cli.bash asks for it,
// so that no command, option or name is written down twice.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace keystone {

// In the order of --help.
std::vector<std::string> commandNames(const CLI::App& app);

// Whole words that may stand in place of the last of `words` and begin as it does; the words before it are the command
// line so far, without the program. Empty where only files come into question, or nothing is known of the place.
std::vector<std::string> completions(const CLI::App& app, std::span<const std::string> words);

}  // namespace keystone
