//===- TripBranches.cpp - what decides which code of a run is executed ----===//
//
// Branches of if and switch, of ?:, && and ||. Calls through pointers are in
// TripPointers.cpp.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/slice/TripCrossings.h"
#include "skeletonizer/slice/TripLaws.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace skel {

const char *compareOperator(CmpInst::Predicate P) {
  switch (P) {
  case CmpInst::ICMP_EQ:
    return "==";
  case CmpInst::ICMP_NE:
    return "!=";
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_ULT:
    return "<";
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_ULE:
    return "<=";
  case CmpInst::ICMP_SGT:
  case CmpInst::ICMP_UGT:
    return ">";
  case CmpInst::ICMP_SGE:
  case CmpInst::ICMP_UGE:
    return ">=";
  default:
    return nullptr;
  }
}

/// What is there only ends the program.
static bool fails(const BasicBlock *B) {
  for (unsigned Steps = 0; B && Steps < 8; ++Steps, B = B->getUniqueSuccessor())
    if (isa<UnreachableInst>(B->getTerminator()))
      return true;
  return false;
}

/// The statement may run several times in the run.
bool TripCounts::isInLoop(int Stmt, const Context &C) const {
  for (const Context *At = &C;; At = At->Up) {
    for (int S = Stmt; S >= 0; S = Index.program().Stmts[S].Parent)
      if (isRepeated(Index, unsigned(S)) &&
          (At->Up ||
           llvm::any_of(Index.instructions(S),
                        [&](const Instruction *I) { return InRun.count(I); })))
        return true;
    if (!At->Up)
      return false;
    if (Memory.isRecursive(At->Call->getFunction()))
      return true;
    Stmt = Index.stmtOf(At->Call);
  }
}

/// Much code stands behind an if that jumps over it.
bool TripCounts::guardsRest(const Stmt &If, bool Repeated) const {
  const Program &P = Index.program();
  const Stmt *Whole = &If; // with its labels
  while (Whole->Parent >= 0 &&
         (P.Stmts[Whole->Parent].Kind == StmtKind::Label ||
          P.Stmts[Whole->Parent].Kind == StmtKind::Case))
    Whole = &P.Stmts[Whole->Parent];
  if (If.Kind != StmtKind::If || Whole->Parent < 0 ||
      P.Stmts[Whole->Parent].Kind != StmtKind::Compound)
    return false;
  bool Jumps = llvm::any_of(If.Children, [&](unsigned Child) {
    const Stmt *Last = &P.Stmts[Child];
    if (Dead && Dead(Child))
      return false;
    if (Last->Kind == StmtKind::Compound && !Last->Children.empty())
      Last = &P.Stmts[Last->Children.back()];
    return Last->Kind == StmtKind::Return || Last->Kind == StmtKind::Goto;
  });
  ArrayRef<unsigned> Rest = P.Stmts[Whole->Parent].Children;
  Rest = Rest.drop_while([&](unsigned Id) { return Id <= Whole->Id; });
  return Jumps && Heavy(Rest, Repeated);
}

/// The if makes a loop of what stands behind a label.
bool TripCounts::goesBack(const Stmt &If) const {
  const Program &P = Index.program();
  return llvm::any_of(If.Children, [&](unsigned Child) {
    const Stmt *Last = &P.Stmts[Child];
    if (Last->Kind == StmtKind::Compound && !Last->Children.empty())
      Last = &P.Stmts[Last->Children.back()];
    return Last->Kind == StmtKind::Goto && P.goesBack(*Last);
  });
}

/// A jump in the statement, however deep in it, decides whether much code
/// outside of it runs, or whether a loop around it goes on.
bool TripCounts::decidesBehind(const Instruction *Branch, int Stmt,
                               bool Repeated, const Context &C) const {
  const Control &By = controlOf(Branch->getFunction());
  auto It = By.Depending.find(Branch);
  if (It == By.Depending.end())
    return false;
  for (const auto &[Block, Way] : It->second) {
    bool Fail = true; // if control does not come this way
    for (unsigned K = 0; K < Branch->getNumSuccessors(); ++K)
      Fail &= K == Way || fails(Branch->getSuccessor(K));
    if (Fail || othersAreDead(Branch, Way))
      continue;
    int Last = -1;
    for (const Instruction &I : *Block) {
      int S = Index.stmtOf(&I);
      if (S < 0 || S == Last || (!C.Up && !InRun.count(&I)))
        continue;
      Last = S;
      if (!Index.program().isIn(S, Stmt) && Heavy(unsigned(S), Repeated))
        return true;
    }
  }
  return false;
}

