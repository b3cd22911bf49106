//===- PlanCheckStatements.cpp - does the text stay? ----------------------===//
//
// Compares the slice with the statements, calls and arguments of the plan.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/plan/PlanCheckParts.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

StatementCheck::StatementCheck(const Phases &A, const SliceState &S,
                               const Plan &R, PlanFaults &F)
    : PlanCheckPart(A, S, R, F), CallSites(A.CallSites) {
  for (const CallOnly &O : Result.CallsOnly)
    OnlyCall[O.Stmt] = O.Call;
}

bool StatementCheck::belongsTo(const Instruction *I, unsigned Call) {
  SmallVector<const Instruction *, 8> Work{I};
  DenseSet<const Instruction *> Seen;
  int S = Index.stmtOf(I);
  while (!Work.empty()) {
    const Instruction *J = Work.pop_back_val();
    if (Index.stmtOf(J) != S || !Seen.insert(J).second)
      continue;
    if (auto *C = dyn_cast<CallBase>(J); C && Index.callOf(C) == int(Call))
      return true;
    for (const User *U : J->users())
      if (auto *K = dyn_cast<Instruction>(U))
        Work.push_back(K);
    // The call may be given a copy of a structure: then stores to the copy
    // belong to it.
    if (auto *St = dyn_cast<StoreInst>(J))
      if (auto *A = dyn_cast<AllocaInst>(
              St->getPointerOperand()->stripInBoundsOffsets()))
        Work.push_back(A);
    if (auto *M = dyn_cast<MemIntrinsic>(J))
      if (auto *A = dyn_cast<AllocaInst>(M->getDest()->stripInBoundsOffsets()))
        for (const User *U : A->users())
          if (auto *K = dyn_cast<Instruction>(U))
            Work.push_back(K);
  }
  return false;
}

bool StatementCheck::hasEffect(const Instruction &I) const {
  if (Slice.isLive(&I) || !Slice.liveWrites(&I).empty())
    return true;
  auto *C = dyn_cast<CallBase>(&I);
  return C && !isa<IntrinsicInst>(C);
}

void StatementCheck::inPlan(const Instruction &I) {
  int F = Index.functionOf(I.getFunction());
  if (F >= 0 && !Result.KeepFn[size_t(F)])
    fault(&I, "the function is gone");
  int S = Index.stmtOf(&I);
  if (S < 0)
    return;
  if (!Result.Keep[size_t(S)]) {
    fault(&I, "the statement is gone");
    return;
  }
  if (isa<AllocaInst>(I) || !hasEffect(I))
    return;
  auto Only = OnlyCall.find(S);
  if (Only != OnlyCall.end()) {
    if (!belongsTo(&I, Only->second))
      fault(&I, "of the statement only a call stays");
  } else if (Result.NullReturn[size_t(S)]) {
    fault(&I, "the value that is returned is gone");
  }
}

bool StatementCheck::isRead(const llvm::Function &F) const {
  if (Slice.readsResult(&F))
    return true;
  if (!F.hasStructRetAttr())
    return false;
  for (unsigned A : Slice.atExit(&F))
    if (Slice.isResult(&F, A))
      return true;
  return false;
}

/// "return MPI_Barrier(comm);" of a function that returns nothing else: a zero
/// says the same.
bool StatementCheck::givesZero(const Stmt &S, const llvm::Function &F) const {
  bool Any = false;
  for (const Instruction *I : Index.instructions(int(S.Id)))
    if (isa<StoreInst>(I) && I->getFunction() == &F) {
      if (!Slice.changesNothing(I))
        return false;
      Any = true;
    }
  return Any;
}

/// Of the statement one call is left, and no other call of it may end the
/// process or jump out of the function.
bool StatementCheck::onlyCallDecides(int S) const {
  StmtKind K = Prog.Stmts[S].Kind;
  auto Only = OnlyCall.find(S);
  if (Only == OnlyCall.end() ||
      (K != StmtKind::Expr && K != StmtKind::Declarator))
    return false;
  bool Decides = false;
  for (const Instruction *I : Index.instructions(S))
    if (auto *C = dyn_cast<CallBase>(I); C && Control.mayNotReturn(C)) {
      if (Index.callOf(C) != int(Only->second))
        return false;
      Decides = true;
    }
  return Decides;
}

