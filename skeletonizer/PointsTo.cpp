//===- PointsTo.cpp - the constraint solver -------------------------------===//
//
// Difference propagation over a worklist. Loads and stores become edges as
// the places behind their address become known; copies of memory are repeated
// until they bring nothing new.
//
//===----------------------------------------------------------------------===//
#include "PointsTo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

unsigned PointsTo::newNode() {
  Nodes.emplace_back();
  return Nodes.size() - 1;
}

unsigned PointsTo::cell(unsigned Place) {
  auto [It, New] = CellOf.try_emplace(Place, Nodes.size());
  if (!New)
    return It->second;
  unsigned N = newNode();
  auto W = WholeOf.find(Objects.placeInfo(Place).Object);
  if (W != WholeOf.end())
    addEdge(N, W->second);
  return N;
}

/// The node that holds what any place of the object may hold.
unsigned PointsTo::wholeOf(unsigned Object) {
  auto [It, New] = WholeOf.try_emplace(Object, Nodes.size());
  unsigned N = It->second;
  if (!New)
    return N;
  newNode();
  for (unsigned P : Objects.object(Object).Places) {
    auto C = CellOf.find(P);
    if (C != CellOf.end())
      addEdge(C->second, N);
  }
  return N;
}

void PointsTo::push(unsigned N) {
  if (Nodes[N].Queued)
    return;
  Nodes[N].Queued = true;
  Worklist.push_back(N);
}

void PointsTo::addPlace(unsigned N, unsigned Place) {
  if (Place != ~0u && Nodes[N].Pts.test_and_set(Place))
    push(N);
}

bool PointsTo::flow(const PlaceSet &From, unsigned To, int Via) {
  bool Changed = false;
  if (Via < 0) {
    Changed = Nodes[To].Pts |= From;
  } else {
    for (unsigned P : From) {
      unsigned At = P;
      for (const Step &S : Paths[Via]) {
        if (S.K == Step::Anywhere)
          At = Objects.anywhere(Objects.placeInfo(At).Object);
        else if (S.K == Step::Move)
          At = Objects.moved(At, S.Bytes);
        else if (S.Constant &&
                 Objects.object(Objects.placeInfo(At).Object).Type)
          At = Objects.moved(At, S.Bytes);
        else
          At = Objects.stepped(At, S.Elem, S.Count, S.Constant);
        if (At == ~0u)
          break;
      }
      if (At != ~0u)
        Changed |= Nodes[To].Pts.test_and_set(At);
    }
  }
  if (Changed)
    push(To);
  return Changed;
}

void PointsTo::addEdge(unsigned From, unsigned To, int Via) {
  if (From == To && Via < 0)
    return;
  if (!EdgeSet.insert({From, uint64_t(To) << 32 | uint32_t(Via)}).second)
    return;
  Nodes[From].Out.push_back({To, Via});
  if (!Nodes[From].Done.empty()) {
    PlaceSet Known = Nodes[From].Done;
    flow(Known, To, Via);
  }
}

/// Calls Each for the places that an access of Size bytes at P touches in
/// units of a pointer.
template <typename Fn>
static void eachPointerPlace(MemoryObjects &Objects, unsigned P, unsigned Size,
                             Fn Each) {
  Each(P);
  MemoryObjects::Place At = Objects.placeInfo(P);
  if (At.Offset == MemoryObjects::Anywhere)
    return;
  for (unsigned Bytes = 8; Bytes < Size; Bytes += 8) {
    unsigned Q = Objects.moved(P, Bytes);
    if (Q != ~0u && Q != P)
      Each(Q);
  }
}

void PointsTo::loadFrom(unsigned P, Access A) {
  unsigned Object = Objects.placeInfo(P).Object;
  if (Objects.placeInfo(P).Offset == MemoryObjects::Anywhere) {
    addEdge(wholeOf(Object), A.Other);
    return;
  }
  eachPointerPlace(Objects, P, A.Size,
                   [&](unsigned Q) { addEdge(cell(Q), A.Other); });
  addEdge(cell(Objects.anywhere(Object)), A.Other);
}

