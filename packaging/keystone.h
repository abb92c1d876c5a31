// Keystone, the library: all that a program of its own needs. docs/packages.md says how it is found.
#pragma once

#include "math/parallel.h"            // setThreads()
#include "observe/analysis.h"         // analyze(): would it stand, and how does it begin to fall
#include "observe/joint_loads.h"      // what joints carry
#include "problem/contact_problem.h"  // a contact problem, as data
#include "problem/problem_formats.h"  // files of contact problems
#include "problem/residual.h"         // measure(): how far impulses are from solving it
#include "record/recording.h"         // runs as files
#include "record/replay.h"            // and run again
#include "record/run_recorder.h"      // writes them
#include "record/stored_problem.h"    // the contact problem of a step, for a file
#include "record/version.h"           // version()
#include "scene/scene_def.h"          // loadScene(), saveScene()
#include "solver/registry.h"          // solvers(), findSolver()
#include "step/choose_method.h"       // parameters by name
#include "step/method_choices.h"      // solvers and steppers by name
#include "step/step.h"                // Simulation and its world, step(), steppers()
