//===- TripSums.cpp - sums of values in front of a run, rounds of loops ---===//
//
// Bounds that are sums of scalars which the run leaves alone, and how often a
// loop runs that counts from one such sum to another.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/slice/TripBounds.h"
#include "skeletonizer/slice/TripCrossings.h"
#include "skeletonizer/slice/TripDistances.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace skel {

static constexpr size_t MaxTerms = 4;

void TripCounts::Sum::add(const Sum &Other, int64_t Times) {
  Addend += Times * Other.Addend;
  for (const auto &New : Other.Terms) {
    auto It = llvm::find_if(
        Terms, [&](const auto &T) { return T.first == New.first; });
    if (It == Terms.end())
      Terms.push_back({New.first, Times * New.second});
    else
      It->second += Times * New.second;
  }
  llvm::erase_if(Terms, [](const auto &T) { return !T.second; });
  for (const auto &New : Other.Values) {
    auto It = llvm::find_if(Values, [&](const auto &Old) {
      return isSame(*Old.first, *New.first);
    });
    if (It != Values.end())
      It->second += Times * New.second;
    else if (Times)
      Values.push_back({New.first, Times * New.second});
  }
  llvm::erase_if(Values, [](const auto &V) { return !V.second; });
}

bool TripValues::isSame(const Computed &A, const Computed &B) {
  auto Alike = [](const Sum &X, const Sum &Y) {
    return X.Terms == Y.Terms && X.Addend == Y.Addend &&
           std::equal(X.Values.begin(), X.Values.end(), Y.Values.begin(),
                      Y.Values.end(), [](const auto &V, const auto &W) {
                        return V.second == W.second &&
                               isSame(*V.first, *W.first);
                      });
  };
  auto Equal = [&](const Computed::Argument &X, const Computed::Argument &Y) {
    return X.Pointer == Y.Pointer && Alike(X.Number, Y.Number);
  };
  bool Compared = A.What == Computed::Formula || A.isOfRounds();
  return Compared && A.What == B.What && A.Texts == B.Texts &&
         std::equal(A.Arguments.begin(), A.Arguments.end(), B.Arguments.begin(),
                    B.Arguments.end(), Equal);
}

/// It is the same in all rounds of the loops around, not only a constant in
/// their first ones: "i * k".
bool TripCounts::isFixed(const Value *V, const Context &C, bool First) const {
  return !First || sum(V, C, false);
}

/// Sums and differences, and products with constants.
std::optional<TripCounts::Sum> TripCounts::arithmetic(const BinaryOperator *B,
                                                      const Context &C,
                                                      bool First,
                                                      unsigned Depth) const {
  unsigned Code = B->getOpcode();
  auto *Bits = dyn_cast<ConstantInt>(B->getOperand(1));
  if (Code == Instruction::Shl && Bits && Bits->getZExtValue() < 32) {
    std::optional<Sum> L = sum(B->getOperand(0), C, First, Depth + 1);
    Sum Result;
    if (L)
      Result.add(*L, int64_t(1) << Bits->getZExtValue());
    return L ? std::optional<Sum>(Result) : std::nullopt;
  }
  if (Code != Instruction::Add && Code != Instruction::Sub &&
      Code != Instruction::Mul)
    return std::nullopt;
  std::optional<Sum> L = sum(B->getOperand(0), C, First, Depth + 1);
  std::optional<Sum> R =
      L ? sum(B->getOperand(1), C, First, Depth + 1) : std::nullopt;
  if (!R)
    return std::nullopt;
  Sum Result;
  if (Code != Instruction::Mul) {
    Result = *L;
    Result.add(*R, Code == Instruction::Add ? 1 : -1);
  } else if (R->isConstant() && isFixed(B->getOperand(1), C, First)) {
    Result.add(*L, R->Addend);
  } else if (L->isConstant() && isFixed(B->getOperand(0), C, First)) {
    Result.add(*R, L->Addend);
  } else if (std::optional<Sum> Of =
                 Products &&
                         (!L->isConstant() ||
                          isFixed(B->getOperand(0), C, First)) &&
                         (!R->isConstant() ||
                          isFixed(B->getOperand(1), C, First))
                     ? Bounds(*this).product(B, *L, *R)
                     : std::nullopt) {
    Result = std::move(*Of);
  } else {
    return std::nullopt;
  }
  if (Result.size() > MaxTerms)
    return std::nullopt;
  return Result;
}