void PointsTo::storeTo(unsigned P, Access A) {
  eachPointerPlace(Objects, P, A.Size,
                   [&](unsigned Q) { addEdge(A.Other, cell(Q)); });
}

void PointsTo::process(unsigned N) {
  Nodes[N].Queued = false;
  PlaceSet New;
  New.intersectWithComplement(Nodes[N].Pts, Nodes[N].Done);
  if (New.empty())
    return;
  Nodes[N].Done |= New;
  // Nodes may grow and lists may lengthen below: index, do not iterate.
  for (size_t I = 0; I < Nodes[N].Out.size(); ++I) {
    Edge E = Nodes[N].Out[I];
    flow(New, E.To, E.Via);
  }
  for (size_t I = 0; I < Nodes[N].Loads.size(); ++I)
    for (unsigned P : New)
      loadFrom(P, Nodes[N].Loads[I]);
  for (size_t I = 0; I < Nodes[N].Stores.size(); ++I)
    for (unsigned P : New)
      storeTo(P, Nodes[N].Stores[I]);
  for (size_t I = 0; I < Nodes[N].Calls.size(); ++I)
    for (unsigned P : New) {
      const MemObject &O = Objects.object(Objects.placeInfo(P).Object);
      if (O.K == MemObject::Code)
        enter(Nodes[N].Calls[I],
              const_cast<Function *>(cast<Function>(O.Site)));
    }
  auto It = CallBackNodes.find(N);
  if (It == CallBackNodes.end())
    return;
  std::vector<const CallBase *> Users = It->second;
  for (unsigned P : New) {
    const MemObject &O = Objects.object(Objects.placeInfo(P).Object);
    auto *F = O.K == MemObject::Code
                  ? const_cast<Function *>(cast<Function>(O.Site))
                  : nullptr;
    if (!F || F->isDeclaration())
      continue;
    for (const CallBase *C : Users) {
      auto &List = Callbacks[C];
      if (is_contained(List, F))
        continue;
      List.push_back(F);
      // A library hands on what it was given; nothing better is known.
      for (Argument &A : F->args())
        for (const Use &U : C->args())
          addEdge(node(U.get()), node(&A), Paths.size() ? 0 : -1);
    }
  }
}

bool PointsTo::copyMemory(const Copy &C) {
  size_t Before = EdgeSet.size();
  PlaceSet Dst = Nodes[C.Dst].Pts, Src = Nodes[C.Src].Pts;
  for (unsigned S : Src) {
    MemoryObjects::Place From = Objects.placeInfo(S);
    std::vector<unsigned> Held = Objects.object(From.Object).Places;
    for (unsigned D : Dst) {
      MemoryObjects::Place To = Objects.placeInfo(D);
      bool Blind = From.Offset == MemoryObjects::Anywhere ||
                   To.Offset == MemoryObjects::Anywhere;
      if (Blind) {
        addEdge(wholeOf(From.Object), cell(Objects.anywhere(To.Object)));
        continue;
      }
      for (unsigned P : Held) {
        auto It = CellOf.find(P);
        if (It == CellOf.end())
          continue;
        int64_t At = Objects.placeInfo(P).Offset;
        if (At == MemoryObjects::Anywhere) {
          addEdge(It->second, cell(Objects.anywhere(To.Object)));
          continue;
        }
        if (At < From.Offset || (C.Length >= 0 && At >= From.Offset + C.Length))
          continue;
        unsigned Q = Objects.moved(D, At - From.Offset);
        if (Q != ~0u)
          addEdge(It->second, cell(Q));
      }
    }
  }
  return EdgeSet.size() != Before;
}

void PointsTo::solve() {
  bool Changed = true;
  while (Changed) {
    while (!Worklist.empty()) {
      unsigned N = Worklist.front();
      Worklist.pop_front();
      process(N);
    }
    Changed = false;
    for (size_t I = 0; I < Copies.size(); ++I) {
      Copy C = Copies[I];
      Changed |= copyMemory(C);
    }
    Changed |= !Worklist.empty();
  }
  findDoubts();
}

