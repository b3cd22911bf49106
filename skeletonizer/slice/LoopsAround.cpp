//===- LoopsAround.cpp - what changes between executions of code ----------===//
#include "skeletonizer/slice/LoopsAround.h"
#include "skeletonizer/slice/TripCounts.h"

using namespace llvm;

namespace skel {

/// What the statement writes, with all below it and what it calls.
const AtomSet &LoopsAround::writtenIn(unsigned Stmt) {
  auto It = Written.find(Stmt);
  if (It != Written.end())
    return It->second;
  AtomSet Out;
  for (const Instruction *I : Index.instructions(int(Stmt))) {
    auto *Call = dyn_cast<CallBase>(I);
    Out |= Call ? Memory.callWrites(Call) : Memory.writes(I);
  }
  for (unsigned Child : Index.program().Stmts[Stmt].Children)
    Out |= writtenIn(Child);
  return Written[Stmt] = std::move(Out);
}

template <class LoopTest, class FunctionTest>
bool LoopsAround::find(const llvm::Function *F, unsigned Stmt, LoopTest Loop,
                       FunctionTest Recursive) const {
  const Program &P = Index.program();
  SmallPtrSet<const llvm::Function *, 16> Seen;
  SmallVector<std::pair<const llvm::Function *, int>, 16> Work;
  Work.push_back({F, P.Stmts[Stmt].Parent});
  while (!Work.empty()) {
    auto [In, Around] = Work.pop_back_val();
    for (int S = Around; S >= 0; S = P.Stmts[S].Parent)
      if (isRepeated(Index, unsigned(S)) && Loop(unsigned(S)))
        return true;
    if (!Seen.insert(In).second)
      continue;
    if (Memory.isRecursive(In) && Recursive(In))
      return true;
    for (const CallBase *By : Index.callers(In))
      Work.push_back({By->getFunction(), Index.stmtOf(By)});
  }
  return false;
}

bool LoopsAround::write(const AtomSet &A, const llvm::Function *F,
                        unsigned Stmt) {
  return find(
      F, Stmt, [&](unsigned S) { return writtenIn(S).intersects(A); },
      [&](const llvm::Function *G) { return Memory.mod(G).intersects(A); });
}

bool LoopsAround::any(const llvm::Function *F, unsigned Stmt) const {
  return find(
      F, Stmt, [](unsigned) { return true; },
      [](const llvm::Function *) { return true; });
}

} // namespace skel
