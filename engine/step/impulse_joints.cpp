#include "step/impulse_joints.h"

#include <algorithm>
#include <cmath>

#include "math/scratch_pool.h"
#include "world/world.h"

namespace keystone {
namespace {

// Rounds between two previews at most. Contacts and joints that have not settled may turn bodies far, where a preview
// says nothing of use.
constexpr int kOfAPreview = 50;

// Share of a row's mobility by itself below which joints leave it none: JointSystem holds to 1e-9 of it.
constexpr double kHeld = 1e-7;

void pushRow(const ImpulseState& state, int row, double impulse, VecX& v) {
  const auto at = static_cast<std::size_t>(row);
  for (std::size_t end = 0; end < 2; ++end)
    if (const int body = state.rows[at].body[end]; body >= 0)
      v.segment<6>(6 * static_cast<Eigen::Index>(body)) += impulse * state.weighted[at][end];
}

void weighRows(const std::vector<InverseMass>& inv_mass, ImpulseState& state) {
  state.weighted.resize(state.rows.size());
  for (std::size_t i = 0; i < state.rows.size(); ++i) state.weighted[i] = weighted(inv_mass, state.rows[i]);
}

void loadHeld(const World& world, std::span<const Body> bodies, const std::vector<InverseMass>& inv_mass,
              const JointRowList& all, HeldRows& held) {
  selectJointRows(
      all, [](const JointRow& row) { return row.role == JointRowRole::Equality; }, held.list);
  if (held.list.rows.empty()) return;
  jointJacobian(bodies, world.joints, held.list, world.planar, held.J);
  held.system.begin(held.J, held.list.joint, inv_mass);
}

// What a unit impulse on a row does to velocities while joints hold: to its own bodies, and by way of the held rows to
// all that they are joined to. Its effective mass [kg].
void findResponse(const ContactProblem& problem, int row, ImpulseState& state) {
  const auto at = static_cast<std::size_t>(row);
  const PairRow& pair = state.rows[at];
  double mobility = 0.0;
  for (std::size_t end = 0; end < 2; ++end) mobility += pair.j[end].dot(state.weighted[at][end]);
  const double alone = mobility;
  const auto isJoined = [&](int body) { return body >= 0 && state.joined[body] != 0; };
  if (isJoined(pair.body[0]) || isJoined(pair.body[1])) {
    state.moved.setZero(problem.v_free.size());
    for (std::size_t end = 0; end < 2; ++end)
      if (const int body = pair.body[end]; body >= 0)
        state.moved.segment<6>(6 * static_cast<Eigen::Index>(body)) = state.weighted[at][end];
    state.asked.noalias() = state.held.J * state.moved;
    state.held.system.solveInPlace(state.asked);
    state.held.system.move(state.asked, state.carried);
    state.moved -= state.carried;
    for (int body = 0; 6 * body < state.moved.size(); ++body)
      if (const auto part = state.moved.segment<6>(6 * static_cast<Eigen::Index>(body)); !part.isZero(0.0))
        state.responses.push_back({body, part});
    mobility = pair.times(state.moved);
  } else {
    for (std::size_t end = 0; end < 2; ++end)
      if (pair.body[end] >= 0) state.responses.push_back({pair.body[end], state.weighted[at][end]});
  }
  // What joints hold by themselves has nothing left to move it by but rounding.
  if (mobility > kHeld * alone) state.mass[row] = 1.0 / (mobility + problem.complianceOf(row));
}

// Bodies of held rows.
void markJoined(const World& world, ImpulseState& state) {
  state.joined.assign(world.bodies.size(), 0);
  for (const int joint : state.held.list.joint)
    for (const int body : {world.joints[joint].a, world.joints[joint].b})
      if (body >= 0) state.joined[body] = 1;
}

// Of all rows but those that are held, and `idle` ones, which then do not move.
template <class Idle>
void findResponses(const ContactProblem& problem, const Idle& idle, ImpulseState& state) {
  state.asked.resize(static_cast<Eigen::Index>(state.held_row.size()));
  state.responses.clear();
  state.first_response.assign(static_cast<std::size_t>(problem.rows()) + 1, 0);
  state.mass.setZero(problem.rows());
  for (int row = 0; row < problem.rows(); ++row) {
    state.first_response[row] = static_cast<int>(state.responses.size());
    const bool is_held = problem.isBilateral(row) && !problem.isSoft(row);
    if (!is_held && !idle(row)) findResponse(problem, row, state);
  }
  state.first_response.back() = static_cast<int>(state.responses.size());
}

double change(int row, double lambda, ImpulseState& state) {
  const double moved = lambda - state.lambda[row];
  if (moved == 0.0) return 0.0;
  const auto at = static_cast<std::size_t>(row);
  for (int i = state.first_response[at]; i < state.first_response[at + 1]; ++i) {
    const auto& [body, part] = state.responses[i];
    state.v.segment<6>(6 * static_cast<Eigen::Index>(body)) += moved * part;
  }
  state.lambda[row] = lambda;
  return std::abs(moved) / state.mass[row];
}

// A row by its velocity at the end, within its bounds; how fast it was changed [m/s].
double relaxRow(const ContactProblem& problem, int row, double low, double high, ImpulseState& state) {
  if (!(state.mass[row] > 0.0)) return 0.0;
  const double u = state.rows[row].times(state.v) + state.bias[row] + problem.complianceOf(row) * state.lambda[row];
  return change(row, std::clamp(state.lambda[row] - state.mass[row] * u, low, high), state);
}

// Rows of friction with one bound, moved by the mass of the lightest, so that no direction is preferred.
double relaxDisc(int first, int count, double radius, ImpulseState& state) {
  double least = 0.0;
  for (int row = first; row < first + count; ++row)
    if (const double mass = state.mass[row]; mass > 0.0) least = least > 0.0 ? std::min(least, mass) : mass;
  Vec3 moved = Vec3::Zero();
  for (int k = 0; k < count; ++k) {
    const int row = first + k;
    const double u = state.rows[row].times(state.v) + state.bias[row];
    moved[k] = state.lambda[row] - (state.mass[row] > 0.0 ? least * u : 0.0);
  }
  if (const double size = moved.norm(); size > radius) moved *= radius / size;
  double most = 0.0;
  for (int k = 0; k < count; ++k)
    if (state.mass[first + k] > 0.0) most = std::max(most, change(first + k, moved[k], state));
  return most;
}

// Contacts, and joint rows but those that are held; how fast a row was changed at most [m/s].
double relaxOthers(const ContactProblem& problem, ImpulseState& state) {
  double most = 0.0;
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    most = std::max(most, relaxRow(problem, n, 0.0, HUGE_VAL, state));
    if (problem.dim > 1)
      most = std::max(most, relaxDisc(n + 1, problem.dim - 1, problem.mu[c] * state.lambda[n], state));
  }
  for (const int row : state.loose)
    most = std::max(most, relaxRow(problem, row, problem.lower(row), problem.upper(row), state));
  for (const FrictionDisc& disc : problem.discs)
    most = std::max(
        most, relaxDisc(problem.firstJointRow() + disc.first, disc.count, problem.radiusOf(disc, state.lambda), state));
  return most;
}

// Where the velocities of the moment lead: the rows of joints there, and by how much those that are held are off there
// [m] or [rad]. What would take that away if points moved straight: the velocities wanted, and the bias of limits.
double lookAhead(const World& world, const ContactProblem& problem, ImpulseState& state) {
  integrate(world.bodies, state.v, {}, state.h, state.motions);
  state.poses.clear();
  for (const Motion& motion : state.motions) state.poses.push_back(motion.pose);
  listJointRowsAt(world.joints, world.bodies, state.poses, world.planar, state.ahead);
  const int first = problem.firstJointRow();
  double most = 0.0;
  for (std::size_t i = 0; i < state.held_row.size(); ++i) {
    const int joint_row = state.held_row[i] - first;
    const double off = state.ahead.rows[joint_row].error - state.left[joint_row];
    state.off[static_cast<Eigen::Index>(i)] = off;
    most = std::max(most, std::abs(off));
  }
  if (!state.held_row.empty()) {
    state.wanted.noalias() = state.held.J * state.v;
    state.wanted -= state.off / state.h;
  }
  for (std::size_t i = 0; i < state.ahead.rows.size(); ++i) {
    const int row = first + static_cast<int>(i);
    if (state.ahead.rows[i].role != JointRowRole::Limit) continue;
    const double off = state.ahead.rows[i].error - state.left[static_cast<Eigen::Index>(i)];
    state.bias[row] = off / state.h - state.rows[row].times(state.v);
  }
  return most;
}

// Impulses that give the held rows the velocities asked for, all at once. Of redundant rows that contradict each other
// the part that impulses can reach is asked for, else impulses without effect would grow from round to round.
void holdJoints(ImpulseState& state) {
  if (state.held_row.empty()) return;
  state.asked.noalias() = state.wanted - state.held.J * state.v;
  state.held.system.makeReachable(state.asked);
  state.held.system.solveInPlace(state.asked);
  for (std::size_t i = 0; i < state.held_row.size(); ++i) {
    const double impulse = state.asked[static_cast<Eigen::Index>(i)];
    state.lambda[state.held_row[i]] += impulse;
    pushRow(state, state.held_row[i], impulse, state.v);
  }
}

// Rounds of joints and all else until nothing else moves faster than `still` [m/s]; whether it came to that. A sweep
// moves what is joined as one; what that takes of the joints is found at its end.
bool settle(const ContactProblem& problem, int most_rounds, double still, ImpulseState& state) {
  holdJoints(state);
  for (int i = 0; i < kOfAPreview && state.rounds < most_rounds; ++i) {
    ++state.rounds;
    state.start_lambda = state.lambda;
    state.start_v = state.v;
    const double moved = relaxOthers(problem, state);
    if (!state.held_row.empty()) {
      state.v = state.start_v;
      for (int row = 0; row < problem.rows(); ++row)
        if (const double impulse = state.lambda[row] - state.start_lambda[row]; impulse != 0.0)
          pushRow(state, row, impulse, state.v);
      holdJoints(state);
    }
    if (moved <= still) return true;
  }
  return false;
}

}  // namespace

