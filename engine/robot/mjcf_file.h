// An MJCF file with its includes, defaults, settings and assets, before any body is made.
#pragma once

#include "robot/mjcf_defaults.h"

namespace keystone {

struct MjcfMesh {
  std::string path;            // else `vertices`
  std::vector<Vec3> vertices;  // [m], not scaled
  Vec3 scale = Vec3::Ones();
  std::string place;  // "FILE:LINE"
};

struct MjcfFile {
  explicit MjcfFile(std::vector<std::string>& all_notes) : notes(all_notes) {}

  std::vector<std::string>& notes;
  std::string model;
  bool degrees = true;
  bool global = false;          // whether places are in the world's frame
  bool limits_by_range = true;  // compiler autolimits
  std::string euler_order = "xyz";
  enum class FromGeoms { Missing, Always, Never } from_geoms = FromGeoms::Missing;
  double step = 0.002;            // [s]
  Vec3 gravity{0.0, 0.0, -9.81};  // [m/s^2]
  std::string path, folder, mesh_folder;
  MjcfDefaults defaults;
  std::map<std::string, MjcfMesh, std::less<>> meshes;
  std::map<std::string, Vec3, std::less<>> colours;  // of materials
  std::vector<XmlElement> sections;  // worldbody, equality, actuator, contact, keyframe, in the files' order
  bool contacts = true;              // whether anything touches
  bool strip_paths = false;          // of meshes' files
  bool fit_bounds = false;           // whether solids are fitted to the bounds of meshes, not to their moments
  bool balance_inertia = false;      // whether moments that no body has become their mean
  double least_mass = 0.0;           // [kg], of bodies
  double least_inertia = 0.0;        // [kg m^2], of their principal moments
  int copies = 0;                    // that <replicate> made so far
  std::shared_ptr<tinyxml2::XMLDocument> document;
  std::unique_ptr<XmlIncludes> includes;

  void note(const XmlElement& element, const std::string& what) {
    notes.push_back(element.place() + ": <" + std::string(element.tag()) + ">: " + what);
  }
  // Notes each attribute that is there, is not among `known` and has an effect.
  void noteOthers(const XmlElement& element, std::initializer_list<std::string_view> known);
  double angle(double given) const;  // [rad]
  // pos and one of quat, axisangle, xyaxes, zaxis, euler.
  Pose pose(const XmlElement& element) const;
  Quat orientation(const XmlElement& element) const;
};

// The shortest turn that takes z to `v`, half a turn about x where v is -z.
Quat turnFromZ(const Vec3& v);

// Fills `file` from a document and what it includes. Throws RobotError.
void readMjcf(std::shared_ptr<tinyxml2::XMLDocument> document, const std::string& path, MjcfFile& file);

}  // namespace keystone
