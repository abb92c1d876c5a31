#include "math/block_pattern.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>

namespace keystone {
namespace {

constexpr int kFew = 256;  // nodes

// Neighbours of every node, ascending.
struct Graph {
  std::vector<int> start;  // [nodes + 1]
  std::vector<int> neighbour;

  int nodes() const { return static_cast<int>(start.size()) - 1; }
  std::span<const int> of(int node) const {
    return std::span(neighbour).subspan(start[node], (start[node + 1] - start[node]));
  }
};

// `edges` (a < b), ascending, each once.
Graph neighbours(int nodes, const Edges& edges) {
  Graph graph{std::vector<int>(nodes + 1, 0), std::vector<int>(2 * edges.size())};
  for (const auto& [a, b] : edges) {
    ++graph.start[a + 1];
    ++graph.start[b + 1];
  }
  for (int i = 0; i < nodes; ++i) graph.start[i + 1] += graph.start[i];
  std::vector<int> next(graph.start.begin(), graph.start.end() - 1);
  for (const auto& [a, b] : edges) graph.neighbour[next[b]++] = a;
  for (const auto& [a, b] : edges) graph.neighbour[next[a]++] = b;
  return graph;
}

// First the node whose going adds the fewest edges among its neighbours. On rows of bits: quick while those are short.
std::vector<int> minimumFill(const Graph& graph) {
  const int nodes = graph.nodes();
  const std::size_t words = nodes / 64 + 1;
  std::vector<std::uint64_t> rows(words * nodes, 0), near;
  const auto row = [&](int i) { return &rows[words * i]; };
  const auto bit = [](int i) { return std::uint64_t{1} << (i % 64); };
  const auto visit = [words](const std::uint64_t* set, const auto& each) {
    for (std::size_t w = 0; w < words; ++w)
      for (std::uint64_t bits = set[w]; bits != 0; bits &= bits - 1)
        each(static_cast<int>(64 * w) + std::countr_zero(bits));
  };
  const auto fillOf = [&](int i) {
    int neighbours = 0, ends = 0;  // of the edges among them
    visit(row(i), [&](int j) {
      ++neighbours;
      for (std::size_t w = 0; w < words; ++w) ends += std::popcount(row(i)[w] & row(j)[w]);
    });
    return (neighbours * (neighbours - 1) - ends) / 2;
  };

  std::vector<int> fill(nodes), order;
  order.reserve(nodes);
  for (int i = 0; i < nodes; ++i)
    for (const int j : graph.of(i)) row(i)[j / 64] |= bit(j);
  for (int i = 0; i < nodes; ++i) fill[i] = fillOf(i);
  while (static_cast<int>(order.size()) < nodes) {
    const int k = static_cast<int>(std::min_element(fill.begin(), fill.end()) - fill.begin());
    order.push_back(k);
    const bool adds = fill[k] > 0;
    fill[k] = std::numeric_limits<int>::max();
    near.assign(row(k), row(k) + words);  // whose neighbours, or the edges among them, are others now
    visit(row(k), [&](int i) {
      for (std::size_t w = 0; w < words; ++w) row(i)[w] |= row(k)[w];
      row(i)[i / 64] &= ~bit(i);
      row(i)[k / 64] &= ~bit(k);
      for (std::size_t w = 0; adds && w < words; ++w) near[w] |= row(i)[w];
    });
    visit(near.data(), [&](int i) { fill[i] = fillOf(i); });
  }
  return order;
}

std::vector<int> approximateMinimumDegree(const Graph& graph) {
  const int nodes = graph.nodes();
  Eigen::SparseMatrix<double> matrix(nodes, nodes);
  Eigen::VectorXi sizes(nodes);
  for (int i = 0; i < nodes; ++i) sizes[i] = static_cast<int>(graph.of(i).size()) + 1;
  matrix.reserve(sizes);
  for (int i = 0; i < nodes; ++i) {
    matrix.insert(i, i) = 1.0;
    for (const int j : graph.of(i)) matrix.insert(j, i) = 1.0;
  }
  matrix.makeCompressed();
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(matrix, order);
  return {order.indices().data(), order.indices().data() + nodes};
}

BlockPattern makePattern(int nodes, const Edges& edges);

// The graphs seen last, the latest first.
class Memory {
 public:
  std::shared_ptr<const BlockPattern> recall(int nodes, const Edges& edges) {
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const Entry& entry) { return entry.nodes == nodes && entry.edges == edges; });
    if (found != entries_.begin() || entries_.empty()) {
      Entry entry;
      if (found != entries_.end()) {
        entry = std::move(*found);
        entries_.erase(found);
      } else {
        entry.pattern = std::make_shared<const BlockPattern>(makePattern(nodes, edges));
        entry.nodes = nodes;
        entry.edges = edges;
        if (entries_.size() == kMost) entries_.pop_back();
      }
      entries_.insert(entries_.begin(), std::move(entry));
    }
    return entries_.front().pattern;
  }

