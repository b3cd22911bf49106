//===- TripChoices.cpp - what decides which value a run computes ----------===//
//
// "if (deep) n = 1000;": what a run stores is not all that its value depends
// on; the branches that decide whether it is stored count as well.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/TripCrossings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace skel {

BranchControl::BranchControl(llvm::Function &F)
    : Before(F), After(F), Loops(Before) {
  for (const BasicBlock &B : F) {
    const Instruction *T = B.getTerminator();
    if (T->getNumSuccessors() < 2)
      continue;
    auto *Node = After.getNode(&B);
    auto *Stop = Node ? Node->getIDom() : nullptr;
    for (unsigned K = 0; K < T->getNumSuccessors(); ++K)
      for (auto *At = After.getNode(T->getSuccessor(K)); At && At != Stop;
           At = At->getIDom())
        if (At->getBlock()) {
          Deciding[At->getBlock()].push_back({T, K});
          Depending[T].push_back({At->getBlock(), K});
        }
  }
}

const TripCounts::Control &
TripCounts::controlOf(const llvm::Function *F) const {
  std::unique_ptr<Control> &Of = Controls[F];
  if (!Of)
    Of = std::make_unique<Control>(*const_cast<llvm::Function *>(F));
  return *Of;
}

/// All ways of the branch but this one lead into code that never runs or fails.
bool TripCounts::othersAreDead(const Instruction *Branch, unsigned Way) const {
  for (unsigned K = 0; K < Branch->getNumSuccessors(); ++K) {
    const BasicBlock *To = Branch->getSuccessor(K);
    if (K == Way || To == Branch->getSuccessor(Way))
      continue;
    int S = -1;
    for (const Instruction &I : *To)
      if (S = Index.stmtOf(&I); S >= 0)
        break;
    if (S < 0 || !Dead || !Dead(unsigned(S)))
      return false;
  }
  return true;
}

/// Whoever reads the value knows that the branch goes this way: it comes there
/// by no other one, or the others leave a loop in which the value is made for
/// the loop's next round.
bool TripCounts::isSettled(const Control &By, const Instruction *Branch,
                           unsigned Way, const BasicBlock *Made,
                           const BasicBlock *Read) const {
  if (othersAreDead(Branch, Way))
    return true;
  if (!Read)
    return false;
  const BasicBlock *At = Branch->getParent(), *To = Branch->getSuccessor(Way);
  if (By.Before.dominates(BasicBlockEdge(At, To), Read))
    return true;
  for (const llvm::Loop *L = By.Loops.getLoopFor(Read); L;
       L = L->getParentLoop()) {
    if (!L->contains(At) || !L->contains(Made) || !L->contains(To))
      continue;
    bool Leaves = true;
    for (unsigned K = 0; K < Branch->getNumSuccessors(); ++K)
      Leaves &= K == Way || !L->contains(Branch->getSuccessor(K));
    if (Leaves)
      return true;
  }
  return false;
}

/// Control may come from the one to the other, within the run. To reads memory
/// that is there in all calls of its function if it reads no variable of its
/// own.
bool TripCounts::mayCome(const Instruction *From, const Instruction *To,
                         const Context &C) const {
  const llvm::Function *F = To->getFunction();
  if (From->getFunction() != F ||
      (From->getParent() == To->getParent() && From->comesBefore(To)))
    return true;
  auto Outside = [&](const BasicBlock *B) {
    return !C.Up && llvm::any_of(*B, [&](const Instruction &I) {
      return Index.stmtOf(&I) >= 0 && !InRun.count(&I);
    });
  };
  SmallPtrSet<const BasicBlock *, 32> Seen;
  SmallVector<const BasicBlock *, 32> Work(successors(From->getParent()));
  while (!Work.empty()) {
    const BasicBlock *B = Work.pop_back_val();
    if (B == To->getParent())
      return true;
    if (Seen.insert(B).second && !Outside(B))
      Work.append(succ_begin(B), succ_end(B));
  }
  auto *L = dyn_cast<LoadInst>(To);
  if (!C.Up ||
      (L && isa<AllocaInst>(getUnderlyingObject(L->getPointerOperand()))))
    return false;
  auto Calls = llvm::count_if(Index.callers(F), [&](const CallBase *By) {
    return InRun.count(By) || Called.count(By->getFunction());
  });
  return Calls != 1 || mayCome(C.Call, C.Call, *C.Up);
}

