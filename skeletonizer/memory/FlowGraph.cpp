//===- FlowGraph.cpp - flow graphs of functions ---------------------------===//
//
// LLVM finds the dominators of the reversed graph, which are post-dominators of
// the graph itself.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/FlowGraph.h"
#include "llvm/ADT/GraphTraits.h"
#include "llvm/Support/GenericDomTree.h"
#include "llvm/Support/GenericDomTreeConstruction.h"

using namespace llvm;

namespace skel {
namespace {

struct BackwardGraph;

/// A node of the reversed graph, as LLVM's dominators want it.
struct BackwardNode {
  unsigned Id;
  BackwardGraph *Graph;
  SmallVector<BackwardNode *, 2> Next, Before; ///< against, along the edges
  BackwardGraph *getParent() const { return Graph; }
  void printAsOperand(raw_ostream &To, bool) const { To << Id; }
};

struct BackwardGraph {
  std::vector<BackwardNode> Nodes;

  explicit BackwardGraph(const AugmentedGraph &G) : Nodes(G.Edges.size()) {
    for (unsigned N = 0; N < Nodes.size(); ++N) {
      Nodes[N].Id = N;
      Nodes[N].Graph = this;
      for (unsigned T : G.Back[N])
        Nodes[N].Next.push_back(&Nodes[T]);
      for (unsigned T : G.Edges[N])
        Nodes[N].Before.push_back(&Nodes[T]);
    }
  }
};

} // namespace
} // namespace skel

template <> struct llvm::GraphTraits<skel::BackwardNode *> {
  using NodeRef = skel::BackwardNode *;
  using ChildIteratorType = SmallVectorImpl<NodeRef>::iterator;
  static NodeRef getEntryNode(NodeRef N) { return N; }
  static ChildIteratorType child_begin(NodeRef N) { return N->Next.begin(); }
  static ChildIteratorType child_end(NodeRef N) { return N->Next.end(); }
};

template <> struct llvm::GraphTraits<llvm::Inverse<skel::BackwardNode *>> {
  using NodeRef = skel::BackwardNode *;
  using ChildIteratorType = SmallVectorImpl<NodeRef>::iterator;
  static NodeRef getEntryNode(Inverse<NodeRef> N) { return N.Graph; }
  static ChildIteratorType child_begin(NodeRef N) { return N->Before.begin(); }
  static ChildIteratorType child_end(NodeRef N) { return N->Before.end(); }
};

template <>
struct llvm::GraphTraits<skel::BackwardGraph *>
    : GraphTraits<skel::BackwardNode *> {
  using nodes_iterator =
      pointer_iterator<std::vector<skel::BackwardNode>::iterator>;
  static NodeRef getEntryNode(skel::BackwardGraph *G) {
    return &G->Nodes[skel::FlowGraph::Exit];
  }
  static nodes_iterator nodes_begin(skel::BackwardGraph *G) {
    return nodes_iterator(G->Nodes.begin());
  }
  static nodes_iterator nodes_end(skel::BackwardGraph *G) {
    return nodes_iterator(G->Nodes.end());
  }
};

namespace skel {

FlowGraph::FlowGraph() {
  for (unsigned N = 0; N < First; ++N)
    add(-1);
}

unsigned FlowGraph::node(unsigned S) {
  auto [It, New] = NodeOf.try_emplace(S, StmtOf.size());
  if (New)
    add(int(S));
  return It->second;
}

void FlowGraph::add(int S) {
  StmtOf.push_back(S);
  Real.emplace_back();
  Pseudo.emplace_back();
}

std::vector<char> reach(const EdgeLists &Edges, NodeList Work) {
  std::vector<char> Seen(Edges.size(), 0);
  for (unsigned N : Work)
    Seen[N] = 1;
  while (!Work.empty()) {
    unsigned N = Work.pop_back_val();
    for (unsigned T : Edges[N])
      if (!Seen[T]) {
        Seen[T] = 1;
        Work.push_back(T);
      }
  }
  return Seen;
}

EdgeLists reversed(const EdgeLists &Edges) {
  EdgeLists Result(Edges.size());
  for (unsigned N = 0; N < Edges.size(); ++N)
    for (unsigned T : Edges[N])
      Result[T].push_back(N);
  return Result;
}

AugmentedGraph::AugmentedGraph(const FlowGraph &G) : Edges(G.Real) {
  for (unsigned N = 0; N < G.size(); ++N)
    for (unsigned T : G.Pseudo[N])
      FlowGraph::insert(Edges[N], T);
  FlowGraph::insert(Edges[FlowGraph::End], FlowGraph::Exit);
  Back = reversed(Edges);
  while (true) {
    std::vector<char> Ends = reach(Back, {FlowGraph::Exit});
    unsigned Stuck = 0;
    for (unsigned N = 0; N < G.size() && !Stuck; ++N)
      if (!Ends[N])
        Stuck = N;
    if (!Stuck)
      break;
    Edges[Stuck].push_back(FlowGraph::Exit);
    Back[FlowGraph::Exit].push_back(Stuck);
  }
}

std::vector<int> postDominators(const AugmentedGraph &G) {
  BackwardGraph Backward(G);
  DominatorTreeBase<BackwardNode, false> Tree;
  Tree.recalculate(Backward);
  std::vector<int> Up(G.Edges.size(), -1);
  for (BackwardNode &N : Backward.Nodes)
    if (auto *Found = Tree.getNode(&N))
      Up[N.Id] = Found->getIDom() ? int(Found->getIDom()->getBlock()->Id)
                                  : int(FlowGraph::Exit);
  return Up;
}

} // namespace skel
