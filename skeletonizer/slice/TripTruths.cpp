//===- TripTruths.cpp - comparisons that a condition is made of -----------===//
//
// "if (is_border(x, y))", "int inside = i >= low && i < high;": the branch asks
// for a truth that a variable holds or a function of the program gives. Finds
// the comparisons in it, and, where data decide, the numbers that these are
// compared with.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/slice/TripCrossings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace skel {

using Truths = TripCounts::Crossings::Truths;

/// Comparisons in one condition.
constexpr size_t MaxComparisons = 8;

/// Of "truth != 0" and "truth == 0": the truth.
static const Value *truthIn(const ICmpInst *Test) {
  const Value *Of = withoutCast(Test->getOperand(0));
  bool Truth = isa<ICmpInst, CallBase>(Of) || isa<PHINode>(Of) || negated(Of);
  if (auto *L = dyn_cast<LoadInst>(Of)) {
    auto *Local = dyn_cast<AllocaInst>(L->getPointerOperand());
    const Value *Once = Local ? onlyStored(Local) : nullptr;
    Truth = Once && (isa<CallBase>(withoutCast(Once)) ||
                     withoutCast(Once)->getType()->isIntegerTy(1));
  }
  return Test->isEquality() && Truth &&
                 match(Test->getOperand(1), PatternMatch::m_Zero())
             ? Of
             : nullptr;
}

bool Truths::of(const Value *V, const Context &C, bool Negated,
                unsigned Depth) {
  V = withoutCast(V);
  if (isa<ConstantInt>(V))
    return true;
  if (Depth > MaxTripDepth || Found.size() >= MaxComparisons)
    return false;
  if (const Value *Not = negated(V))
    return of(Not, C, !Negated, Depth + 1);
  if (auto *Test = dyn_cast<ICmpInst>(V)) {
    if (const Value *Truth = truthIn(Test))
      return of(Truth, C, Negated != (Test->getPredicate() == CmpInst::ICMP_EQ),
                Depth + 1);
    auto Same = [&](const Comparison &Other) {
      return Other.Test == Test && Other.Where == &C;
    };
    if (llvm::none_of(Found, Same))
      Found.push_back({Test, &C, Negated});
    return true;
  }
  if (auto *P = dyn_cast<PHINode>(V))
    return choice(P, C, Negated, Depth);
  if (auto *Call = dyn_cast<CallBase>(V))
    return result(Call, C, Negated, Depth);
  auto *L = dyn_cast<LoadInst>(V);
  if (const Argument *A = L && C.Up ? parameterOf(L) : nullptr) {
    const Value *Given = T.given(A, C);
    return Given && of(Given, *C.Up, Negated, Depth + 1);
  }
  auto *Local = L ? dyn_cast<AllocaInst>(L->getPointerOperand()) : nullptr;
  const Value *Once = Local ? onlyStored(Local) : nullptr;
  return Once && of(Once, C, Negated, Depth + 1);
}

/// "a || b": all branches from where the ways part on that lead there.
bool Truths::choice(const PHINode *P, const Context &C, bool Negated,
                    unsigned Depth) {
  if (!P->getType()->isIntegerTy(1))
    return false;
  for (const Value *In : P->incoming_values())
    if (!of(In, C, Negated, Depth + 1))
      return false;
  const DominatorTree &Before = T.controlOf(P->getFunction()).Before;
  const auto *Node = Before.getNode(P->getParent());
  const auto *Parting = Node ? Node->getIDom() : nullptr;
  if (!Parting)
    return false;
  SmallVector<const BasicBlock *, 8> Work(P->blocks());
  SmallPtrSet<const BasicBlock *, 8> Seen;
  while (!Work.empty()) {
    const BasicBlock *At = Work.pop_back_val();
    if (!Seen.insert(At).second)
      continue;
    auto *B = dyn_cast<BranchInst>(At->getTerminator());
    if (!B ||
        (B->isConditional() && !of(B->getCondition(), C, Negated, Depth + 1)))
      return false;
    if (At != Parting->getBlock())
      Work.append(pred_begin(At), pred_end(At));
  }
  return true;
}

