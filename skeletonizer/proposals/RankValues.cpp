//===- RankValues.cpp - values that differ between ranks ------------------===//
//
// Grows sets until nothing changes.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/proposals/RankValues.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

RankValues::RankValues(const Phases &P) : A(P) {
  for (const llvm::Function &F : A.Index.module())
    for (const Instruction &I : instructions(F))
      if (auto *C = dyn_cast<CallBase>(&I)) {
        const MpiCallInfo *Info = IrIndex::mpiCall(C);
        if (Info && Info->isCollective() && !isGiven(*C))
          Shared |= A.Memory.writes(C);
      }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const llvm::Function &F : A.Index.module())
      for (const Instruction &I : instructions(F))
        Changed |= pass(I);
  }
}

/// MPI gives a rank its own value.
bool RankValues::isGiven(const CallBase &C) const {
  const MpiCallInfo *Info = IrIndex::mpiCall(&C);
  if (!Info)
    return false;
  switch (Info->Family) {
  case P2P_RECV:
  case P2P_SENDRECV:
  case P2P_ISENDRECV:
  case PROBE:
  case MRECV:
  case COMPLETE:
  case IO:
  case IO_DATA:
  case RMA:
  case RMA_DATA:
    return true;
  default:
    return Info->is(MpiFact::GivesOwn);
  }
}

bool RankValues::addMemory(const Instruction &I) {
  AtomSet New = A.Memory.writes(&I);
  New.intersectWithComplement(Own);
  Own |= New;
  return !New.empty();
}

/// Statements that run or not, as a value of one rank says.
bool RankValues::passTests(const Instruction &I) {
  int S = A.Index.stmtOf(&I);
  if (S < 0)
    return false;
  const Value *Test = nullptr;
  if (auto *B = dyn_cast<BranchInst>(&I); B && B->isConditional())
    Test = B->getCondition();
  else if (auto *W = dyn_cast<SwitchInst>(&I))
    Test = W->getCondition();
  bool Depends = Test && Values.count(Test);
  for (unsigned Parent : A.Control.parents(S))
    Depends |= int(Parent) != S && Tested.count(int(Parent));
  return Depends && Tested.insert(S).second;
}

bool RankValues::passCall(const CallBase &C) {
  bool Changed = false, Gets = isGiven(C);
  for (const Use &U : C.args())
    Gets |= !U->getType()->isPointerTy() && Values.count(U.get());
  bool Own = false;
  for (const llvm::Function *G : A.Pts.callees(&C)) {
    for (unsigned P = 0; P < G->arg_size() && P < C.arg_size(); ++P)
      if (Values.count(C.getArgOperand(P)))
        Changed |= Values.insert(G->getArg(P)).second;
    for (const BasicBlock &B : *G)
      if (auto *R = dyn_cast<ReturnInst>(B.getTerminator()))
        Own |= R->getReturnValue() && Values.count(R->getReturnValue());
  }
  if (!A.Pts.callees(&C).empty())
    return (Own && Values.insert(&C).second) || Changed;
  const MpiCallInfo *Info = IrIndex::mpiCall(&C);
  if (!Gets || (Info && Info->isCollective() && !isGiven(C)))
    return Changed;
  Changed |= addMemory(C);
  return (!Info && Values.insert(&C).second) || Changed;
}

bool RankValues::pass(const Instruction &I) {
  bool Changed = passTests(I);
  if (auto *C = dyn_cast<CallBase>(&I); C && !isa<IntrinsicInst>(C))
    return passCall(*C) || Changed;
  bool Depends = false;
  for (const Use &U : I.operands())
    Depends |= Values.count(U.get()) != 0;
  if (isa<StoreInst>(I) || isa<MemIntrinsic>(I)) {
    int S = A.Index.stmtOf(&I);
    if (!Depends && S >= 0 && !Shared.intersects(A.Memory.writes(&I)))
      for (unsigned Parent : A.Control.parents(S))
        Depends |= Tested.count(int(Parent)) != 0;
    if (auto *Copy = dyn_cast<MemTransferInst>(&I))
      Depends |= Own.intersects(A.Memory.reads(Copy));
    return (Depends && addMemory(I)) || Changed;
  }
  if (isa<LoadInst>(I) && !I.getType()->isPointerTy())
    Depends |= Own.intersects(A.Memory.reads(&I));
  return (Depends && !I.getType()->isVoidTy() && Values.insert(&I).second) ||
         Changed;
}

} // namespace skel
