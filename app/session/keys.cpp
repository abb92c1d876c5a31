#include "session/keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace keystone {
namespace {

constexpr int kCtrl = GLFW_MOD_CONTROL, kShift = GLFW_MOD_SHIFT;
constexpr std::string_view kTime = "Time", kScene = "Scene and solver", kEdit = "Edit", kView = "View",
                           kFiles = "Files and program", kMouse = "Mouse", kTrace = "Microscope";

constexpr Binding kBindings[] = {
    {Action::Pause, GLFW_KEY_SPACE, 0, kTime, "Pause, resume", "Space, P"},
    {Action::Pause, GLFW_KEY_P, 0, kTime, ""},
    {Action::Step, GLFW_KEY_O, 0, kTime, "One step", "O, ."},
    {Action::Step, GLFW_KEY_PERIOD, 0, kTime, ""},
    {Action::StepFive, GLFW_KEY_O, kShift, kTime, "Five steps", "Shift+O, Shift+."},
    {Action::StepFive, GLFW_KEY_PERIOD, kShift, kTime, ""},
    {Action::Back, GLFW_KEY_COMMA, 0, kTime, "One step back", ","},
    {Action::BackFive, GLFW_KEY_COMMA, kShift, kTime, "Five steps back", "Shift+,"},
    {Action::Slower, GLFW_KEY_MINUS, 0, kTime, "Slow motion: slower", "-"},
    {Action::Faster, GLFW_KEY_EQUAL, 0, kTime, "Slow motion: faster", "="},
    {Action::PlayBackwards, GLFW_KEY_SPACE, kShift, kTime, "Recording: backwards, forwards", "Shift+Space"},
    {Action::NextEvent, GLFW_KEY_PERIOD, kCtrl, kTime, "Recording: next event", "Ctrl+."},
    {Action::PreviousEvent, GLFW_KEY_COMMA, kCtrl, kTime, "Recording: previous event", "Ctrl+,"},
    {Action::Restart, GLFW_KEY_R, 0, kTime, "Restart the scene"},
    {Action::PauseOnFailure, GLFW_KEY_P, kShift, kTime, "Pause when a step fails"},
    {Action::PauseOnImpact, GLFW_KEY_P, kCtrl, kTime, "Pause when a contact begins"},

    {Action::PreviousScene, GLFW_KEY_LEFT_BRACKET, 0, kScene, "Previous scene", "["},
    {Action::NextScene, GLFW_KEY_RIGHT_BRACKET, 0, kScene, "Next scene", "]"},
    {Action::PickScene, GLFW_KEY_O, kCtrl, kScene, "Open a scene or a file"},
    {Action::PreviousSolver, GLFW_KEY_PAGE_UP, 0, kScene, "Previous solver", "PageUp"},
    {Action::NextSolver, GLFW_KEY_PAGE_DOWN, 0, kScene, "Next solver", "PageDown"},
    {Action::Sleeping, GLFW_KEY_Z, 0, kScene, "Bodies at rest may sleep"},
    {Action::NextStepper, GLFW_KEY_F4, kCtrl, kScene, "Next stepper", "Ctrl+F4"},
    {Action::NextMethod, GLFW_KEY_F4, 0, kScene, "Next of the usual methods", "F4"},
    {Action::Framework, GLFW_KEY_H, kShift, kScene, "The bricks as a bar framework"},
    {Action::FigureUnstable, GLFW_KEY_1, kCtrl | kShift, kScene, "Collapse, figure 2: 5-diamond"},
    {Action::FigureCollapse, GLFW_KEY_2, kCtrl | kShift, kScene, "Collapse, figure 11: 5 x 5"},
    {Action::Solver1, GLFW_KEY_1, 0, kScene, "Solver 1 to 9", "1 .. 9"},
    {Action::Solver2, GLFW_KEY_2, 0, kScene, ""},
    {Action::Solver3, GLFW_KEY_3, 0, kScene, ""},
    {Action::Solver4, GLFW_KEY_4, 0, kScene, ""},
    {Action::Solver5, GLFW_KEY_5, 0, kScene, ""},
    {Action::Solver6, GLFW_KEY_6, 0, kScene, ""},
    {Action::Solver7, GLFW_KEY_7, 0, kScene, ""},
    {Action::Solver8, GLFW_KEY_8, 0, kScene, ""},
    {Action::Solver9, GLFW_KEY_9, 0, kScene, ""},

    {Action::StackTool, GLFW_KEY_B, 0, kEdit, "Stack tool"},
    {Action::JointTool, GLFW_KEY_J, kCtrl, kEdit, "Joint tool"},
    {Action::BallTool, GLFW_KEY_B, kShift, kEdit, "Ball tool"},
    {Action::Handles, GLFW_KEY_W, 0, kEdit, "Handles: move and turn"},
    {Action::Undo, GLFW_KEY_Z, kCtrl, kEdit, "Undo"},
    {Action::Redo, GLFW_KEY_Y, kCtrl, kEdit, "Redo"},
    {Action::Redo, GLFW_KEY_Z, kCtrl | kShift, kEdit, ""},
    {Action::Duplicate, GLFW_KEY_D, kCtrl, kEdit, "Duplicate the selection"},
    {Action::Copy, GLFW_KEY_C, kCtrl, kEdit, "Copy the selection"},
    {Action::Paste, GLFW_KEY_V, kCtrl, kEdit, "Paste what was copied"},
    {Action::Delete, GLFW_KEY_DELETE, 0, kEdit, "Delete the selection", "Delete"},
    {Action::DeleteStrays, GLFW_KEY_DELETE, kShift, kEdit, "Delete what has left the scene", "Shift+Delete"},
    {Action::Cancel, GLFW_KEY_ESCAPE, 0, kEdit, "Cancel, close, deselect", "Esc"},

    {Action::FrameSelection, GLFW_KEY_F, 0, kView, "Frame the selection"},
    {Action::FrameAll, GLFW_KEY_HOME, 0, kView, "Frame all", "Home"},
    {Action::Follow, GLFW_KEY_F, kShift, kView, "Follow the selected body"},
    {Action::ViewFront, GLFW_KEY_1, kShift, kView, "View from the front"},
    {Action::ViewSide, GLFW_KEY_2, kShift, kView, "View from the side"},
    {Action::ViewTop, GLFW_KEY_3, kShift, kView, "View from above"},
    {Action::ViewIsometric, GLFW_KEY_4, kShift, kView, "Isometric view"},
    {Action::Orthographic, GLFW_KEY_5, kShift, kView, "Orthographic projection"},
    {Action::ToggleContacts, GLFW_KEY_C, 0, kView, "Contacts, by contact set"},
    {Action::ToggleForces, GLFW_KEY_V, 0, kView, "Contact forces"},
    {Action::Verdict, GLFW_KEY_F2, 0, kView, "Does it stand?", "F2"},
    {Action::Race, GLFW_KEY_F3, 0, kView, "Race of the usual methods", "F3"},
    {Action::Split, GLFW_KEY_F3, kShift, kView, "Split view: methods side by side", "Shift+F3"},
    {Action::Views1, GLFW_KEY_1, kCtrl, kView, "One to four views", "Ctrl+1 .. 4"},
    {Action::Views2, GLFW_KEY_2, kCtrl, kView, ""},
    {Action::Views3, GLFW_KEY_3, kCtrl, kView, ""},
    {Action::Views4, GLFW_KEY_4, kCtrl, kView, ""},
    {Action::NextView, GLFW_KEY_F4, kShift, kView, "Next of the views", "Shift+F4"},
    {Action::ViewNextSolver, GLFW_KEY_PAGE_DOWN, kShift, kView, "Its next solver", "Shift+PageDown"},
    {Action::ViewPreviousSolver, GLFW_KEY_PAGE_UP, kShift, kView, "Its previous solver", "Shift+PageUp"},
    {Action::None, 0, 0, kView, "Its next stepper", "Ctrl+F4"},
    {Action::ToggleCones, GLFW_KEY_K, 0, kView, "Friction cones"},
    {Action::ToggleLabels, GLFW_KEY_C, kShift, kView, "Labels of the scene"},
    {Action::ToggleVelocities, GLFW_KEY_V, kShift, kView, "Velocity arrows"},
    {Action::ToggleTrails, GLFW_KEY_Y, 0, kView, "Trails of the centres"},
    {Action::ToggleShadows, GLFW_KEY_L, 0, kView, "Shadows"},
    {Action::ToggleGrid, GLFW_KEY_G, 0, kView, "Ground grid, scale bar"},
    {Action::ToggleTheme, GLFW_KEY_T, 0, kView, "Theme 'Baraff 94'"},
    {Action::ToggleLight, GLFW_KEY_T, kShift, kView, "Light panels"},
    {Action::HideUi, GLFW_KEY_TAB, 0, kView, "Hide, show the panels", "Tab"},
    {Action::Metrics, GLFW_KEY_M, 0, kView, "Plots and stage times"},
    {Action::LargerUi, GLFW_KEY_EQUAL, kCtrl, kView, "Larger text", "Ctrl+="},
    {Action::SmallerUi, GLFW_KEY_MINUS, kCtrl, kView, "Smaller text", "Ctrl+-"},

    {Action::Microscope, GLFW_KEY_X, 0, kTrace, "Walk through this solve"},
    {Action::TraceForward, GLFW_KEY_RIGHT, 0, kTrace, "Next pivot", "Right"},
    {Action::TraceBack, GLFW_KEY_LEFT, 0, kTrace, "Previous pivot", "Left"},
    {Action::TraceForwardTen, GLFW_KEY_RIGHT, kShift, kTrace, "Ten at once", "Shift+Right"},
    {Action::TraceBackTen, GLFW_KEY_LEFT, kShift, kTrace, "Ten back", "Shift+Left"},
    {Action::TraceNextDrive, GLFW_KEY_DOWN, 0, kTrace, "Next drive", "Down"},
    {Action::TracePreviousDrive, GLFW_KEY_UP, 0, kTrace, "Previous drive", "Up"},
    {Action::TraceLast, GLFW_KEY_RIGHT, kCtrl, kTrace, "Last event", "Ctrl+Right"},
    {Action::TraceFirst, GLFW_KEY_LEFT, kCtrl, kTrace, "First event", "Ctrl+Left"},
    {Action::TracePlay, GLFW_KEY_J, 0, kTrace, "Play, stop"},
    {Action::WarmStart, GLFW_KEY_X, kShift, kTrace, "Warm or cold start"},
    {Action::SinglePivots, GLFW_KEY_I, 0, kTrace, "As solved, or row by row"},
    {Action::MatrixOrder, GLFW_KEY_N, 0, kTrace, "Matrix by sets or as numbered"},
    {Action::BlockRank, GLFW_KEY_U, 0, kTrace, "Rank of the clamped block"},
    {Action::Compare, GLFW_KEY_F6, 0, kTrace, "Compare all methods", "F6"},
    {Action::Convergence, GLFW_KEY_F11, 0, kTrace, "Convergence of the methods", "F11"},
    {Action::FreezeConvergence, GLFW_KEY_F11, kShift, kTrace, "Curves: freeze the problem", "Shift+F11"},
    {Action::ConvergenceAxis, GLFW_KEY_H, 0, kTrace, "Curves: all plots, or one"},
    {Action::SaveConvergence, GLFW_KEY_F11, kCtrl, kTrace, "Curves: save (CSV, PNG)", "Ctrl+F11"},
    {Action::Failures, GLFW_KEY_F7, 0, kTrace, "List of failed steps", "F7"},
    {Action::SaveProblem, GLFW_KEY_F8, 0, kTrace, "Save the contact problem", "F8"},

    {Action::GuidedTour, GLFW_KEY_T, kCtrl, kFiles, "Guided tour: the next one"},
    {Action::TourNext, GLFW_KEY_ENTER, 0, kFiles, "Tour: next stop", "Enter"},
    {Action::TourPrevious, GLFW_KEY_BACKSPACE, 0, kFiles, "Tour: previous stop", "Backspace"},
    {Action::SaveAs, GLFW_KEY_S, kCtrl, kFiles, "Save the scene as ..."},
    {Action::ShowFolder, GLFW_KEY_E, kCtrl, kFiles, "Show the folder of saved files"},
    {Action::SaveState, GLFW_KEY_F5, 0, kFiles, "Save the state", "F5"},
    {Action::LoadState, GLFW_KEY_F9, 0, kFiles, "Load the saved state", "F9"},
    {Action::Record, GLFW_KEY_F10, 0, kFiles, "Record step timings (CSV)", "F10"},
    {Action::RecordRun, GLFW_KEY_F10, kShift, kFiles, "Record the run, to be replayed", "Shift+F10"},
    {Action::Review, GLFW_KEY_F10, kCtrl, kFiles, "Review the last recording", "Ctrl+F10"},
    {Action::Screenshot, GLFW_KEY_F12, 0, kFiles, "Screenshot (PNG)", "F12"},
    {Action::ViewPicture, GLFW_KEY_F12, kCtrl, kFiles, "Picture of the view (PNG)", "Ctrl+F12"},
    {Action::SavePlots, GLFW_KEY_F12, kShift, kFiles, "Save the plots (CSV, PNG, SVG)", "Shift+F12"},
    {Action::Help, GLFW_KEY_F1, 0, kFiles, "This help", "F1, ?"},
    {Action::Help, GLFW_KEY_SLASH, kShift, kFiles, ""},
    {Action::Quit, GLFW_KEY_Q, kCtrl, kFiles, "Quit"},

    {Action::None, 0, 0, kMouse, "Select a body", "Left click"},
    {Action::None, 0, 0, kMouse, "Select one more, one less", "Ctrl+left click"},
    {Action::None, 0, 0, kMouse, "Select what is in a box", "Ctrl+left drag"},
    {Action::None, 0, 0, kMouse, "Drag a body", "Left drag, Ctrl+left"},
    {Action::None, 0, 0, kMouse, "Shoot a ball", "Shift+left click"},
    {Action::None, 0, 0, kMouse, "Orbit", "Right drag, Alt+left"},
    {Action::None, 0, 0, kMouse, "Pan", "Middle drag"},
    {Action::None, 0, 0, kMouse, "Fly", "Right + WASD, QE"},
    {Action::None, 0, 0, kMouse, "Zoom", "Wheel"},
    {Action::None, 0, 0, kMouse, "Stack tool: place, turn", "Left click, wheel"},
    {Action::None, 0, 0, kMouse, "Joint tool: join", "Two left clicks"},
    {Action::None, 0, 0, kMouse, "Handles: move, by steps", "Left drag, with Ctrl"},
};

}  // namespace

std::span<const Binding> bindings() {
  return kBindings;
}

Action actionOf(int key, int mods) {
  const int wanted = mods & (GLFW_MOD_CONTROL | GLFW_MOD_SHIFT | GLFW_MOD_ALT | GLFW_MOD_SUPER);
  for (const Binding& binding : kBindings) {
    if (binding.key != 0 && binding.key == key && binding.mods == wanted) return binding.action;
  }
  return Action::None;
}

std::string inputText(const Binding& binding) {
  if (!binding.input.empty()) return std::string(binding.input);
  std::string text;
  if ((binding.mods & kCtrl) != 0) text += "Ctrl+";
  if ((binding.mods & kShift) != 0) text += "Shift+";
  return text + static_cast<char>(binding.key);  // letters: GLFW's codes are ASCII
}

std::string shortcut(Action action) {
  for (const Binding& binding : kBindings) {
    if (binding.action == action && !binding.what.empty()) return inputText(binding);
  }
  return {};
}

std::string_view title(Action action) {
  for (const Binding& binding : kBindings) {
    if (binding.action == action && !binding.what.empty()) return binding.what;
  }
  return {};
}

}  // namespace keystone
