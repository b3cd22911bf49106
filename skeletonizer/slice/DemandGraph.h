//===- DemandGraph.h - which demand of a slice brought which ----*- C++ -*-===//
//
// The slicer propagates demands: "this value is live", "this statement stays".
// Told to, it records each one as a node, and an edge from a demand to each
// one that it brings. What is reachable from the root is what stays. Knows
// nothing of what demands mean beyond their kind.
//
// Programs have up to millions of demands, nearly all of memory: nodes take 8
// bytes and a place in a table, edges 4. A graph that grows beyond its limits
// is told as full, and recorded again with demands of memory in larger groups.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_DEMANDGRAPH_H
#define BSIM_SKELETONIZER_DEMANDGRAPH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
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
  /// What of memory is one demand: each atom, all of an object, or all.
  enum Grain : unsigned char { Atoms, Objects, Together };

  explicit DemandGraph(Grain G) : Of(G) { node(Root, nullptr, 0); }

  Grain grain() const { return Of; }
  unsigned node(Kind K, const void *What, unsigned Number);
  /// ~0u if there is no such demand.
  unsigned find(Kind K, const void *What, unsigned Number) const;
  void edge(unsigned From, unsigned To);
  /// It has grown too large: to be thrown away.
  bool full() const { return Full; }
  /// No more edges come; only now next() tells them.
  void close();

  size_t size() const { return Nodes.size(); }
  size_t numEdges() const { return Targets.size(); }
  Node operator[](unsigned N) const {
    return {Kind(Nodes[N].What >> WhatBits), Whats[Nodes[N].What & WhatMask],
            Nodes[N].Number};
  }
  llvm::ArrayRef<unsigned> next(unsigned N) const {
    return llvm::ArrayRef<unsigned>(Targets).slice(First[N],
                                                   First[N + 1] - First[N]);
  }

private:
  static constexpr unsigned WhatBits = 27, WhatMask = (1u << WhatBits) - 1;
  struct Packed {
    unsigned What; ///< kind, and index into Whats
    unsigned Number;
  };
  size_t slot(Packed P) const;
  void grow();
  void dropEqualEdges();

  Grain Of;
  bool Full = false;
  llvm::DenseMap<const void *, unsigned> WhatIds;
  std::vector<const void *> Whats;
  std::vector<Packed> Nodes;
  std::vector<unsigned> Table; ///< open hashing of Nodes; ~0u: empty
  std::vector<uint64_t> Edges; ///< from and to; some are there twice
  size_t Distinct = 0;         ///< leading ones that are sorted, once each
  std::vector<uint64_t> Recent;
  std::vector<unsigned> First, Targets; ///< where each node's begin; edges
};

} // namespace skel

#endif
