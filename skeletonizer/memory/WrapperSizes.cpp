//===- WrapperSizes.cpp - sizes inside of allocation wrappers -------------===//
//
// From the sizes of the blocks that a function returns back to its parameters,
// through its local variables.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/WrapperSizes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace skel {

/// Wrappers of wrappers.
static constexpr unsigned MaxWrapperDepth = 4;

WrapperSizes::WrapperSizes(const IrIndex &Index, const MemoryObjects &Objects,
                           const PointsTo &Pts, const ControlDep &Control)
    : Objects(Objects), Pts(Pts) {
  for (const llvm::Function &F : Index.module())
    isWrapper(&F, MaxWrapperDepth);
  for (const Instruction *I : Code)
    if (isa<StoreInst>(I) && Index.stmtOf(I) >= 0)
      for (unsigned P : Control.parents(Index.stmtOf(I)))
        Stmts.insert(int(P));
}

bool WrapperSizes::isWrapper(const llvm::Function *F, unsigned Depth) {
  if (F->isDeclaration() || !F->getReturnType()->isPointerTy() || !Depth)
    return false;
  auto [It, New] = Known.try_emplace(F, false);
  if (!New)
    return It->second;
  DenseSet<unsigned> Returned; // objects
  for (const BasicBlock &B : *F)
    if (auto *Ret = dyn_cast<ReturnInst>(B.getTerminator()))
      for (unsigned P : Pts.pointees(Ret->getReturnValue()))
        if (unsigned O = Objects.placeInfo(P).Object;
            Objects.object(O).K == MemObject::Heap)
          Returned.insert(O);
  if (Returned.empty())
    return false;
  SmallVector<const Value *, 16> Work;
  for (const Instruction &I : instructions(*F)) {
    auto *C = dyn_cast<CallBase>(&I);
    if (!C)
      continue;
    bool Gives = any_of(
        Returned, [&](unsigned O) { return Objects.object(O).Site == C; });
    for (const llvm::Function *G : Pts.callees(C))
      if (isWrapper(G, Depth - 1))
        for (unsigned P : Pts.pointees(C))
          Gives |= Returned.count(Objects.placeInfo(P).Object) != 0;
    for (const Use &U : C->args())
      if (Gives && U->getType()->isIntegerTy())
        Work.push_back(U.get());
  }
  SmallPtrSet<const Value *, 16> Seen;
  bool Given = false;
  while (!Work.empty()) {
    const Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    Given |= isa<Argument>(V);
    auto *I = dyn_cast<Instruction>(V);
    if (!I || isa<AllocaInst>(I))
      continue;
    auto *L = dyn_cast<LoadInst>(I);
    auto *Local = L ? dyn_cast<AllocaInst>(L->getPointerOperand()) : nullptr;
    if (Local)
      for (const User *U : Local->users())
        if (auto *S = dyn_cast<StoreInst>(U))
          if (S->getPointerOperand() == Local) {
            Seen.insert(S);
            Work.push_back(S->getValueOperand());
          }
    if (!L)
      Work.append(I->op_begin(), I->op_end());
  }
  if (Given)
    for (const Value *V : Seen)
      if (auto *I = dyn_cast<Instruction>(V))
        Code.insert(I);
  return Known[F] = Given;
}

} // namespace skel