std::optional<TripCounts::Sum> TripCounts::sum(const Value *V, const Context &C,
                                               bool First,
                                               unsigned Depth) const {
  while ((isa<SExtInst>(V) || isa<ZExtInst>(V) || isa<TruncInst>(V)) &&
         !(Calling && isPartOfNumber(cast<Instruction>(V))))
    V = cast<Instruction>(V)->getOperand(0);
  if (Depth > MaxTripDepth)
    return std::nullopt;
  if (auto *K = dyn_cast<ConstantInt>(V)) {
    Sum Constant;
    Constant.Addend = K->getSExtValue();
    return Constant;
  }
  if (std::shared_ptr<const Computed> P = Calling ? formula(V, C) : nullptr) {
    Sum Result;
    Result.Values.push_back({P, 1});
    return Result;
  }
  if (std::optional<Sum> Apart = Distances(*this).of(V, C);
      Apart && (Calling || Apart->Values.empty()))
    return Apart;
  const LoadInst *Field = bitsOf(V);
  if (auto *B = dyn_cast<BinaryOperator>(V); B && !Field)
    return arithmetic(B, C, First, Depth);
  auto Actual = [&](const Argument *A) -> std::optional<Sum> {
    const Value *By = given(A, C);
    return By ? sum(By, *C.Up, First, Depth + 1) : std::nullopt;
  };
  if (auto *A = dyn_cast<Argument>(V))
    return Actual(A);
  if (auto *Call = dyn_cast<CallBase>(V)) {
    std::optional<Sum> Result = resultOf(Call, C, Depth);
    if (std::shared_ptr<const Computed> P =
            Result || !Calling ? nullptr : pureCall(Call, C)) {
      Result.emplace();
      Result->Values.push_back({P, 1});
    }
    return Result;
  }
  auto *L = Field ? Field : dyn_cast<LoadInst>(V);
  if (!L || !L->getType()->isIntegerTy())
    return std::nullopt;
  if (const Argument *A = C.Up && !Field ? parameterOf(L) : nullptr)
    return Actual(A);
  Targets At = scalar(L, C);
  if (Field && (At.size() != 1 || !At.front().Part.Width))
    return std::nullopt;
  if (At.size() == 1 && !writtenInRun(At.front()) && isWhole(At.front(), L)) {
    Sum Scalar;
    Scalar.Terms.push_back({At.front(), 1});
    return Scalar;
  }
  if (Field)
    return std::nullopt;
  // A variable of the run's own that is set once: "int rows = g->ny - 2;"
  auto *Local = dyn_cast<AllocaInst>(L->getPointerOperand());
  Steps.Asked.insert(L->getPointerOperand());
  if (const Value *Once = Local ? onlyStored(Local) : nullptr)
    return sum(Once, C, First, Depth + 1);
  if (std::optional<Sum> Of =
          Local && Products ? Bounds(*this).clamped(L, Local, C) : std::nullopt)
    return Of;
  if (Local && First)
    for (int S = Index.stmtOf(L); S >= 0; S = Index.program().Stmts[S].Parent) {
      Counter By;
      if (S != Loop && Index.program().Stmts[S].Kind == StmtKind::For &&
          counterOf(L, S, By))
        return sum(By.Begin, C, First, Depth + 1);
    }
  return std::nullopt;
}

bool isLoopTest(const IrIndex &Index, const BranchInst *B, int Stmt) {
  StmtKind K = Index.program().Stmts[Stmt].Kind;
  if (K != StmtKind::Macro)
    return K == StmtKind::For || K == StmtKind::While || K == StmtKind::Do;
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *, 16> Work(successors(B->getParent()));
  while (!Work.empty()) {
    const BasicBlock *At = Work.pop_back_val();
    if (At == B->getParent())
      return true;
    if (Seen.insert(At).second && Index.stmtOf(At->getTerminator()) == Stmt)
      Work.append(succ_begin(At), succ_end(At));
  }
  return false;
}

bool isRepeated(const IrIndex &Index, unsigned Stmt) {
  const skel::Stmt &S = Index.program().Stmts[Stmt];
  if (S.Kind == StmtKind::Goto || S.Kind == StmtKind::Label)
    return Index.program().goesBack(S);
  return isLoop(S.Kind) ||
         (S.Kind == StmtKind::Macro &&
          llvm::any_of(Index.instructions(int(Stmt)), [&](const auto *I) {
            auto *B = dyn_cast<BranchInst>(I);
            return B && isLoopTest(Index, B, int(Stmt));
          }));
}

