//===- FlowGraph.cpp - flow graphs of functions ---------------------------===//
//
// Post-dominators are found by iteration on the reversed graph (Cooper, Harvey,
// Kennedy 2001).
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/FlowGraph.h"

using namespace llvm;

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

/// The nodes in post-order of a walk from the exit against the edges.
static std::vector<unsigned> postOrderFromExit(const EdgeLists &Back) {
  std::vector<unsigned> Order;
  std::vector<char> Seen(Back.size(), 0);
  SmallVector<std::pair<unsigned, unsigned>, 32> Stack{{FlowGraph::Exit, 0}};
  Seen[FlowGraph::Exit] = 1;
  while (!Stack.empty()) {
    auto &[N, I] = Stack.back();
    if (I < Back[N].size()) {
      unsigned T = Back[N][I++];
      if (!Seen[T]) {
        Seen[T] = 1;
        Stack.push_back({T, 0});
      }
    } else {
      Order.push_back(N);
      Stack.pop_back();
    }
  }
  return Order;
}

std::vector<int> postDominators(const AugmentedGraph &G) {
  std::vector<unsigned> Order = postOrderFromExit(G.Back);
  std::vector<unsigned> Number(G.Edges.size(), 0); ///< position in Order
  for (unsigned I = 0; I < Order.size(); ++I)
    Number[Order[I]] = I;
  std::vector<int> Up(G.Edges.size(), -1);
  Up[FlowGraph::Exit] = FlowGraph::Exit;
  auto Common = [&](unsigned A, unsigned B) {
    while (A != B) {
      while (Number[A] < Number[B])
        A = unsigned(Up[A]);
      while (Number[B] < Number[A])
        B = unsigned(Up[B]);
    }
    return A;
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto It = Order.rbegin(); It != Order.rend(); ++It) {
      unsigned N = *It;
      if (N == FlowGraph::Exit)
        continue;
      int New = -1;
      for (unsigned T : G.Edges[N])
        if (Up[T] >= 0)
          New = New < 0 ? int(T) : int(Common(T, unsigned(New)));
      if (New != Up[N]) {
        Up[N] = New;
        Changed = true;
      }
    }
  }
  return Up;
}

} // namespace skel
