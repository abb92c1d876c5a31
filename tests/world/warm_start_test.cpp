#include "world/warm_start.h"
#include "support/by_value.h"

#include <gtest/gtest.h>

namespace keystone {
namespace {

// Contacts of one pair at x = 0, 1, 2, .. under the names given, in space.
ContactProblem contactsNamed(const std::vector<std::uint32_t>& features) {
  ContactProblem problem;
  problem.dim = 3;
  for (const std::uint32_t feature : features) {
    ContactPoint place{.a = 0, .b = 1, .feature = feature};
    place.point = Vec3(problem.contacts++, 0.0, 0.0);
    problem.contact_points.push_back(place);
  }
  problem.q.setZero(3 * problem.contacts);
  problem.mu.setConstant(problem.contacts, 0.5);
  return problem;
}

// Contact i bears i + 1 and as much friction along t1 and t2 as halves and quarters of that.
Solution loaded(const ContactProblem& problem) {
  Solution solution;
  solution.lambda.resize(3 * problem.contacts);
  for (int c = 0; c < problem.contacts; ++c) solution.lambda.segment<3>(3 * c) = (c + 1) * Vec3(1.0, 0.5, 0.25);
  solution.sets.assign(3 * static_cast<std::size_t>(problem.contacts), RowSet::Clamped);
  return solution;
}

TEST(WarmStart, IsTheLastSolutionWhereTheSameFeaturesTouch) {
  const ContactProblem problem = contactsNamed({7, 3, 5});
  const Solution last = loaded(problem);
  const Solution start = warmStarted(problem, remembered(problem, last));
  EXPECT_EQ(start.lambda, last.lambda);
  EXPECT_EQ(start.sets, last.sets);
}

TEST(WarmStart, KeepsALoadAtThePlaceWhereItsContactHasAnotherName) {
  const ContactProblem before = contactsNamed({7, 3, 5}), now = contactsNamed({7, 4, 5});
  const Solution last = loaded(before);
  const Solution start = warmStarted(now, remembered(before, last));
  EXPECT_EQ(start.lambda, last.lambda);
  EXPECT_EQ(start.sets, last.sets);
}

TEST(WarmStart, GivesTheLoadOfAContactThatIsGoneToTheNearestOfThePair) {
  const ContactProblem before = contactsNamed({7, 3, 5}), now = contactsNamed({7, 3});
  const Solution start = warmStarted(now, remembered(before, loaded(before)));
  EXPECT_EQ(start.lambda.head<3>(), Vec3(1.0, 0.5, 0.25));
  EXPECT_EQ(start.lambda.tail<3>(), 5.0 * Vec3(1.0, 0.5, 0.25));
}

TEST(WarmStart, ForgetsTheLoadOfAPairThatPartedAndBeginsOpenWhereNothingWas) {
  ContactProblem before = contactsNamed({7, 3}), now = contactsNamed({7, 3, 5});
  for (ContactPoint& place : before.contact_points) place.b = 2;
  const Solution start = warmStarted(now, remembered(before, loaded(before)));
  EXPECT_TRUE(start.lambda.isZero(0.0));
  for (int c = 0; c < now.contacts; ++c) EXPECT_EQ(start.sets[3 * c], RowSet::Unclamped);
}

}  // namespace
}  // namespace keystone
