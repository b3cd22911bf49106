//===- PlanCheckValues.cpp - are values computed? -------------------------===//
//
// Goes over the operands of live and of executed instructions.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/plan/PlanCheckParts.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

/// No code computes the value.
static bool isGiven(const Value *V) {
  return isa<Constant>(V) || isa<BasicBlock>(V) || isa<InlineAsm>(V) ||
         V->getType()->isMetadataTy();
}

void ValueCheck::operand(const Instruction &I, const Value *V,
                         const char *What) {
  if (!isGiven(V) && !Slice.isLive(V))
    fault(&I, std::string(What) + " is not computed");
}

AtomSet ValueCheck::wholeReads(const Instruction &I) const {
  AtomSet Atoms = Memory.reads(&I), Out;
  auto *To = I.hasOneUse() ? dyn_cast<StoreInst>(I.user_back()) : nullptr;
  if (!To || To->getValueOperand() != &I)
    return Atoms;
  for (unsigned A : Atoms)
    if (!Memory.isLeading(Memory.objectOfAtom(A)))
      Out.set(A);
  AtomSet Elements = without(Atoms, Out);
  if (!Elements.empty() && !Slice.liveWrites(To).empty() &&
      !Slice.before(&I, true).intersects(Elements))
    return Atoms;
  return Out;
}

void ValueCheck::reads(const Instruction &I, const AtomSet &Atoms) {
  if (AtomSet Lost = without(Atoms, Slice.before(&I, true)); !Lost.empty())
    lost(&I, Lost, ", which is read here, is not looked for");
}

void ValueCheck::value(const Instruction &I) {
  if (!stays(&I))
    fault(&I, "a value that is read is not computed");
  if (Memory.rounds(&I))
    reads(I, Memory.rounding());
  if (auto *C = dyn_cast<CallBase>(&I)) {
    for (const llvm::Function *G : Pts.callees(C))
      if (!Slice.readsResult(G))
        fault(&I, "the result of " + G->getName().str() + " is read");
    if (!isa<IntrinsicInst>(C) &&
        (!Pts.callees(C).empty() || IrIndex::mpiCall(C)))
      return;
    for (const Use &U : C->args())
      operand(I, U.get(), "an argument");
    return;
  }
  if (isa<LoadInst>(I) || isa<AtomicRMWInst>(I) || isa<AtomicCmpXchgInst>(I) ||
      isa<VAArgInst>(I))
    reads(I, wholeReads(I));
  if (auto *P = dyn_cast<PHINode>(&I))
    for (const BasicBlock *In : P->blocks())
      if (const BasicBlock *Test = In->getSinglePredecessor())
        if (auto *Br = dyn_cast<BranchInst>(Test->getTerminator()))
          if (Br->isConditional() && isHarmlessChoice(Br))
            operand(I, Br->getCondition(), "the test of a choice");
  for (const Use &U : I.operands())
    operand(I, U.get(), "an operand");
}

void ValueCheck::parameter(const llvm::Function &F, const Argument &A) {
  for (const CallBase *C : Index.callers(&F)) {
    if (!Slice.executes(C))
      continue;
    if (!is_contained(Pts.callees(C), &F)) {
      for (const Use &U : C->args())
        operand(*C, U.get(), "an argument");
    } else if (A.getArgNo() < C->arg_size()) {
      operand(*C, C->getArgOperand(A.getArgNo()), "an argument");
      if (!Slice.needsArgument(C, A.getArgNo()))
        fault(C, "an argument that is read is taken away");
    }
  }
}

void ValueCheck::inFront(const llvm::Function &F, const Instruction &I) {
  if (!Slice.enters(&F) || !Slice.readsResult(&F))
    fault(&I, F.getName().str() +
                  " gives a parameter of the block, and is not computed");
  reads(I, Slice.atEntry(&F));
}

void ValueCheck::writer(const Instruction &I) {
  if (!stays(&I)) {
    fault(&I, Memory.atomName(unsigned(Slice.liveWrites(&I).find_first())) +
                  ", which code that stays reads, is written here");
    return;
  }
  if (auto *S = dyn_cast<StoreInst>(&I)) {
    operand(I, S->getValueOperand(), "what is stored");
    operand(I, S->getPointerOperand(), "the place of a store");
  } else if (auto *M = dyn_cast<MemIntrinsic>(&I)) {
    for (const Use &U : M->args())
      operand(I, U.get(), "an operand");
    if (AtomSet From = Memory.reads(&I);
        !From.empty() && !Slice.before(&I, true).intersects(From))
      lost(&I, From, ", which is copied here, is not looked for");
  }
}

void ValueCheck::executed(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::Load:
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
    operand(I, I.getOperand(0), "an address");
    break;
  case Instruction::Store:
    operand(I, I.getOperand(1), "an address");
    break;
  case Instruction::Br:
    if (auto &Br = cast<BranchInst>(I);
        Br.isConditional() && !isHarmlessChoice(&Br))
      operand(I, Br.getCondition(), "a condition");
    break;
  case Instruction::Switch:
    operand(I, I.getOperand(0), "a condition");
    break;
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::SRem:
  case Instruction::URem:
    operand(I, I.getOperand(1), "a divisor");
    break;
  default:
    if (auto *C = dyn_cast<CallBase>(&I); C && !isa<IntrinsicInst>(C))
      executedCall(*C);
  }
}

void ValueCheck::executedCall(const CallBase &C) {
  if (!C.getCalledFunction())
    operand(C, C.getCalledOperand(), "the function that is called");
  for (auto Targets : {Pts.callees(&C), Pts.callbacks(&C)})
    for (const llvm::Function *G : Targets) {
      if (!Slice.enters(G))
        fault(&C, G->getName().str() + " is called, and is not there");
      AtomSet Entry = Slice.atEntry(G);
      Memory.dropUnreachable(&C, G, Entry);
      reads(C, Entry);
      if (Slice.readsVarArgs(G))
        for (unsigned A = unsigned(G->arg_size()); A < C.arg_size(); ++A)
          operand(C, C.getArgOperand(A), "a variable argument");
      if (Slice.readsVarArgs(G))
        reads(C, Memory.givenByValue(&C, G));
    }
  for (const llvm::Function *G : Memory.externals(&C))
    external(C, *G);
}

void ValueCheck::external(const CallBase &C, const llvm::Function &G) {
  if (const MpiCallInfo *Info = findMpiCall(G.getName())) {
    StringRef Roles = Info->Roles;
    for (unsigned A = 0; A < C.arg_size() && A < Roles.size(); ++A)
      if (Roles[A] != 'l' && !(Info->hasBuffers() && isBufferRole(Roles[A])))
        operand(C, C.getArgOperand(A), "an argument");
    reads(C, Memory.reads(&C));
    return;
  }
  const LibrarySummary *S = findLibraryCall(G.getName());
  if (S && !S->Name[0] && S->Args[0] == '*')
    return;
  for (const Use &U : C.args())
    operand(C, U.get(), "an argument");
}

} // namespace skel
