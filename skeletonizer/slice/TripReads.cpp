//===- TripReads.cpp - on which conditions a run reads a value ------------===//
//
// What a run reads on a condition may be there only if that holds: of an array,
// or behind a pointer. Where all that decides can be computed in front of the
// run, so can the value, on the same condition.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/TripCounts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace skel {

/// The scalars that a value is computed from, as far as the function shows.
template <typename F> static void eachScalar(const Value *V, F Each) {
  SmallPtrSet<const Value *, 16> Seen{V};
  SmallVector<const Value *, 16> Work{V};
  auto Push = [&](const Value *From) {
    if (Seen.insert(From).second)
      Work.push_back(From);
  };
  while (!Work.empty()) {
    auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I)
      continue;
    for (const Use &U : I->operands())
      Push(U.get());
    auto *L = dyn_cast<LoadInst>(I);
    if (!L)
      continue;
    Each(L);
    if (auto *A = dyn_cast<AllocaInst>(L->getPointerOperand()))
      for (const User *U : A->users())
        if (auto *S = dyn_cast<StoreInst>(U); S && S->getPointerOperand() == A)
          Push(S->getValueOperand());
  }
}

/// The condition on which control goes that way, of a loop: in its first
/// round. False: it cannot be computed, or reads behind pointers itself.
bool TripCounts::addTest(const Instruction *T, unsigned Way, const Context &C,
                         Reading &Out) const {
  auto *B = dyn_cast<BranchInst>(T);
  const Value *On = T->getOperand(0);
  auto *Test = B ? dyn_cast<ICmpInst>(On) : nullptr;
  // Others may decide on each other, and would be noted again and again.
  SaveAndRestore<bool> Silent(Noting, Out.Known);
  std::optional<Sum> L, R;
  if (Test && Test->getOperand(0)->getType()->isIntegerTy()) {
    L = sum(Test->getOperand(0), C, true);
    R = sum(Test->getOperand(1), C, true);
  }
  const char *Operator = !Test
                             ? nullptr
                             : compareOperator(Way ? Test->getInversePredicate()
                                                   : Test->getPredicate());
  if (L && R && Operator && L->Values.empty() && R->Values.empty()) {
    bool Fixed = true;
    for (const Sum *S : {&*L, &*R})
      for (const auto &[Path, Factor] : S->Terms)
        Fixed &= Path.isFixed() || is_contained(Always, Path);
    if (!Fixed || !Out.Known)
      Out.Others.push_back({*L, *R, Operator, Test});
    else if (!L->isConstant() || !R->isConstant())
      Out.On[0].push_back({*L, *R, Operator, Test});
    return Fixed;
  }
  Noting = false;
  Sum All;
  eachScalar(On, [&](const LoadInst *From) {
    for (const MemoryPath &P : scalar(From, C))
      All.Terms.push_back({P, 1});
  });
  Out.Others.push_back({All, All, "", T});
  return false;
}

/// All conditions on which the run executes the instruction: On[0]. Known is
/// false if it may depend on more than these.
TripCounts::Reading TripCounts::leadingTo(const Instruction *I,
                                          const Context &C) const {
  Reading Out = {{}, {{}}, true, {}, {}};
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
        Out.Known &=
            B && By.Before.dominates(
                     BasicBlockEdge(B->getParent(), B->getSuccessor(Way)),
                     I->getParent());
        if (!addTest(T, Way, *Up, Out))
          Out.Known = false;
        if (Seen.insert(T->getParent()).second)
          Work.push_back(T->getParent());
      }
    }
    if (!Up->Up)
      break;
    Out.Known &= Up->Call->getCalledFunction() == I->getFunction();
    I = Up->Call;
  }
  Out.Known &= !Out.On[0].empty();
  return Out;
}

/// Whether the run, or a function on the way to the instruction, uses the index
/// for an array in any case.
bool TripCounts::isIndexAlways(const MemoryPath &Index, const Instruction *I,
                               const Context &C) const {
  SaveAndRestore<bool> Silent(Noting, false);
  for (const Context *Up = &C; Up; I = Up->Call, Up = Up->Up)
    for (const BasicBlock &B : *I->getFunction())
      for (const Instruction &At : B) {
        auto *G = dyn_cast<GetElementPtrInst>(&At);
        if (!G || (!Up->Up && !InRun.count(G)))
          continue;
        for (const Use &U : G->indices()) {
          const Value *V = U.get();
          while (isa<CastInst>(V))
            V = cast<CastInst>(V)->getOperand(0);
          auto *L = dyn_cast<LoadInst>(V);
          if (L && is_contained(scalar(L, *Up), Index) && alwaysRuns(G, *Up))
            return true;
        }
      }
  return false;
}

/// Whether the run reads that in any case, or on which conditions, tells what
/// its text needs guards for.
void TripCounts::note(const Targets &At, const Instruction *Read,
                      const Context &C) const {
  if (!Front || !Noting || At.size() != 1 || is_contained(Always, At.front()) ||
      At.front().isFixed())
    return;
  if (alwaysRuns(Read, C)) {
    Always.push_back(At.front());
    return;
  }
  // What the conditions read is noted as well: Reads may grow.
  Reading New = leadingTo(Read, C);
  for (const MemoryPath::Step &S : At.front().Steps)
    if (S.By && !New.Known && isIndexAlways(*S.By->Path, Read, C))
      New.Indices.push_back(*S.By->Path);
  auto It = llvm::find_if(
      Reads, [&](const Reading &R) { return R.Path == At.front(); });
  if (It == Reads.end())
    It = Reads.insert(It, {At.front(), {}, true, {}, {}});
  auto Same = [](const Condition &A, const Condition &B) {
    return A.At == B.At && A.Operator == B.Operator;
  };
  It->Known &= New.Known;
  llvm::append_range(It->Indices, New.Indices);
  if (!New.Known) {
    llvm::append_range(It->Others, New.On[0]);
    llvm::append_range(It->Others, New.Others);
  } else if (It->Known && llvm::none_of(It->On, [&](const auto &Old) {
               return llvm::equal(Old, New.On[0], Same);
             })) {
    It->On.push_back(std::move(New.On[0]));
  }
}

} // namespace skel
