// What the readers of MJCF, URDF and SDFormat take, each piece alone and in pairs: saved as a scene it is the same
// robot.
#include "robot/sdf_text.h"
#include "robot/survives_saving.h"
#include "support/temp_folder.h"

namespace keystone {
namespace {

// "@" stands for the piece's number in its file, so that names differ.
struct MjcfPiece {
  std::string bodies;
  std::string sections = {};
};

std::string jointedBody(const std::string& inside, const std::string& geom = "<geom name=\"g@\" size=\"0.1\"/>") {
  return "<body name=\"b@\">" + inside + geom + "</body>";
}

const std::string kHinge = "<joint name=\"j@\"/>";

const MjcfPiece kMjcfPieces[] = {
    {jointedBody("<freejoint/>")},
    {jointedBody("<joint type=\"hinge\" axis=\"1 2 3\" pos=\"0.1 0 0\" range=\"-30 40\" ref=\"5\" damping=\"0.1\"/>")},
    {jointedBody("<joint type=\"slide\" stiffness=\"3\" springref=\"0.1\" frictionloss=\"0.2\" armature=\"0.3\"/>")},
    {jointedBody("<joint type=\"ball\" pos=\"0 0 0.3\"/>")},
    {jointedBody("<joint type=\"slide\"/><joint axis=\"0 1 0\"/><joint axis=\"1 0 0\"/>")},
    {jointedBody(kHinge, "<geom type=\"box\" size=\"0.1 0.2 0.3\" euler=\"10 20 30\" rgba=\"0.1 0.2 0.3 1\"/>")},
    {jointedBody(kHinge, "<geom type=\"capsule\" fromto=\"0 0 0 0.1 0.2 0.3\" size=\"0.05\"/>")},
    {jointedBody(kHinge, "<geom type=\"cylinder\" size=\"0.1 0.2\" axisangle=\"1 0 1 30\"/>")},
    {jointedBody(kHinge, "<geom type=\"ellipsoid\" size=\"0.1 0.2 0.3\" xyaxes=\"0 1 0 0 0 1\"/>")},
    {jointedBody(kHinge, "<geom type=\"mesh\" mesh=\"m@\" pos=\"0.1 0 0\"/>"),
     "<asset><mesh name=\"m@\" vertex=\"0 0 0 0.3 0 0 0 0.2 0 0 0 0.1\" scale=\"1 2 1\"/></asset>"},
    {"<geom type=\"plane\" size=\"1 1 1\" pos=\"0 0 -3\" zaxis=\"0 0.1 1\"/><geom type=\"box\" size=\"1 1 1\" pos=\"9 "
     "0 0\"/>"},
    {jointedBody(kHinge,
                 "<geom size=\"0.1\" friction=\"0.5 0.01 0.001\" condim=\"6\" priority=\"2\"/><geom size=\"0.05\" "
                 "pos=\"0.2 0 0\" condim=\"1\" contype=\"4\" conaffinity=\"2\" density=\"100\"/>")},
    {jointedBody("<joint/><inertial pos=\"0.1 0 0\" mass=\"2\" fullinertia=\"1 1.1 1.2 0.1 0.2 0.3\"/>")},
    {jointedBody("<joint/><inertial pos=\"0 0 0\" mass=\"2\" diaginertia=\"1 1 1\" quat=\"1 1 0 0\"/>")},
    {jointedBody("<joint/><body pos=\"0.3 0 0\"><geom size=\"0.1\" mass=\"0\"/></body>")},
    {jointedBody("<freejoint/>"), "<equality><connect body1=\"b@\" body2=\"world\" anchor=\"0.1 0 0\"/></equality>"},
    {jointedBody("<freejoint/>"), "<equality><weld body1=\"b@\"/></equality>"},
    {jointedBody(kHinge), "<actuator><motor joint=\"j@\" ctrlrange=\"-2 3\" gear=\"10\"/></actuator>"},
    {jointedBody(kHinge), "<actuator><position joint=\"j@\" kp=\"20\" kv=\"1\"/></actuator>"},
    {jointedBody(kHinge), "<actuator><velocity joint=\"j@\" kv=\"2\"/></actuator>"},
    {jointedBody("<joint/><body name=\"c@\" pos=\"0.5 0 0\"><joint/><geom name=\"h@\" size=\"0.1\"/><body name=\"d@\" "
                 "pos=\"0.1 0 0\"><joint axis=\"0 1 0\"/><geom size=\"0.2\" contype=\"2\"/></body></body>"),
     "<contact><exclude body1=\"b@\" body2=\"d@\"/><pair geom1=\"g@\" geom2=\"h@\"/></contact>"},
    {"<frame pos=\"0 0 1\" euler=\"0 45 0\">" + jointedBody("<freejoint/>") + "</frame>"},
    {"<replicate count=\"3\" offset=\"0.3 0 0\" sep=\"-\">" + jointedBody("<freejoint/>") + "</replicate>"},
    {"<body childclass=\"k@\"><joint/><geom/></body>",
     "<default><default class=\"k@\"><geom size=\"0.2\"/><joint damping=\"1\"/></default></default>"},
};

const std::string kInertial =
    "<inertial><origin xyz=\"0 0.1 0\" rpy=\"0.1 0 0\"/><mass value=\"2\"/>"
    "<inertia ixx=\"1\" ixy=\"0.1\" ixz=\"0\" iyy=\"1.1\" iyz=\"0\" izz=\"1.2\"/></inertial>";

std::string linkBy(const std::string& type, const std::string& inside = "", const std::string& geometry = "") {
  const std::string shape = geometry.empty() ? "<sphere radius=\"0.1\"/>" : geometry;
  return "<link name=\"l@\">" + kInertial + "<collision><geometry>" + shape +
         "</geometry></collision></link><joint name=\"j@\" type=\"" + type +
         "\"><parent link=\"base\"/><child link=\"l@\"/><origin xyz=\"0.3 @ 0.5\" rpy=\"0.1 0.2 0.3\"/>"
         "<axis xyz=\"0 1 1\"/>" +
         inside + "</joint>";
}

const std::string kUrdfPieces[] = {
    linkBy("revolute", "<limit lower=\"-1\" upper=\"0.5\" effort=\"30\" velocity=\"2\"/>"),
    linkBy("continuous", "<dynamics damping=\"0.1\" friction=\"0.2\"/>"),
    linkBy("prismatic", "<limit lower=\"-1\" upper=\"1e16\" effort=\"3\"/>"),
    linkBy("planar"),
    linkBy("spherical"),
    linkBy("fixed"),
    linkBy("floating"),
    linkBy("fixed", "", "<box size=\"0.1 0.2 0.3\"/>"),
    linkBy("continuous", "", "<cylinder radius=\"0.1\" length=\"0.3\"/>"),
    linkBy("continuous", "", "<capsule radius=\"0.1\" length=\"0.3\"/>"),
    linkBy("revolute", "<limit lower=\"1\" upper=\"-1\" effort=\"-1\"/><mimic joint=\"x\"/>"),
};

std::string ballJoined(const std::string& type, const std::string& inside = "", const std::string& of_ball = "") {
  return named("link", "l@",
               "<pose>0.3 @ 0.5 0.1 0.2 0.3</pose>" + kSdfInertial + (of_ball.empty() ? kSdfBall : of_ball)) +
         sdfJoint(type, "base", "l@", inside);
}

std::string ballOfSurface(const std::string& inside) {
  return collision("<sphere><radius>0.1</radius></sphere>", "<surface>" + inside + "</surface>");
}

const std::string kSdfPieces[] = {
    named("link", "l@", "<pose>0 @ 1 0 0 0</pose>" + kSdfBall),
    named("link", "l@", "<pose>0 @ 1 0 0 0</pose><gravity>false</gravity>" + kSdfInertial),
    ballJoined("fixed"),
    ballJoined("ball"),
    ballJoined("screw"),
    ballJoined("revolute",
               "<axis><xyz>0 1 1</xyz><limit><lower>-1</lower><upper>0.5</upper><effort>3</effort></limit></axis>"),
    ballJoined("prismatic",
               "<axis><limit><lower>-1</lower></limit><dynamics><damping>0.1</damping><friction>0.2</friction>"
               "<spring_stiffness>3</spring_stiffness><spring_reference>0.1</spring_reference></dynamics></axis>"),
    ballJoined("continuous", "<axis><xyz expressed_in=\"base\">1 0 0</xyz></axis>"),
    ballJoined("universal", "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2>"),
    ballJoined("fixed", "", collision("<box><size>0.1 0.2 0.3</size></box>") + kSdfBall),
    ballJoined("fixed", "", collision("<ellipsoid><radii>0.1 0.2 0.3</radii></ellipsoid>")),
    ballJoined("fixed", "", collision("<cone><radius>0.1</radius><length>0.3</length></cone>")),
    ballJoined("ball", "",
               ballOfSurface("<friction><ode><mu>0.3</mu><mu2>0.2</mu2><fdir1>1 0 0</fdir1></ode></friction>"
                             "<bounce><restitution_coefficient>0.5</restitution_coefficient></bounce>")),
    ballJoined("ball", "", ballOfSurface("<contact><collide_bitmask>6</collide_bitmask></contact>") + kSdfBall),
    ballJoined("ball", "", "<self_collide>true</self_collide>" + kSdfBall),
    "<model name=\"n@\"><static>true</static><pose>0 0 -3 0 0 0</pose>" +
        named("link", "l", collision("<plane><normal>0 0.1 1</normal></plane>") + kSdfBall) + "</model>",
};

std::string numbered(std::string text, int number) {
  for (std::size_t at = text.find('@'); at != text.npos; at = text.find('@', at))
    text.replace(at, 1, std::to_string(number));
  return text;
}

// Calls visit(i, k) for each piece i alone, where k is -1, and for each pair.
template <class Visit>
void forPairs(int count, const Visit& visit) {
  for (int i = 0; i < count; ++i)
    for (int k = -1; k < i; ++k) visit(i, k);
}

class SavedRobots : public TempFolder {
 protected:
  void expectSurvives(const char* name, const std::string& text) {
    SCOPED_TRACE(text);
    EXPECT_NO_THROW(expectSurvivesSaving(write(name, text), path("saved.json")));
  }
};

TEST_F(SavedRobots, OfMjcfAreTheSame) {
  forPairs(std::ssize(kMjcfPieces), [&](int i, int k) {
    std::string bodies, sections;
    for (const int piece : {i, k}) {
      if (piece < 0) continue;
      const std::string place = piece == i ? "0 0 2" : "4 0 2";
      bodies += "<frame pos=\"" + place + "\">" + numbered(kMjcfPieces[piece].bodies, piece) + "</frame>";
      sections += numbered(kMjcfPieces[piece].sections, piece);
    }
    expectSurvives("r.xml", "<mujoco>" + sections + "<worldbody>" + bodies + "</worldbody></mujoco>");
  });
}

TEST_F(SavedRobots, OfUrdfAreTheSame) {
  forPairs(std::ssize(kUrdfPieces), [&](int i, int k) {
    std::string links = "<link name=\"base\">" + kInertial + "</link>";
    for (const int piece : {i, k})
      if (piece >= 0) links += numbered(kUrdfPieces[piece], piece);
    expectSurvives("r.urdf", "<robot>" + links + "</robot>");
  });
}

TEST_F(SavedRobots, OfSdfAreTheSame) {
  forPairs(std::ssize(kSdfPieces), [&](int i, int k) {
    std::string parts = named("link", "base", "<pose>0 0 1 0 0 0</pose>" + kSdfInertial);
    for (const int piece : {i, k})
      if (piece >= 0) parts += numbered(kSdfPieces[piece], piece);
    expectSurvives("r.sdf", sdf(named("world", "w", named("model", "m", parts))));
  });
}

TEST_F(SavedRobots, OfAWholeWorldAreTheSame) {
  expectSurvivesSaving(std::string(KEYSTONE_TEST_DATA) + "/robots/yard.world", path("saved.json"));
}

}  // namespace
}  // namespace keystone
