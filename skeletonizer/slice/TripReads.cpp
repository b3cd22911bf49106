//===- TripReads.cpp - on which conditions a run reads a value ------------===//
//
// What a run reads on a condition may be there only if that holds: of an array,
// or behind a pointer. Where all that decides can be computed in front of the
// run, so can the value, on the same condition.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/TripCounts.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace skel {

/// The condition on which the branch goes that way, of a loop: in its first
/// round. False: it cannot be computed, or reads behind pointers itself.
bool TripCounts::addTest(const BranchInst *B, unsigned Way, const Context &C,
                         std::vector<Condition> &Out) const {
  auto *Test = dyn_cast<ICmpInst>(B->getCondition());
  if (!Test || !Test->getOperand(0)->getType()->isIntegerTy())
    return false;
  std::optional<Sum> L = sum(Test->getOperand(0), C, true),
                     R = sum(Test->getOperand(1), C, true);
  const char *Operator =
      compareOperator(Way ? Test->getInversePredicate() : Test->getPredicate());
  if (!L || !R || !Operator || !L->Values.empty() || !R->Values.empty())
    return false;
  for (const Sum *S : {&*L, &*R})
    for (const auto &[Path, Factor] : S->Terms)
      if (!Path.isFixed() && !is_contained(Always, Path))
        return false;
  if (!L->isConstant() || !R->isConstant())
    Out.push_back({*L, *R, Operator, Test});
  return true;
}

/// All conditions on which the run executes the instruction. False: it may
/// depend on more than these.
bool TripCounts::leadingTo(const Instruction *I, const Context &C,
                           std::vector<Condition> &Out) const {
  for (const Context *Up = &C;; Up = Up->Up) {
    const Control &By = controlOf(I->getFunction());
    SmallPtrSet<const BasicBlock *, 16> Seen{I->getParent()};
    SmallVector<const BasicBlock *, 16> Work{I->getParent()};
    while (!Work.empty()) {
      auto It = By.Deciding.find(Work.pop_back_val());
      if (It == By.Deciding.end())
        continue;
      for (const auto &[T, Way] : It->second) {
        if (!Up->Up && !InRun.count(T))
          continue;
        auto *B = dyn_cast<BranchInst>(T);
        if (B && Seen.count(B->getParent()))
          continue; // the test of a loop decides on its next rounds
        if (!B ||
            !By.Before.dominates(
                BasicBlockEdge(B->getParent(), B->getSuccessor(Way)),
                I->getParent()) ||
            !addTest(B, Way, *Up, Out))
          return false;
        Seen.insert(B->getParent());
        Work.push_back(B->getParent());
      }
    }
    if (!Up->Up)
      return true;
    if (Up->Call->getCalledFunction() != I->getFunction())
      return false;
    I = Up->Call;
  }
}

/// Whether the run reads that in any case, or on which conditions, tells what
/// its text needs guards for.
void TripCounts::note(const Targets &At, const Instruction *Read,
                      const Context &C) const {
  if (!Front || At.size() != 1 || is_contained(Always, At.front()) ||
      At.front().isFixed())
    return;
  if (alwaysRuns(Read, C)) {
    Always.push_back(At.front());
    return;
  }
  std::vector<Condition> New;
  // What the conditions read is noted as well: Reads may grow.
  bool Known = leadingTo(Read, C, New) && !New.empty();
  auto It = llvm::find_if(
      Reads, [&](const Reading &R) { return R.Path == At.front(); });
  if (It == Reads.end())
    It = Reads.insert(It, {At.front(), {}, true});
  auto Same = [](const Condition &A, const Condition &B) {
    return A.At == B.At && A.Operator == B.Operator;
  };
  It->Known &= Known;
  if (It->Known && llvm::none_of(It->On, [&](const auto &Old) {
        return llvm::equal(Old, New, Same);
      }))
    It->On.push_back(std::move(New));
}

} // namespace skel
