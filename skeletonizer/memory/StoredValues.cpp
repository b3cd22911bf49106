//===- StoredValues.cpp - what a load may read ----------------------------===//
//
// Goes over the atoms that a load reads, and over the writers of each.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/StoredValues.h"
#include "skeletonizer/memory/IrIndex.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace skel {

using EachValue = function_ref<bool(const Value *)>;

/// What a variable holds at first, read as a T.
static bool eachInitial(const GlobalVariable &G, Type *T, EachValue Each) {
  if (!G.hasInitializer())
    return false;
  const Constant *Init = G.getInitializer();
  if (Init->isNullValue())
    return Each(Constant::getNullValue(T));
  if (Init->getType() == T)
    return Each(Init);
  auto *Elements = dyn_cast<ConstantDataArray>(Init);
  if (!Elements || Elements->getElementType() != T)
    return false;
  for (unsigned K = 0; K < Elements->getNumElements(); ++K)
    if (!Each(Elements->getElementAsConstant(K)))
      return false;
  return true;
}

/// What an object holds before the first store to it. A local variable, and
/// memory that is not cleared, hold nothing that a program may read.
static bool eachInitial(const MemObject &O, Type *T, EachValue Each) {
  if (O.K == MemObject::Global)
    return eachInitial(*cast<GlobalVariable>(O.Site), T, Each);
  if (O.K == MemObject::Heap) {
    auto *C = dyn_cast_or_null<CallBase>(O.Site);
    if (C && (IrIndex::has(C, LibraryFact::Zeroed) ||
              IrIndex::has(C, LibraryFact::Piece)))
      return Each(Constant::getNullValue(T));
    return C && IrIndex::givesUnset(C);
  }
  return O.K == MemObject::Local;
}

/// A call that writes nothing but the address of what it allocates.
static bool allocates(const Instruction *I) {
  auto *C = dyn_cast<CallBase>(I);
  if (!C || !IrIndex::givesUnset(C))
    return false;
  const LibrarySummary *S = findLibraryCall(IrIndex::externalName(C));
  return !S || summaryArg(*S, 0) == 'd';
}

bool eachStoredValue(const LoadInst *L, const MemoryObjects &Objects,
                     const PointsTo &Pts, const ModRef &Memory,
                     EachValue Each) {
  AtomSet Atoms = Memory.reads(L);
  if (Atoms.empty() || Pts.isLost(L->getPointerOperand()))
    return false;
  for (unsigned A : Atoms) {
    if (!eachInitial(Objects.object(Memory.objectOfAtom(A)), L->getType(),
                     Each))
      return false;
    for (const Instruction *W : Memory.writers(A)) {
      if (L->getType()->isPointerTy() && allocates(W)) {
        if (!Each(nullptr))
          return false;
        continue;
      }
      auto *S = dyn_cast<StoreInst>(W);
      if (!S || S->getValueOperand()->getType() != L->getType() ||
          !Each(S->getValueOperand()))
        return false;
    }
  }
  return true;
}

bool eachArgument(const Argument *A, const IrIndex &Index, const PointsTo &Pts,
                  EachValue Each) {
  auto Callers = Index.callers(A->getParent());
  for (const CallBase *C : Callers)
    if (!is_contained(Pts.callees(C), A->getParent()) ||
        A->getArgNo() >= C->arg_size() ||
        !Each(C->getArgOperand(A->getArgNo())))
      return false;
  return !Callers.empty();
}

} // namespace skel