/// V reads the counter of the loop that the statement is. It is set in front of
/// the loop or in its header, and changed in the header alone. Scaled: each
/// round multiplies or divides it.
bool TripCounts::counterOf(const Value *V, int Stmt, Counter &Out,
                           bool Scaled) const {
  while (isa<SExtInst>(V) || isa<ZExtInst>(V))
    V = cast<Instruction>(V)->getOperand(0);
  auto *L = dyn_cast<LoadInst>(V);
  auto *Variable = L ? dyn_cast<AllocaInst>(L->getPointerOperand()) : nullptr;
  if (!Variable || !isPlain(Variable))
    return false;
  auto Changes = [&](const StoreInst *S) -> const BinaryOperator * {
    auto *B = dyn_cast<BinaryOperator>(S->getValueOperand());
    auto *From = B ? dyn_cast<LoadInst>(B->getOperand(0)) : nullptr;
    unsigned Code = B ? B->getOpcode() : 0;
    bool Steps =
        Scaled ? B && (B->isShift() || Code == Instruction::Mul ||
                       Code == Instruction::SDiv || Code == Instruction::UDiv)
               : Code == Instruction::Add || Code == Instruction::Sub;
    return From && From->getPointerOperand() == Variable && Steps ? B : nullptr;
  };
  const Program &Prog = Index.program();
  const StoreInst *Before = nullptr;
  size_t Elsewhere = 0; // stores that are not the loop's own
  for (const User *U : Variable->users()) {
    auto *S = dyn_cast<StoreInst>(U);
    if (!S)
      continue;
    int At = Index.stmtOf(S), Up = At;
    bool Header = At == Stmt || (At >= 0 && Prog.Stmts[At].Parent == Stmt &&
                                 Prog.Stmts[At].Kind == StmtKind::Declarator);
    while (Up >= 0 && Up != Stmt)
      Up = Prog.Stmts[Up].Parent;
    if (!Header && Up == Stmt) // the body changes it
      return false;
    const BinaryOperator *Step = Header ? Changes(S) : nullptr;
    if (Step && Out.Step)
      return false;
    if (Step) {
      Out.Step = Step->getOperand(1);
      Out.Shifts = Step->isShift();
      Out.Down = Step->getOpcode() != Instruction::Add &&
                 Step->getOpcode() != Instruction::Mul &&
                 Step->getOpcode() != Instruction::Shl;
    } else if (Header) {
      Out.Begin = S->getValueOperand();
    } else {
      ++Elsewhere;
      Before = S;
    }
  }
  if (!Out.Begin && Elsewhere == 1 && !Changes(Before))
    Out.Begin = Before->getValueOperand();
  return Out.Begin && Out.Step;
}

/// Of "a && b" and "a || b", which is constant where a decides: b.
const Value *lastTest(const Value *V) {
  auto *P = dyn_cast<PHINode>(V);
  if (!P || P->getNumIncomingValues() != 2)
    return V;
  bool First = isa<Constant>(P->getIncomingValue(0));
  return isa<Constant>(P->getIncomingValue(1)) == First
             ? V
             : P->getIncomingValue(First ? 1 : 0);
}

/// A loop with two bounds, "i < n && i < most": which one ends it decides how
/// its rounds grow.
void TripCounts::compare(const Sum &Count, const ICmpInst *Test, int Stmt,
                         const Context &C) {
  auto [It, New] = FirstTests.try_emplace({Stmt, &C}, Count);
  bool Constant = It->second.isConstant() && Count.isConstant();
  if (!New && !Constant && !Values && Conditions.size() < MaxConditions)
    Conditions.push_back({It->second, Count, "<=", Test});
}

/// A product, also of a variable that is set to it alone.
std::optional<TripCounts::Sum>
TripCounts::Crossings::product(const Value *V, const Context &C) {
  auto *L = dyn_cast<LoadInst>(withoutCast(V));
  auto *A = L ? dyn_cast<AllocaInst>(L->getPointerOperand()) : nullptr;
  const Value *Once = A ? onlyStored(A) : nullptr;
  auto *I = dyn_cast<Instruction>(withoutCast(Once ? Once : V));
  auto Of = std::make_shared<TripCounts::Computed>();
  if (!I || !T.Front || T.NoValue.count(I) || !Bounds(T).write(I, C, *Of))
    return std::nullopt;
  Of->What = TripCounts::Computed::Formula;
  Of->At = I;
  Sum Result;
  Result.Values.push_back({std::move(Of), 1});
  return Result;
}

