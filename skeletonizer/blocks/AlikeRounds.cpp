//===- AlikeRounds.cpp - loops whose rounds are alike ---------------------===//
//
// Goes over all code that a loop runs, and looks for what forbids an early end.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/blocks/AlikeRounds.h"
#include "skeletonizer/model/MpiTable.h"
#include "skeletonizer/model/Summaries.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

namespace {

/// All code of a loop, with the functions that it calls.
struct LoopCode {
  const skel::Stmt *Loop;
  std::vector<const Instruction *> Code;
  SetVector<const llvm::Function *> Functions;
  bool Communicates = false, HasBlock = false;
  bool Starts = false, Ends = false; ///< requests
};

/// What rounds hand on to later ones, and what is computed from it; by data
/// alone, not by branches.
class HandedOn {
public:
  HandedOn(const Phases &Known, const LoopCode &L) : Known(Known) {
    for (const Instruction *I : L.Code)
      Atoms |= Known.Memory.writes(I);
    for (const llvm::Function *F : L.Functions)
      Atoms = without(Atoms, Known.Memory.born(F));
    for (const Instruction *I : L.Code) // and the loop's own function's
      for (const Use &U : I->operands())
        if (auto *A = dyn_cast<AllocaInst>(U.get());
            A && Known.Objects.objectOf(A) != ~0u && isNew(A, *L.Loop))
          Atoms = without(Atoms,
                          Known.Memory.wholeObject(Known.Objects.objectOf(A)));
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const Instruction *I : L.Code)
        Changed |= follow(I);
    }
  }

  /// The argument decides a message and differs between rounds.
  bool has(const CallBase *C, unsigned Arg) const {
    return Values.contains(C->getArgOperand(Arg)) ||
           (C->getArgOperand(Arg)->getType()->isPointerTy() &&
            Known.Memory.argument(C, Arg).intersects(Atoms));
  }

private:
  /// The variable begins its life in each round.
  bool isNew(const AllocaInst *A, const skel::Stmt &Loop) const {
    const Program &P = Known.Index.program();
    int Body = P.bodyOf(Loop), Up = Known.Index.scopeOf(A);
    while (Up >= 0 && Up != Body)
      Up = P.Stmts[Up].Parent;
    return Up >= 0;
  }

  bool follow(const Instruction *I) {
    auto *C = dyn_cast<CallBase>(I);
    bool Changed = false, Program = false;
    if (C)
      for (const llvm::Function *F : Known.Pts.callees(C)) {
        if (F->isDeclaration())
          continue;
        Program = true;
        for (unsigned A = 0; A < std::min<size_t>(C->arg_size(), F->arg_size());
             ++A)
          if (Values.contains(C->getArgOperand(A)))
            Changed |= Values.insert(F->getArg(A)).second;
        Changed |= Returning.contains(F) && Values.insert(I).second;
      }
    if (Program) // its arguments alone do not decide its result
      return Changed;
    if (none_of(I->operands(),
                [&](const Use &U) { return Values.contains(U.get()); }) &&
        !Known.Memory.reads(I).intersects(Atoms))
      return Changed;
    if (isa<ReturnInst>(I))
      Changed |= Returning.insert(I->getFunction()).second;
    Changed |= Values.insert(I).second;
    AtomSet More = without(Known.Memory.writes(I), Atoms);
    Changed |= !More.empty();
    Atoms |= More;
    return Changed;
  }

  const Phases &Known;
  AtomSet Atoms;
  DenseSet<const Value *> Values;
  DenseSet<const llvm::Function *> Returning; ///< what is handed on
};

class Rounds {
public:
  Rounds(const Phases &Known, const SliceState &Slice, ArrayRef<Block> Blocks)
      : Known(Known), Slice(Slice), Prog(Known.Index.program()) {
    for (const Block &B : Blocks)
      Begins.insert(unsigned(B.First));
  }