void beginImpulses(const World& world, const ContactProblem& problem, const VecX& start, const ImpulseParams& params,
                   ImpulseState& state) {
  state.h = problem.h;
  state.rows.resize(problem.rows());
  readPairRows(problem.J, 0, problem.rows(), 0, state.rows);
  weighRows(problem.inv_mass, state);
  state.bias = problem.bias;
  state.lambda = start;
  state.v = problem.v_free;
  for (int row = 0; row < problem.rows(); ++row) pushRow(state, row, start[row], state.v);
  JointRowList& now = state.ahead;
  listJointRows(world.joints, world.bodies, world.planar, now);
  loadHeld(world, world.bodies, problem.inv_mass, now, state.held);
  const double most = problem.h * params.recovery_speed;
  state.left.setZero(problem.joint_rows);
  state.held_row.clear();
  state.loose.clear();
  for (std::size_t i = 0; i < now.rows.size(); ++i) {
    const JointRow& joint = now.rows[i];
    const int row = problem.firstJointRow() + static_cast<int>(i);
    const bool holds = joint.role == JointRowRole::Equality,
               passed = joint.role == JointRowRole::Limit && joint.error < 0.0;
    if (holds || passed) state.left[static_cast<Eigen::Index>(i)] = joint.error - std::clamp(joint.error, -most, most);
    if (holds) state.held_row.push_back(row);
    if (!holds && !problem.isOnDisc(row)) state.loose.push_back(row);
  }
  markJoined(world, state);
  findResponses(
      problem, [](int) { return false; }, state);
  const auto count = static_cast<Eigen::Index>(state.held_row.size());
  state.off.resize(count);
  state.wanted.resize(count);
  for (Eigen::Index i = 0; i < count; ++i) state.wanted[i] = -problem.bias[state.held_row[i]];
}

