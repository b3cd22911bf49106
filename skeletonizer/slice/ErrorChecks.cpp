//===- ErrorChecks.cpp - error paths that a skeleton can watch ------------===//
//
// Tries each branch into an error path, one after the other.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/ErrorChecks.h"
#include "skeletonizer/slice/OptionLoops.h"
#include "skeletonizer/slice/SliceTrial.h"

using namespace llvm;

namespace skel {

/// The call may stay for a condition: it only computes from its arguments.
static bool onlyComputes(const CallBase *C) {
  if (const MpiCallInfo *Info = IrIndex::mpiCall(C))
    return !Info->isCommunication();
  StringRef Name = IrIndex::externalName(C);
  if (Name.empty() || C->getIntrinsicID() != Intrinsic::not_intrinsic)
    return true;
  const LibrarySummary *S = findLibraryCall(Name);
  return S && S->Flags == LibrarySummary::None && !*S->State &&
         StringRef("v0123456789-").contains(S->Returns) &&
         StringRef(S->Args).find_first_not_of("vpr*") == StringRef::npos;
}

/// What the attempt added is more than a few simple statements. The message of
/// the error does not count.
static bool growsTooMuch(const Phases &Known, const OptionLoops &Options,
                         const Slicer &Slice) {
  const IrIndex &Index = Known.Index;
  const Program &Prog = Index.program();
  for (const Instruction *I : Slice.newlyExecuted()) {
    auto *C = dyn_cast<CallBase>(I);
    if (C && !onlyComputes(C) && !Known.Control.isLast(C->getParent()))
      return true;
    for (int S = Index.stmtOf(I); S >= 0; S = Prog.Stmts[S].Parent)
      if (isLoop(Prog.Stmts[S].Kind) && !Slice.keptBefore(S) &&
          !Options.looksUp(unsigned(S)))
        return true;
  }
  return false;
}

DenseSet<unsigned> cheapErrorChecks(const Phases &Known, Slicer &Slice) {
  DenseSet<unsigned> Cheap;
  SliceTrial Trial(Known.Index, Known.Objects, Known.Pts, Known.Match);
  OptionLoops Options(Known.Index, Known.Objects, Known.Pts);
  for (unsigned Stmt : Known.Control.errorBranches()) {
    size_t Before = Slice.numReal();
    auto TooMuch = [&] {
      return Slice.numReal() > Before || growsTooMuch(Known, Options, Slice);
    };
    if (Trial
            .attempt(
                Slice, [&] { Slice.demandCondition(int(Stmt)); }, {}, TooMuch)
            .empty())
      Cheap.insert(Stmt);
  }
  return Cheap;
}

} // namespace skel
