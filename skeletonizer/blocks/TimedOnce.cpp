//===- TimedOnce.cpp - no block runs in another block ---------------------===//
//
// The calls that stay, in blocks and elsewhere; from main on, which functions
// run outside of blocks; from the blocks of these on, which run inside.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/blocks/TimedOnce.h"
#include "skeletonizer/blocks/Blocks.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace skel {

bool TimedOnce::isInBlock(int Stmt) const {
  for (; Stmt >= 0; Stmt = Prog.Stmts[Stmt].Parent)
    if (InBlock.count(Stmt))
      return true;
  return false;
}

void TimedOnce::addCalls(const skel::Function &F) {
  for (const llvm::Function *Copy : Index.copies(int(F.Id))) {
    if (!Slice.needs(Copy))
      continue;
    if (F.Unnamed || Index.callers(Copy).empty())
      Outside.insert(int(F.Id));
    for (const Instruction &I : instructions(*Copy)) {
      auto *C = dyn_cast<CallBase>(&I);
      int S = Index.stmtOf(&I);
      if (!C || !Slice.executes(C) || (S >= 0 && Control.isDead(S)) ||
          Control.isLast(C->getParent()))
        continue;
      Edges &To = CallsOf[int(F.Id)];
      for (const llvm::Function *G : programTargets(Index, Pts, C))
        (isInBlock(S) ? To.Inside : To.Outside).insert(Index.functionOf(G));
    }
  }
}

void TimedOnce::find() {
  for (const skel::Function &F : Prog.Functions)
    if (F.Body >= 0)
      addCalls(F);
  for (size_t K = 0; K < Outside.size(); ++K) {
    const Edges &E = CallsOf[Outside[K]];
    Outside.insert(E.Outside.begin(), E.Outside.end());
    Inside.insert(E.Inside.begin(), E.Inside.end());
  }
  for (size_t K = 0; K < Inside.size(); ++K) {
    const Edges &E = CallsOf[Inside[K]];
    Inside.insert(E.Outside.begin(), E.Outside.end());
    Inside.insert(E.Inside.begin(), E.Inside.end());
  }
}

bool TimedOnce::addWithCallers(int F, DenseSet<int> &Out) const {
  if (!Out.insert(F).second)
    return false;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const auto &[Caller, E] : CallsOf) {
      auto Enters = [&](int G) { return Out.count(G) != 0; };
      if (any_of(E.Outside, Enters) || any_of(E.Inside, Enters))
        Changed |= Out.insert(Caller).second;
    }
  }
  return true;
}

/// The statement enters a function whose blocks run outside of others, too.
bool Blocks::callsBlocks(const Slicer &Slice, unsigned Stmt) const {
  return any_of(Index.instructions(int(Stmt)), [&](auto *I) {
    auto *C = dyn_cast<CallBase>(I);
    return C && Slice.executes(C) &&
           any_of(programTargets(Index, Pts, C), [&](const auto *G) {
             return WithBlocks.count(Index.functionOf(G)) != 0;
           });
  });
}

/// No block runs in another one: its time would count twice, and the
/// instrumented program could not measure it. True: blocks that stay would call
/// others, and are to be chosen anew without these calls.
bool Blocks::timeOnce(const Slicer &Slice, std::vector<Candidate> &Found) {
  TimedOnce Runs(Index, Pts, Control, Slice);
  for (const Candidate &C : Found)
    if (C.B.Kept)
      Runs.addBlock(runOf(C.B));
  Runs.find();
  erase_if(Found, [&](const Candidate &C) {
    return Runs.runsInBlocksOnly(C.B.Function);
  });
  erase_if(NoTime, [&](const Untimed &U) {
    return U.Why == Untimed::Leaves &&
           Runs.runsInBlocksOnly(int(Prog.Stmts[U.Stmt].Function));
  });
  bool Any = false;
  for (const Candidate &C : Found)
    if (Runs.runsInBlock(C.B.Function))
      Any |= Runs.addWithCallers(C.B.Function, WithBlocks);
  return Any;
}

} // namespace skel
