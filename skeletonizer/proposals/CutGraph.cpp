//===- CutGraph.cpp - fewest values that separate demands -----------------===//
//
// Edges over a place go through its two nodes. The cut by Dinic's algorithm,
// on the part of the network that lies between root and sinks.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/proposals/CutGraph.h"
#include "llvm/ADT/STLExtras.h"
#include <climits>

using namespace llvm;

namespace skel {

/// A value or a piece of memory.
static bool isData(DemandGraph::Kind K) {
  switch (K) {
  case DemandGraph::Value:
  case DemandGraph::Piece:
  case DemandGraph::PieceAt:
  case DemandGraph::Write:
  case DemandGraph::AnyWrite:
  case DemandGraph::Entry:
  case DemandGraph::Exit:
  case DemandGraph::Result:
  case DemandGraph::Moves:
    return true;
  default:
    return false;
  }
}

CutGraph::Edges CutGraph::Edges::reversed() const {
  Edges Back;
  Back.First.assign(First.size(), 0);
  for (unsigned To : Targets)
    ++Back.First[To + 1];
  for (size_t N = 0; N + 1 < First.size(); ++N)
    Back.First[N + 1] += Back.First[N];
  Back.Targets.resize(Targets.size());
  std::vector<unsigned> At(Back.First.begin(), Back.First.end() - 1);
  for (unsigned N = 0; N + 1 < First.size(); ++N)
    for (unsigned To : (*this)[N])
      Back.Targets[At[To]++] = N;
  return Back;
}

CutGraph::CutGraph(const DemandGraph &G, const std::vector<CutPlace> &List)
    : Base(unsigned(G.size())), Places(unsigned(List.size())) {
  DenseMap<const void *, unsigned> Branch, Value, Only;
  for (unsigned P = 0; P < List.size(); ++P) {
    for (const Instruction *I : List[P].At)
      (List[P].What == CutPlace::Branch || List[P].What == CutPlace::Loop
           ? Branch
           : Value)
          .try_emplace(I, P);
    for (const Instruction *I : List[P].Only)
      Only.try_emplace(I, P);
  }
  auto Find = [](const DenseMap<const void *, unsigned> &M, const void *Key) {
    auto It = M.find(Key);
    return It == M.end() ? -1 : int(It->second);
  };
  // The place that the edge passes; -1.
  auto Over = [&](const DemandGraph::Node &From, const DemandGraph::Node &To) {
    if (To.K == DemandGraph::Value) {
      int P = Find(Value, To.What);
      if (P < 0 && From.K == DemandGraph::Runs)
        P = Find(Branch, From.What);
      return P;
    }
    if (From.K == DemandGraph::Whole && To.K == DemandGraph::Runs) {
      int P = Find(Only, To.What);
      return P >= 0 && List[P].Stmt == int(From.Number) ? P : -1;
    }
    return -1;
  };
  std::vector<std::vector<unsigned>> Behind(Places);
  std::vector<unsigned> &Targets = Next.Targets, &First = Next.First;
  Targets.reserve(G.numEdges() + 2 * Places);
  First.reserve(numNodes() + 1);
  for (unsigned N = 0; N < Base; ++N) {
    First.push_back(unsigned(Targets.size()));
    DemandGraph::Node From = G[N];
    Kinds.push_back(From.K);
    for (unsigned M : G.next(N)) {
      int P = Over(From, G[M]);
      Targets.push_back(P < 0 ? M : In(unsigned(P)));
      if (P >= 0)
        Behind[P].push_back(M);
    }
  }
  for (unsigned P = 0; P < Places; ++P) {
    First.push_back(unsigned(Targets.size()));
    Targets.push_back(Out(P));
    First.push_back(unsigned(Targets.size()));
    llvm::sort(Behind[P]);
    Behind[P].erase(llvm::unique(Behind[P]), Behind[P].end());
    llvm::append_range(Targets, Behind[P]);
  }
  First.push_back(unsigned(Targets.size()));
  Back = Next.reversed();
  Demanded = reach({});
}

BitVector CutGraph::walk(unsigned Start, const BitVector &Closed) const {
  BitVector Seen(numNodes());
  std::vector<unsigned> Work{Start};
  Seen.set(Start);
  while (!Work.empty()) {
    unsigned N = Work.back();
    Work.pop_back();
    for (unsigned M : Next[N])
      if (!Seen.test(M) && !Closed.test(M)) {
        Seen.set(M);
        Work.push_back(M);
      }
  }
  return Seen;
}

BitVector CutGraph::reach(ArrayRef<unsigned> Removed) const {
  BitVector Closed(numNodes());
  for (unsigned P : Removed)
    Closed.set(Out(P));
  return walk(0, Closed);
}

BitVector CutGraph::stuck(ArrayRef<unsigned> Price) const {
  BitVector Closed(numNodes());
  for (unsigned P = 0; P < Places; ++P)
    if (Price[P])
      Closed.set(Out(P));
  return walk(0, Closed);
}

std::vector<unsigned> CutGraph::openWays(ArrayRef<unsigned> Price) const {
  std::vector<unsigned> From(numNodes(), ~0u), Work{0};
  From[0] = 0;
  for (size_t I = 0; I < Work.size(); ++I)
    for (unsigned M : Next[Work[I]]) {
      bool Shut = M >= Base && (M - Base) % 2 && Price[(M - Base) / 2];
      if (From[M] == ~0u && !Shut) {
        From[M] = Work[I];
        Work.push_back(M);
      }
    }
  return From;
}

/// Whether M's value is computed from N's: along data, or N is the condition
/// that decides whether M is written.
bool CutGraph::follows(unsigned N, unsigned M) const {
  DemandGraph::Kind From = M < Base ? Kinds[M] : DemandGraph::Value;
  if (N >= Base && From == DemandGraph::Runs)
    return true;
  if (N >= Base || isData(Kinds[N]))
    return isData(From);
  switch (Kinds[N]) {
  case DemandGraph::Runs: // of a branch
    return From == DemandGraph::Whole;
  case DemandGraph::Whole:
    return From == DemandGraph::Stays;
  case DemandGraph::Stays:
    return From == DemandGraph::Write;
  default:
    return false;
  }
}

BitVector CutGraph::above(ArrayRef<unsigned> Others, bool Received) const {
  BitVector Seen(numNodes()), Result(Places);
  std::vector<unsigned> Work;
  for (unsigned P : Others)
    if (isDemanded(P)) {
      Seen.set(In(P));
      Work.push_back(In(P));
    }
  for (unsigned N = 0; Received && N < Base; ++N)
    if (Kinds[N] == DemandGraph::Moves) {
      Seen.set(N);
      Work.push_back(N);
    }
  while (!Work.empty()) {
    unsigned N = Work.back();
    Work.pop_back();
    for (unsigned M : Back[N])
      if (!Seen.test(M) && follows(N, M)) {
        Seen.set(M);
        Work.push_back(M);
      }
  }
  for (unsigned P = 0; P < Places; ++P)
    if (Seen.test(Out(P)))
      Result.set(P);
  return Result;
}

BitVector CutGraph::from(unsigned Place) const {
  return walk(Out(Place), BitVector(numNodes()));
}

namespace {

/// Maximum flow by Dinic's algorithm.
class Network {
public:
  explicit Network(unsigned Nodes) : First(Nodes, -1) {}
  void add(unsigned From, unsigned To, int Capacity) {
    Arcs.push_back({To, First[From], Capacity});
    First[From] = int(Arcs.size()) - 1;
    Arcs.push_back({From, First[To], 0});
    First[To] = int(Arcs.size()) - 1;
  }
  void run(unsigned Source, unsigned Sink) {
    while (levels(Source, Sink)) {
      At = First;
      while (push(Source, Sink)) {
      }
    }
  }
  /// Nodes from which more could flow to the sink.
  BitVector reachesSink(unsigned Sink) const {
    BitVector Seen(unsigned(First.size()));
    std::vector<unsigned> Work{Sink};
    Seen.set(Sink);
    while (!Work.empty()) {
      unsigned N = Work.back();
      Work.pop_back();
      for (int A = First[N]; A >= 0; A = Arcs[A].Next)
        if (Arcs[A ^ 1].Left > 0 && !Seen.test(Arcs[A].To)) {
          Seen.set(Arcs[A].To);
          Work.push_back(Arcs[A].To);
        }
    }
    return Seen;
  }

private:
  struct Arc {
    unsigned To;
    int Next;
    int Left;
  };