/// A function without loops: all that it decides on, and what it returns.
bool Truths::result(const CallBase *Call, const Context &C, bool Negated,
                    unsigned Depth) {
  const llvm::Function *G = Call->getCalledFunction();
  if (!G || G->isDeclaration() || T.Memory.isRecursive(G) ||
      !T.controlOf(G).Loops.empty())
    return false;
  const Context *Inner = T.contextOf(Call, C);
  if (!Inner)
    return false;
  for (const BasicBlock &B : *G) {
    auto *Test = dyn_cast<BranchInst>(B.getTerminator());
    auto *Ret = dyn_cast<ReturnInst>(B.getTerminator());
    if (Test ? Test->isConditional() &&
                   !of(Test->getCondition(), *Inner, Negated, Depth + 1)
             : !Ret || !returned(Ret, *Inner, Negated, Depth))
      return false;
  }
  return true;
}

/// What a return gives, or, if there are several, all that they give.
bool Truths::returned(const ReturnInst *Ret, const Context &C, bool Negated,
                      unsigned Depth) {
  auto *L = dyn_cast_or_null<LoadInst>(
      Ret->getReturnValue() ? withoutCast(Ret->getReturnValue()) : nullptr);
  auto *Local = L ? dyn_cast<AllocaInst>(L->getPointerOperand()) : nullptr;
  if (!Local || parameterOf(L))
    return Ret->getReturnValue() &&
           of(Ret->getReturnValue(), C, Negated, Depth + 1);
  for (const User *U : Local->users()) {
    auto *S = dyn_cast<StoreInst>(U);
    if (!(S ? S->getPointerOperand() == Local &&
                  of(S->getValueOperand(), C, Negated, Depth + 1)
            : isa<LoadInst>(U) || isa<CallBase>(U)))
      return false;
  }
  return true;
}

void Truths::numbersIn(const Value *V, const Context &C, unsigned Depth) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth >= MaxTripDepth)
    return;
  auto *L = dyn_cast<LoadInst>(I);
  if (const Argument *A = L && C.Up ? parameterOf(L) : nullptr) {
    if (const Value *Actual = T.given(A, C))
      numbersIn(Actual, *C.Up, Depth + 1);
    return;
  }
  if (T.isSteady(I, C, T.Found))
    return;
  if (auto *Test = dyn_cast<ICmpInst>(I); Test && Test->isEquality()) {
    const Value *Of = withoutCast(Test->getOperand(0));
    if (match(Test->getOperand(1), PatternMatch::m_Zero()) &&
        isa<CallBase, LoadInst, PHINode, ICmpInst>(Of)) // it is a truth
      numbersIn(Of, C, Depth + 1);
    return;
  }
  if (auto *Call = dyn_cast<CallBase>(I)) {
    numbersOf(Call, C, Depth);
    return;
  }
  if (L) { // "int inside = x < width;"
    auto *Local = dyn_cast<AllocaInst>(L->getPointerOperand());
    if (const Value *Once = Local ? onlyStored(Local) : nullptr)
      numbersIn(Once, C, Depth + 1);
    return;
  }
  if (auto *P = dyn_cast<PHINode>(I)) { // "a || b"
    for (const BasicBlock *From : P->blocks())
      if (auto *B = dyn_cast<BranchInst>(From->getTerminator());
          B && B->isConditional())
        numbersIn(B->getCondition(), C, Depth + 1);
    for (const Value *In : P->incoming_values())
      numbersIn(In, C, Depth + 1);
    return;
  }
  for (const Use &U : I->operands())
    numbersIn(U.get(), C, Depth + 1);
}

/// What a function of the program decides on that gives a truth.
void Truths::numbersOf(const CallBase *Call, const Context &C, unsigned Depth) {
  const llvm::Function *G = Call->getCalledFunction();
  const Context *Inner = G && !G->isDeclaration() && !T.Memory.isRecursive(G)
                             ? T.contextOf(Call, C)
                             : nullptr;
  if (!Inner)
    return;
  for (const BasicBlock &B : *G) {
    auto *Test = dyn_cast<BranchInst>(B.getTerminator());
    auto *Ret = dyn_cast<ReturnInst>(B.getTerminator());
    if (Test && Test->isConditional())
      numbersIn(Test->getCondition(), *Inner, Depth + 1);
    else if (Ret && Ret->getReturnValue())
      numbersIn(Ret->getReturnValue(), *Inner, Depth + 1);
  }
}

} // namespace skel
