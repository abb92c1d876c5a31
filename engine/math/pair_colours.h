// Blocks that touch two bodies each, put into colours: no two blocks of a colour move the same body, so that they can
// be relaxed side by side, and going through the colours comes to the same as going through the blocks one by one.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "math/scratch_pool.h"

namespace keystone {

enum class BlockSequence { FirstToLast, LastToFirst };

// Each block's colour: the lowest above those of the blocks that come before it in the sequence and move one of its
// bodies. A block has `bodies`, two numbers below the number of bodies; -1: none that moves.
template <class Block>
void colour(const std::vector<Block>& blocks, int bodies, BlockSequence sequence, std::vector<int>& colours) {
  const Scratch<std::vector<int>> workspace;
  std::vector<int>& lowest = *workspace;  // colour that each body still has free
  lowest.assign(bodies, 0);
  colours.resize(blocks.size());
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    const std::size_t i = sequence == BlockSequence::FirstToLast ? k : blocks.size() - 1 - k;
    int free = 0;
    for (const int body : blocks[i].bodies)
      if (body >= 0) free = std::max(free, lowest[body]);
    for (const int body : blocks[i].bodies)
      if (body >= 0) lowest[body] = free + 1;
    colours[i] = free;
  }
}

// Blocks by colour; within a colour those of more contacts (`count`) first, so that few lanes run empty.
template <class Block>
void orderByColour(const std::vector<Block>& blocks, const std::vector<int>& colours, std::vector<int>& order) {
  constexpr int kSizes = 8;  // blocks of more contacts count as of that many
  const auto bucket = [&](std::size_t i) {
    return static_cast<std::size_t>(kSizes * colours[i] + kSizes - std::min(blocks[i].count, kSizes));
  };
  const Scratch<std::vector<int>> workspace;
  std::vector<int>& begin = *workspace;  // [buckets + 1], where each bucket begins
  begin.clear();
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (bucket(i) + 2 > begin.size()) begin.resize(bucket(i) + 2, 0);
    ++begin[bucket(i) + 1];
  }
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  order.resize(blocks.size());
  for (std::size_t i = 0; i < blocks.size(); ++i) order[begin[bucket(i)]++] = static_cast<int>(i);
}

}  // namespace keystone