void runImpulses(const World& world, const ContactProblem& problem, const ImpulseParams& params, ImpulseState& state) {
  state.rounds = 0;
  const double still = params.velocity_tolerance;
  bool settled = settle(problem, params.rounds, still, state);
  if (world.joints.empty()) return;
  double before = HUGE_VAL;
  while (true) {
    const double off = lookAhead(world, problem, state);
    if (off >= before) {
      state.lambda = state.best_lambda;
      state.v = state.best_v;
      return;
    }
    if (state.rounds == params.rounds || (off <= params.tolerance && settled)) return;
    before = off;
    state.best_lambda = state.lambda;
    state.best_v = state.v;
    settled = settle(problem, params.rounds, still, state);
  }
}

void correctVelocities(const World& world, const ContactProblem& problem, const std::vector<Body>& bodies,
                       const ImpulseParams& params, ImpulseState& state, VecX& v) {
  if (state.held_row.empty()) return;
  const Scratch<std::vector<InverseMass>> inverses;
  inverses->clear();
  for (const Body& body : bodies) inverses->push_back(activeInverseMass(body));
  listJointRows(world.joints, bodies, world.planar, state.ahead);
  loadHeld(world, bodies, *inverses, state.ahead, state.held);
  const Scratch<std::vector<PairRow>> turned;
  turned->assign(state.held_row.size(), {});
  readPairRows(state.held.J, 0, static_cast<int>(turned->size()), 0, *turned);
  for (std::size_t i = 0; i < turned->size(); ++i) state.rows[state.held_row[i]] = (*turned)[i];
  weighRows(*inverses, state);
  // Contacts that bear and limits that are reached.
  const auto isIdle = [&](int row) {
    if (problem.isJoint(row)) return !(problem.isLimit(row) && state.lambda[row] > 0.0);
    return !(state.lambda[problem.normalRow(problem.contactOf(row))] > 0.0);
  };
  findResponses(problem, isIdle, state);
  for (const int row : state.loose)
    if (problem.isLimit(row)) state.bias[row] = 0.0;
  state.lambda.setZero();
  state.wanted.setZero();
  state.v = v;
  state.rounds = 0;
  settle(problem, params.rounds, params.velocity_tolerance, state);
  v = state.v;
}

}  // namespace keystone
