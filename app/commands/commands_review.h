// Recording runs, and looking at recordings.
#pragma once

#include "commands/commands.h"

namespace keystone {

std::span<const ActionHandler> reviewHandlers();
// Throws RecordingError.
void openRecording(AppState& app, const std::string& path);
void seekReplay(AppState& app, long position);

}  // namespace keystone
