//===- UnseenCalls.cpp - calls whose time is not at a statement -----------===//
//
// All at once, if that costs nothing; else one by one.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/blocks/UnseenCalls.h"
#include "skeletonizer/memory/Implicit.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include <set>

using namespace llvm;

namespace skel {

/// The call takes time, in a function that is in the skeleton.
bool UnseenCalls::isTimed(const Slicer &Slice, const CallBase *C) const {
  int S = Index.stmtOf(C);
  return Slice.needs(C->getFunction()) && !(S >= 0 && Control.isDead(S)) &&
         TakesTime(C);
}

/// The skeleton has no time for the call as yet.
bool UnseenCalls::isApart(const Slicer &Slice, const CallBase *C) const {
  return isTimed(Slice, C) && (runsDestructor(C) || !Slice.executes(C));
}

/// Calls where scopes end that stay, while their variables leave.
UnseenCalls::Calls UnseenCalls::cleanups(const Slicer &Slice) const {
  const Program &Prog = Index.program();
  Calls Out;
  for (const CallBase *C : Index.cleanups()) {
    int Scope = Index.stmtOf(C);
    while (Scope >= 0 && (Prog.Stmts[Scope].Kind == StmtKind::Declarator ||
                          Prog.Stmts[Scope].Kind == StmtKind::Decl))
      Scope = Prog.Stmts[Scope].Parent;
    bool Stays = Scope >= 0 &&
                 (Slice.keeps(Scope) ||
                  Prog.Functions[Prog.Stmts[Scope].Function].Body == Scope);
    if (Stays && isApart(Slice, C))
      Out.push_back(C);
  }
  return Out;
}

/// Calls at the ends of the program of what it has registered.
UnseenCalls::Calls UnseenCalls::atExit(const Slicer &Slice) const {
  Calls Out;
  for (const llvm::Function &F : Index.module())
    for (const Instruction &I : instructions(F))
      if (auto *C = dyn_cast<CallBase>(&I);
          C && runsAtExit(C) && isApart(Slice, C))
        Out.push_back(C);
  return Out;
}

void UnseenCalls::attempt(Slicer &Slice, const Calls &Of) {
  Calls New;
  for (const CallBase *C : Of)
    if (Tried.insert(C).second)
      New.push_back(C);
  auto Demand = [&](const CallBase *C) {
    int S = Index.stmtOf(C);
    Slice.demandRelease(C, S, "the time of what runs behind it");
  };
  auto All = [&] {
    for (const CallBase *C : New)
      Demand(C);
  };
  if (New.empty() || Judge.attempt(Slice, All).empty())
    return;
  for (const CallBase *C : New)
    Judge.attempt(Slice, [&] { Demand(C); });
}

void UnseenCalls::keep(Slicer &Slice) {
  Calls Found = cleanups(Slice);
  for (const CallBase *C : atExit(Slice))
    if (!runsDestructor(C))
      Found.push_back(C);
  attempt(Slice, Found);
}

std::vector<Untimed> UnseenCalls::missing(const Slicer &Slice) const {
  std::vector<Untimed> Out;
  std::set<int> Told;
  for (const CallBase *C : cleanups(Slice))
    if (int S = Index.stmtOf(C); Told.insert(S).second)
      Out.push_back({S, Untimed::Cleanup});
  for (const CallBase *C : atExit(Slice))
    for (const llvm::Function *G : Pts.callees(C)) {
      int Id = Index.functionOf(G);
      int Body = Id >= 0 ? Index.program().Functions[Id].Body : -1;
      // It stays if another end of the program is in the skeleton.
      if (Body >= 0 && (runsDestructor(C) || !Slice.needs(G)) &&
          Told.insert(Body).second)
        Out.push_back({Body, Untimed::AtExit});
    }
  return Out;
}

} // namespace skel
