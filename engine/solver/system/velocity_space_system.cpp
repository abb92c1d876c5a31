#include "solver/system/velocity_space_system.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

#include "problem/body_rows.h"
#include "solver/system/rooted_system.h"

namespace keystone {
namespace {

// The unknowns of a body among its six velocities.
template <int d>
constexpr std::array<int, d> kFreedoms{};
template <>
constexpr std::array<int, 3> kFreedoms<3>{0, 1, 5};
template <>
constexpr std::array<int, 6> kFreedoms<6>{0, 1, 2, 3, 4, 5};

using Mat6 = Eigen::Matrix<double, 6, 6>;

bool isPlanar(const InverseMass& mass) {
  return mass.linear.z() == 0.0 && mass.angular.topRows<2>().isZero(0.0) && mass.angular.leftCols<2>().isZero(0.0);
}

// R with R R^T = M^-1; zero in locked directions.
Mat6 inverseMassRoot(const InverseMass& mass) {
  Mat6 root = Mat6::Zero();
  root.diagonal().head<3>() = mass.linear.cwiseSqrt();
  root.bottomRightCorner<3, 3>() = angularRoot(mass);
  return root;
}

// `d` unknowns a body, `m` rows a contact.
template <int d, int m>
class VelocitySpaceSystem final : public RootedSystem<d, m> {
 public:
  // Memory of the problem before is used again.
  void begin(const ContactProblem& problem, const ConeRows& rows) {
    rows_ = &rows;
    pattern_ = nullptr;
    takeBodies(problem);
    takeRows(problem);
  }

  bool factor(const GeneralizedJacobian& S) override {
    takeSlope(S);
    if (pattern_ == nullptr) makePattern();
    factor_.begin(*pattern_, S.symmetric, 1.0);
    pair_.of = {};
    for (int c = 0; c < rows_->contacts; ++c)
      if (const auto slope = slopeOf(c); !slope.isZero(0.0)) append<m>(onA(m * c), onB(m * c), elementOf(c), slope);
    for (int k = 0; k < rows_->joint_rows; ++k)
      if (const double slope = slope_.joint_rows[k]; slope != 0.0)
        append<1>(onA(rows_->firstJointRow() + k), onB(rows_->firstJointRow() + k), elementOf(rows_->contacts + k),
                  Eigen::Matrix<double, 1, 1>::Constant(slope));
    for (std::size_t k = 0; k < rows_->discs.size(); ++k) appendDisc(rows_->discs[k], slope_.discs[k]);
    for (const GeneralizedJacobian::Coupling& coupling : slope_.couplings) append(coupling);
    addPair();
    return factor_.factor();
  }

  double operations() override {
    if (pattern_ == nullptr) makePattern();
    const double products = static_cast<double>(pattern_->target.size()) + pattern_->blocks();
    // Blocks of three fill no vector unit, and leave the law as the larger part: a planar wall of 570 contacts takes
    // 0.06 ms where 0.018 would be counted. Without this its hard steps take three times a frame.
    constexpr double kSlower = d == 3 ? 3.3 : 1.0;
    return kSlower * 2.0 * d * d * (d * products + 3.0 * m * rows_->contacts);
  }

 private:
  using Base = RootedSystem<d, m>;
  using Base::factor_, Base::pattern_, Base::rows_, Base::slope_, Base::slopeOf, Base::takeSlope;
  using Part = Eigen::Matrix<double, d, 1>;
  struct Element {       // a contact or a joint row
    int a = -1, b = -1;  // nodes, or -1 for what does not move
    int block = -1;      // of the two
    bool a_below = true;
  };

  void takeBodies(const ContactProblem& problem) {
    nodes_ = 0;
    roots_.clear();
    node_.assign(problem.inv_mass.size(), -1);
    for (std::size_t b = 0; b < problem.inv_mass.size(); ++b) {
      if (!isMovable(problem.inv_mass[b])) continue;
      node_[b] = nodes_++;
      const Mat6 root = inverseMassRoot(problem.inv_mass[b]).transpose();
      roots_.push_back(root(kFreedoms<d>, Eigen::all));
    }
  }

