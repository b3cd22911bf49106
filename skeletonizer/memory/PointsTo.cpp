//===- PointsTo.cpp - places, edges and answers ---------------------------===//
//
// Turns accesses into edges once the places behind their addresses are known,
// and answers the questions of the other analyses. The fixpoint is in
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
    Key.insert(Key.end(), {uint64_t(S.K), uint64_t(S.Bytes),
                           uint64_t(reinterpret_cast<uintptr_t>(S.Elem)),
                           S.Count, uint64_t(S.Far)});
  auto [It, New] = PathIds.try_emplace(Key, Paths.size());
  if (New)
    Paths.push_back(P);
  return It->second;
}

/// The place is in an object that is neither a function nor an MPI object.
static bool isData(const MemoryObjects &Objects, unsigned Place) {
  MemObject::Kind K = Objects.object(Objects.placeInfo(Place).Object).K;
  return K != MemObject::Handle && K != MemObject::Code;
}

/// The place that a pointer to At points to after it was moved along the path;
/// ~0u if there is none.
unsigned PointsTo::alongPath(unsigned At, int Via) {
  for (const Step &S : Paths[Via]) {
    if (S.K == Step::Data && !isData(Objects, At))
      return ~0u;
    if (S.K == Step::Anywhere || S.K == Step::Data)
      At = Objects.anywhere(Objects.placeInfo(At).Object);
    else if (S.K == Step::Move)
      At = Objects.moved(At, S.Bytes);
    else if (S.K == Step::Leave)
      At = Objects.left(At, S.Bytes);
    else if (S.K == Step::Row)
      At = Objects.rowAt(At, uint64_t(S.Bytes));
    else if (S.K == Step::Stride)
      At = Objects.stridden(At, S.Bytes, true);
    else
      At = Objects.stepped(At, S.Elem, S.Size, S.Count, S.Bytes, S.Far);
    if (At == ~0u)
      break;
  }
  return At;
}

/// Calls Each for P, and for each further place of the size of a pointer that
/// an access of Size bytes at P touches.
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

/// The call enters the function at the place, if there is one.
void PointsTo::enterPlace(const CallBase *C, unsigned P) {
  const MemObject &O = Objects.object(Objects.placeInfo(P).Object);
  if (O.K == MemObject::Code)
    enter(C, const_cast<llvm::Function *>(cast<llvm::Function>(O.Site)));
}

/// The function may touch memory that its arguments do not point to.
static bool touchesMore(const llvm::Function &F) {
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

/// The library may call the function at the place back during the call.
void PointsTo::enterBack(const CallBase *C, unsigned P) {
  const MemObject &O = Objects.object(Objects.placeInfo(P).Object);
  auto *F = O.K == MemObject::Code
                ? const_cast<llvm::Function *>(cast<llvm::Function>(O.Site))
                : nullptr;
  if (!F || F->isDeclaration())
    return;
  auto *Called = dyn_cast<llvm::Function>(C->getCalledOperand());
  const MpiCallInfo *Info = Called ? findMpiCall(Called->getName()) : nullptr;
  bool Reduces = Info && StringRef(Info->Roles).contains('o'),
       Registers = Info && Info->registersFunctions();
  // The effects of a reduction include those of an operator whose function
  // touches its arguments alone.
  bool IsPlain = Reduces && !touchesMore(*F);
  auto &List = (Registers || IsPlain ? Registered : Callbacks)[C];
  if (is_contained(List, F))
    return;
  List.push_back(F);
  if (Registers)
    return;
  if (Reduces)
    return enterOperator(*C, *Info, *F);
  // Any argument of the call may become any argument of the function.
  for (Argument &A : F->args())
    for (const Use &U : C->args())
      addEdge(node(U.get()), node(&A), 0);
  if (!Info && !(Called && findLibraryCall(Called->getName()))) {
    // An unknown function may also hand on what other unknown functions were
    // given, and keep what it gets back.
    for (Argument &A : F->args())
      addEdge(UnknownNode, node(&A));
    addEdge(ReturnOf[F], UnknownNode);
  }
  if (Info) // MPI hands an attribute to the function
    for (Argument &A : F->args())
      addEdge(cell(Objects.anywhere(Objects.state("MPI attributes"))), node(&A),
              0);
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

static ArrayRef<llvm::Function *>
lookup(const DenseMap<const CallBase *, SmallVector<llvm::Function *, 2>> &Map,
       const CallBase *C) {
  auto It = Map.find(C);
  return It == Map.end() ? ArrayRef<llvm::Function *>() : ArrayRef(It->second);
}

ArrayRef<llvm::Function *> PointsTo::callees(const CallBase *C) const {
  return lookup(Callees, C);
}
ArrayRef<llvm::Function *> PointsTo::callbacks(const CallBase *C) const {
  return lookup(Callbacks, C);
}

ArrayRef<llvm::Function *> PointsTo::registered(const CallBase *C) const {
  return lookup(Registered, C);
}
ArrayRef<llvm::Function *> PointsTo::externals(const CallBase *C) const {
  return lookup(Externals, C);
}

} // namespace skel
