// keystone: the sandbox program. Parses, opens, runs.
#include <exception>
#include <iostream>

#include "options.h"
#include "paths.h"
#include "run.h"

int main(int argc, char** argv) {
  using namespace keystone;
  Options options;
  if (const auto status = parseOptions(argc, argv, options)) return *status;
  try {
    if (options.list) {
      std::cout << listing(assetDir());
      return 0;
    }
    return runSandbox(options, openingScene(options, assetDir()), assetDir(), shaderDir());
  } catch (const std::exception& error) {
    std::cerr << "keystone: " << error.what() << '\n';
    return 2;
  }
}