/// A statement may end the process or jump out of the function: the calls that
/// do it stay, and so does the text of a return that makes them.
void StatementCheck::leaving(const Stmt &S) {
  for (const Instruction *I : Index.instructions(int(S.Id))) {
    auto *C = dyn_cast<CallBase>(I);
    if (!C || !Slice.needs(C->getFunction()) || !Control.mayNotReturn(C))
      continue;
    if (!Slice.executes(C) ||
        (Result.NullReturn[S.Id] && !OnlyCall.count(int(S.Id))))
      fault(C, "a call that may jump out of the function is gone");
  }
}

void StatementCheck::statement(const Stmt &S) {
  auto Gone = [&](unsigned P, bool Whole) {
    return !Result.Keep[P] || (Whole && OnlyCall.count(int(P)));
  };
  for (unsigned P : Control.parents(int(S.Id))) {
    StmtKind K = Prog.Stmts[P].Kind;
    bool Jump = K == StmtKind::Goto || K == StmtKind::Return;
    if (Gone(P, !Jump && !onlyCallDecides(int(P))))
      fault(Prog.place(Prog.Stmts[P]),
            "what decides whether " + Prog.place(S) + " runs is gone");
  }
  if (S.Parent >= 0 && Gone(unsigned(S.Parent), true))
    fault(Prog.place(Prog.Stmts[size_t(S.Parent)]),
          "what holds " + Prog.place(S) + " is gone");
  if (Result.NullReturn[S.Id])
    for (const llvm::Function *F : Index.copies(int(S.Function)))
      if (Slice.enters(F) && isRead(*F) && !givesZero(S, *F))
        fault(Prog.place(S), "the value that is returned is gone");
  if (S.Kind == StmtKind::Switch || S.Kind == StmtKind::Goto)
    for (unsigned L : Control.labels(int(S.Id)))
      if (Gone(L, false))
        fault(Prog.place(Prog.Stmts[L]),
              "the label that " + Prog.place(S) + " jumps to is gone");
}

void StatementCheck::deadArguments(const CallBase &C,
                                   const std::vector<bool> &Null) {
  for (unsigned A = 0; A < C.arg_size() && A < Null.size(); ++A) {
    if (!Null[A])
      continue;
    for (const llvm::Function *G : Pts.callees(&C))
      if (A < G->arg_size() ? Slice.enters(G) && Slice.isLive(G->getArg(A))
                            : Slice.readsVarArgs(G))
        fault(&C, "an argument that is read is gone");
    for (const Instruction *I : CallSites.owned(&C, A))
      if (Slice.executes(I) && hasEffect(*I))
        fault(I, "an argument that has an effect is gone");
  }
}

void StatementCheck::arguments() {
  std::map<unsigned, const std::vector<bool> *> Dead; // by call
  for (const DeadArgs &D : Result.DeadArguments)
    Dead[D.Call] = &D.NullArg;
  for (const llvm::Function &F : Index.module())
    for (const Instruction &I : instructions(F)) {
      auto *C = dyn_cast<CallBase>(&I);
      if (!C || !Slice.executes(C) || isa<IntrinsicInst>(C))
        continue;
      auto It = Dead.find(unsigned(Index.callOf(C)));
      if (Index.callOf(C) >= 0 && It != Dead.end())
        deadArguments(*C, *It->second);
    }
}

void StatementCheck::statements() {
  for (const Stmt &S : Prog.Stmts)
    if (Result.Keep[S.Id] && Slice.keeps(int(S.Id)))
      statement(S);
  for (const Stmt &S : Prog.Stmts)
    if (Control.leaves(int(S.Id)))
      leaving(S);
  arguments();
}

} // namespace skel
