// Recording runs, and looking at recordings.
#pragma once

#include "commands/commands.h"

namespace keystone {

std::span<const ActionHandler> reviewHandlers();
// To a new file in the data folder, or says why it cannot.
void beginRecording(Session& session, const std::string& extension);
// Throws RecordingError.
void openRecording(AppState& app, const std::string& path);
void seekReplay(AppState& app, long position);

}  // namespace keystone
