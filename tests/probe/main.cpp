// keystone_probed REPORT ...: the sandbox, which writes its state to the file REPORT after every frame. A test that
// wants to know the texts shown makes the file REPORT.ask, which goes when REPORT.texts is there.
#include <filesystem>
#include <fstream>

#include "panels/panels.h"
#include "probe/state.h"
#include "probe/texts.h"
#include "run.h"

namespace {

// Replaces the file in one go, so that a reader never sees half of it.
void write(const nlohmann::json& json, const std::string& path) {
  std::ofstream(path + ".part") << json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  std::error_code ignored;
  std::filesystem::rename(path + ".part", path, ignored);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace keystone;
  if (argc < 2) return 2;
  const std::string report = argv[1], ask = report + ".ask";
  argv[1] = argv[0];
  return openSandbox(argc - 1, argv + 1, [&](AppState& app) {
    write(stateJson(app), report);
    std::error_code ignored;
    if (!std::filesystem::exists(ask, ignored)) return;
    write(shownTexts([&app] { drawPanels(app); }), report + ".texts");
    std::filesystem::remove(ask, ignored);
  });
}
