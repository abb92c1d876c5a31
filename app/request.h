// What panels, keys and tools ask for. Requests are carried out between frames, never while a panel reads the world.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "framework/framework_method.h"
#include "observe/race.h"
#include "session/keys.h"
#include "session/layout.h"
#include "session/piece.h"
#include "session/properties.h"
#include "step/step.h"
#include "view/renderer.h"

namespace keystone {

struct OpenScene {
  std::string name;  // id or path
};
struct SetSceneParameter {
  std::string name;  // empty: all as the scene's file has them
  double value;
};
struct GoToKeyframe {
  std::string name;  // one of the scene's
};
struct SaveSceneAs {
  std::string path;
};
struct TakeMesh {  // into the stack tool
  MeshChoice mesh;
};
struct ChooseSolver {
  const SolverInfo* solver;
};
struct ChooseStepper {
  StepperKind stepper;
};
struct ChooseImpacts {
  ImpactLaw law;
};
struct ChooseRestitutionLaw {
  RestitutionLaw law;
};
struct ChooseImpactTime {
  ImpactTime time;
};
struct SetIntegrator {  // of the velocity stepper
  Integrator integrator;
  double tolerance;  // [m] and [rad]
};
struct ChooseCoordinates {  // of the velocity stepper
  Coordinates coordinates;
};
struct ChooseJointErrors {  // of the velocity stepper
  JointErrors errors;
};
struct SetParameter {
  std::string id;
  double value;
};
struct ResetParameters {};
struct SetStepperParameter {
  std::string id;
  double value;
};
struct ResetStepperParameters {};
struct SetPosition {  // of the position stepper
  int relinearise;
  bool frictionless;
};
struct SetSpeed {
  double speed;  // simulated seconds per real second
};
struct Select {
  int body;           // -1: nothing
  bool also = false;  // beside what is selected already; again: no longer
};
struct SelectAlso {
  std::vector<int> bodies;  // beside what is selected already
};
struct SetUiScale {
  double scale;
};
struct SetPanelSize {
  double PanelSizes::*panel;
  double size;  // [pixels at scale 1]; 0: as it comes
};
struct SeekTrace {
  int frame;  // of the microscope's replay
};
struct SeekReplay {
  long position;  // steps of the recording
};
struct BranchOff {};  // of the recording
struct LookAtFailure {
  int entry;  // of the session's list, oldest first
};
struct DeleteFailures {};  // the list's, and the files
struct OpenFramework {
  std::string name;  // id or path, of a framework or a planar scene
};
struct ChooseFrameworkMethod {
  FrameworkOptions options;
};
struct OpenTour {
  std::string id;
};
struct EndTour {};
struct SetReopens {
  bool on;  // begins with what was shown last
};
struct AnswerTour {
  int choice;  // of the present stop's question
};
struct OpenTourMicroscope {};  // as the tour's stop says, once its scene has been drawn: arrows keep that scale
struct CancelComparison {};
struct SetViews {
  int count;  // 0: not split
};
struct ChooseView {
  int view;
  Method method;
};
struct Highlight {
  SetMark mark;  // the others are faint; again: no longer
};
struct WatchContact {
  int contact;  // of the last step
};
struct PauseAtStep {
  long step;  // 0: at none
};
struct ProbeContacts {
  int a, b;  // contacts to keep marked; -1: none
};

using Request =
    std::variant<Action, OpenScene, SetSceneParameter, GoToKeyframe, SaveSceneAs, TakeMesh, ChooseSolver, ChooseStepper,
                 ChooseImpacts, ChooseRestitutionLaw, ChooseImpactTime, SetIntegrator, ChooseCoordinates,
                 ChooseJointErrors, SetParameter, ResetParameters, SetStepperParameter, ResetStepperParameters,
                 SetPosition, SetSpeed, Select, SelectAlso, PropertyChange, SetUiScale, SeekTrace, SeekReplay,
                 BranchOff, LookAtFailure, DeleteFailures, OpenFramework, ChooseFrameworkMethod, OpenTour, EndTour,
                 AnswerTour, SetReopens, OpenTourMicroscope, CancelComparison, SetViews, ChooseView, Highlight,
                 PauseAtStep, ProbeContacts, WatchContact, SetPanelSize>;
using Requests = std::vector<Request>;

}  // namespace keystone
