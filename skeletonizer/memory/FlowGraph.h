//===- FlowGraph.h - flow graphs of functions -------------------*- C++ -*-===//
//
// The graph of one function: nodes for its statements, for its entry, for its
// exit and for the end of the process. Reachability and post-dominators work on
// lists of edges. Knows nothing of the program but the ids of statements.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_FLOWGRAPH_H
#define BSIM_SKELETONIZER_FLOWGRAPH_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <utility>
#include <vector>

namespace skel {

/// The targets of the edges that leave each node.
using EdgeLists = std::vector<llvm::SmallVector<unsigned, 2>>;
using NodeList = llvm::SmallVector<unsigned, 16>;

struct FlowGraph {
  enum : unsigned { Entry, Exit, End, First }; ///< First: the first statement
  llvm::DenseMap<unsigned, unsigned> NodeOf;   ///< Stmt id -> node
  std::vector<int> StmtOf;                     ///< node -> Stmt id
  EdgeLists Real;                              ///< edges that a run may take
  EdgeLists Pseudo; ///< edges that jumps would take if they were removed
  std::vector<std::pair<unsigned, unsigned>> Gotos; ///< node, Stmt id
  llvm::StringMap<unsigned> LabelNodes;

  /// A graph with the entry, the exit and the end alone.
  FlowGraph();
  /// The node of a statement; makes it at the first call.
  unsigned node(unsigned S);
  unsigned size() const { return StmtOf.size(); }
  static void insert(llvm::SmallVector<unsigned, 2> &List, unsigned N) {
    if (!llvm::is_contained(List, N))
      List.push_back(N);
  }

private:
  void add(int S);
};

/// For each node whether a path leads to it from one of the nodes in Work.
std::vector<char> reach(const EdgeLists &Edges, NodeList Work);

EdgeLists reversed(const EdgeLists &Edges);

/// The graph with real and pseudo edges in which every node leads to the exit.
/// A loop without an end gets an edge to it.
struct AugmentedGraph {
  EdgeLists Edges, Back; ///< Back: reversed

  explicit AugmentedGraph(const FlowGraph &G);
};

/// The immediate post-dominator of each node, or -1.
std::vector<int> postDominators(const AugmentedGraph &G);

} // namespace skel

#endif
