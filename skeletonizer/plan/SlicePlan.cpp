//===- SlicePlan.cpp - from the slice to the plan -------------------------===//
//
// Plans statements and functions. C asks for more than the slice: a function
// stays if kept text names it, and a function that returns a value ends with a
// return.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/plan/SlicePlan.h"
#include "skeletonizer/plan/SlicePlanParts.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

namespace {

/// What becomes of statements and functions.
class StatementPlanner {
public:
  StatementPlanner(const IrIndex &I, const SliceState &S, Plan &R)
      : Index(I), Slice(S), Prog(I.program()), Result(R) {}

  void run() {
    size_t N = Prog.Stmts.size();
    Result.Keep.assign(N, 0);
    Result.Why.assign(N, Reason());
    Result.KeepFn.assign(Prog.Functions.size(), 0);
    Result.DeclOnly.assign(N, 0);
    Result.NullReturn.assign(N, 0);
    Result.Runs.assign(N, 0);
    for (const Stmt &S : Prog.Stmts) {
      for (const llvm::Function *F : Index.copies(int(S.Function)))
        Result.Runs[S.Id] |= Slice.reachable(F);
      if (Slice.neverRuns(int(S.Id)))
        Result.Runs[S.Id] = 0;
      statement(S);
    }
    functions();
  }

private:
  /// The code only stores or returns constants. Such code may stay as it is.
  static bool isConstant(ArrayRef<const Instruction *> Code) {
    for (const Instruction *I : Code) {
      if (auto *S = dyn_cast<StoreInst>(I)) {
        if (!isa<Constant>(S->getValueOperand()))
          return false;
      } else if (auto *T = dyn_cast<MemTransferInst>(I)) {
        if (!isa<Constant>(T->getSource()) || !isa<Constant>(T->getLength()))
          return false;
      } else if (auto *Ret = dyn_cast<ReturnInst>(I)) {
        if (Ret->getReturnValue() && !isa<Constant>(Ret->getReturnValue()))
          return false;
      } else if (!isa<BranchInst>(I) && !isa<MemSetInst>(I) &&
                 !isa<GetElementPtrInst>(I)) {
        return false;
      }
    }
    return true;
  }

  bool isConstantVariable(const AllocaInst *A) const {
    const DILocalVariable *V = Index.variableOf(A);
    auto *T = V ? dyn_cast_or_null<DIDerivedType>(V->getType()) : nullptr;
    return T && T->getTag() == dwarf::DW_TAG_const_type;
  }

  void statement(const Stmt &S) {
    int Id = int(S.Id);
    if (S.Kind == StmtKind::Declarator && Index.allocaOf(Id) &&
        !Index.instructions(Id).empty() &&
        (!Slice.keeps(Id) || Slice.standsAlone(Id)))
      Result.DeclOnly[Id] = isConstantVariable(Index.allocaOf(Id)) &&
                                    isConstant(Index.instructions(Id))
                                ? 2
                                : 1;
    if (!Slice.keeps(Id))
      return;
    Result.Keep[Id] = 1;
    Result.Why[Id] = Slice.reason(Id);
    if (const CallBase *C = Slice.standsAlone(Id)) {
      if (!isWholeText(Id, C))
        Result.CallsOnly.push_back({Id, unsigned(Index.callOf(C))});
    }
    if (S.Kind == StmtKind::Return &&
        (Slice.onlyJumps(Id) || Slice.standsAlone(Id)) &&
        (Index.returnsRecord(int(S.Function)) ||
         !isConstant(Index.instructions(Id))))
      Result.NullReturn[Id] = 1;
  }

  /// The statement consists of this call alone.
  bool isWholeText(int Id, const CallBase *C) const {
    if (Prog.Stmts[Id].Kind != StmtKind::Expr)
      return false;
    for (const Instruction *I : Index.instructions(Id)) {
      if (I->getFunction() != C->getFunction() || I == C)
        continue;
      if (auto *S = dyn_cast<StoreInst>(I))
        if (S->getValueOperand()->stripPointerCasts() == C ||
            isa<CastInst>(S->getValueOperand()))
          return false;
      if (!I->comesBefore(C))
        return false;
    }
    const Call &K = Prog.Calls[Index.callOf(C)];
    const Stmt &S = Prog.Stmts[Id];
    return K.Line == S.Range.Line && K.Col == S.Range.Col;
  }

  void functions() {
    DenseSet<const Value *> Seen;
    SmallVector<const Value *, 32> Work;
    for (const llvm::Function &F : Index.module()) {
      if (Slice.needs(&F))
        Work.push_back(&F);
      for (const Instruction &I : llvm::instructions(F))
        if (Slice.executes(&I))
          for (const Use &U : I.operands())
            if (isa<Constant>(U.get()))
              Work.push_back(U.get());
    }
    // Kept code may name tables of functions.
    while (!Work.empty()) {
      const Value *V = Work.pop_back_val();
      if (!Seen.insert(V).second)
        continue;
      if (auto *F = dyn_cast<llvm::Function>(V)) {
        int Id = Index.functionOf(F);
        if (Id >= 0)
          Result.KeepFn[Id] = 1;
      } else if (auto *G = dyn_cast<GlobalVariable>(V)) {
        if (G->hasInitializer())
          Work.push_back(G->getInitializer());
      } else if (auto *C = dyn_cast<Constant>(V)) {
        for (const Use &U : C->operands())
          Work.push_back(U.get());
      }
    }
    for (size_t F = 0; F < Prog.Functions.size(); ++F)
      if (Result.KeepFn[F])
        finalReturn(int(F));
  }

  /// A function that returns a value keeps the return at its end.
  void finalReturn(int F) {
    int Body = Prog.Functions[F].Body;
    if (Body < 0 || Prog.Stmts[Body].Children.empty())
      return;
    Result.Keep[Body] = 1;
    int Last = int(Prog.Stmts[Body].Children.back());
    if (Prog.Stmts[Last].Kind != StmtKind::Return || Result.Keep[Last] ||
        Slice.neverRuns(Last))
      return;
    bool Void = true;
    for (const llvm::Function *Copy : Index.copies(F))
      Void &= Copy->getReturnType()->isVoidTy() && !Copy->hasStructRetAttr();
    if (Void)
      return;
    Result.Keep[Last] = 1;
    Result.Why[Last].Why = Reason::Syntax;
    Result.NullReturn[Last] =
        Index.returnsRecord(F) || !isConstant(Index.instructions(Last));
  }

  const IrIndex &Index;
  const SliceState &Slice;
  const Program &Prog;
  Plan &Result;
};

} // namespace

void planOfSlice(const IrIndex &Index, const PointsTo &Pts,
                 const ModRef &Memory, const Sites &CallSites,
                 const SliceState &Slice, Plan &Result) {
  const SlicedProgram All = {Index, Pts, Memory, CallSites, Slice};
  StatementPlanner(Index, Slice, Result).run();
  planCalls(All, Result);
  listCode(All, Result);
  listUnknown(All, Result);
  planArguments(All, Result);
}

} // namespace skel
