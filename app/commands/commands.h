// Carries out requests.
#pragma once

#include "app_state.h"

namespace keystone {

// What an action of the key table does.
struct ActionHandler {
  Action action;
  void (*handle)(AppState& app);
};

// In order; requests made meanwhile wait for the next call.
void carryOutRequests(AppState& app);
void carryOut(AppState& app, const Request& request);

// Loads a scene by id or path; on failure the present world stays and the user is told.
void openSceneNamed(AppState& app, const std::string& name);
// The same of what is no framework, which throws where it cannot be opened: std::runtime_error, one line.
void openByName(AppState& app, const std::string& name);
// What is shown is the most recent scene.
void rememberScene(AppState& app);
// After the problem that hid the scene was closed.
void goOnWith(AppState& app, const SceneLook& look);
// The present scene anew, by the same method, with one of its parameters at this value, or all as its file has them.
void setSceneParameter(AppState& app, const std::string& name, double value);
// Asks for a path; writes the scene there, with a line for the user whatever comes of it.
void askWhereToSave(AppState& app);
void saveSceneAs(AppState& app, const std::string& path);
// The samples of the plots, as CSV in that folder, and after this frame their picture.
void savePlots(AppState& app);
// Opens the folder of recordings, pictures and saved files in the desktop's file manager, and says where it is.
void showFolder(AppState& app);
void toggleStackTool(AppState& app);
// The mesh is what the stack tool places; where it cannot be read, the user is told and the panel stays open.
void takeMesh(AppState& app, const MeshChoice& mesh);
void toggleJointTool(AppState& app);
void toggleBallTool(AppState& app);
void toggleHandles(AppState& app);
void pauseAtStep(Session& session, long step);  // 0: at none
// What is selected follows the mouse as a copy, until a click places it.
void duplicate(AppState& app);
void copySelection(AppState& app);
void paste(AppState& app);
// The tools as the scene that was just opened needs them: a challenge waits for bricks. `was_challenge`: the one
// before.
void readyTools(AppState& app, bool was_challenge);
// The scene's own view, or one that shows everything that can move, centred between the panels.
void frameAll(AppState& app);
void frameSelection(AppState& app);
// With which a scene opens as it is seen now.
SceneCamera cameraOf(const AppState& app);
// Shows in the first view what it showed in `before`, when the window, panels or views are others: as large as before
// they changed, unless the distance has been changed since.
void refitView(AppState& app, const ShownView& before);
// The direction of the eye from what is looked at [rad], as in Camera.
void lookFrom(AppState& app, double yaw, double pitch);
void toggleFollow(AppState& app);
// Moves the camera as the followed body has moved since the last call.
void follow(AppState& app);

}  // namespace keystone