/// A loop that counts from one sum to another. First: of a loop inside of
/// others, in their first round. Computed: the sums may have computed values.
std::optional<TripCounts::Counting>
TripCounts::Crossings::counting(const ICmpInst *Test, int Stmt,
                                const Context &C, bool First, bool Computed) {
  if (!Test->getOperand(0)->getType()->isIntegerTy())
    return std::nullopt;
  CmpInst::Predicate P = Test->getPredicate();
  const Value *End = Test->getOperand(1);
  Counting Out;
  if (!T.counterOf(Test->getOperand(0), Stmt, Out.By)) {
    Out.By = Counter();
    End = Test->getOperand(0);
    P = CmpInst::getSwappedPredicate(P);
    if (!T.counterOf(Test->getOperand(1), Stmt, Out.By))
      return multiple(Test, Stmt, C, First);
  }
  std::optional<Sum> Step = T.sum(Out.By.Step, C), From, To;
  {
    SaveAndRestore<bool> WithResults(T.Calling, Computed);
    From = T.sum(Out.By.Begin, C, First);
    To = T.sum(End, C, First);
    // "for (i = rank * rows; i < (rank + 1) * rows; i++)", and loops in it
    bool Fixed = (From && From->isConstant()) || (To && To->isConstant());
    bool Inner = T.countsAround(Out.By.Begin) >= 0 || T.countsAround(End) >= 0;
    if (Computed && !(From && To) && (Inner || !Fixed)) {
      SaveAndRestore<bool> WithProducts(T.Products, true);
      From = T.sum(Out.By.Begin, C, First);
      To = T.sum(End, C, First);
    }
    if (!To && Computed && Step && !Step->isConstant())
      To = product(End, C); // "for (k = rank; k < nx * ny; k += size)"
  }
  if (!Step || !From || !To)
    return std::nullopt;
  Out.Down = Out.By.Down != (Step->isConstant() && Step->Addend < 0);
  bool Less = ICmpInst::isLT(P) || ICmpInst::isLE(P);
  bool Greater = ICmpInst::isGT(P) || ICmpInst::isGE(P);
  if (P != CmpInst::ICMP_NE && !(Out.Down ? Greater : Less))
    return std::nullopt;
  Out.Count = Out.Down ? *From : *To;
  Out.Count.add(Out.Down ? *To : *From, -1);
  if (Less || Greater)
    Out.Count.Addend += !CmpInst::isStrictPredicate(P);
  if (Out.Count.size() > MaxTerms)
    return std::nullopt;
  Out.From = std::move(*From);
  Out.Step = std::move(*Step);
  return Out;
}

/// The rounds of a loop that counts from one sum to another; of a loop inside
/// of others, in their first round: later ones differ from it by what the
/// rounds of the others say. False: it does not count so.
bool TripCounts::count(const BranchInst *B, int Stmt, const Context &C) {
  auto *Test = dyn_cast<ICmpInst>(lastTest(B->getCondition()));
  if (std::optional<Sum> Apart =
          Test ? Distances(*this).rounds(Test, Stmt, C) : std::nullopt) {
    runs(std::move(*Apart), Test, Stmt, C);
    return true;
  }
  std::optional<Counting> Found =
      Test ? Crossings(*this).counting(Test, Stmt, C, true, true)
           : std::nullopt;
  if (!Found)
    return false;
  if (Crossings(*this).stepped(*Found, Test, Stmt, C))
    return true;
  if (!Found->Step.isConstant())
    value(Found->By.Step, C);
  if (Found->Count.isConstant() && !C.Up && Found->Step.isConstant() &&
      Found->Step.Addend)
    Fixed[Stmt] = Found->Count.Addend / std::abs(Found->Step.Addend);
  runs(std::move(Found->Count), Test, Stmt, C);
  return true;
}

/// The loop runs so many rounds.
void TripCounts::runs(Sum Count, const ICmpInst *Test, int Stmt,
                      const Context &C) {
  compare(Count, Test, Stmt, C);
  if (Count.size() == 1 && Count.Values.empty() &&
      std::abs(Count.Terms[0].second) == 1)
    Found.push_back({Count.Terms[0].first, Test, Stmt});
  else if (!Count.isConstant())
    Counted.push_back({std::move(Count), Test});
}

} // namespace skel
