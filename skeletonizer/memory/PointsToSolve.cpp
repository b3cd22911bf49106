//===- PointsToSolve.cpp - the fixpoint of points-to ----------------------===//
//
// Wave propagation (Pereira and Berlin, CGO 2009): cycles of plain edges
// become one node, what is new goes along the edges in topological order, then
// loads, stores and calls meet the new places and add edges; again until
// nothing is new. Only differences travel.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/PointsTo.h"
#include "llvm/ADT/SCCIterator.h"

using namespace llvm;

namespace skel {
namespace {
/// A node with its edges that leave places as they are.
struct PlainNode {
  SmallVector<PlainNode *, 2> Next;
};
} // namespace
} // namespace skel

template <> struct llvm::GraphTraits<skel::PlainNode *> {
  using NodeRef = skel::PlainNode *;
  using ChildIteratorType = SmallVectorImpl<NodeRef>::iterator;
  static NodeRef getEntryNode(NodeRef N) { return N; }
  static ChildIteratorType child_begin(NodeRef N) { return N->Next.begin(); }
  static ChildIteratorType child_end(NodeRef N) { return N->Next.end(); }
};

namespace skel {

unsigned PointsTo::find(unsigned N) {
  while (Rep[N] != N)
    N = Rep[N] = Rep[Rep[N]];
  return N;
}

/// Of a place, that which stands for its whole object.
unsigned PointsTo::anywhereOf(unsigned Place) const {
  return Objects.anywhere(Objects.placeInfo(Place).Object);
}

/// Where pointers to From point when they were moved, but for what To holds.
void PointsTo::moveAlong(const PlaceSet &From, unsigned To, int Via,
                         PlaceSet &New) {
  const PlaceSet &Known = Nodes[To].Pts;
  auto Move = [&](const PlaceSet &Places) {
    for (unsigned P : Places) {
      unsigned At = alongPath(P, Via);
      if (At != ~0u && !Known.test(At))
        New.set(At);
    }
  };
  if (From.words() <= FewWords)
    return Move(From);
  // What points anywhere into an object does so when it was moved, too.
  for (; NumSeen < Objects.numPlaces(); ++NumSeen)
    if (Objects.placeInfo(NumSeen).Offset == MemoryObjects::Anywhere)
      Anywheres.set(NumSeen);
  New.intersectWithComplement(From & Anywheres, Known);
  if (MovedSince != Objects.changes())
    Moved.clear();
  MovedSince = Objects.changes();
  PlaceSet &Before = Moved[{To, Via}];
  PlaceSet Rest = From - Anywheres;
  Rest.intersectWithComplement(Before);
  Before |= Rest;
  Move(Rest);
}

/// Tells To of the places of From; Sum is theirs, of a plain edge.
void PointsTo::flow(const PlaceSet &From, PlaceSet::Sum Sum, unsigned To,
                    int Via) {
  To = find(To);
  Node &T = Nodes[To];
  PlaceSet New;
  if (To == Blob) {
    for (unsigned P : From)
      if (unsigned At = anywhereOf(P); !T.Pts.test(At))
        New.set(At);
  } else if (Via >= 0) {
    moveAlong(From, To, Via, New);
  } else {
    if (From.words() > FewWords) {
      Held &Last = LastHeld[remembered(uint64_t(Sum) + To)];
      if (Last.Node == To && Last.Sum == Sum)
        return;
      Last = {To, Sum};
    }
    New.intersectWithComplement(From, T.Pts);
  }
  if (New.empty())
    return;
  size_t Words = T.Pts.words();
  T.Pts |= New;
  T.Sum += New.sum();
  if (To != Blob)
    NumWords += T.Pts.words() - Words;
  T.Unsent |= New;
  if (T.isAddress()) {
    if (T.NewPlaces.empty())
      Meetings.push_back(To);
    T.NewPlaces |= New;
  }
  if (!T.Queued) {
    T.Queued = true;
    Worklist.push({T.Rank, To});
  }
}

/// The nodes of a cycle of plain edges hold the same: the first stands for all.
/// Of others, what they stand for from now on holds what any of them held.
void PointsTo::merge(const std::vector<unsigned> &Cycle) {
  unsigned Into = *std::min_element(Cycle.begin(), Cycle.end());
  PlaceSet All;
  for (unsigned N : Cycle)
    All |= Nodes[N].Pts;
  PlaceSet Unsent, NewPlaces;
  for (unsigned N : Cycle) {
    Node &From = Nodes[N];
    PlaceSet Missing;
    Missing.intersectWithComplement(All, From.Pts);
    if (!From.Out.empty()) {
      Unsent |= Missing;
      Unsent |= From.Unsent;
    }
    if (From.isAddress()) {
      NewPlaces |= Missing;
      NewPlaces |= From.NewPlaces;
    }
  }
  Node &To = Nodes[Into];
  for (unsigned N : Cycle) {
    if (N == Into)
      continue;
    Node &From = Nodes[N];
    auto Append = [](auto &A, auto &B) {
      A.insert(A.end(), B.begin(), B.end());
    };
    Append(To.Out, From.Out);
    Append(To.Loads, From.Loads);
    Append(To.Stores, From.Stores);
    Append(To.Calls, From.Calls);
    Append(To.BackCalls, From.BackCalls);
    From = Node();
    Rep[N] = Into;
  }
  To.Sum = All.sum();
  To.Pts = std::move(All);
  To.Unsent = std::move(Unsent);
  To.NewPlaces = std::move(NewPlaces);
  To.Queued = false;
}

/// Merges the nodes of each cycle of edges that leave places as they are.
void PointsTo::collapseCycles() {
  std::vector<PlainNode> Plain(Nodes.size());
  PlainNode All; // leads to every node, so that none is left out
  for (unsigned N = 0; N < Nodes.size(); ++N) {
    if (Rep[N] != N)
      continue;
    All.Next.push_back(&Plain[N]);
    for (const Edge &E : Nodes[N].Out)
      if (E.Via < 0)
        Plain[N].Next.push_back(&Plain[find(E.To)]);
  }
  std::vector<std::vector<unsigned>> Cycles;
  for (auto It = scc_begin(&All); !It.isAtEnd(); ++It)
    if (It->size() > 1) {
      Cycles.emplace_back();
      for (PlainNode *N : *It)
        Cycles.back().push_back(unsigned(N - Plain.data()));
    }
  for (const std::vector<unsigned> &Cycle : Cycles)
    merge(Cycle);
  if (Blob != ~0u)
    Blob = find(Blob);
}

/// Cleans the lists of edges and accesses and numbers the nodes so that sources
/// of edges come first (as far as there are no cycles).
void PointsTo::rankNodes() {
  struct Frame {
    unsigned N;
    size_t Next;
  };
  auto Clean = [&](std::vector<Access> &List) {
    for (Access &A : List)
      A.Other = find(A.Other);
    llvm::sort(List, [](const Access &A, const Access &B) {
      return std::tie(A.Other, A.Size) < std::tie(B.Other, B.Size);
    });
    List.erase(std::unique(List.begin(), List.end(),
                           [](const Access &A, const Access &B) {
                             return A.Other == B.Other && A.Size == B.Size;
                           }),
               List.end());
  };
  std::vector<char> Seen(Nodes.size(), 0);
  std::vector<unsigned> Order;
  std::vector<Frame> Frames;
  auto Enter = [&](unsigned N) {
    Seen[N] = 1;
    Node &At = Nodes[N];
    for (Edge &E : At.Out)
      E.To = find(E.To);
    llvm::erase_if(At.Out,
                   [&](const Edge &E) { return E.To == N && E.Via < 0; });
    llvm::sort(At.Out, [](const Edge &A, const Edge &B) {
      return std::tie(A.To, A.Via) < std::tie(B.To, B.Via);
    });
    At.Out.erase(std::unique(At.Out.begin(), At.Out.end(),
                             [](const Edge &A, const Edge &B) {
                               return A.To == B.To && A.Via == B.Via;
                             }),
                 At.Out.end());
    Clean(At.Loads);
    Clean(At.Stores);
    Frames.push_back({N, 0});
  };
  for (unsigned Root = 0; Root < Nodes.size(); ++Root) {
    if (Rep[Root] != Root || Seen[Root])
      continue;
    Enter(Root);
    while (!Frames.empty()) {
      Frame &Top = Frames.back();
      if (Top.Next < Nodes[Top.N].Out.size()) {
        unsigned To = Nodes[Top.N].Out[Top.Next++].To;
        if (!Seen[To])
          Enter(To);
      } else {
        Order.push_back(Top.N);
        Frames.pop_back();
      }
    }
  }
  Worklist = {};
  Meetings.clear();
  for (size_t I = 0; I < Order.size(); ++I) {
    unsigned N = Order[Order.size() - 1 - I];
    Node &At = Nodes[N];
    At.Rank = I;
    At.Queued = !At.Unsent.empty();
    if (At.Queued)
      Worklist.push({At.Rank, N});
    if (!At.NewPlaces.empty())
      Meetings.push_back(N);
  }
}

void PointsTo::propagate() {
  while (!Worklist.empty() && NumWords <= 2 * Budget) {
    unsigned N = Worklist.top().second;
    Worklist.pop();
    Nodes[N].Queued = false;
    PlaceSet New = std::move(Nodes[N].Unsent);
    Nodes[N].Unsent.clear();
    PlaceSet::Sum Sum = New.sum();
    for (size_t I = 0; I < Nodes[N].Out.size(); ++I) {
      Edge E = Nodes[N].Out[I];
      flow(New, Sum, E.To, E.Via);
    }
  }
}

/// Loads, stores and calls through a node, with the places that are new.
void PointsTo::visitUses(unsigned N) {
  PlaceSet New = std::move(Nodes[N].NewPlaces);
  Nodes[N].NewPlaces.clear();
  // Nodes may grow and lists may lengthen below: index, do not iterate.
  for (size_t I = 0; I < Nodes[N].Loads.size(); ++I)
    if (N == Blob)
      addEdge(N, Nodes[N].Loads[I].Other);
    else
      for (unsigned P : New)
        loadFrom(P, Nodes[N].Loads[I]);
  for (size_t I = 0; I < Nodes[N].Stores.size(); ++I)
    if (N == Blob)
      addEdge(Nodes[N].Stores[I].Other, N);
    else
      for (unsigned P : New)
        storeTo(P, Nodes[N].Stores[I]);
  for (size_t I = 0; I < Nodes[N].Calls.size(); ++I)
    for (unsigned P : New)
      enterPlace(Nodes[N].Calls[I], P);
  for (size_t I = 0; I < Nodes[N].BackCalls.size(); ++I)
    for (unsigned P : New)
      enterBack(Nodes[N].BackCalls[I], P);
}

/// Edges for what a copy's pointers and the objects behind them have gained.
void PointsTo::connect(Copy &C) {
  auto Info = [&](unsigned P) { return Objects.placeInfo(P); };
  auto End = [&](unsigned P) {
    if (C.Length == Copy::Member)
      return Objects.memberEnd(P);
    return C.Length < 0 ? INT64_MAX : Info(P).Offset + C.Length;
  };
  auto ToTarget = [&](int64_t Distance, unsigned Node, unsigned D) {
    unsigned Q = Objects.moved(D, Distance);
    if (Q != ~0u && Info(D).Offset + Distance < End(D))
      addEdge(Node, cell(Q));
  };
  PlaceSet Targets;
  Targets.intersectWithComplement(Nodes[find(C.Dst)].Pts, C.Targets);
  C.Targets |= Targets;
  if (C.Targets.empty())
    return;
  if (C.Blurred == ~0u)
    C.Blurred = newNode();
  for (unsigned D : Targets) {
    MemoryObjects::Place To = Info(D);
    addEdge(C.Blurred, cell(Objects.anywhere(To.Object)));
    if (To.Offset != MemoryObjects::Anywhere) {
      for (auto [Distance, Node] : C.Moving)
        ToTarget(Distance, Node, D);
      continue;
    }
    if (C.All == ~0u) {
      C.All = newNode();
      for (unsigned S : C.Sources)
        addEdge(wholeOf(Info(S).Object), C.All);
    }
    addEdge(C.All, cell(D));
  }
  if (Blob != ~0u)
    for (unsigned S : C.Sources)
      if (CoarseObjects.test(Info(S).Object)) {
        addEdge(Blob, C.Blurred);
        break;
      }
  PlaceSet Sources;
  Sources.intersectWithComplement(Nodes[find(C.Src)].Pts, C.Sources);
  C.Sources |= Sources;
  for (unsigned S : Sources) {
    if (C.All != ~0u)
      addEdge(wholeOf(Info(S).Object), C.All);
    if (Info(S).Offset == MemoryObjects::Anywhere)
      addEdge(wholeOf(Info(S).Object), C.Blurred);
  }
  for (unsigned S : C.Sources) {
    MemoryObjects::Place From = Info(S);
    if (From.Offset == MemoryObjects::Anywhere)
      continue;
    size_t Met = C.CellsMet[S];
    for (; Met < CellsOf[From.Object].size(); ++Met) {
      unsigned P = CellsOf[From.Object][Met];
      int64_t At = Info(P).Offset;
      if (At == MemoryObjects::Anywhere) {
        addEdge(cell(P), C.Blurred);
        continue;
      }
      if (At < From.Offset || At >= End(S))
        continue;
      auto [It, New] = C.Moving.try_emplace(At - From.Offset, 0);
      if (New) {
        It->second = newNode();
        for (unsigned D : C.Targets)
          if (Info(D).Offset != MemoryObjects::Anywhere)
            ToTarget(It->first, It->second, D);
      }
      addEdge(cell(P), It->second);
      if (Objects.isAmongNumbers(P))
        addEdge(cell(P), C.Blurred);
    }
    C.CellsMet[S] = Met;
  }
}

/// Where most pointers of a program may point nearly anywhere, their sets say
/// little and fill the memory. Beyond the budget the largest are taken as one,
/// with the memory behind it: what is stored anywhere in these objects may be
/// loaded from anywhere in them, as in Steensgaard's analysis (POPL 1996). True
/// if something is no longer as it was.
bool PointsTo::coarsen() {
  std::vector<unsigned> Group;
  if (NumWords > Budget) {
    std::vector<std::pair<size_t, unsigned>> Sizes;
    NumWords = 0;
    for (unsigned N = 0; N < Nodes.size(); ++N)
      if (Rep[N] == N && N != Blob && !Nodes[N].Pts.empty()) {
        Sizes.push_back({Nodes[N].Pts.words(), N});
        NumWords += Nodes[N].Pts.words();
      }
    if (NumWords > Budget) {
      llvm::sort(Sizes, std::greater<>());
      size_t Left = NumWords;
      for (auto [Words, N] : Sizes) {
        if (Left <= Budget / 16)
          break;
        Group.push_back(N);
        Left -= Words;
      }
      NumWords = Left;
    }
  }
  if (Blob == ~0u && Group.empty())
    return false;
  bool Changed = false;
  while (true) {
    if (!Group.empty()) {
      Coarse += Group.size();
      Changed = true;
      if (Blob != ~0u)
        Group.push_back(Blob);
      merge(Group);
      Blob = find(Group.front());
      Node &All = Nodes[Blob];
      for (PlaceSet *Set : {&All.Pts, &All.Unsent, &All.NewPlaces}) {
        PlaceSet Objects;
        for (unsigned P : *Set)
          Objects.set(anywhereOf(P));
        *Set = std::move(Objects);
      }
      All.Sum = All.Pts.sum();
    }
    Group.clear();
    IdSet More;
    for (unsigned P : Nodes[Blob].Pts) {
      unsigned O = Objects.placeInfo(P).Object;
      if (!CoarseObjects.test_and_set(O))
        continue;
      Changed = true;
      auto Take = [&](unsigned N) {
        if (find(N) != Blob)
          More.set(find(N));
      };
      for (unsigned Q : CellsOf[O])
        Take(CellOf[Q]);
      auto W = WholeOf.find(O);
      if (W != WholeOf.end())
        Take(W->second);
    }
    for (unsigned N : More)
      Group.push_back(N);
    if (Group.empty())
      return Changed;
  }
}

/// False if the rest has to wait until there is room.
bool PointsTo::meetAll() {
  std::vector<unsigned> Now;
  std::swap(Now, Meetings);
  llvm::sort(Now);
  for (unsigned N : Now) {
    if (NumWords > 2 * Budget)
      return false;
    visitUses(N);
  }
  meetTypes(false);
  meetReceivers();
  for (size_t I = 0; I < Copies.size(); ++I) {
    if (NumWords > 2 * Budget)
      return false;
    connect(Copies[I]);
  }
  return true;
}

void PointsTo::solve() {
  bool Changed = true;
  while (Changed) {
    collapseCycles();
    rankNodes();
    propagate();
    size_t Before = NumEdges;
    Changed = !meetAll() || NumEdges != Before || !Worklist.empty() ||
              !Meetings.empty();
    Changed |= coarsen();
    if (!Changed)
      Changed = meetTypes(true) || spreadMisfits();
  }
  for (unsigned N = 0; N < Nodes.size(); ++N)
    Rep[N] = find(N);
  // In the order of the program, whatever the order of finding.
  DenseMap<const llvm::Function *, unsigned> Order;
  for (const llvm::Function &F : M)
    Order.try_emplace(&F, Order.size());
  for (CallTargets *Map : {&Callees, &Callbacks, &Registered, &Externals})
    for (auto &[Call, Targets] : *Map)
      llvm::sort(Targets,
                 [&](const llvm::Function *A, const llvm::Function *B) {
                   return Order.lookup(A) < Order.lookup(B);
                 });
  findDoubts();
}

} // namespace skel
