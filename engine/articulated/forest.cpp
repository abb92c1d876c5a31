#include "articulated/forest.h"

#include <algorithm>

namespace keystone {
namespace {

bool isLinkBody(std::span<const Body> bodies, int body) {
  return body >= 0 && bodies[body].isActive();
}

int freedomOf(JointKind kind, bool planar) {
  if (kind == JointKind::Ball) return planar ? 1 : 3;
  return kind == JointKind::Fixed ? 0 : 1;
}

// Joints of each body that can carry links: joints_of[first[b]] .. joints_of[first[b + 1] - 1], ascending.
struct JointsOfBodies {
  std::vector<int> first, joints;
};

JointsOfBodies listJointsOfBodies(std::span<const Body> bodies, std::span<const Joint> joints) {
  JointsOfBodies list;
  list.first.assign(bodies.size() + 1, 0);
  const auto forEnds = [&](auto visit) {
    for (std::size_t j = 0; j < joints.size(); ++j) {
      if (!carriesLinks(joints[j].kind)) continue;
      for (const int body : {joints[j].a, joints[j].b})
        if (isLinkBody(bodies, body)) visit(static_cast<std::size_t>(body), static_cast<int>(j));
    }
  };
  forEnds([&](std::size_t body, int) { ++list.first[body + 1]; });
  for (std::size_t b = 0; b < bodies.size(); ++b) list.first[b + 1] += list.first[b];
  list.joints.resize(list.first.back());
  std::vector<int> at(list.first.begin(), list.first.end() - 1);
  forEnds([&](std::size_t body, int joint) { list.joints[at[body]++] = joint; });
  return list;
}

class ForestBuilder {
 public:
  ForestBuilder(std::span<const Body> bodies, std::span<const Joint> joints, bool planar, Forest& forest)
      : bodies_(bodies), joints_(joints), forest_(forest), of_body_(listJointsOfBodies(bodies, joints)) {
    forest.links.clear();
    forest.link_of_body.assign(bodies.size(), -1);
    forest.is_tree_joint.assign(joints.size(), 0);
    forest.dofs = 0;
    forest.planar = planar;
  }

  void addFixedRoots() {
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      const Joint& joint = joints_[j];
      if (!carriesLinks(joint.kind)) continue;
      const bool a = isLinkBody(bodies_, joint.a), b = isLinkBody(bodies_, joint.b);
      if (a != b) add(a ? joint.a : joint.b, -1, static_cast<int>(j));
    }
    grow(0);
  }

  void addFreeRoots() {
    for (int body = 0; body < static_cast<int>(bodies_.size()); ++body) {
      if (!isLinkBody(bodies_, body) || isKnown(body)) continue;
      const std::size_t root = forest_.links.size();
      add(body, -1, -1);
      grow(root);
      forest_.links[root].alone = forest_.links.size() == root + 1;
    }
  }

 private:
  bool isKnown(int body) const { return forest_.link_of_body[body] >= 0; }

  void add(int body, int parent, int joint) {
    if (isKnown(body)) return;
    Link link{.body = body, .parent = parent, .joint = joint, .first = forest_.dofs};
    link.count = forest_.planar ? 3 : 6;
    if (joint >= 0) {
      const Joint& by = joints_[joint];
      link.reversed = by.a == body;
      if (parent < 0) link.base = link.reversed ? by.b : by.a;
      link.count = freedomOf(by.kind, forest_.planar);
      forest_.is_tree_joint[joint] = 1;
    }
    forest_.dofs += link.count;
    forest_.link_of_body[body] = static_cast<int>(forest_.links.size());
    forest_.links.push_back(link);
  }

  void grow(std::size_t from) {
    for (std::size_t i = from; i < forest_.links.size(); ++i) {
      const int body = forest_.links[i].body;
      const auto at = static_cast<std::size_t>(body);
      for (int k = of_body_.first[at]; k < of_body_.first[at + 1]; ++k) {
        const int index = of_body_.joints[k];
        const Joint& joint = joints_[index];
        const int other = joint.a == body ? joint.b : joint.a;
        if (isLinkBody(bodies_, other)) add(other, static_cast<int>(i), index);
      }
    }
  }

  std::span<const Body> bodies_;
  std::span<const Joint> joints_;
  Forest& forest_;
  JointsOfBodies of_body_;
};

}  // namespace

bool Forest::hasTreeJoints() const {
  return std::ranges::any_of(is_tree_joint, [](char is) { return is != 0; });
}

bool carriesLinks(JointKind kind) {
  return kind == JointKind::Ball || kind == JointKind::Hinge || kind == JointKind::Slider || kind == JointKind::Fixed;
}

int structuralRows(JointKind kind, bool planar) {
  return carriesLinks(kind) ? (planar ? 3 : 6) - freedomOf(kind, planar) : 0;
}

void buildForest(std::span<const Body> bodies, std::span<const Joint> joints, bool planar, Forest& forest) {
  ForestBuilder builder(bodies, joints, planar, forest);
  builder.addFixedRoots();
  builder.addFreeRoots();
}

}  // namespace keystone
