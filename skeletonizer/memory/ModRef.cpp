//===- ModRef.cpp - what instructions and functions write -----------------===//
//
// Finds the direct writes of instructions and sums them up over the call graph.
// Atoms are in ModRefAtoms.cpp, effects of library calls in ModRefCalls.cpp,
// and the limits of calls in ModRefReach.cpp.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/ModRef.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/memory/IrIndex.h"
#include "skeletonizer/memory/LeadingElements.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include <algorithm>
#include <deque>

using namespace llvm;

namespace skel {
namespace {
/// A function of the call graph, with the functions that it calls.
struct CalledFunction {
  const llvm::Function *F = nullptr;
  SmallVector<CalledFunction *, 8> Calls;
};
} // namespace
} // namespace skel

template <> struct llvm::GraphTraits<skel::CalledFunction *> {
  using NodeRef = skel::CalledFunction *;
  using ChildIteratorType = SmallVectorImpl<NodeRef>::iterator;
  static NodeRef getEntryNode(NodeRef N) { return N; }
  static ChildIteratorType child_begin(NodeRef N) { return N->Calls.begin(); }
  static ChildIteratorType child_end(NodeRef N) { return N->Calls.end(); }
};

namespace skel {

ModRef::ModRef(Module &Mod_, MemoryObjects &Objs, const PointsTo &P,
               const IrIndex &I, const LeadingElements *L)
    : M(Mod_), Objects(Objs), Pts(P), Index(I), Front(L), Files(Mod_, Objs, P) {
  findRecursion();
  inferHeapLayouts();
  if (I.program().Teams)
    Objects.state("omp"); // of threads(), also if the program does not ask it
  findFiles();
  makeAtoms();
  for (unsigned A = 0; A < numAtoms(); ++A) {
    const Value *Site = Objects.object(AtomObject[A]).Site;
    auto *G = dyn_cast_or_null<GlobalVariable>(Site);
    if (G && G->isConstant() && G->hasInitializer())
      Constants.set(A);
  }
  findStreams();
  for (const GlobalVariable &G : M.globals())
    CountsPrinted |= converts(G, 'n');
  WritersOf.resize(AtomObject.size());
  for (llvm::Function &F : M)
    for (Instruction &I : instructions(F)) {
      visit(I);
      for (unsigned A : writes(&I))
        WritersOf[A].push_back(&I); // in the order of the program
    }
  findReach();
  summarise();
  findOwn();
}

/// Finds the functions in cycles of the call graph.
void ModRef::findRecursion() {
  std::deque<CalledFunction> Nodes;
  DenseMap<const llvm::Function *, CalledFunction *> NodeOf;
  CalledFunction All; // calls every function, so that none is left out
  auto Node = [&](const llvm::Function *F) {
    CalledFunction *&N = NodeOf[F];
    if (!N) {
      N = &Nodes.emplace_back();
      N->F = F;
    }
    return N;
  };
  for (llvm::Function &F : M) {
    All.Calls.push_back(Node(&F));
    for (Instruction &I : instructions(F))
      if (auto *C = dyn_cast<CallBase>(&I))
        for (auto Targets : {Pts.callees(C), Pts.callbacks(C)})
          for (const llvm::Function *G : Targets)
            if (CalledFunction *N = Node(G); !is_contained(Node(&F)->Calls, N))
              Node(&F)->Calls.push_back(N);
  }
  for (auto It = scc_begin(&All); !It.isAtEnd(); ++It)
    if (It.hasCycle())
      for (CalledFunction *N : *It)
        Recursive.insert(N->F);
  for (unsigned O = 0; O < Objects.numObjects(); ++O) {
    MemObject &Obj = Objects.object(O);
    if (Obj.K != MemObject::Local)
      continue;
    auto *A = cast<AllocaInst>(Obj.Site);
    if (!Recursive.count(A->getFunction()))
      continue;
    // Several instances may live at once. Direct loads and stores access the
    // youngest one.
    for (const User *U : A->users())
      if (!isa<LoadInst>(U) &&
          !(isa<StoreInst>(U) && cast<StoreInst>(U)->getPointerOperand() == A))
        Obj.Singleton = false;
  }
}

/// I writes all of the Length bytes behind the pointer. Notes the atoms that it
/// certainly overwrites.
void ModRef::killRange(const Instruction &I, const Value *Pointer,
                       int64_t Length) {
  const PlaceSet &To = Pts.pointees(Pointer);
  if (To.count() != 1)
    return;
  const MemoryObjects::Place &At = Objects.placeInfo(To.find_first());
  const MemObject &Obj = Objects.object(At.Object);
  if (!Obj.Singleton || !Obj.Type)
    return;
  if (isLeading(At.Object)) {
    int64_t From = exactly(Pointer);
    for (const Piece &P : Pieces[At.Object])
      if (From >= 0 && P.Start >= From &&
          std::min(P.End, int64_t(Obj.Size)) <= From + Length)
        Kills[&I].set(P.Atom);
    return;
  }
  if (At.Offset == MemoryObjects::Anywhere)
    return;
  for (const Piece &P : Pieces[At.Object]) {
    bool Covered = P.Start >= At.Offset && P.End <= At.Offset + Length;
    // A store to one element keeps the others.
    bool All = At.Offset == 0 && Length >= int64_t(Obj.Size);
    uint64_t Offset = uint64_t(P.Start);
    if (All || (Covered && !Objects.arrayAt(Obj.Type, Offset)))
      Kills[&I].set(P.Atom);
  }
}

void ModRef::visit(const Instruction &I) {
  AtomSet W;
  if (auto *S = dyn_cast<StoreInst>(&I)) {
    const DataLayout &DL = Objects.layout();
    int64_t Size = DL.getTypeStoreSize(S->getValueOperand()->getType());
    W = region(S->getPointerOperand(), Size, false);
    killRange(I, S->getPointerOperand(), Size);
  } else if (isa<AtomicRMWInst>(&I) || isa<AtomicCmpXchgInst>(&I)) {
    W = region(I.getOperand(0), -1, true);
  } else if (auto *C = dyn_cast<CallBase>(&I)) {
    visitCall(*C, W);
  }
  // A pointer may also be that of a text.
  W.intersectWithComplement(Constants);
  Replaced[I.getFunction()] |= dropReplaced(I, W);
  if (!W.empty())
    Writes[&I] = std::move(W);
}

bool ModRef::isReplaced(const Instruction *I, unsigned Atom) const {
  if (!Index.isReplaced(I))
    return false;
  const MemObject &O = Objects.object(AtomObject[Atom]);
  return O.K != MemObject::Local ||
         cast<AllocaInst>(O.Site)->getFunction() != I->getFunction();
}

AtomSet ModRef::dropReplaced(const Instruction &I, AtomSet &Set) const {
  AtomSet Dropped;
  if (!Index.isReplaced(&I))
    return Dropped;
  for (unsigned A : Set)
    if (isReplaced(&I, A))
      Dropped.set(A);
  Set.intersectWithComplement(Dropped);
  return Dropped;
}

/// Finds the local variables and the variable arguments of each function.
void ModRef::findOwn() {
  for (unsigned O = 0; O < Objects.numObjects(); ++O) {
    const MemObject &Object = Objects.object(O);
    if (Object.K == MemObject::VarArgs) {
      VarArgsOf[cast<llvm::Function>(Object.Site)] |= wholeObject(O);
    } else if (Object.K == MemObject::Local) {
      const llvm::Function *F = cast<AllocaInst>(Object.Site)->getFunction();
      AtomSet Atoms = wholeObject(O);
      Touched[F] |= Atoms;
      if (Object.Singleton || !isRecursive(F))
        Born[F] |= Atoms;
    }
  }
  for (const llvm::Function &F : M)
    Touched[&F] |= mod(&F);
}

const AtomSet &ModRef::of(const FunctionAtoms &Map,
                          const llvm::Function *F) const {
  auto It = Map.find(F);
  return It == Map.end() ? None : It->second;
}

/// Sums up what each function and its callees may write.
void ModRef::summarise() {
  for (llvm::Function &F : M) {
    AtomSet &Own = Mod[&F];
    for (Instruction &I : instructions(F)) {
      auto It = Writes.find(&I);
      if (It != Writes.end())
        Own |= It->second;
    }
  }
  // Local variables end with their function if no other call of it can be
  // active, or if only direct loads and stores touch them.
  DenseMap<const llvm::Function *, AtomSet> Private;
  for (unsigned O = 0; O < Objects.numObjects(); ++O) {
    const MemObject &Obj = Objects.object(O);
    if (Obj.K != MemObject::Local)
      continue;
    const llvm::Function *F = cast<AllocaInst>(Obj.Site)->getFunction();
    if (!Recursive.count(F) || Obj.Singleton)
      Private[F] |= wholeObject(O);
  }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (llvm::Function &F : M) {
      for (Instruction &I : instructions(F)) {
        auto *C = dyn_cast<CallBase>(&I);
        if (!C)
          continue;
        for (auto Targets : {Pts.callees(C), Pts.callbacks(C)})
          for (const llvm::Function *G : Targets) {
            AtomSet Seen = Mod[G];
            auto It = Private.find(G);
            if (It != Private.end())
              Seen.intersectWithComplement(It->second);
            Replaced[&F] |= dropReplaced(I, Seen);
            dropUnreachable(C, G, Seen);
            Changed |= Mod[&F] |= Seen;
          }
      }
    }
  }
  for (auto &[F, Set] : Private)
    Mod[F].intersectWithComplement(Set);
}

const AtomSet &ModRef::writes(const Instruction *I) const {
  auto It = Writes.find(I);
  return It == Writes.end() ? None : It->second;
}

const AtomSet &ModRef::kills(const Instruction *I) const {
  auto It = Kills.find(I);
  return It == Kills.end() ? None : It->second;
}

const AtomSet &ModRef::mod(const llvm::Function *F) const { return of(Mod, F); }

AtomSet ModRef::callWrites(const CallBase *C) const {
  AtomSet Result;
  for (const llvm::Function *G : Pts.callees(C))
    Result |= mod(G);
  dropUnreachable(C, Result);
  Result |= writes(C);
  for (const llvm::Function *G : Pts.callbacks(C))
    Result |= mod(G);
  dropReplaced(*C, Result);
  return Result;
}

ArrayRef<const Instruction *> ModRef::writers(unsigned Atom) const {
  return WritersOf[Atom];
}

ArrayRef<const Instruction *> ModRef::enders(unsigned Object) const {
  auto It = EndersOf.find(Object);
  return It == EndersOf.end() ? ArrayRef<const Instruction *>()
                              : ArrayRef(It->second);
}

} // namespace skel