  bool areAlike(const skel::Stmt &Loop) {
    L = LoopCode();
    L.Loop = &Loop;
    if (!visitStatement(Loop.Id))
      return false;
    for (size_t I = 0; I < L.Functions.size(); ++I) // it grows
      if (!visitFunction(L.Functions[I]))
        return false;
    return L.Communicates && L.HasBlock && (!L.Starts || L.Ends) &&
           messagesAreAlike();
  }

private:
  bool visitStatement(unsigned Id) {
    if (Known.Control.isDead(int(Id)))
      return true;
    L.HasBlock |= Begins.contains(Id);
    return all_of(Known.Index.instructions(int(Id)),
                  [&](const Instruction *I) { return visitCode(I); }) &&
           all_of(Prog.Stmts[Id].Children,
                  [&](unsigned Child) { return visitStatement(Child); });
  }

  /// This copy of the function alone.
  bool visitFunction(const llvm::Function *F) {
    int Source = Known.Index.functionOf(F);
    if (Source < 0 || Prog.Functions[Source].Body < 0)
      return false;
    L.HasBlock |= holdsBlock(unsigned(Prog.Functions[Source].Body));
    return all_of(instructions(*F), [&](const Instruction &I) {
      int Stmt = Known.Index.stmtOf(&I); // none: of parameters
      return (Stmt >= 0 && Known.Control.isDead(Stmt)) || visitCode(&I);
    });
  }

  bool holdsBlock(unsigned Id) const {
    return !Known.Control.isDead(int(Id)) &&
           (Begins.contains(Id) ||
            any_of(Prog.Stmts[Id].Children,
                   [&](unsigned Child) { return holdsBlock(Child); }));
  }

  bool visitCode(const Instruction *I) {
    L.Code.push_back(I);
    auto *C = dyn_cast<CallBase>(I);
    return !C || isa<IntrinsicInst>(C) || visitCall(C);
  }

  bool visitCall(const CallBase *C) {
    if (const MpiCallInfo *Info = IrIndex::mpiCall(C))
      return visitMpi(C, *Info);
    for (auto Targets : {Known.Pts.callees(C), Known.Pts.callbacks(C)})
      for (const llvm::Function *F : Targets)
        if (!F->isDeclaration())
          L.Functions.insert(F);
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
    return !(S->Flags & Bad) && !StringRef("hfRnmS").contains(S->Returns) &&
           StringRef(S->Args).find_first_of("dgqt") == StringRef::npos;
  }

  bool visitMpi(const CallBase *C, const MpiCallInfo &Info) {
    switch (Info.Family) {
    case P2P_SEND:
    case P2P_RECV:
    case P2P_SENDRECV:
    case P2P_START:
    case COLL:
    case ICOLL:
      L.Communicates = true;
      L.Starts |= StringRef(Info.Roles).find_first_of("RA") != StringRef::npos;
      return !Slice.isReal(Known.CallSites.siteOf(C));
    case COMPLETE:
      L.Ends = true;
      return !Info.is(MpiFact::FreesHandle);
    case LOCAL:
      for (unsigned P = 0; Info.Roles[P]; ++P)
        if (Info.isHandle(P) && StringRef("ORX").contains(Info.Roles[P]))
          return false;
      return !Info.is(MpiFact::AllocatesMemory) &&
             !Info.is(MpiFact::ServesOthers) &&
             !Info.is(MpiFact::FreesMemory) &&
             !Info.is(MpiFact::ChangesState) &&
             !Info.is(MpiFact::LooksAtOthers);
    default:
      return false;
    }
  }

  /// Each round communicates with the same peers, by the same counts and types.
  /// Tags may count the rounds.
  bool messagesAreAlike() const {
    const HandedOn Later(Known, L);
    for (const Instruction *I : L.Code) {
      auto *C = dyn_cast<CallBase>(I);
      const MpiCallInfo *Info = C ? IrIndex::mpiCall(C) : nullptr;
      if (!Info || Info->Family == LOCAL || Info->Family == COMPLETE)
        continue;
      for (unsigned A = 0; Info->Roles[A] && A < C->arg_size(); ++A)
        if (StringRef("nvtwpcko").contains(Info->Roles[A]) && Later.has(C, A))
          return false;
    }
    return true;
  }

  const Phases &Known;
  const SliceState &Slice;
  const Program &Prog;
  DenseSet<unsigned> Begins; ///< first statements of blocks
  LoopCode L;
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
