//===- Pauses.cpp - calls that let time pass ------------------------------===//
//
// All at once, if that costs nothing; else one by one.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/Pauses.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/model/Summaries.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include <set>

using namespace llvm;

namespace skel {

bool isPause(const ModRef &Memory, const CallBase *C) {
  return any_of(Memory.externals(C), [&](const llvm::Function *F) {
    if (!hasFact(F->getName(), LibraryFact::PausesForNothing))
      return hasFact(F->getName(), LibraryFact::Pauses);
    auto Things = find_if(
        C->args(), [](const Use &U) { return U->getType()->isIntegerTy(); });
    return Things != C->arg_end() && knownConstant(Things->get()) == 0;
  });
}

/// Pauses that run and that the slice does not have. What comes soon before the
/// end of the process has no time.
Pauses::Calls Pauses::apart(const SliceState &Slice) const {
  Calls Out;
  for (const llvm::Function &F : Index.module())
    if (Slice.reachable(&F))
      for (const Instruction &I : instructions(F)) {
        auto *C = dyn_cast<CallBase>(&I);
        int S = C ? Index.stmtOf(C) : -1;
        if (S >= 0 && !isa<IntrinsicInst>(C) && !Slice.executes(C) &&
            !Control.isDead(S) && !Control.isLast(C->getParent()) &&
            isPause(Memory, C))
          Out.push_back(C);
      }
  return Out;
}

/// The library function only computes from what it is given and from what the
/// user gave.
static bool onlyComputes(StringRef Name) {
  const LibrarySummary *S = findLibraryCall(Name);
  return S && S->Flags == LibrarySummary::None &&
         StringRef("v0123456789o-").contains(S->Returns) &&
         StringRef(S->Args).find_first_of("sdgcqt") == StringRef::npos &&
         all_of(allStateWords(*S), [](StringRef Word) {
           return Word == "<locale" || Word == "<env" || Word == "<@environ";
         });
}

/// What the attempt added does more than to compute a few numbers.
bool Pauses::bringsEffects(const Slicer &Slice, size_t RealBefore) const {
  if (Slice.numReal() > RealBefore)
    return true;
  for (const Instruction *I : Slice.newlyExecuted()) {
    auto *C = dyn_cast<CallBase>(I);
    if (!C || isa<IntrinsicInst>(C) || isPause(Memory, C))
      continue;
    const MpiCallInfo *Info = IrIndex::mpiCall(C);
    if (Info ? Info->isCommunication()
             : !all_of(Memory.externals(C), [](const llvm::Function *F) {
                 return onlyComputes(F->getName());
               }))
      return true;
  }
  return false;
}

void Pauses::keep(Slicer &Slice) const {
  Calls Found = apart(Slice);
  auto Attempt = [&](ArrayRef<const CallBase *> Some) {
    size_t Before = Slice.numReal();
    auto Demand = [&] {
      for (const CallBase *C : Some)
        Slice.demandPause(C);
    };
    auto TooMuch = [&] { return bringsEffects(Slice, Before); };
    return Judge.attempt(Slice, Demand, {}, TooMuch).empty();
  };
  if (Found.empty() || Attempt(Found))
    return;
  for (const CallBase *C : Found)
    Attempt(C);
}

std::vector<Untimed> Pauses::left(const SliceState &Slice) const {
  std::vector<Untimed> Out;
  std::set<int> Told;
  for (const CallBase *C : apart(Slice))
    if (int S = Index.stmtOf(C); Told.insert(S).second)
      Out.push_back({S, Untimed::Pause});
  return Out;
}

} // namespace skel
