// Section 5 derived anew, since the printed (S') cannot be right. With p' = p + w, D = p_i - p_j, and for a triple the
// edge E = p_j - p_i, its unit normal n = E^perp / |E|, p_k nearest to (1 - alpha) p_i + alpha p_j at the distance gap:
//
//   |D + w_i - w_j|^2 = |D|^2 + 2 <w_i - w_j, D> + |w_i - w_j|^2
//   A(p') = |E| (gap + <w_k - (1 - alpha) w_i - alpha w_j, n>) + gap <w_j - w_i, E> / |E| + A(w_i, w_j, w_k)
//
// A is a determinant of two differences, of degree 2: A(v h) = A(v) h^2, not h^3 as section 6 has it, and the right
// side of (S') is -2 A(p - p_before) with no division by the time step. And the weight of p_j is alpha, that of p_i is
// 1 - alpha, as in section 4: section 5 swaps them. (S2+) comes from p'' = a at fixed v, hence 2 A(v) where the
// displacement itself has A(w) once; the difference is the discretisation's, as it is between |v h|^2 in (L') and
// |v h|^2 / 2 on the circle. exactRight() has neither.
#include "framework/point_program.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace keystone {
namespace {

struct Term {
  int column;
  Vec2 direction;
};

// Appends rows in compressed form; terms of a row in ascending order of their columns.
class RowWriter {
 public:
  RowWriter(QuadraticProgram& program, const std::vector<int>& unknowns) : A_(program.A), unknowns_(unknowns) {
    *A_.outerIndexPtr() = 0;
  }

  template <std::size_t N>
  void add(std::array<std::pair<int, Vec2>, N> terms) {
    std::ranges::sort(terms, {}, [](const auto& term) { return term.first; });
    for (const auto& [point, direction] : terms) {
      const int column = unknowns_[point];
      if (column < 0) continue;
      for (int axis = 0; axis < 2; ++axis, ++entries_) {
        A_.innerIndexPtr()[entries_] = column + axis;
        A_.valuePtr()[entries_] = direction[axis];
      }
    }
    A_.outerIndexPtr()[++row_] = entries_;
  }
  int entries() const { return entries_; }

 private:
  SparseRows& A_;
  const std::vector<int>& unknowns_;
  int row_ = 0, entries_ = 0;
};

Vec2 difference(const VecX& v, const Bar& bar) {
  return at(v, bar.i) - at(v, bar.j);
}

Vec2 outward(const VecX& p, const Triple& triple) {
  const Vec2 edge = at(p, triple.j) - at(p, triple.i);
  return Vec2(-edge.y(), edge.x()) / edge.norm();
}

double edgeLength(const VecX& p, const Triple& triple) {
  return (at(p, triple.j) - at(p, triple.i)).norm();
}

double areaOf(const VecX& v, const Triple& triple) {
  return doubledArea(at(v, triple.i), at(v, triple.j), at(v, triple.k));
}

// <v_k - [(1 - alpha) v_i + alpha v_j], n>
double outwardPart(const VecX& p, const VecX& v, const Triple& triple) {
  const Vec2 relative = at(v, triple.k) - (1.0 - triple.alpha) * at(v, triple.i) - triple.alpha * at(v, triple.j);
  return relative.dot(outward(p, triple));
}

std::size_t barRows(const Framework& framework, Lengths lengths) {
  return lengths == Lengths::Penalty ? 0 : framework.bars.size();
}

void fillMasses(const Framework& framework, const std::vector<int>& unknowns, QuadraticProgram& program) {
  const int n = unknowns.back();
  program.H.resize(n, n);
  program.H.reserve(VecX::Constant(n, 1.0).cast<int>());
  for (int point = 0; point < framework.points(); ++point)
    for (int axis = 0; axis < 2 && unknowns[point] >= 0; ++axis)
      program.H.insert(unknowns[point] + axis, unknowns[point] + axis) = framework.masses[point];
  program.H.makeCompressed();
  program.f.setZero(n);
}

}  // namespace

std::vector<int> numberUnknowns(const Framework& framework) {
  std::vector<int> unknowns;
  int next = 0;
  for (int point = 0; point < framework.points(); ++point) {
    unknowns.push_back(framework.isFixed(point) ? -1 : next);
    if (!framework.isFixed(point)) next += 2;
  }
  unknowns.push_back(next);
  return unknowns;
}

VecX spread(const std::vector<int>& unknowns, const VecX& x) {
  VecX v = VecX::Zero(2 * (static_cast<Eigen::Index>(unknowns.size()) - 1));
  for (std::size_t point = 0; point + 1 < unknowns.size(); ++point)
    if (unknowns[point] >= 0) v.segment<2>(2 * static_cast<Eigen::Index>(point)) = x.segment<2>(unknowns[point]);
  return v;
}

VecX gather(const std::vector<int>& unknowns, const VecX& v) {
  VecX x(unknowns.back());
  for (std::size_t point = 0; point + 1 < unknowns.size(); ++point)
    if (unknowns[point] >= 0) x.segment<2>(unknowns[point]) = v.segment<2>(2 * static_cast<Eigen::Index>(point));
  return x;
}

