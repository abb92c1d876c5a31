#include "solver/newton/block_pattern.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>

namespace keystone {
namespace {

using Graph = std::vector<std::vector<int>>;

using Edges = std::vector<std::pair<int, int>>;

Graph neighbours(int nodes, const Edges& edges) {
  Graph graph(static_cast<std::size_t>(nodes));
  for (const auto& [a, b] : edges) {
    graph[static_cast<std::size_t>(a)].push_back(b);
    graph[static_cast<std::size_t>(b)].push_back(a);
  }
  for (auto& list : graph) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return graph;
}

std::vector<int> minimumDegree(const Graph& graph) {
  const auto nodes = static_cast<int>(graph.size());
  Eigen::SparseMatrix<double> matrix(nodes, nodes);
  Eigen::VectorXi sizes(nodes);
  for (int i = 0; i < nodes; ++i) sizes[i] = static_cast<int>(graph[static_cast<std::size_t>(i)].size()) + 1;
  matrix.reserve(sizes);
  for (int i = 0; i < nodes; ++i) {
    matrix.insert(i, i) = 1.0;
    for (const int j : graph[static_cast<std::size_t>(i)]) matrix.insert(j, i) = 1.0;
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
  std::shared_ptr<const BlockPattern> recall(int nodes, Edges edges) {
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const Entry& entry) { return entry.nodes == nodes && entry.edges == edges; });
    Entry entry;
    if (found != entries_.end()) {
      entry = std::move(*found);
      entries_.erase(found);
    } else {
      entry.pattern = std::make_shared<const BlockPattern>(makePattern(nodes, edges));
      entry.nodes = nodes;
      entry.edges = std::move(edges);
      if (entries_.size() == kMost) entries_.pop_back();
    }
    entries_.insert(entries_.begin(), entry);
    return entry.pattern;
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
  const int i = place[static_cast<std::size_t>(a)];
  const int j = place[static_cast<std::size_t>(b)];
  const auto column = static_cast<std::size_t>(std::min(i, j));
  const auto first = below.begin() + start[column];
  const auto last = below.begin() + start[column + 1];
  return {static_cast<int>(std::lower_bound(first, last, std::max(i, j)) - below.begin()), i >= j};
}

namespace {

BlockPattern makePattern(int nodes, const Edges& edges) {
  const Graph graph = neighbours(nodes, edges);
  BlockPattern pattern;
  pattern.node = minimumDegree(graph);
  pattern.place.resize(static_cast<std::size_t>(nodes));
  for (int k = 0; k < nodes; ++k)
    pattern.place[static_cast<std::size_t>(pattern.node[static_cast<std::size_t>(k)])] = k;

  // A column holds its own neighbours and what its children in the elimination tree pass on.
  std::vector<std::vector<int>> columns(static_cast<std::size_t>(nodes));
  std::vector<std::vector<int>> children(static_cast<std::size_t>(nodes));
  std::vector<int> seen(static_cast<std::size_t>(nodes), -1);
  pattern.start.push_back(0);
  for (int k = 0; k < nodes; ++k) {
    const auto at = static_cast<std::size_t>(k);
    std::vector<int>& column = columns[at];
    const auto take = [&](int row) {
      if (row <= k || seen[static_cast<std::size_t>(row)] == k) return;
      seen[static_cast<std::size_t>(row)] = k;
      column.push_back(row);
    };
    for (const int j : graph[static_cast<std::size_t>(pattern.node[at])])
      take(pattern.place[static_cast<std::size_t>(j)]);
    for (const int child : children[at])
      for (const int row : columns[static_cast<std::size_t>(child)]) take(row);
    std::sort(column.begin(), column.end());
    if (!column.empty()) children[static_cast<std::size_t>(column.front())].push_back(k);
    pattern.below.push_back(k);
    pattern.below.insert(pattern.below.end(), column.begin(), column.end());
    pattern.start.push_back(pattern.blocks());
  }

  std::vector<int> slot(static_cast<std::size_t>(nodes), -1);
  pattern.target_start.push_back(0);
  for (int k = 0; k < nodes; ++k) {
    const std::vector<int>& column = columns[static_cast<std::size_t>(k)];
    for (std::size_t j = 0; j < column.size(); ++j) {
      const auto into = static_cast<std::size_t>(column[j]);
      for (int b = pattern.start[into]; b < pattern.start[into + 1]; ++b)
        slot[static_cast<std::size_t>(pattern.below[static_cast<std::size_t>(b)])] = b;
      for (std::size_t i = j; i < column.size(); ++i)
        pattern.target.push_back(slot[static_cast<std::size_t>(column[i])]);
    }
    pattern.target_start.push_back(static_cast<int>(pattern.target.size()));
  }
  return pattern;
}

}  // namespace

std::shared_ptr<const BlockPattern> blockPattern(int nodes, Edges edges) {
  for (auto& [a, b] : edges)
    if (a > b) std::swap(a, b);
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  thread_local Memory memory;
  return memory.recall(nodes, std::move(edges));
}

}  // namespace keystone
