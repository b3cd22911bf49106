//===- PlanCheck.cpp - does the plan keep what it depends on? -------------===//
//
// Goes over all code once and has the parts check each instruction.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/plan/PlanCheck.h"
#include "skeletonizer/plan/PlanCheckParts.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace skel {

/// More faults are only counted.
static constexpr size_t MaxTold = 5;

void PlanFaults::add(const std::string &Place, const std::string &What) {
  std::string Line = "\n  " + Place + ": " + What;
  if (Told.insert(Line).second && ++Count <= MaxTold)
    Text += Line;
}

bool PlanFaults::none(std::string &Error) const {
  if (!Count)
    return true;
  Error = "internal error: the plan of the skeleton lacks what decides "
          "communication; please report it with this program:" +
          Text;
  if (Count > MaxTold)
    Error += "\n  and " + std::to_string(Count - MaxTold) + " more";
  return false;
}

bool checkPlan(const Phases &A, const SliceState &Slice, const Plan &Result,
               std::string &Error) {
  PlanFaults Faults;
  MemoryCheck Memory(A, Slice, Result, Faults);
  ValueCheck Values(A, Slice, Result, Faults);
  StatementCheck Statements(A, Slice, Result, Faults);
  for (const llvm::Function &F : A.Index.module()) {
    if (F.isDeclaration() || !Slice.reachable(&F))
      continue;
    for (const BasicBlock &B : F) {
      Memory.memory(B, false);
      Memory.memory(B, true);
    }
    Memory.exits(F);
    for (const Instruction *I : Slice.calledInFront(&F))
      Values.inFront(F, *I);
    for (const Argument &X : F.args())
      if (Slice.isLive(&X))
        Values.parameter(F, X);
    for (const Instruction &I : instructions(F)) {
      if (Slice.isLive(&I))
        Values.value(I);
      if (Slice.executes(&I)) {
        Statements.inPlan(I);
        Values.executed(I);
      }
      if (!Slice.liveWrites(&I).empty())
        Values.writer(I);
    }
  }
  Memory.everywhere();
  Statements.statements();
  MessageCheck(A, Slice, Result, Faults).messages();
  return Faults.none(Error);
}

bool breakPlan(const Program &P, const IrIndex &Index, const SliceState &Slice,
               Plan &Result, size_t N) {
  auto IsNext = [&] { return --N == 0; };
  for (const Stmt &S : P.Stmts)
    if (Slice.keeps(int(S.Id)) && Result.Keep[S.Id] &&
        S.Kind != StmtKind::Compound && IsNext()) {
      Result.Keep[S.Id] = 0;
      return true;
    }
  for (const Stmt &S : P.Stmts)
    if (Slice.keeps(int(S.Id)) && !Slice.standsAlone(int(S.Id)))
      for (const Instruction *I : Index.instructions(int(S.Id)))
        if (auto *C = dyn_cast<CallBase>(I);
            C && Index.callOf(C) >= 0 && Slice.isLive(C) && IsNext()) {
          Result.CallsOnly.push_back({int(S.Id), unsigned(Index.callOf(C))});
          return true;
        }
  for (const Stmt &S : P.Stmts)
    if (S.Kind == StmtKind::Return && Slice.keeps(int(S.Id)) &&
        !Result.NullReturn[S.Id] && !Slice.onlyJumps(int(S.Id)) && IsNext()) {
      Result.NullReturn[S.Id] = 1;
      return true;
    }
  for (CommCall &C : Result.Calls)
    if (C.Real && C.For >= 0 && IsNext()) {
      C.Real = false;
      return true;
    }
  for (DeadArgs &D : Result.DeadArguments)
    for (size_t A = 0; A < D.NullArg.size(); ++A)
      if (!D.NullArg[A] && IsNext()) {
        D.NullArg[A] = true;
        return true;
      }
  return false;
}

} // namespace skel
