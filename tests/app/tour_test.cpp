// Guided tours: their files, and what is wrong with those that are not.
#include <gtest/gtest.h>

#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <set>

#include "paths.h"
#include "session/tour.h"
#include "view/point_at.h"

namespace keystone {
namespace {

std::string tourFault(const std::string& text) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("keystone_tour_" + std::to_string(::getpid()) + ".json");
  std::ofstream(path) << text;
  std::string fault = "none";
  try {
    loadTour(path.string());
  } catch (const SceneError& error) {
    const std::string what = error.what();
    EXPECT_EQ(what.find('\n'), std::string::npos);
    fault = what.substr(what.find(".json: ") + 7);
  }
  std::filesystem::remove(path);
  return fault;
}

std::string withStop(const std::string& keys) {
  return R"({"tour": 1, "name": "n", "description": "d", "stops": [{"title": "t", "text": "x", "scene": "wall_5x5")" +
         keys + "}]}";
}

TEST(Tour, NineOrMoreComeAlongAndOpenScenesThatExist) {
  const std::vector<SceneEntry> tours = listTours(assetDir());
  EXPECT_GE(tours.size(), 9U);
  std::set<std::string> names;
  for (const SceneEntry& entry : tours) {
    const Tour tour = loadTour(tourPath(entry.id, assetDir()));
    EXPECT_EQ(tour.id, entry.id);
    EXPECT_TRUE(names.insert(tour.name).second) << tour.name;
    EXPECT_GE(tour.stops.size(), 3U) << tour.name;
    for (const TourStop& stop : tour.stops) {
      EXPECT_NO_THROW(findScene(stop.scene, assetDir())) << stop.title;
      const std::string then = stop.question ? stop.question->scene : "";
      EXPECT_NO_THROW(findScene(then.empty() ? stop.scene : then, assetDir())) << stop.title;
    }
  }
}

// Boxes of 1 m come 53.09 m from a circle of 6 m. What panels leave of a window is wider than high, and shows as much
// from top to bottom as the whole window would.
TEST(Tour, TheWholeRingOfBoxesIsSeenWhereTheyHaveStopped) {
  constexpr double kReach = 6.0 + 53.09 + 0.71;  // [m], to the far corner of a box
  const Tour tour = loadTour(tourPath("4_cone_and_box", assetDir()));
  int stops = 0;
  for (const TourStop& stop : tour.stops) {
    if (stop.scene != "isotropic_friction" || stop.pause_at < 300) continue;
    ++stops;
    Scene scene;
    scene.camera = *stop.camera;
    Camera camera;
    camera.setViewport(1280, 800);
    pointAt(camera, scene);
    for (int degrees = 0; degrees < 360; ++degrees) {
      const double angle = degrees * std::numbers::pi / 180.0;
      Vec2 pixel;
      ASSERT_TRUE(camera.project(kReach * Vec3(std::cos(angle), 0.0, std::sin(angle)), pixel));
      EXPECT_GT(pixel.y(), 12.0) << stop.title;
      EXPECT_LT(pixel.y(), 788.0) << stop.title;
    }
  }
  EXPECT_EQ(stops, 2);
}

TEST(Tour, HoldsWhatItsFileSays) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("keystone_tour_" + std::to_string(::getpid()) + ".json");
  std::ofstream(path) << withStop(R"(, "solver": "pgs", "parameters": {"iterations": 7}, "steps": 3,
    "show": ["forces", "trails", "verdict"], "microscope": {"start": "warm", "event": 4},
    "camera": {"target": [1, 2, 3], "distance": 5, "yaw": 0.5})");
  const Tour tour = loadTour(path.string());
  std::filesystem::remove(path);
  ASSERT_EQ(tour.stops.size(), 1U);
  const TourStop& stop = tour.stops[0];
  EXPECT_EQ(stop.solver->id, "pgs");
  EXPECT_EQ(stop.parameters.at("iterations"), 7.0);
  EXPECT_EQ(stop.steps, 3);
  EXPECT_FALSE(stop.contacts);
  EXPECT_TRUE(stop.forces && stop.trails && stop.verdict);
  EXPECT_TRUE(stop.microscope->warm);
  EXPECT_EQ(stop.microscope->event, 4);
  EXPECT_EQ(stop.camera->target, Vec3(1, 2, 3));
  EXPECT_EQ(stop.camera->yaw, 0.5);
  EXPECT_EQ(tourFault(withStop("")), "none");
}

TEST(Tour, AsksAQuestionBeforeTimeRuns) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("keystone_question_" + std::to_string(::getpid()) + ".json");
  std::ofstream(path) << withStop(R"(, "steps": 3, "runs": true, "pause_at": 40, "speed": 0.5,
    "question": {"choices": ["it falls", "it stands"], "right": 1, "why": "w", "scene": "table"})");
  const TourStop stop = loadTour(path.string()).stops.at(0);
  std::filesystem::remove(path);
  EXPECT_EQ(stop.pause_at, 40);
  EXPECT_EQ(stop.speed, 0.5);
  ASSERT_TRUE(stop.question);
  EXPECT_EQ(stop.question->choices.at(1), "it stands");
  EXPECT_EQ(stop.question->right, 1);
  EXPECT_EQ(stop.question->why, "w");
  EXPECT_EQ(stop.question->scene, "table");
}

TEST(Tour, ComplainsInOneLineThatNamesThePlace) {
  EXPECT_EQ(tourFault(R"({"tour": 2})"), "/tour: found 2, expected tour format version 1");
  EXPECT_EQ(tourFault(R"({"tour": 1, "name": "n", "description": "d", "stops": []})"),
            "/stops: found an array of 0, expected an array of 1 to 30");
  EXPECT_EQ(tourFault(withStop(R"(, "wings": 2)")).substr(0, 38), "/stops/0/wings: found the unknown key ");
  EXPECT_EQ(tourFault(withStop(R"(, "parameters": {"iterations": 7})")),
            "/stops/0/parameters: found parameters without a solver, expected a solver beside them");
  EXPECT_EQ(tourFault(withStop(R"(, "solver": "magic")")).substr(0, 37), "/stops/0/solver: found \"magic\", expec");
  EXPECT_EQ(tourFault(withStop(R"(, "solver": "pgs", "parameters": {"iterations": 0.5})")).substr(0, 40),
            "/stops/0/parameters/iterations: found 0.");
  EXPECT_EQ(tourFault(withStop(R"(, "show": ["magic"])")),
            "/stops/0/show/0: found \"magic\", expected one of: contacts, forces, cones, velocities, trails, verdict, "
            "comparison");
  EXPECT_EQ(tourFault(withStop(R"(, "speed": 0.5)")),
            "/stops/0/speed: found speed where time stands, expected \"runs\": true beside it");
  EXPECT_EQ(tourFault(withStop(R"(, "steps": 9, "runs": true, "pause_at": 9)")),
            "/stops/0/pause_at: found 9, expected an integer from 10 to 2000");
  EXPECT_EQ(tourFault(withStop(R"(, "question": {"choices": ["a", "b"], "right": 2, "why": "w"})")),
            "/stops/0/question/right: found 2, expected an integer from 0 to 1");
  EXPECT_EQ(tourFault(withStop(R"(, "runs": true, "microscope": {})")),
            "/stops/0/microscope: found a microscope while time runs, expected one of the two");
}

}  // namespace
}  // namespace keystone