/// The only call of the function's code, as far as the run has it, that leads
/// to the other function; or null.
const Instruction *TripCounts::Crossings::onlyCall(const llvm::Function *To,
                                                   const llvm::Function *From,
                                                   bool Home) const {
  const Instruction *Only = nullptr;
  for (const CallBase *Call : T.Calls.of(From)) {
    bool Leads = false;
    for (auto Targets : {T.Pts.callees(Call), T.Pts.callbacks(Call)})
      for (const llvm::Function *G : Targets)
        Leads |= T.Calls.behind(G).contains(To);
    if (!Leads || (Home && !T.InRun.count(Call)))
      continue;
    if (Only)
      return nullptr;
    Only = Call;
  }
  return Only;
}

/// The call through which alone, from this call of its function, the run comes
/// to the other function; or null.
const Instruction *TripCounts::Crossings::callTo(const llvm::Function *To,
                                                 const llvm::Function *From,
                                                 const Context &C) const {
  for (const Context *At = &C; At->Up; At = At->Up)
    if (onlyCall(To, At->Call->getFunction(), !At->Up->Up) != At->Call)
      return nullptr;
  return onlyCall(To, From, !C.Up);
}

/// What decides whether control comes to Made, in one call of its function,
/// before Read reads what is made there. Read may be null: somewhere else.
/// Constant: what is made is one.
void TripCounts::choices(const Instruction *Made, const Instruction *Read,
                         const Context &C, bool Constant) {
  const llvm::Function *F = Made->getFunction();
  if (F->size() < 2)
    return;
  const Control &By = controlOf(F);
  if (Read && Read->getFunction() != F)
    Read = Crossings(*this).callTo(Read->getFunction(), F, C);
  if (Read && Read != Made && By.Before.dominates(Made, Read))
    return;
  const BasicBlock *At = Read ? Read->getParent() : nullptr;
  SmallPtrSet<const BasicBlock *, 16> Seen{Made->getParent()};
  SmallVector<const BasicBlock *, 16> Work{Made->getParent()};
  while (!Work.empty()) {
    auto It = By.Deciding.find(Work.pop_back_val());
    if (It == By.Deciding.end())
      continue;
    for (const auto &[Branch, Way] : It->second) {
      if (!C.Up && !InRun.count(Branch))
        continue;
      if (!isSettled(By, Branch, Way, Made->getParent(), At))
        decidedBy(Branch, C, Constant);
      if (Seen.insert(Branch->getParent()).second)
        Work.push_back(Branch->getParent());
    }
  }
}

/// The branch compares a number with a constant: it chooses.
static bool isEquality(const BranchInst *B) {
  auto *Test =
      B->isConditional() ? dyn_cast<ICmpInst>(B->getCondition()) : nullptr;
  return Test && Test->isEquality() && isa<ConstantInt>(Test->getOperand(1));
}

/// What a branch decides on. Of constants, which one it is is all that matters.
void TripCounts::decidedBy(const Instruction *Branch, const Context &C,
                           bool Constant) {
  if (auto *W = dyn_cast<SwitchInst>(Branch)) {
    if (!Probing && !Values && Seen.insert({W, &C}).second)
      cases(W, C);
    else if (Probing || Values || Seen.count({W->getCondition(), &C}))
      value(W->getCondition(), C);
  } else if (auto *B = dyn_cast<BranchInst>(Branch)) {
    if (Seen.count({B, &C}))
      return;
    if ((Constant || isEquality(B)) && !Probing && !Values &&
        !Seen.count({B->getCondition(), &C}) && condition(B, C))
      Seen.insert({B, &C});
    else
      value(B->getCondition(), C);
  }
}

/// Of "a ? b : c", "a && b" and "a || b": what decides which value it is.
void TripCounts::choices(const PHINode *P, const Context &C) {
  for (const BasicBlock *In : P->blocks()) {
    const Instruction *T = In->getTerminator();
    bool Constant = isa<llvm::Constant>(P->getIncomingValueForBlock(In));
    if (auto *B = dyn_cast<BranchInst>(T);
        B && B->isConditional() && (C.Up || InRun.count(B)))
      decidedBy(B, C, false);
    choices(T, P, C, Constant);
  }
}

/// Of "mode == 2 ? 1000 : 10".
void TripCounts::choices(const SelectInst *S, const Context &C) {
  value(S->getTrueValue(), C);
  value(S->getFalseValue(), C);
  if (Probing || Values || Seen.count({S->getCondition(), &C}) ||
      !condition(S, C))
    value(S->getCondition(), C);
}

} // namespace skel