static bool isSameSum(const TripValues::Sum &A, const TripValues::Sum &B) {
  return A.Addend == B.Addend && A.Terms == B.Terms &&
         llvm::equal(A.Values, B.Values, [](const auto &P, const auto &Q) {
           return P.second == Q.second &&
                  (P.first == Q.first || P.first->At == Q.first->At);
         });
}

/// The condition is a comparison with a constant.
static bool isConstantEquality(const TripValues::Condition &If) {
  return !*If.Part && If.Right.isConstant() &&
         (StringRef(If.Operator) == "==" || StringRef(If.Operator) == "!=");
}

bool TripCounts::isAmongCases(const Sum &Number) const {
  return llvm::any_of(Conditions, [&](const Condition &If) {
    return If.Case && isSameSum(If.Left, Number);
  });
}

/// The number itself, in place of comparisons of it with constants.
void TripCounts::addCase(const Sum &Number, const Instruction *At) {
  Condition New{Number, {}, "", At};
  New.Case = true;
  llvm::erase_if(Conditions, [&](const Condition &If) {
    bool Is = isConstantEquality(If) && isSameSum(If.Left, Number);
    if (Is)
      New.Counts.insert(New.Counts.end(), If.Counts.begin(), If.Counts.end());
    return Is;
  });
  Conditions.push_back(std::move(New));
}

/// Each of these values of a number chooses another code: a number between two
/// of them is none of them, and so they are no sizes. Of many values, the
/// number is marked as one that chooses. False: it has no name in front of the
/// run.
bool TripCounts::equals(const Value *Number, ArrayRef<int64_t> Chosen,
                        const Instruction *At, const Context &C) {
  SaveAndRestore<bool> WithResults(Calling, true);
  std::optional<Sum> S = sum(Number, C);
  if (!S || Values)
    return false;
  if (S->isConstant() || isAmongCases(*S))
    return true;
  if (Conditions.size() + Chosen.size() > MaxConditions) {
    addCase(*S, At);
    return true;
  }
  for (int64_t V : Chosen) {
    Sum Right;
    Right.Addend = V;
    Conditions.push_back({*S, Right, "==", At});
  }
  return true;
}

/// What a switch decides on.
void TripCounts::cases(const SwitchInst *W, const Context &C) {
  SmallVector<int64_t, 8> Of;
  for (const auto &Case : W->cases())
    Of.push_back(Case.getCaseValue()->getSExtValue());
  llvm::sort(Of);
  if (Memory.isRecursive(W->getFunction()) ||
      !equals(W->getCondition(), Of, W, C)) {
    std::optional<Sum> V = sum(W->getCondition(), C);
    if (const MemoryPath *P = V ? V->path() : nullptr)
      Found.push_back({*P, W});
    else
      value(W->getCondition(), C);
  }
}

/// A branch or switch of an if or switch: what it decides on, if much code
/// depends on it.
void TripCounts::branch(const Instruction *I, int Stmt, const Context &C) {
  const skel::Stmt &S = Index.program().Stmts[Stmt];
  if (!Heavy)
    return;
  bool Repeated = isInLoop(Stmt, C);
  bool Much = llvm::any_of(
      S.Children, [&](unsigned Child) { return Heavy(Child, Repeated); });
  Much |= I->isTerminator() && I->getNumSuccessors() > 1 &&
          decidesBehind(I, Stmt, Repeated, C);
  if (auto *W = dyn_cast<SwitchInst>(I)) {
    if (Much)
      cases(W, C);
    return;
  }
  auto *B = dyn_cast<BranchInst>(I);
  if (!B || !B->isConditional())
    return;
  Much |= guardsRest(S, Repeated) || goesBack(S) || endsLoop(S) ||
          (Heavy(unsigned(Stmt), Repeated) && choosesCall(B, Stmt, Repeated));
  if (Much && Repeated && Crossings(*this).found(B, C))
    return;
  size_t Before = Conditions.size(), NumFound = Found.size();
  if (!(Much && condition(B, C))) {
    if (!Values &&
        isTakenOnce(B, controlOf(B->getFunction()), Objects, Pts, Memory))
      return; // a part of the block's first execution
    if (dataBranch(B, Stmt, C))
      return;
    if (!Much && Repeated)
      Lights.push_back({B, &C});
    size_t Lost = Losses;
    const char *Ends = !Values && (endsLoop(S) || goesBack(S))
                           ? Laws(*this).endsAnywhere(B, C)
                           : nullptr;
    SaveAndRestore<bool> Told(Lawless, Lawless || Ends);
    if (Much)
      value(B->getCondition(), C);
    if (Ends && Losses == Lost)
      lose(B, Ends);
    if (Losses != Lost || foundFloats(NumFound))
      countBranch(Stmt, C, Losses != Lost);
  }
  if (Conditions.size() == Before && Found.size() == NumFound)
    return;
  std::vector<Decided> Counts; // if what decides turns out to have no name
  std::swap(ByData, Counts);
  countBranch(Stmt, C, true);
  std::swap(ByData, Counts);
  for (size_t K = NumFound; K < Found.size(); ++K)
    Found[K].Counts = Counts;
  if (Conditions.size() != Before)
    for (size_t K = std::min(Before, Conditions.size() - 1);
         K < Conditions.size(); ++K)
      Conditions[K].Counts = Counts;
}

