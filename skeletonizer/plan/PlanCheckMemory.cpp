//===- PlanCheckMemory.cpp - is memory looked for? ------------------------===//
//
// Walks backwards over each block and each call.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/plan/PlanCheckParts.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace skel {

MemoryCheck::MemoryCheck(const Phases &A, const SliceState &S, const Plan &R,
                         PlanFaults &F)
    : PlanCheckPart(A, S, R, F), Filled(A.Filled) {
  for (int Inside : {0, 1})
    for (auto &[I, Atoms] : Slice.before(Inside))
      if (!Atoms.empty())
        Asked[Inside].insert(I->getParent());
}

void MemoryCheck::memory(const BasicBlock &B, bool Inside) {
  const AtomSet &End = Slice.atEnd(&B, Inside);
  if (End.empty() && !Asked[Inside].count(&B))
    return;
  const llvm::Function *F = B.getParent();
  const AtomSet &Touched = Memory.touched(F);
  // Sequences by their last store.
  DenseMap<const Instruction *,
           SmallVector<const WholeArrayStores::Sequence *, 2>>
      Ends;
  for (const Instruction &I : B)
    if (isa<StoreInst>(I))
      for (const WholeArrayStores::Sequence &S : Filled.beginningAt(&I))
        Ends[S.Last].push_back(&S);
  std::vector<Open> Opened;
  AtomSet Wanted;
  auto Ask = [&](const AtomSet &Atoms) {
    AtomSet Rest = without(Atoms, Touched);
    if (!Rest.empty())
      entry(B, Inside, Rest);
    AtomSet Here = both(Atoms, Touched);
    Wanted |= Here;
    for (Open &O : Opened)
      O.Since |= Here;
  };
  Ask(End);
  for (const Instruction &I : reverse(B)) {
    for (const WholeArrayStores::Sequence *S : Ends.lookup(&I))
      Opened.push_back({S, {}});
    if (!Wanted.empty() && !neverRuns(&I) && !Slice.changesNothing(&I))
      pass(I, Wanted, Opened);
    if (Asked[Inside].count(&B))
      if (const AtomSet &Before = Slice.before(&I, Inside); !Before.empty())
        Ask(Before);
  }
  if (Wanted.empty())
    return;
  if (B.isEntryBlock())
    entry(B, Inside, Wanted);
  for (const BasicBlock *P : predecessors(&B)) {
    AtomSet Left = Wanted;
    if (const WholeArrayStores::Loop *L = Filled.leaving(P, &B)) {
      AtomSet Filled = without(both(Left, L->Atoms), Slice.neverKilled());
      for (const Instruction *W : L->Writers)
        written(W, Filled);
      Left.intersectWithComplement(Filled);
    }
    if (AtomSet Lost = without(Left, Slice.atEnd(P, Inside)); !Lost.empty())
      lost(P->getTerminator(), Lost, " is not looked for before this");
  }
}

void MemoryCheck::pass(const Instruction &I, AtomSet &Wanted,
                       std::vector<Open> &Opened) {
  auto *C = dyn_cast<CallBase>(&I);
  if (C && IrIndex::has(C, LibraryFact::SavesPlace))
    for (unsigned A : Wanted)
      if (!Slice.isWantedAnywhere(A))
        lost(&I, only(A), " may change before a jump back to this");
  if (C && IrIndex::has(C, LibraryFact::Forks))
    for (unsigned A : Wanted)
      if (Memory.isShared(A) && !Slice.isWantedAnywhere(A))
        lost(&I, only(A), " may change in the child process of this");
  if (C && !(Pts.callees(C).empty() && Pts.callbacks(C).empty())) {
    call(*C, Wanted);
    return;
  }
  written(&I, Wanted);
  AtomSet Gone = Memory.kills(&I);
  for (const WholeArrayStores::Sequence &S : Filled.beginningAt(&I))
    for (size_t O = 0; O < Opened.size(); ++O)
      if (Opened[O].Sequence == &S) {
        Gone |= without(S.Atoms, Opened[O].Since);
        Opened.erase(Opened.begin() + long(O--));
      }
  Gone.intersectWithComplement(Slice.neverKilled());
  Wanted.intersectWithComplement(Gone);
}

void MemoryCheck::written(const Instruction *W, const AtomSet &Wanted) {
  AtomSet Hit = both(Wanted, Memory.writes(W));
  if (AtomSet Lost = without(Hit, Slice.liveWrites(W)); !Lost.empty())
    lost(W, Lost, ", which code that stays reads, is written here");
}

void MemoryCheck::call(const CallBase &C, AtomSet &Wanted) {
  AtomSet Around; // a hint stands for what the call does to it
  if (Index.isReplaced(&C))
    for (unsigned A : Wanted)
      if (Memory.isReplaced(&C, A))
        Around.set(A);
  Wanted.intersectWithComplement(Around);
  written(&C, Wanted);
  bool All = !Pts.callees(&C).empty() && Pts.callbacks(&C).empty() &&
             Pts.externals(&C).empty();
  AtomSet Replaced = All ? Wanted : AtomSet();
  bool Writes = false;
  for (auto Targets : {Pts.callees(&C), Pts.callbacks(&C)})
    for (const llvm::Function *G : Targets) {
      AtomSet Changed = both(Wanted, Memory.mod(G));
      Memory.dropUnreachable(&C, G, Changed);
      Writes |= !Changed.empty();
      if (AtomSet Lost = without(Changed, Slice.atExit(G)); !Lost.empty())
        lost(&C, Lost, (" is written in " + G->getName().str()).c_str());
      Replaced &= without(Changed, Slice.passing(G));
    }
  if (Writes && !stays(&C))
    fault(&C, "the call writes what code that stays reads");
  Replaced |= Memory.kills(&C);
  Replaced.intersectWithComplement(Slice.neverKilled());
  Wanted.intersectWithComplement(Replaced);
  Wanted |= Around;
}

void MemoryCheck::entry(const BasicBlock &B, bool Inside,
                        const AtomSet &Atoms) {
  const llvm::Function *F = B.getParent();
  AtomSet Left = without(Atoms, Memory.born(F));
  if (Inside && Left.intersects(Memory.varArgs(F))) {
    if (!Slice.readsVarArgs(F))
      fault(&B.front(), "variable arguments are read");
    Left.intersectWithComplement(Memory.varArgs(F));
  }
  Left.intersectWithComplement(Inside ? Slice.atEntry(F) : Slice.passing(F));
  if (!Left.empty())
    lost(&B.front(), Left, " is not looked for before the function");
}

void MemoryCheck::exits(const llvm::Function &F) {
  const AtomSet &Exit = Slice.atExit(&F);
  if (Exit.empty())
    return;
  for (const BasicBlock &B : F)
    if (isa<ReturnInst>(B.getTerminator()) ||
        (Control.mayLeave(&F) && succ_empty(&B)))
      if (AtomSet Lost = without(Exit, Slice.atEnd(&B, false)); !Lost.empty())
        lost(B.getTerminator(), Lost, " is not looked for here");
}

void MemoryCheck::everywhere() {
  for (unsigned A : Slice.wantedAnywhere())
    for (const Instruction *W : Memory.writers(A))
      if (Slice.reachable(W->getFunction()) && !neverRuns(W))
        written(W, only(A));
}

} // namespace skel