  bool levels(unsigned Source, unsigned Sink) {
    Level.assign(First.size(), -1);
    std::vector<unsigned> Work{Source};
    Level[Source] = 0;
    for (size_t I = 0; I < Work.size(); ++I)
      for (int A = First[Work[I]]; A >= 0; A = Arcs[A].Next)
        if (Arcs[A].Left > 0 && Level[Arcs[A].To] < 0) {
          Level[Arcs[A].To] = Level[Work[I]] + 1;
          Work.push_back(Arcs[A].To);
        }
    return Level[Sink] >= 0;
  }

  bool push(unsigned Source, unsigned Sink) {
    std::vector<int> Path;
    unsigned N = Source;
    while (N != Sink) {
      int &A = At[N];
      while (A >= 0 && !(Arcs[A].Left > 0 && Level[Arcs[A].To] == Level[N] + 1))
        A = Arcs[A].Next;
      if (A >= 0) {
        Path.push_back(A);
        N = Arcs[A].To;
        continue;
      }
      if (Path.empty())
        return false;
      N = Arcs[Path.back() ^ 1].To;
      At[N] = Arcs[At[N]].Next;
      Path.pop_back();
    }
    int Flow = INT_MAX;
    for (int A : Path)
      Flow = std::min(Flow, Arcs[A].Left);
    for (int A : Path) {
      Arcs[A].Left -= Flow;
      Arcs[A ^ 1].Left = std::min(INT_MAX - Flow, Arcs[A ^ 1].Left) + Flow;
    }
    return true;
  }

