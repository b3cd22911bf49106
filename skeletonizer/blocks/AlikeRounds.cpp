//===- AlikeRounds.cpp - loops whose rounds are alike ---------------------===//
//
// Goes over all code that a loop runs, and looks for what forbids an early end.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/blocks/AlikeRounds.h"
#include "skeletonizer/model/MpiTable.h"
#include "skeletonizer/model/Summaries.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

namespace {

class Rounds {
public:
  Rounds(const Phases &Known, const SliceState &Slice, ArrayRef<Block> Blocks)
      : Known(Known), Slice(Slice), Prog(Known.Index.program()) {
    for (const Block &B : Blocks)
      Begins.insert(unsigned(B.First));
  }

  bool areAlike(const skel::Stmt &Loop) {
    Communicates = HasBlock = false;
    Functions.clear();
    Work.assign(1, Loop.Id);
    while (!Work.empty())
      if (!visit(Work.pop_back_val()))
        return false;
    return Communicates && HasBlock;
  }

private:
  bool visit(unsigned Id) {
    if (Known.Control.isDead(int(Id)))
      return true;
    const skel::Stmt &S = Prog.Stmts[Id];
    HasBlock |= Begins.contains(Id);
    Work.append(S.Children.begin(), S.Children.end());
    return all_of(Known.Index.instructions(int(Id)), [&](const auto *I) {
      auto *C = dyn_cast<CallBase>(I);
      return !C || isa<IntrinsicInst>(C) || visitCall(C);
    });
  }

  bool visitCall(const CallBase *C) {
    if (const MpiCallInfo *Info = IrIndex::mpiCall(C))
      return visitMpi(C, *Info);
    for (auto Targets : {Known.Pts.callees(C), Known.Pts.callbacks(C)})
      for (const llvm::Function *F : Targets)
        if (!F->isDeclaration() && Functions.insert(F).second) {
          int Source = Known.Index.functionOf(F);
          if (Source < 0 || Prog.Functions[Source].Body < 0)
            return false;
          Work.push_back(unsigned(Prog.Functions[Source].Body));
        }
    return all_of(Known.Memory.externals(C), [](const llvm::Function *F) {
      return leavesNothing(F->getName());
    });
  }

  /// No memory and no file of what it makes or ends is used behind it.
  static bool leavesNothing(StringRef Name) {
    const LibrarySummary *S = findLibraryCall(Name);
    if (!S)
      return hasFact(Name, LibraryFact::Mathematics) ||
             hasFact(Name, LibraryFact::Arithmetic);
    constexpr unsigned Bad = LibrarySummary::Frees | LibrarySummary::Opens |
                             LibrarySummary::Keeps | LibrarySummary::NoReturn;
    return !(S->Flags & Bad) && !StringRef("hfRn").contains(S->Returns) &&
           StringRef(S->Args).find_first_of("dgq") == StringRef::npos;
  }

  bool visitMpi(const CallBase *C, const MpiCallInfo &Info) {
    switch (Info.Family) {
    case P2P_SEND:
    case P2P_RECV:
    case P2P_SENDRECV:
    case P2P_START:
    case COLL:
      Communicates = true;
      return !Slice.isReal(Known.CallSites.siteOf(C));
    case COMPLETE:
      return !Info.is(MpiFact::FreesHandle);
    case LOCAL:
      for (unsigned P = 0; Info.Roles[P]; ++P)
        if (Info.isHandle(P) && StringRef("OX").contains(Info.Roles[P]))
          return false;
      return !Info.is(MpiFact::AllocatesMemory) &&
             !Info.is(MpiFact::FreesMemory) && !Info.is(MpiFact::ChangesState);
    default:
      return false;
    }
  }

  const Phases &Known;
  const SliceState &Slice;
  const Program &Prog;
  DenseSet<unsigned> Begins; ///< first statements of blocks
  DenseSet<const llvm::Function *> Functions;
  SmallVector<unsigned, 64> Work;
  bool Communicates = false, HasBlock = false;
};

} // namespace

/// Nothing jumps into the statement or to another part of it.
static bool hasLabel(const Program &P, unsigned Id) {
  const skel::Stmt &S = P.Stmts[Id];
  return S.Kind == StmtKind::Label || S.Kind == StmtKind::Case ||
         S.HoldsLabel || S.HoldsCase ||
         any_of(S.Children, [&](unsigned C) { return hasLabel(P, C); });
}

/// The text has a place for an exit: a loop with braces in a file of the
/// program.
static bool canBeLeft(const Program &P, const skel::Stmt &Loop) {
  int Body = isLoop(Loop.Kind) ? P.bodyOf(Loop) : -1;
  return Body >= 0 && !Loop.FromMacro && P.Files[Loop.Range.File].Project &&
         Loop.Range.File == P.Functions[Loop.Function].Range.File &&
         P.Stmts[Body].Kind == StmtKind::Compound && !P.Stmts[Body].FromMacro &&
         !hasLabel(P, Loop.Id);
}

std::vector<unsigned> findAlikeRounds(const Phases &Known,
                                      const SliceState &Slice,
                                      ArrayRef<Block> Blocks) {
  std::vector<unsigned> Result;
  const Program &P = Known.Index.program();
  Rounds Of(Known, Slice, Blocks);
  for (const skel::Stmt &S : P.Stmts)
    if (Slice.keeps(int(S.Id)) && canBeLeft(P, S) && Of.areAlike(S))
      Result.push_back(S.Id);
  return Result;
}

} // namespace skel