QuadraticProgram pointProgram(const Framework& framework, const std::vector<int>& unknowns, const VecX& p,
                              std::span<const Triple> triples, Lengths lengths) {
  QuadraticProgram program;
  fillMasses(framework, unknowns, program);
  const auto bars = std::span(framework.bars).first(barRows(framework, lengths));
  const auto rows = static_cast<Eigen::Index>(bars.size() + triples.size());
  program.A.resize(rows, unknowns.back());
  program.A.resizeNonZeros(static_cast<Eigen::Index>(4 * bars.size() + 6 * triples.size()));
  RowWriter writer(program, unknowns);
  for (const Bar& bar : bars) {
    const Vec2 u = difference(p, bar).normalized();
    writer.add(std::array{std::pair(bar.i, u), std::pair(bar.j, Vec2(-u))});
  }
  for (const Triple& t : triples) {
    const Vec2 n = outward(p, t);
    writer.add(
        std::array{std::pair(t.i, Vec2((t.alpha - 1.0) * n)), std::pair(t.j, Vec2(-t.alpha * n)), std::pair(t.k, n)});
  }
  program.A.resizeNonZeros(writer.entries());
  program.b.setZero(rows);
  program.lower.setZero(rows);
  for (std::size_t bar = 0; bar < bars.size(); ++bar)
    if (!bars[bar].strut) program.lower[static_cast<Eigen::Index>(bar)] = -QuadraticProgram::kUnbounded;
  program.upper.setConstant(rows, QuadraticProgram::kUnbounded);
  return program;
}

void addPenalty(std::span<const Bar> bars, const std::vector<int>& unknowns, const VecX& p, double penalty,
                QuadraticProgram& program) {
  std::vector<Eigen::Triplet<double>> entries;
  for (const Bar& bar : bars) {
    const Vec2 D = difference(p, bar);
    const double aim = (bar.length - D.norm()) * D.norm();
    const std::array<Term, 2> terms{Term{unknowns[bar.i], D}, Term{unknowns[bar.j], -D}};
    for (const Term& r : terms) {
      if (r.column < 0) continue;
      program.f.segment<2>(r.column) += penalty * aim * r.direction;
      for (const Term& c : terms)
        for (int k = 0; k < 4 && c.column >= 0; ++k)
          entries.emplace_back(r.column + k / 2, c.column + k % 2, penalty * r.direction[k / 2] * c.direction[k % 2]);
    }
  }
  Eigen::SparseMatrix<double> added(program.H.rows(), program.H.cols());
  added.setFromTriplets(entries.begin(), entries.end());
  program.H += added;
}

VecX positionRight(const Framework& framework, const VecX& p, const VecX& before, std::span<const Triple> triples,
                   Lengths lengths, double area_share) {
  const auto bars = std::span(framework.bars).first(barRows(framework, lengths));
  VecX b(static_cast<Eigen::Index>(bars.size() + triples.size()));
  Eigen::Index row = 0;
  for (const Bar& bar : bars) {
    const double length = difference(p, bar).norm();
    b[row++] = lengths == Lengths::Previous ? -difference(before, bar).squaredNorm() / length : bar.length - length;
  }
  for (const Triple& triple : triples)
    b[row++] = -triple.gap - 2.0 * area_share * areaOf(before, triple) / edgeLength(p, triple);
  return b;
}

VecX exactRight(const Framework& framework, const VecX& p, const VecX& w, std::span<const Triple> triples,
                Lengths lengths) {
  const auto bars = std::span(framework.bars).first(barRows(framework, lengths));
  VecX b(static_cast<Eigen::Index>(bars.size() + triples.size()));
  Eigen::Index row = 0;
  for (const Bar& bar : bars) {
    const double length = difference(p, bar).norm();
    const double missing = (bar.length - length) * (bar.length + length);
    b[row++] = 0.5 * (missing - difference(w, bar).squaredNorm()) / length;
  }
  for (const Triple& triple : triples) {
    const Vec2 E = at(p, triple.j) - at(p, triple.i), F = at(w, triple.j) - at(w, triple.i);
    // What the edge's own stretching does to a corner that is not on its line.
    const double stretch = triple.gap * F.dot(E) / E.squaredNorm();
    b[row++] = -triple.gap - areaOf(w, triple) / E.norm() - stretch;
  }
  return b;
}

VecX accelerationRight(const Framework& framework, const VecX& p, const VecX& v, std::span<const Triple> triples,
                       double h) {
  VecX b(static_cast<Eigen::Index>(framework.bars.size() + triples.size()));
  Eigen::Index row = 0;
  for (const Bar& bar : framework.bars) {
    const Vec2 D = difference(p, bar), V = difference(v, bar);
    b[row++] = -(V.squaredNorm() + (h > 0.0 ? V.dot(D) / h : 0.0)) / D.norm();
  }
  for (const Triple& triple : triples) {
    b[row] = -2.0 * areaOf(v, triple) / edgeLength(p, triple);
    if (h > 0.0) b[row] -= (triple.gap / h + outwardPart(p, v, triple)) / h;
    ++row;
  }
  return b;
}

}  // namespace keystone
