// Guided tours: a text beside a scene, a method, a place to look from and what is open, stop by stop.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scene/scene_def.h"

namespace keystone {

struct TourMicroscope {
  bool warm = false;
  bool row_by_row = false;  // by pivoting
  int event = -1;           // -1: the last
};

// A prediction that the user makes by a click, before time runs.
struct TourQuestion {
  std::vector<std::string> choices;
  int right = 0;      // place of the true one in `choices`
  std::string why;    // told once one was clicked, whichever
  std::string scene;  // opened then in the place of the stop's own; empty: that one goes on
};

struct TourStop {
  std::string title, text;
  std::string scene;                   // id in the assets, opened anew at every stop
  const SolverInfo* solver = nullptr;  // null: the scene's own
  ParameterValues parameters;          // of that solver
  int steps = 0;                       // made before anything is shown
  bool runs = false;                   // time runs from there, or once the question is answered; else it is paused
  int pause_at = 0;                    // the step at which time that runs comes to a halt; 0: none
  double speed = 1.0;                  // of time [simulated s per s]
  std::optional<TourQuestion> question;
  bool contacts = true, forces = false, cones = false, velocities = false, trails = false, verdict = false;
  bool compares = false;  // all methods on the last step's problem
  std::optional<TourMicroscope> microscope;
  std::optional<SceneCamera> camera;  // else what moves is framed
};

struct Tour {
  std::string id, name, description;
  std::vector<TourStop> stops;
};

// Of a file of `asset_dir`/tours. Throws SceneError: "FILE: /json/pointer: found X, expected Y".
Tour loadTour(const std::string& path);
// The path of the tour with that id, which need not exist.
std::string tourPath(const std::string& id, const std::string& asset_dir);
// All of `asset_dir`/tours in the order of their file names; without a group.
std::vector<SceneEntry> listTours(const std::string& asset_dir);

}  // namespace keystone