/// Branches to little code, as far as there is room: in each round of a loop an
/// access by an index or a division may be most of the time. What the loop's
/// counter is compared with is a bound, however little the code is.
void TripCounts::lightBranches() {
  for (const auto &[B, C] : Lights) {
    const Stmt &S = Index.program().Stmts[Index.stmtOf(B)];
    if (llvm::any_of(S.Children, Works) &&
        (Crossings(*this).found(B, *C) || condition(B, *C)))
      continue;
    auto *Test = dyn_cast<ICmpInst>(B->getCondition());
    for (unsigned Side : {0u, 1u})
      if (Test && !Test->isEquality() &&
          countsAround(Test->getOperand(Side)) >= 0 &&
          countsAround(Test->getOperand(1 - Side)) < 0)
        value(Test->getOperand(1 - Side), *C);
  }
}

/// False: the branch decides on what no sums in front of the run tell.
bool TripCounts::condition(const Instruction *B, const Context &C) {
  const Value *On = isa<BranchInst>(B) ? cast<BranchInst>(B)->getCondition()
                                       : cast<SelectInst>(B)->getCondition();
  if (std::shared_ptr<const Computed> P =
          Conditions.size() < MaxConditions ? formula(On, C) : nullptr) {
    Sum Left;
    Left.Values.push_back({P, 1});
    Conditions.push_back({Left, {}, "", P->At});
    return true;
  }
  auto *Test = dyn_cast<ICmpInst>(On);
  if (!Test || !Test->getOperand(0)->getType()->isIntegerTy() ||
      Memory.isRecursive(B->getFunction())) // each call has one of its own
    return false;
  const Value *Left = Test->getOperand(0);
  const char *Part = "";
  std::optional<Sum> By = Sum();
  // every k-th step
  if (auto *Op = dyn_cast<BinaryOperator>(Left); Op && !sum(Left, C)) {
    unsigned Code = Op->getOpcode();
    bool Rest = Code == Instruction::SRem || Code == Instruction::URem;
    if (Rest || Code == Instruction::And) {
      Part = Rest ? "%" : "&";
      Left = Op->getOperand(0);
      By = sum(Op->getOperand(1), C);
      if (By && By->isConstant() && By->Addend == 0)
        return false;
    }
  }
  std::optional<Sum> L = sum(Left, C), R = sum(Test->getOperand(1), C);
  bool Constant = (L && L->isConstant()) || (R && R->isConstant());
  if (!*Part && !(L && R) && !Constant) { // "rank == k / width % ranks"
    SaveAndRestore<bool> WithResults(Calling, true);
    std::optional<Sum> Computed[2] = {sum(Left, C),
                                      sum(Test->getOperand(1), C)};
    if (Computed[0] && Computed[1]) {
      L = Computed[0];
      R = Computed[1];
    }
  }
  const char *Operator = compareOperator(Test->getPredicate());
  // one of some elements: each of them, "neighbour[side] == none"
  auto *Read = dyn_cast<LoadInst>(Left);
  if (!L && R && R->isConstant() && !*Part && Test->isEquality() && Read) {
    Targets At = scalar(Read, C);
    size_t Before = Found.size();
    if (At.size() < 2 || Conditions.size() + At.size() > MaxConditions ||
        !leaf(At, Read))
      return false;
    Found.resize(Before);
    element(Read, C);
    for (const MemoryPath &P : At) {
      Sum Each;
      Each.Terms.push_back({P, 1});
      Conditions.push_back({std::move(Each), *R, Operator, Test});
    }
    return true;
  }
  if (!L || !R || !By || !Operator)
    return false;
  if (L->isConstant() && R->isConstant() && By->isConstant())
    return true;
  Condition New{*L, *R, Operator, Test, Part, *By};
  if (isConstantEquality(New) && isAmongCases(*L))
    return true;
  if (Conditions.size() < MaxConditions)
    Conditions.push_back(std::move(New));
  else if (isConstantEquality(New))
    addCase(*L, Test);
  else
    return false; // its values are parameters by themselves
  return true;
}

