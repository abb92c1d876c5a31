// The format as sdformat.org specifies it. Older versions differ in little: axes of joints until 1.4 are in the model's
// frame, and gravity until 1.5 is in <physics>.
#include "robot/sdf_file.h"

#include <algorithm>
#include <span>

#include "robot/sdf_includes.h"

namespace keystone {
namespace {

constexpr std::size_t kLongestSdfName = 180;  // bytes, as of names in one element

// Read elsewhere, or of no effect.
constexpr std::string_view kOfWorld[] = {"physics", "gravity"};
constexpr std::string_view kOfModel[] = {"static", "self_collide", "pose", "allow_auto_disable", "enable_wind"};

class SdfReader {
 public:
  SdfReader(SdfFile& file, std::vector<std::string>& notes) : file_(file), notes_(notes), includes_(file.documents) {}

  void read(const XmlElement& root) {
    const int version = sdfVersion(root, notes_);
    file_.path = root.file;
    open_.push_back(root.file);
    file_.world = partOf(root, "world");
    const auto model = partOf(root, "model");
    if (!file_.world && !model) root.fail("neither a world nor a model", "<world> or <model>");
    const XmlElement& first = file_.world ? *file_.world : *model;
    file_.name = first.text("name");
    forChildren(root, [&](const XmlElement& part) {
      if (part.node != first.node) noteNotTaken(part, notes_);
    });
    if (file_.world)
      readParts(first, {"", SdfFrames::kWorld, version}, {});
    else
      readModel({first, first, version}, {kAlone, SdfFrames::kWorld, version}, {});
  }

 private:
  static constexpr const char* kAlone = "/";  // before the name of a model without a world: its parts' names need none

  struct Within {
    int model = -1;  // the outermost one; -1: the world
    bool is_static = false, self_collide = false;
  };
  struct Source {
    XmlElement model;
    XmlElement placed;  // the model, or the <include> that names its file
    int version = 0;
    bool has(std::string_view key) const { return placed.has(key) || model.has(key); }
    const XmlElement& of(std::string_view key) const { return placed.has(key) ? placed : model; }
  };

  // What stands in a world or a model.
  void readParts(const XmlElement& parent, const SdfScope& scope, const Within& within) {
    using Tags = std::span<const std::string_view>;
    const Tags known = within.model < 0 ? Tags(kOfWorld) : Tags(kOfModel);
    forChildren(parent, [&](const XmlElement& part) {
      if (part.is("model")) return readModel({withTexts(part), withTexts(part), scope.version}, scope, within);
      if (part.is("include")) return readInclude(withTexts(part), scope, within);
      if (part.is("link") && within.model >= 0) return addLink(withTexts(part), scope, within);
      if (part.is("joint")) return addJoint(withTexts(part), scope);
      if (part.is("frame")) return addFrame(part, scope);
      if (std::ranges::find(known, part.tag()) == known.end()) noteNotTaken(part, notes_);
    });
  }

  void readModel(const Source& source, const SdfScope& scope, Within within) {
    const std::string name = source.of("name").text("name");
    const bool merge = source.placed.is("include") && sdfFlag(source.placed, "merge", false);
    const XmlElement& posed = childOf(source.placed, "pose") ? source.placed : source.model;
    SdfScope own{scope.prefix + name + "::", -1, source.version};
    if (merge) own.prefix = scope.prefix;
    if (scope.prefix == kAlone) own.prefix = "";
    own.frame = file_.frames.add(posed, scope, merge && !name.empty() ? "_merged__" + name + "__model__" : name);
    if (source.has("placement_frame"))
      file_.frames.placeBy(own.frame, own, source.of("placement_frame").text("placement_frame"));
    within.is_static = within.is_static || sdfFlag(source.of("static"), "static", false);
    within.self_collide = sdfFlag(source.model, "self_collide", false);
    if (within.model < 0) within.model = models_++;
    const std::size_t first_link = file_.links.size();
    readParts(source.model, own, within);
    if (file_.links.size() > first_link) file_.frames.setLink(own.frame, static_cast<int>(first_link));
  }

  void readInclude(const XmlElement& include, const SdfScope& scope, const Within& within) {
    noteOtherParts(include, {"uri", "name", "pose", "static", "placement_frame"}, notes_);
    const std::optional<XmlElement> root = includes_.open(include);
    if (!root) {
      file_.frames.setMissing(include.text("uri"));
      notes_.push_back(include.place() + ": <include>: " + inQuotes(include.text("uri")) + " is not there, not taken");
      return;
    }
    if (std::ranges::find(open_, root->file) != open_.end())
      include.failAt("uri", "a file that does not include this one");
    const int version = sdfVersion(*root, notes_);
    const auto model = partOf(*root, "model");
    forChildren(*root, [&](const XmlElement& part) {
      if (!model || part.node != model->node) noteNotTaken(part, notes_);
    });
    if (!model) return;
    open_.push_back(root->file);
    readModel({*model, include, version}, scope, within);
    open_.pop_back();
  }

  void addLink(const XmlElement& link, const SdfScope& scope, const Within& within) {
    const std::string name = link.text("name");
    const int index = static_cast<int>(file_.links.size());
    const int frame = file_.frames.add(link, scope, name, "", index);
    const bool self_collide = sdfFlag(link, "self_collide", within.self_collide);
    file_.links.push_back({link, fullName(link, scope), scope, frame, within.model, within.is_static, self_collide});
  }

  void addJoint(const XmlElement& joint, const SdfScope& scope) {
    for (const char* end : {"parent", "child"})
      if (!joint.has(end)) failNamed(joint, "no <" + std::string(end) + ">", "one that names a link");
    const int frame = file_.frames.add(joint, scope, joint.text("name"), joint.text("child"));
    file_.joints.push_back({joint, fullName(joint, scope), scope, frame});
  }

  void addFrame(const XmlElement& frame, const SdfScope& scope) {
    file_.frames.add(frame, scope, frame.text("name"), frame.text("attached_to"));
    noteOtherParts(frame, {"pose"}, notes_);
  }

  static std::string fullName(const XmlElement& part, const SdfScope& scope) {
    const std::string name = scope.prefix + part.text("name");
    if (name.size() > kLongestSdfName)
      part.fail(std::to_string(name.size()) + " bytes of names together", "at most " + std::to_string(kLongestSdfName));
    return name;
  }

  SdfFile& file_;
  std::vector<std::string>& notes_;
  SdfIncludes includes_;
  std::vector<std::string> open_;  // paths of the files that are being read
  int models_ = 0;
};

}  // namespace

SdfFile readSdf(std::shared_ptr<tinyxml2::XMLDocument> document, const std::string& path,
                std::vector<std::string>& notes) {
  SdfFile file;
  file.documents.push_back(std::move(document));
  SdfReader(file, notes).read(elementOf(file.documents[0]->RootElement(), path));
  return file;
}

}  // namespace keystone