  void takeRows(const ContactProblem& problem) {
    on_a_.assign(problem.rows(), Part::Zero());
    on_b_ = on_a_;
    elements_.assign(static_cast<std::size_t>(problem.contacts) + static_cast<std::size_t>(problem.joint_rows),
                     Element{});
    BodyRows rows;
    Element* element = elements_.data();
    const auto take = [&](int first, int count) {
      readRows(problem.J, first, count, rows);
      takeElement(rows, first, *element++);
    };
    for (int c = 0; c < problem.contacts; ++c) take(m * c, m);
    for (int row = rows_->firstJointRow(); row < rows_->rows(); ++row) take(row, 1);
  }
  void takeElement(const BodyRows& rows, int first, Element& element) {
    for (std::size_t part = 0; part < 2; ++part) {
      const int node = rows.body[part] >= 0 ? node_[rows.body[part]] : -1;
      if (node < 0) continue;
      (element.a < 0 ? element.a : element.b) = node;
      for (int i = 0; i < rows.count; ++i) {
        Part& own = (element.b < 0 ? on_a_ : on_b_)[first + i];
        addColumns<d, 6>(roots_[node].data(), rows.row[i] + 6 * part, own.data());
        own *= rows_->scale[first + i];
      }
    }
  }

  // On demand: a start that is the solution needs no factor.
  void makePattern() {
    const Scratch<Edges> edges;
    edges->clear();
    for (const Element& e : elements_)
      if (e.a >= 0 && e.b >= 0) edges->emplace_back(e.a, e.b);
    pattern_ = blockPattern(nodes_, *edges);
    for (Element& e : elements_)
      if (e.a >= 0 && e.b >= 0) std::tie(e.block, e.a_below) = pattern_->find(e.a, e.b);
  }

  // J^T x and J v.
  int columns() const override { return d * nodes_; }
  void scatter(const VecX& x, VecX& v) const override {
    v.setZero(columns());
    forElements([&]<int r>(std::integral_constant<int, r>, int row, const Element& e) {
      const double* part = x.data() + row;
      if (std::all_of(part, part + r, [](double impulse) { return impulse == 0.0; })) return;
      if (e.a >= 0) addColumns<d, r>(onA(row), part, v.data() + d * e.a);
      if (e.b >= 0) addColumns<d, r>(onB(row), part, v.data() + d * e.b);
    });
  }
  void gather(const VecX& v, VecX& u) const override {
    u.resize(rows_->rows());
    const Part still = Part::Zero();
    forElements([&]<int r>(std::integral_constant<int, r>, int row, const Element& e) {
      u.template segment<r>(row) = alongColumns<d, r>(onA(row), e.a >= 0 ? v.data() + d * e.a : still.data(), onB(row),
                                                      e.b >= 0 ? v.data() + d * e.b : still.data());
    });
  }
  // visit(rows, first row, element), `rows` a compile-time number.
  template <class Visit>
  void forElements(const Visit& visit) const {
    const Element* element = elements_.data();
    for (int c = 0; c < rows_->contacts; ++c) visit(std::integral_constant<int, m>{}, m * c, *element++);
    for (int row = rows_->firstJointRow(); row < rows_->rows(); ++row)
      visit(std::integral_constant<int, 1>{}, row, *element++);
  }
  // J's columns from a row on.
  const double* onA(int row) const { return on_a_[row].data(); }
  const double* onB(int row) const { return on_b_[row].data(); }

  const Element& elementOf(int index) const { return elements_[index]; }

  // A disc's rows behind the normal row of its contact, which has the same two bodies.
  void appendDisc(const FrictionDisc& disc, const GeneralizedJacobian::Disc& slope) {
    std::array<Part, 4> a, b;
    a.fill(Part::Zero());
    b.fill(Part::Zero());
    Columns<4, 4> S = Columns<4, 4>::Zero();
    const int first = rows_->firstJointRow() + disc.first;
    const auto take = [&](int row, std::size_t place) {
      a[place] = on_a_[row];
      b[place] = on_b_[row];
    };
    for (int k = 0; k < disc.count; ++k) take(first + k, static_cast<std::size_t>(k) + 1);
    S.template bottomRightCorner<3, 3>() = slope.own;
    if (disc.contact >= 0) {
      take(m * disc.contact, 0);
      S.template bottomLeftCorner<3, 1>() = slope.by_normal;
    }
    append<4>(a[0].data(), b[0].data(), elementOf(rows_->contacts + disc.first), S);
  }

