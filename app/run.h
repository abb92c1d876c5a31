// Opens the window and runs the sandbox until it is closed.
#pragma once

#include <functional>

namespace keystone {

struct AppState;

// Called after every frame, as far as it is set.
using FrameHook = std::function<void(AppState&)>;

// What the command line asks for. Returns the exit status; errors are one line on stderr.
int openSandbox(int argc, char** argv, const FrameHook& after_frame = {});

}  // namespace keystone
