// The one table of keys and mouse gestures: the dispatcher, the menus and the help window all read it.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace keystone {

enum class Action {
  None,  // a mouse gesture; the tools answer it
  Pause,
  Step,
  StepFive,
  Back,
  BackFive,
  Slower,
  Faster,
  Restart,
  PauseOnFailure,
  PauseOnImpact,
  PreviousScene,
  NextScene,
  PickScene,
  PreviousSolver,
  NextSolver,
  Sleeping,
  Solver1,
  Solver2,
  Solver3,
  Solver4,
  Solver5,
  Solver6,
  Solver7,
  Solver8,
  Solver9,
  FrameSelection,
  FrameAll,
  Follow,
  ViewFront,
  ViewSide,
  ViewTop,
  ViewIsometric,
  Orthographic,
  HideUi,
  Metrics,
  Help,
  Undo,
  Redo,
  Duplicate,
  Copy,
  Paste,
  Delete,
  DeleteStrays,
  StackTool,
  JointTool,
  BallTool,
  Handles,
  ToggleContacts,
  ToggleForces,
  ToggleCones,
  ToggleLabels,
  ToggleVelocities,
  ToggleTrails,
  ToggleShadows,
  ToggleGrid,
  ToggleTheme,
  ToggleLight,
  LargerUi,
  SmallerUi,
  SaveAs,
  ShowFolder,
  SaveState,
  LoadState,
  Screenshot,
  ViewPicture,
  SavePlots,
  Record,
  RecordRun,
  Review,
  PlayBackwards,
  NextEvent,
  PreviousEvent,
  SaveProblem,
  Compare,
  Convergence,
  FreezeConvergence,
  ConvergenceAxis,
  SaveConvergence,
  Failures,
  Verdict,
  Race,
  NextStepper,  // of the scene, or of the view that the keys change
  NextMethod,
  Framework,
  FigureUnstable,
  FigureCollapse,
  Split,
  Views1,
  Views2,
  Views3,
  Views4,
  NextView,
  ViewPreviousSolver,
  ViewNextSolver,
  Microscope,
  WarmStart,
  SinglePivots,
  TraceForward,
  TraceBack,
  TraceForwardTen,
  TraceBackTen,
  TraceNextDrive,
  TracePreviousDrive,
  TraceFirst,
  TraceLast,
  TracePlay,
  MatrixOrder,
  BlockRank,
  GuidedTour,
  TourNext,
  TourPrevious,
  Quit,
  Cancel
};

struct Binding {
  Action action;
  int key;                      // GLFW key; 0 for mouse gestures
  int mods;                     // GLFW modifier bits, exactly
  std::string_view group;       // heading in the help window
  std::string_view what;        // what it does; empty for a second key of the row above
  std::string_view input = {};  // how it is written; empty: made from key and mods
};

std::span<const Binding> bindings();
// The action of a key with exactly these modifiers; Action::None when there is none.
Action actionOf(int key, int mods);
// How a row's key is written, as in "Ctrl+Shift+Z".
std::string inputText(const Binding& binding);
// The first key of an action, as written in menus; empty when it has none.
std::string shortcut(Action action);
// What the action does, as in the help window.
std::string_view title(Action action);

}  // namespace keystone
