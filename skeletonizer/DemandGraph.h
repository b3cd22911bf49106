//===- DemandGraph.h - which demand of a slice brought which ----*- C++ -*-===//
//
// The slicer propagates demands: "this value is live", "this statement stays".
// Told to, it records each one as a node, and an edge from a demand to each
// one that it brings. What is reachable from the root is what stays. Knows
// nothing of what demands mean beyond their kind.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_DEMANDGRAPH_H
#define BSIM_SKELETONIZER_DEMANDGRAPH_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <cstdint>
#include <vector>

namespace skel {

class DemandGraph {
public:
  enum Kind : unsigned char {
    Root,
    Value,    ///< a value is live
    Piece,    ///< memory at the end of a block
    PieceAt,  ///< memory before an instruction
    Write,    ///< what an instruction writes to an atom is live
    AnyWrite, ///< what anybody writes to an atom
    Entry,    ///< memory at the entry of a function
    Exit,     ///< memory at its end
    Pass,     ///< memory that it may leave as it was
    Result,   ///< what it returns
    Returns,  ///< its returns, of a structure
    Stays,    ///< a statement
    Whole,    ///< all of a statement
    Runs,     ///< an instruction is executed
    Argument, ///< of a call
    Moves,    ///< a call's message has data
    Needed,   ///< a function
    Called,   ///< all calls of a function
    All,      ///< all of a function
  };
  struct Node {
    Kind K;
    const void *What;
    unsigned Number;
  };

  DemandGraph() { node(Root, nullptr, 0); }

  unsigned node(Kind K, const void *What, unsigned Number) {
    auto [It, New] = Ids.try_emplace(
        {uintptr_t(What), uint64_t(K) << 32 | Number}, unsigned(Nodes.size()));
    if (New) {
      Nodes.push_back({K, What, Number});
      Next.emplace_back();
    }
    return It->second;
  }
  /// ~0u if there is no such demand.
  unsigned find(Kind K, const void *What, unsigned Number) const {
    auto It = Ids.find({uintptr_t(What), uint64_t(K) << 32 | Number});
    return It == Ids.end() ? ~0u : It->second;
  }
  void edge(unsigned From, unsigned To) {
    if (From != To && Edges.insert(uint64_t(From) << 32 | To).second)
      Next[From].push_back(To);
  }
  size_t size() const { return Nodes.size(); }
  const Node &operator[](unsigned N) const { return Nodes[N]; }
  const std::vector<unsigned> &next(unsigned N) const { return Next[N]; }

private:
  llvm::DenseMap<std::pair<uint64_t, uint64_t>, unsigned> Ids;
  llvm::DenseSet<uint64_t> Edges;
  std::vector<Node> Nodes;
  std::vector<std::vector<unsigned>> Next;
};

} // namespace skel

#endif