  std::vector<Arc> Arcs;
  std::vector<int> First, At, Level;
};

} // namespace

std::vector<unsigned> CutGraph::minimumCut(ArrayRef<unsigned> Sinks,
                                           ArrayRef<unsigned> Price) const {
  // Only what lies between the root and the sinks.
  BitVector Useful(numNodes());
  std::vector<unsigned> Work;
  for (unsigned S : Sinks)
    if (Demanded.test(S) && !Useful.test(S)) {
      Useful.set(S);
      Work.push_back(S);
    }
  while (!Work.empty()) {
    unsigned N = Work.back();
    Work.pop_back();
    for (unsigned M : Back[N])
      if (Demanded.test(M) && !Useful.test(M)) {
        Useful.set(M);
        Work.push_back(M);
      }
  }
  std::vector<unsigned> Cut;
  if (!Useful.test(0))
    return Cut;
  std::vector<unsigned> Id(numNodes());
  unsigned Count = 0;
  for (unsigned N : Useful.set_bits())
    Id[N] = Count++;
  const int Infinite = INT_MAX / 2;
  Network Net(Count + 1);
  for (unsigned N : Useful.set_bits()) {
    bool Entry = N >= Base && (N - Base) % 2 == 0;
    for (unsigned M : Next[N])
      if (Useful.test(M))
        Net.add(Id[N], Id[M],
                Entry && Price[(N - Base) / 2] ? int(Price[(N - Base) / 2])
                                               : Infinite);
  }
  for (unsigned S : Sinks)
    if (Useful.test(S))
      Net.add(Id[S], Count, Infinite);
  Net.run(Id[0], Count);
  BitVector Behind = Net.reachesSink(Count);
  for (unsigned P = 0; P < Places; ++P)
    if (Useful.test(In(P)) && Useful.test(Out(P)) && Behind.test(Id[Out(P)]) &&
        !Behind.test(Id[In(P)]))
      Cut.push_back(P);
  return Cut;
}

} // namespace skel