  // Its rows have the two bodies of the contact.
  void append(const GeneralizedJacobian::Coupling& coupling) {
    constexpr std::size_t kCoupled = GeneralizedJacobian::Coupling::kMost;
    std::array<Part, kCoupled> a, b;
    a.fill(Part::Zero());
    b.fill(Part::Zero());
    for (std::size_t k = 0; k < static_cast<std::size_t>(coupling.count); ++k) {
      a[k] = on_a_[coupling.rows[k]];
      b[k] = on_b_[coupling.rows[k]];
    }
    append<kCoupled>(a[0].data(), b[0].data(), elementOf(coupling.contact), coupling.own);
  }

  // J^T S J of one element of r rows, whose columns follow each other from `a` and `b` on, to what those before it of
  // the same pair have.
  template <int r>
  void append(const double* a, const double* b, const Element& e, const Columns<r, r>& S) {
    if (e.a != pair_.of.a || e.b != pair_.of.b || pair_.columns + r > kColumns) {
      addPair();
      pair_.of = e;
    }
    const int at = d * pair_.columns;
    Eigen::Map<Columns<d, r>>(pair_.a.data() + at) = Eigen::Map<const Columns<d, r>>(a);
    Eigen::Map<Columns<d, r>>(pair_.b.data() + at) = Eigen::Map<const Columns<d, r>>(b);
    combine<d, r>(a, S, pair_.aS.data() + at);
    combine<d, r>(b, S, pair_.bS.data() + at);
    pair_.columns += r;
  }
  void addPair() {
    const auto add = [columns = std::exchange(pair_.columns, 0)](const auto& x, const auto& y, auto& sum) {
      addProduct<1, d>(x.data(), y.data(), columns, sum);
    };
    const auto& [e, none, a, b, aS, bS] = pair_;
    if (e.a >= 0) add(aS, a, factor_.diagonal(e.a));
    if (e.b >= 0) add(bS, b, factor_.diagonal(e.b));
    if (e.block < 0) return;
    add(e.a_below ? aS : bS, e.a_below ? b : a, factor_.lower(e.block));
    if (slope_.symmetric) return;
    add(e.a_below ? a : b, e.a_below ? bS : aS, factor_.upperTransposed(e.block));
  }

  // The elements of two bodies, one after the other: J's columns, and those times S.
  static constexpr int kColumns = 24;
  struct Pair {
    Element of;
    int columns = 0;
    std::array<double, d * kColumns> a, b, aS, bS;
  };

  int nodes_ = 0;
  std::vector<int> node_;                           // [bodies], or -1
  std::vector<Eigen::Matrix<double, d, 6>> roots_;  // [nodes], inverse mass roots by unknown and velocity
  std::vector<Part> on_a_, on_b_;                   // [rows], J's entries of an element's two nodes
  std::vector<Element> elements_;                   // contacts, then joint rows
  Pair pair_;                                       // that is next
};

// In place of one of the same kind, if that is what `system` is.
template <int d, int m>
void begin(const ContactProblem& problem, const ConeRows& rows, std::unique_ptr<ConeSystem>& system) {
  using System = VelocitySpaceSystem<d, m>;
  if (dynamic_cast<System*>(system.get()) == nullptr) system = std::make_unique<System>();
  static_cast<System&>(*system).begin(problem, rows);
}

}  // namespace

void bodySystem(const ContactProblem& problem, const ConeRows& rows, std::unique_ptr<ConeSystem>& system) {
  bool planar = true;
  for (const InverseMass& mass : problem.inv_mass) planar = planar && (!isMovable(mass) || isPlanar(mass));
  switch (problem.dim) {
    case 1:
      return planar ? begin<3, 1>(problem, rows, system) : begin<6, 1>(problem, rows, system);
    case 2:
      return planar ? begin<3, 2>(problem, rows, system) : begin<6, 2>(problem, rows, system);
    default:
      return begin<6, 3>(problem, rows, system);
  }
}

}  // namespace keystone
