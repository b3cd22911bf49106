//===- ErrorChecks.cpp - error paths that a skeleton can watch ------------===//
//
// Tries each branch into an error path, one after the other.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/ErrorChecks.h"
#include "skeletonizer/slice/LoopsAround.h"
#include "skeletonizer/slice/OptionLoops.h"
#include "skeletonizer/slice/SliceTrial.h"

using namespace llvm;

namespace skel {

/// What the function does to its arguments: it reads them, tells where a number
/// in a text ends, or makes numbers or a text of a text.
static bool onlyWorksOnTexts(StringRef Name, const LibrarySummary &S) {
  bool Makes = hasFact(Name, LibraryFact::Formats) ||
               hasFact(Name, LibraryFact::CopiesText) ||
               hasFact(Name, LibraryFact::AppendsText) ||
               hasFact(Name, LibraryFact::Scans);
  return StringRef(S.Args).find_first_not_of(Makes ? "vpr*ewxq" : "vpr*e") ==
         StringRef::npos;
}

/// The call may stay for a condition: it only computes from its arguments.
static bool onlyComputes(const CallBase *C) {
  if (const MpiCallInfo *Info = IrIndex::mpiCall(C))
    return !Info->isCommunication();
  StringRef Name = IrIndex::externalName(C);
  if (Name.empty() || C->getIntrinsicID() != Intrinsic::not_intrinsic)
    return true;
  const LibrarySummary *S = findLibraryCall(Name);
  return S && S->Flags == LibrarySummary::None &&
         (!*S->State || StringRef(S->State) == "<locale") &&
         StringRef("v0123456789-").contains(S->Returns) &&
         onlyWorksOnTexts(Name, *S);
}

/// What the attempt added is more than a few simple statements. The message of
/// the error does not count.
static bool growsTooMuch(const Phases &Known, const OptionLoops &Options,
                         const Slicer &Slice) {
  const IrIndex &Index = Known.Index;
  const Program &Prog = Index.program();
  LoopsAround Around(Index, Known.Memory);
  auto IsLight = [&](unsigned Loop, const llvm::Function *F) {
    return Options.looksUp(Loop) ||
           (Options.hasFewRounds(Loop) && !Around.any(F, Loop));
  };
  for (const Instruction *I : Slice.newlyExecuted()) {
    auto *C = dyn_cast<CallBase>(I);
    if (C && !onlyComputes(C) && !Known.Control.isLast(C->getParent()))
      return true;
    for (int S = Index.stmtOf(I); S >= 0; S = Prog.Stmts[S].Parent)
      if (isLoop(Prog.Stmts[S].Kind) && !Slice.keptBefore(S) &&
          !IsLight(unsigned(S), I->getFunction()))
        return true;
  }
  return false;
}

/// The call is a collective that moves few bytes, and runs once: all ranks
/// are told what one of them found wrong in the input.
static bool tellsOnce(const Phases &Known, const Slicer &Slice,
                      const CallBase *C) {
  static constexpr int64_t Few = 1024; // bytes
  const MpiCallInfo &Info = *IrIndex::mpiCall(C);
  int Stmt = Known.Index.stmtOf(C);
  if (!Info.isCollective() || Info.isPersistent() || Stmt < 0 ||
      Slice.usersOperator(C))
    return false;
  for (unsigned A = 0; A < C->arg_size() && Info.Roles[A]; ++A) {
    if (!isBufferRole(Info.Roles[A]))
      continue;
    int64_t Length = Known.Memory.bufferLength(C, Info, A);
    if (Length < 0 || Length > Few)
      return false;
  }
  return !LoopsAround(Known.Index, Known.Memory)
              .any(C->getFunction(), unsigned(Stmt));
}

/// The condition needs data of messages that cost something.
static bool movesTooMuch(const Phases &Known, const Slicer &Slice) {
  return any_of(Slice.newlyReal(), [&](int Site) {
    return !all_of(Known.CallSites.copies(Site), [&](const CallBase *C) {
      return tellsOnce(Known, Slice, C);
    });
  });
}

DenseSet<unsigned> cheapErrorChecks(const Phases &Known, Slicer &Slice) {
  DenseSet<unsigned> Cheap;
  SliceTrial Trial(Known.Index, Known.Objects, Known.Pts, Known.Match);
  OptionLoops Options(Known.Index, Known.Objects, Known.Pts);
  for (unsigned Stmt : Known.Control.errorBranches()) {
    auto TooMuch = [&] {
      return movesTooMuch(Known, Slice) || growsTooMuch(Known, Options, Slice);
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
