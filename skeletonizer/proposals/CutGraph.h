//===- CutGraph.h - fewest values that separate demands ---------*- C++ -*-===//
//
// The demands of a slice as a network: from communication to the code that
// runs because of it. A place where a hint can cut has capacity; all else has
// no limit. A minimum cut is the smallest set of hints that frees the skeleton
// of some code. Knows nothing of text or reports.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_CUTGRAPH_H
#define BSIM_SKELETONIZER_CUTGRAPH_H

#include "skeletonizer/proposals/CutPlaces.h"
#include "skeletonizer/slice/DemandGraph.h"
#include "llvm/ADT/BitVector.h"

namespace skel {

class CutGraph {
public:
  CutGraph(const DemandGraph &G, const std::vector<CutPlace> &Places);

  /// Demands that are left if Removed places are cut.
  llvm::BitVector reach(llvm::ArrayRef<unsigned> Removed) const;
  /// Demands that do not hang on any place that has a price.
  llvm::BitVector stuck(llvm::ArrayRef<unsigned> Price) const;
  /// Places whose value is computed from that of one of Others, or from what
  /// a message brings.
  llvm::BitVector above(llvm::ArrayRef<unsigned> Others, bool Received) const;
  /// For each demand the one before it on a shortest way from the root that
  /// passes no place with a price; ~0u if there is none, 0 at the root.
  std::vector<unsigned> openWays(llvm::ArrayRef<unsigned> Price) const;
  /// Demands that a place brings, alone or with others.
  llvm::BitVector from(unsigned Place) const;
  /// The place's value is demanded.
  bool isDemanded(unsigned Place) const { return Demanded.test(In(Place)); }
  /// Fewest places (cheapest by Price) whose cut separates the root from all
  /// of Sinks; none of them may be stuck. Price 0: cannot be cut.
  std::vector<unsigned> minimumCut(llvm::ArrayRef<unsigned> Sinks,
                                   llvm::ArrayRef<unsigned> Price) const;

private:
  /// For each node the nodes that an edge leads to, in one array.
  struct Edges {
    std::vector<unsigned> First; ///< where a node's begin; and the end
    std::vector<unsigned> Targets;
    llvm::ArrayRef<unsigned> operator[](unsigned N) const {
      return llvm::ArrayRef<unsigned>(Targets).slice(First[N],
                                                     First[N + 1] - First[N]);
    }
    Edges reversed() const;
  };
  unsigned numNodes() const { return Base + 2 * Places; }
  unsigned In(unsigned Place) const { return Base + 2 * Place; }
  unsigned Out(unsigned Place) const { return Base + 2 * Place + 1; }
  bool follows(unsigned N, unsigned M) const;
  llvm::BitVector walk(unsigned Start, const llvm::BitVector &Closed) const;

  unsigned Base = 0, Places = 0;
  Edges Next, Back;                     ///< nodes, then places
  std::vector<DemandGraph::Kind> Kinds; ///< by node
  llvm::BitVector Demanded;
};

} // namespace skel

#endif
