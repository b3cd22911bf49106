//===- PointsTo.cpp - places, edges and answers ---------------------------===//
//
// What an access means once the places behind its address are known, and what
// the rest of the analysis asks of the result. The fixpoint is in
// PointsToSolve.cpp.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/PointsTo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

unsigned PointsTo::newNode() {
  Nodes.emplace_back();
  Rep.push_back(Rep.size());
  return Nodes.size() - 1;
}

unsigned PointsTo::cell(unsigned Place) {
  auto [It, New] = CellOf.try_emplace(Place, Nodes.size());
  if (!New)
    return It->second;
  unsigned Object = Objects.placeInfo(Place).Object;
  if (CoarseObjects.test(Object))
    return It->second = Blob;
  unsigned N = newNode();
  CellsOf[Object].push_back(Place);
  auto W = WholeOf.find(Object);
  if (W != WholeOf.end())
    addEdge(N, W->second);
  return N;
}

/// The node that holds what any place of the object may hold.
unsigned PointsTo::wholeOf(unsigned Object) {
  auto [It, New] = WholeOf.try_emplace(Object, Nodes.size());
  if (New && CoarseObjects.test(Object))
    return It->second = Blob;
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

void PointsTo::addPlace(unsigned N, unsigned Place) {
  if (Place == ~0u)
    return;
  PlaceSet One;
  One.set(Place);
  flow(One, One.sum(), N, -1);
}

void PointsTo::addEdge(unsigned From, unsigned To, int Via) {
  From = find(From);
  To = find(To);
  if (From == To && Via < 0)
    return;
  uint64_t Key = uint64_t(From) << 32 | To;
  if (Via < 0) {
    uint64_t &Last = LastEdges[remembered(Key)];
    if (Last == Key)
      return;
    Last = Key;
    if (!PlainEdges.insert(Key).second)
      return;
  } else if (!PathEdges.insert({Key, Via}).second) {
    return;
  }
  ++NumEdges;
  Nodes[From].Out.push_back({To, Via});
  if (From == To) {
    PlaceSet Known = Nodes[From].Pts;
    flow(Known, Nodes[From].Sum, To, Via);
  } else if (!Nodes[From].Pts.empty()) {
    flow(Nodes[From].Pts, Nodes[From].Sum, To, Via);
  }
}

int PointsTo::pathId(const Path &P) {
  std::vector<uint64_t> Key;
  for (const Step &S : P)
    Key.insert(Key.end(),
               {uint64_t(S.K), uint64_t(S.Bytes),
                uint64_t(reinterpret_cast<uintptr_t>(S.Elem)), S.Count});
  auto [It, New] = PathIds.try_emplace(Key, Paths.size());
  if (New)
    Paths.push_back(P);
  return It->second;
}

/// No function and no MPI object.
static bool isData(const MemoryObjects &Objects, unsigned Place) {
  MemObject::Kind K = Objects.object(Objects.placeInfo(Place).Object).K;
  return K != MemObject::Handle && K != MemObject::Code;
}

/// Where a pointer to a place points when it was moved; ~0u: nowhere.
unsigned PointsTo::alongPath(unsigned At, int Via) {
  for (const Step &S : Paths[Via]) {
    if (S.K == Step::Data && !isData(Objects, At))
      return ~0u;
    if (S.K == Step::Anywhere || S.K == Step::Data)
      At = Objects.anywhere(Objects.placeInfo(At).Object);
    else if (S.K == Step::Move)
      At = Objects.moved(At, S.Bytes);
    else if (S.K == Step::Row)
      At = Objects.rowAt(At, uint64_t(S.Bytes));
    else if (S.K == Step::Stride)
      At = Objects.stridden(At, S.Bytes, true);
    else
      At = Objects.stepped(At, S.Elem, S.Size, S.Count, S.Bytes);
    if (At == ~0u)
      break;
  }
  return At;
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

void PointsTo::enterPlace(const CallBase *C, unsigned P) {
  const MemObject &O = Objects.object(Objects.placeInfo(P).Object);
  if (O.K == MemObject::Code)
    enter(C, const_cast<Function *>(cast<Function>(O.Site)));
}

/// Whether a function may touch more than what its arguments point to.
static bool touchesMore(const Function &F) {
  for (const Instruction &I : instructions(F)) {
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (!isa<IntrinsicInst>(Call))
        return true;
    for (const Use &U : I.operands()) {
      auto *G = dyn_cast<GlobalVariable>(U);
      if (isa<ConstantExpr>(U) || (G && !G->isConstant()))
        return true;
    }
  }
  return false;
}

void PointsTo::enterBack(const CallBase *C, unsigned P) {
  const MemObject &O = Objects.object(Objects.placeInfo(P).Object);
  auto *F = O.K == MemObject::Code
                ? const_cast<Function *>(cast<Function>(O.Site))
                : nullptr;
  if (!F || F->isDeclaration())
    return;
  auto *Called = dyn_cast<Function>(C->getCalledOperand());
  const MpiCallInfo *Info = Called ? findMpiCall(Called->getName()) : nullptr;
  bool Reduces = Info && StringRef(Info->Roles).contains('o'),
       Registers = Info && Info->registersFunctions();
  // An operator's function that touches its arguments alone does nothing at a
  // reduction but what the reduction itself is known to do.
  bool IsPlain = Reduces && !touchesMore(*F);
  auto &List = (Registers || IsPlain ? Registered : Callbacks)[C];
  if (is_contained(List, F))
    return;
  List.push_back(F);
  if (Registers)
    return;
  if (Reduces)
    return enterOperator(*C, *Info, *F);
  // A library hands on what it was given; nothing better is known.
  for (Argument &A : F->args())
    for (const Use &U : C->args())
      addEdge(node(U.get()), node(&A), 0);
  if (!Info && !(Called && findLibraryCall(Called->getName()))) {
    // Nothing is known of it: it may hand on what others were given, too, and
    // keep what it gets.
    for (Argument &A : F->args())
      addEdge(UnknownNode, node(&A));
    addEdge(ReturnOf[F], UnknownNode);
  }
  if (Info) // the attribute
    for (Argument &A : F->args())
      addEdge(cell(Objects.anywhere(Objects.state("MPI attributes"))), node(&A),
              0);
}

/// Numbers become pointers by casts, and by memory that is written as numbers
/// (or by libraries) and read as pointers. What holds neither such a number nor
/// a place is null, or was never written.
void PointsTo::findDoubts() {
  std::vector<unsigned> Work;
  auto Doubt = [&](unsigned N) {
    N = Rep[N];
    if (!Nodes[N].Doubtful) {
      Nodes[N].Doubtful = true;
      Work.push_back(N);
    }
  };
  DenseSet<std::pair<const PlaceSet *, unsigned>> Seen;
  auto Written = [&](const Value *Pointer, bool Whole) {
    const PlaceSet &To = pointees(Pointer);
    if (!Seen.insert({&To, unsigned(Whole)}).second)
      return;
    for (unsigned P : To) {
      const MemoryObjects::Place &At = Objects.placeInfo(P);
      if (CoarseObjects.test(At.Object)) {
        Doubt(Blob);
        continue;
      }
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
  auto Spread = [&] {
    while (!Work.empty()) {
      unsigned N = Work.back();
      Work.pop_back();
      for (const Edge &E : Nodes[N].Out)
        Doubt(E.To);
    }
  };
  Spread();
  // What is read behind such a pointer is as unknown.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Function &F : M)
      for (Instruction &I : instructions(F)) {
        auto *L = dyn_cast<LoadInst>(&I);
        auto It =
            L && L->getType()->isPointerTy() ? NodeOf.find(L) : NodeOf.end();
        if (It == NodeOf.end() || !isLost(L->getPointerOperand()) ||
            Nodes[Rep[It->second]].Doubtful)
          continue;
        Doubt(It->second);
        Spread();
        Changed = true;
      }
  }
}

bool PointsTo::isLost(const Value *V) const {
  auto It = NodeOf.find(V);
  if (It == NodeOf.end())
    return !isa<Constant>(V);
  const Node &N = Nodes[Rep[It->second]];
  return N.Pts.empty() && N.Doubtful;
}

const PlaceSet &PointsTo::pointees(const Value *V) const {
  auto It = NodeOf.find(V);
  return It == NodeOf.end() ? Nothing : Nodes[Rep[It->second]].Pts;
}

const PlaceSet &PointsTo::contents(unsigned Place) const {
  auto It = CellOf.find(Place);
  if (It != CellOf.end())
    return Nodes[Rep[It->second]].Pts;
  return CoarseObjects.test(Objects.placeInfo(Place).Object)
             ? Nodes[Rep[Blob]].Pts
             : Nothing;
}

const PlaceSet &PointsTo::escaped() const {
  return Nodes[Rep[UnknownNode]].Pts;
}

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

ArrayRef<Function *> PointsTo::registered(const CallBase *C) const {
  return lookup(Registered, C);
}
ArrayRef<Function *> PointsTo::externals(const CallBase *C) const {
  return lookup(Externals, C);
}

} // namespace skel
