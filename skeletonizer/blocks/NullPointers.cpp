//===- NullPointers.cpp - pointers that the program sets to null ----------===//
//
// Back from memory to the stores of pointers there, and from these to what they
// store.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/blocks/NullPointers.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace skel {

/// Values that are looked at; of others it is not known.
static constexpr size_t MaxValues = 300;

/// What the value is one of.
void NullPointers::addSources(const Value *V, Values &Work) const {
  if (auto *P = dyn_cast<PHINode>(V)) {
    Work.append(P->value_op_begin(), P->value_op_end());
  } else if (auto *A = dyn_cast<Argument>(V)) {
    for (const CallBase *C : Index.callers(A->getParent()))
      if (A->getArgNo() < C->arg_size())
        Work.push_back(C->getArgOperand(A->getArgNo()));
  } else if (auto *C = dyn_cast<CallBase>(V)) {
    for (const llvm::Function *G : Pts.callees(C))
      for (const BasicBlock &B : *G)
        if (auto *R = dyn_cast<ReturnInst>(B.getTerminator()))
          if (R->getReturnValue())
            Work.push_back(R->getReturnValue());
  }
}

bool NullPointers::mayHold(const AtomSet &Place) const {
  if (!std::exchange(Collected, true))
    for (const llvm::Function &F : Index.module())
      for (const Instruction &I : instructions(F))
        if (auto *S = dyn_cast<StoreInst>(&I);
            S && S->getValueOperand()->getType()->isPointerTy())
          Stores.push_back({S, Memory.writes(S)});
  SmallPtrSet<const Value *, 32> Seen;
  Values Work;
  AtomSet Wanted;
  auto Want = [&](const AtomSet &More) {
    AtomSet New = More;
    New.intersectWithComplement(Wanted);
    if (New.empty())
      return;
    Wanted |= New;
    for (const auto &[S, Written] : Stores)
      if (Written.intersects(New))
        Work.push_back(S->getValueOperand());
  };
  Want(Place);
  while (!Work.empty() && Seen.size() < MaxValues) {
    const Value *V = Work.pop_back_val()->stripPointerCasts();
    if (isa<ConstantPointerNull>(V))
      return true;
    if (!Seen.insert(V).second)
      continue;
    if (auto *L = dyn_cast<LoadInst>(V))
      Want(Memory.reads(L));
    else
      addSources(V, Work);
  }
  return false;
}

} // namespace skel
