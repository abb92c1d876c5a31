// ODE's contact: body 1 is pushed along the geometry's normal, so it is our b. dContactApprox1 bounds friction by mu
// times the normal force (which ODE freezes where the frictionless solve left it); ERP 0 and depth 0 ask for u_n >= 0,
// our own condition at a closed contact.
#include <ode/ode.h>

#include <cstdarg>
#include <vector>

#include "peers/ode_step.h"

namespace keystone::bench {
namespace {

int complaints = 0;

void countMessage(int, const char*, va_list) {
  ++complaints;
}

void setPose(dBodyID body, const Pose& pose) {
  const Quat& q = pose.orientation;
  const dQuaternion turn{q.w(), q.x(), q.y(), q.z()};
  dBodySetPosition(body, pose.position.x(), pose.position.y(), pose.position.z());
  dBodySetQuaternion(body, turn);
}

void setMass(dBodyID body, const Body& ours) {
  dMass mass;
  const Mat3& I = ours.inertia;
  dMassSetParameters(&mass, ours.mass, 0, 0, 0, I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2));
  dBodySetMass(body, &mass);
}

}  // namespace

struct OdeStep::State {
  dWorldID world = nullptr;
  dJointGroupID group = nullptr;
  std::vector<dBodyID> bodies;  // null: does not move
  std::vector<Pose> poses;
  std::vector<dJointFeedback> feedback;
  const ContactProblem* problem = nullptr;
  bool friction = false, complained = false;

  void addContact(int contact, double mu) {
    const ContactPoint& place = problem->contact_points[contact];
    dContact joint{};
    joint.surface.mode = dContactMu2 | dContactFDir1 | dContactApprox1;
    joint.surface.mu = mu;
    joint.surface.mu2 = problem->dim > 2 ? mu : 0.0;
    for (int k = 0; k < 3; ++k) {
      joint.geom.pos[k] = place.point[k];
      joint.geom.normal[k] = place.normal[k];
      joint.fdir1[k] = place.t1[k];
    }
    const dJointID id = dJointCreateContact(world, group, &joint);
    dJointAttach(id, bodies[place.b], bodies[place.a]);
    dJointSetFeedback(id, &feedback[contact]);
  }
};

OdeStep::OdeStep(const World& world, const ContactProblem& problem, bool friction, double diagonal)
    : state_(std::make_unique<State>()) {
  static const int kInitialised = dInitODE2(0);
  static_cast<void>(kInitialised);
  dSetMessageHandler(countMessage);
  dSetDebugHandler(countMessage);
  State& s = *state_;
  s.problem = &problem;
  s.friction = friction;
  s.world = dWorldCreate();
  s.group = dJointGroupCreate(0);
  dWorldSetERP(s.world, 0.0);
  dWorldSetCFM(s.world, diagonal * problem.h);  // ODE divides by the step
  for (const Body& body : world.bodies) {
    s.poses.push_back(body.pose);
    s.bodies.push_back(body.isDynamic() ? dBodyCreate(s.world) : nullptr);
    if (s.bodies.back() == nullptr) continue;
    setMass(s.bodies.back(), body);
    dBodySetGyroscopicMode(s.bodies.back(), 0);
  }
  s.feedback.resize(problem.contacts);
  for (int c = 0; c < problem.contacts; ++c) s.addContact(c, friction ? problem.mu[c] : 0.0);
  reset();
}

OdeStep::~OdeStep() {
  dJointGroupDestroy(state_->group);
  dWorldDestroy(state_->world);
}

void OdeStep::reset() {
  for (std::size_t i = 0; i < state_->bodies.size(); ++i) {
    const dBodyID body = state_->bodies[i];
    if (body == nullptr) continue;
    const auto v = state_->problem->v_free.segment<6>(static_cast<Eigen::Index>(6 * i));
    const bool planar = state_->problem->dim == 2;
    setPose(body, state_->poses[i]);
    dBodySetLinearVel(body, v[0], v[1], planar ? 0.0 : v[2]);
    dBodySetAngularVel(body, planar ? 0.0 : v[3], planar ? 0.0 : v[4], v[5]);
    dBodySetForce(body, 0, 0, 0);
    dBodySetTorque(body, 0, 0, 0);
  }
}

void OdeStep::step() {
  complaints = 0;
  const int done = dWorldStep(state_->world, state_->problem->h);
  state_->complained = complaints > 0 || done == 0;
}

VecX OdeStep::impulses() const {
  const ContactProblem& problem = *state_->problem;
  const int dim = state_->friction ? problem.dim : 1;
  VecX lambda(dim * problem.contacts);
  for (int c = 0; c < problem.contacts; ++c) {
    const ContactPoint& place = problem.contact_points[c];
    const dJointFeedback& fed = state_->feedback[c];
    const Vec3 impulse = problem.h * Vec3(fed.f1[0], fed.f1[1], fed.f1[2]);
    const Vec3 rows(place.normal.dot(impulse), place.t1.dot(impulse), place.t2.dot(impulse));
    lambda.segment(dim * c, dim) = rows.head(dim);
  }
  return lambda;
}

bool OdeStep::complained() const {
  return state_->complained;
}

}  // namespace keystone::bench