 private:
  static constexpr std::size_t kMost = 8;
  struct Entry {
    int nodes = -1;
    Edges edges;
    std::shared_ptr<const BlockPattern> pattern;
  };
  std::vector<Entry> entries_;
};

}  // namespace

std::pair<int, bool> BlockPattern::find(int a, int b) const {
  const int i = place[a];
  const int j = place[b];
  const auto column = static_cast<std::size_t>(std::min(i, j));
  const auto first = below.begin() + start[column];
  const auto last = below.begin() + start[column + 1];
  return {static_cast<int>(std::lower_bound(first, last, std::max(i, j)) - below.begin()), i >= j};
}

namespace {

BlockPattern makePattern(int nodes, const Edges& edges) {
  const Graph graph = neighbours(nodes, edges);
  BlockPattern pattern;
  pattern.node = nodes <= kFew ? minimumFill(graph) : approximateMinimumDegree(graph);
  pattern.place.resize(nodes);
  for (int k = 0; k < nodes; ++k) pattern.place[pattern.node[k]] = k;

  // A column holds its own neighbours and what its children in the elimination tree pass on.
  std::vector<int> child(nodes, -1), sibling(nodes, -1), seen(nodes, -1);
  pattern.start.reserve(nodes + 1);
  pattern.start.push_back(0);
  for (int k = 0; k < nodes; ++k) {
    const int first = pattern.blocks();
    const auto take = [&](int row) {
      if (row < k || seen[row] == k) return;
      seen[row] = k;
      pattern.below.push_back(row);
    };
    take(k);
    for (const int j : graph.of(pattern.node[k])) take(pattern.place[j]);
    for (int c = child[k]; c >= 0; c = sibling[c])
      for (int b = pattern.start[c]; b < pattern.start[c + 1]; ++b) take(pattern.below[b]);
    std::sort(pattern.below.begin() + first, pattern.below.end());
    pattern.start.push_back(pattern.blocks());
    if (pattern.blocks() == first + 1) continue;
    const int parent = pattern.below[first + 1];
    sibling[k] = child[parent];
    child[parent] = k;
  }

  std::vector<int> slot(nodes, -1);
  pattern.target_start.reserve(nodes + 1);
  pattern.target_start.push_back(0);
  for (int k = 0; k < nodes; ++k) {
    const int last = pattern.start[k + 1];
    for (int j = pattern.start[k] + 1; j < last; ++j) {
      const int into = pattern.below[j];
      for (int b = pattern.start[into]; b < pattern.start[into + 1]; ++b) slot[pattern.below[b]] = b;
      for (int i = j; i < last; ++i) pattern.target.push_back(slot[pattern.below[i]]);
    }
    pattern.target_start.push_back(static_cast<int>(pattern.target.size()));
  }
  return pattern;
}

}  // namespace

std::shared_ptr<const BlockPattern> blockPattern(int nodes, Edges& edges) {
  for (auto& [a, b] : edges)
    if (a > b) std::swap(a, b);
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  thread_local Memory memory;
  return memory.recall(nodes, edges);
}

}  // namespace keystone