/// The branch, of ?:, && or ||, decides whether a function of the program is
/// called, or, of a statement that is repeated, a mathematical one.
bool TripCounts::choosesCall(const BranchInst *B, int Stmt,
                             bool Repeated) const {
  auto Reach = [&](const BasicBlock *From) {
    SmallPtrSet<const BasicBlock *, 16> Seen;
    SmallVector<const BasicBlock *, 16> Work{From};
    while (!Work.empty()) {
      const BasicBlock *At = Work.pop_back_val();
      if (At == B->getParent() || !Seen.insert(At).second)
        continue;
      if (Index.stmtOf(At->getTerminator()) == Stmt)
        Work.append(succ_begin(At), succ_end(At));
    }
    return Seen;
  };
  SmallPtrSet<const BasicBlock *, 16> Ways[2] = {Reach(B->getSuccessor(0)),
                                                 Reach(B->getSuccessor(1))};
  for (unsigned K = 0; K < 2; ++K)
    for (const BasicBlock *At : Ways[K])
      if (!Ways[1 - K].count(At))
        for (const Instruction &I : *At)
          if (auto *Call = dyn_cast<CallBase>(&I))
            if (Index.stmtOf(Call) == Stmt &&
                (!Pts.callees(Call).empty() ||
                 (Repeated && isLongMathematics(IrIndex::externalName(Call)))))
              return true;
  return false;
}

/// Much code runs, or a loop ends, only on one way of a macro's branch.
bool TripCounts::decidesMuch(const BranchInst *B, int Stmt,
                             bool Repeated) const {
  const Control &By = controlOf(B->getFunction());
  for (const llvm::Loop *L = By.Loops.getLoopFor(B->getParent()); L;
       L = L->getParentLoop())
    for (const BasicBlock *To : successors(B))
      if (!L->contains(To) && !fails(To))
        return true;
  return llvm::any_of(By.Deciding, [&](const auto &Entry) {
    return llvm::any_of(Entry.second,
                        [&](const auto &D) { return D.first == B; }) &&
           !fails(Entry.first) &&
           llvm::any_of(*Entry.first, [&](const Instruction &I) {
             int S = Index.stmtOf(&I);
             auto *Test = dyn_cast<BranchInst>(&I);
             auto *Call = dyn_cast<CallBase>(&I);
             return S == Stmt
                        ? (Call && !Pts.callees(Call).empty()) ||
                              (Test && Test != B && Test->isConditional() &&
                               isLoopTest(Index, Test, S))
                        : S >= 0 && Heavy(unsigned(S), Repeated);
           });
  });
}

/// A branch in a macro: it may hold a loop, or leave one of the text.
void TripCounts::branchInMacro(const BranchInst *B, int Stmt,
                               const Context &C) {
  if (Heavy && decidesMuch(B, Stmt, isInLoop(Stmt, C)) && !condition(B, C))
    value(B->getCondition(), C);
}

void TripCounts::choice(const BranchInst *B, int Stmt, const Context &C) {
  bool Repeated = Heavy && isInLoop(Stmt, C);
  bool Much =
      Heavy &&
      ((Heavy(unsigned(Stmt), Repeated) && choosesCall(B, Stmt, Repeated)) ||
       (Index.program().Stmts[Stmt].HoldsJump &&
        decidesBehind(B, Stmt, Repeated, C)));
  if (Much && !condition(B, C))
    value(B->getCondition(), C);
}

} // namespace skel
