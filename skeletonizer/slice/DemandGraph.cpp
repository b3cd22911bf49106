//===- DemandGraph.cpp - which demand of a slice brought which ------------===//
//
// Nodes in a hash table of indices; edges in a list that is sorted, and rid of
// equal ones, each time that it has doubled.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/DemandGraph.h"
#include <algorithm>

namespace skel {

/// With these a graph takes below a gigabyte, and its minimum cuts another.
static constexpr size_t MaxNodes = 12u << 20, MaxEdges = 24u << 20;
static constexpr size_t FirstEdges = 1u << 16, RecentEdges = 1u << 14;

static size_t mixed(uint64_t A, uint64_t B) {
  uint64_t X = (A << 32 ^ B) * 0x9e3779b97f4a7c15;
  return size_t(X ^ X >> 29);
}

/// Where the node is in the table, or would be.
size_t DemandGraph::slot(Packed P) const {
  size_t Mask = Table.size() - 1, At = mixed(P.What, P.Number) & Mask;
  while (Table[At] != ~0u && !(Nodes[Table[At]].What == P.What &&
                               Nodes[Table[At]].Number == P.Number))
    At = (At + 1) & Mask;
  return At;
}

void DemandGraph::grow() {
  Table.assign(std::max(size_t(1024), 2 * Table.size()), ~0u);
  for (unsigned N = 0; N < Nodes.size(); ++N)
    Table[slot(Nodes[N])] = N;
}

unsigned DemandGraph::node(Kind K, const void *What, unsigned Number) {
  if (2 * (Nodes.size() + 1) > Table.size())
    grow();
  auto [It, New] = WhatIds.try_emplace(What, unsigned(Whats.size()));
  if (New)
    Whats.push_back(What);
  Packed P{unsigned(K) << WhatBits | It->second, Number};
  unsigned &At = Table[slot(P)];
  if (At == ~0u) {
    At = unsigned(Nodes.size());
    Nodes.push_back(P);
    Full |= Nodes.size() > MaxNodes || Whats.size() > WhatMask;
  }
  return At;
}

unsigned DemandGraph::find(Kind K, const void *What, unsigned Number) const {
  auto It = WhatIds.find(What);
  return It == WhatIds.end()
             ? ~0u
             : Table[slot({unsigned(K) << WhatBits | It->second, Number})];
}

void DemandGraph::edge(unsigned From, unsigned To) {
  if (From == To || Full)
    return;
  uint64_t E = uint64_t(From) << 32 | To;
  if (Recent.empty())
    Recent.assign(RecentEdges, 0);
  uint64_t &Last = Recent[mixed(From, To) % RecentEdges];
  if (Last == E)
    return;
  Last = E;
  if (Edges.size() == Edges.capacity()) {
    dropEqualEdges();
    if (Full)
      return;
    if (2 * Edges.size() > Edges.capacity())
      Edges.reserve(std::max(FirstEdges,
                             std::min(2 * Edges.capacity(), 3 * MaxEdges / 2)));
  }
  Edges.push_back(E);
}

void DemandGraph::dropEqualEdges() {
  auto Middle = Edges.begin() + long(Distinct);
  std::sort(Middle, Edges.end());
  std::inplace_merge(Edges.begin(), Middle, Edges.end());
  Edges.erase(std::unique(Edges.begin(), Edges.end()), Edges.end());
  Distinct = Edges.size();
  Full |= Distinct > MaxEdges;
}

void DemandGraph::close() {
  dropEqualEdges();
  First.assign(Nodes.size() + 1, 0);
  for (uint64_t E : Edges)
    ++First[(E >> 32) + 1];
  for (size_t N = 0; N < Nodes.size(); ++N)
    First[N + 1] += First[N];
  Targets.reserve(Edges.size());
  for (uint64_t E : Edges)
    Targets.push_back(unsigned(E));
  Edges = {};
  Recent = {};
}

} // namespace skel