/// Numbers become pointers by casts, and by memory that is written as numbers
/// (or by libraries) and read as pointers. What holds neither such a number nor
/// a place is null, or was never written.
void PointsTo::findDoubts() {
  std::vector<unsigned> Work;
  auto Doubt = [&](unsigned N) {
    if (!Nodes[N].Doubtful) {
      Nodes[N].Doubtful = true;
      Work.push_back(N);
    }
  };
  auto Written = [&](const Value *Pointer, bool Whole) {
    for (unsigned P : pointees(Pointer)) {
      const MemoryObjects::Place &At = Objects.placeInfo(P);
      bool All = Whole || At.Offset == MemoryObjects::Anywhere;
      for (unsigned Q : Objects.object(At.Object).Places)
        if (All || Q == P) {
          auto It = CellOf.find(Q);
          if (It != CellOf.end())
            Doubt(It->second);
        }
    }
  };
  for (Function &F : M)
    for (BasicBlock &B : F)
      for (Instruction &I : B) {
        if (isa<IntToPtrInst>(I) && !isa<Constant>(I.getOperand(0))) {
          auto It = NodeOf.find(&I);
          if (It != NodeOf.end())
            Doubt(It->second);
        } else if (auto *S = dyn_cast<StoreInst>(&I)) {
          const Value *V = S->getValueOperand();
          if (!V->getType()->isPointerTy() && !isa<Constant>(V) &&
              pointees(V).empty())
            Written(S->getPointerOperand(), false);
        } else if (isa<VAArgInst>(I)) {
          auto It = NodeOf.find(&I);
          if (It != NodeOf.end())
            Doubt(It->second);
        } else if (auto *C = dyn_cast<CallBase>(&I)) {
          // Of external functions, those that bring data from outside.
          auto *G = dyn_cast<Function>(
              C->getCalledOperand()->stripPointerCastsAndAliases());
          if (isa<IntrinsicInst>(C) || !(G && G->isDeclaration()))
            continue;
          const MpiCallInfo *Info = findMpiCall(G->getName());
          const LibrarySummary *L = findLibraryCall(G->getName());
          for (unsigned A = 0; A < C->arg_size(); ++A)
            if (C->getArgOperand(A)->getType()->isPointerTy() &&
                (Info ? Info->hasBuffers() &&
                            A < StringRef(Info->Roles).size() &&
                            StringRef("rx").contains(Info->Roles[A])
                      : !L || StringRef("wx").contains(summaryArg(*L, A))))
              Written(C->getArgOperand(A), true);
        }
      }
  while (!Work.empty()) {
    unsigned N = Work.back();
    Work.pop_back();
    for (const Edge &E : Nodes[N].Out)
      Doubt(E.To);
  }
}

bool PointsTo::isLost(const Value *V) const {
  auto It = NodeOf.find(V);
  if (It == NodeOf.end())
    return !isa<Constant>(V);
  return Nodes[It->second].Pts.empty() && Nodes[It->second].Doubtful;
}

const PlaceSet &PointsTo::pointees(const Value *V) const {
  auto It = NodeOf.find(V);
  return It == NodeOf.end() ? Nothing : Nodes[It->second].Pts;
}

const PlaceSet &PointsTo::contents(unsigned Place) const {
  auto It = CellOf.find(Place);
  return It == CellOf.end() ? Nothing : Nodes[It->second].Pts;
}

const PlaceSet &PointsTo::escaped() const { return Nodes[UnknownNode].Pts; }

unsigned PointsTo::heapObject(const CallBase *C) const {
  auto It = FreshOf.find(C);
  return It == FreshOf.end() ? ~0u : It->second;
}

static ArrayRef<Function *>
lookup(const DenseMap<const CallBase *, SmallVector<Function *, 2>> &Map,
       const CallBase *C) {
  auto It = Map.find(C);
  return It == Map.end() ? ArrayRef<Function *>() : ArrayRef(It->second);
}

ArrayRef<Function *> PointsTo::callees(const CallBase *C) const {
  return lookup(Callees, C);
}
ArrayRef<Function *> PointsTo::callbacks(const CallBase *C) const {
  return lookup(Callbacks, C);
}
ArrayRef<Function *> PointsTo::externals(const CallBase *C) const {
  return lookup(Externals, C);
}

} // namespace skel
