#include "session/file_kinds.h"

#include <algorithm>

#include "problem/problem_formats.h"
#include "record/recording.h"
#include "robot/robot.h"

namespace keystone {
namespace {

bool isOfAnyKind(const std::string& name) {
  return std::ranges::any_of(fileKinds().subspan(1), [&name](const FileKind& kind) { return kind.has(name); });
}

constexpr FileKind kKinds[] = {
    {"All that opens", "", isOfAnyKind},
    {"Scenes", ".json", [](const std::string& name) { return name.ends_with(".json"); }},
    {"Robots", ".xml, .urdf, .sdf, .world", [](const std::string& name) { return isRobotFile(name); }},
    {"Contact problems", ".mtx, .hdf5, .h5, .problem.gz", isProblemFile},
    {"Recordings", ".replay", [](const std::string& name) { return isRecording(name); }},
};

constexpr std::string_view kMeshEndings[] = {".obj", ".stl", ".ply", ".gltf", ".glb", ".dae", ".msh"};
constexpr FileKind kMeshes{"Meshes", ".obj, .stl, .ply, .gltf, .glb, .dae, .msh", [](const std::string& name) {
                             return std::ranges::any_of(kMeshEndings,
                                                        [&name](std::string_view end) { return name.ends_with(end); });
                           }};

}  // namespace

std::span<const FileKind> fileKinds() {
  return kKinds;
}

const FileKind& meshFiles() {
  return kMeshes;
}

std::string openedKinds() {
  return "a scene (.json), a robot (.xml, .urdf, .sdf), a contact problem (.mtx, .hdf5, .h5, .problem.gz) or a "
         "recording (.replay)";
}

}  // namespace keystone
