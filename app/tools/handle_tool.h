// Moves and turns what is selected by handles (session/handles.h).
#pragma once

#include "app_state.h"

namespace keystone {

// Where the handles of the selection are now; none: there are none.
std::optional<HandlePlace> placeOfHandles(const AppState& app);
// Takes hold of the handle under the mouse. False where there is none.
bool takeHandle(AppState& app);
// Once a frame: which one is under the mouse, or where the one that is held has come to.
void updateHandles(AppState& app);
void letGoOfHandle(AppState& app);
// What is held and is in another body, by how much; empty where nothing is.
std::string overlapText(const AppState& app);
void addHandles(const AppState& app, Overlay& overlay);

}  // namespace keystone
