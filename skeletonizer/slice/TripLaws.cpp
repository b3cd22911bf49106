//===- TripLaws.cpp - values that follow no smooth law --------------------===//
//
//
// A remainder by a number that does not change is a law if what it is taken of
// goes by even steps, as the counter of a loop does: "i % 3 == 0" holds in a
// third of the rounds. Of other numbers it may be anything: "while (b) { t = a
// % b; a = b; b = t; }" takes as many rounds as number theory says.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/TripLaws.h"
#include "skeletonizer/memory/BitFields.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace skel {

/// Values that are looked at for one answer.
static constexpr unsigned MaxLooked = 300;
/// A number that each round multiplies by more leaves 32 bits in four rounds.
static constexpr uint64_t MostEvenFactor = 256;

using Laws = TripCounts::Laws;

Laws::Motion Laws::join(const Motion &A, const Motion &B) {
  Motion Out{std::max(A.By, B.By), std::min(A.Own, B.Own)};
  if (Out.By == Even && (A.By == Unit || B.By == Unit))
    Out.By = Unit; // "i + 4 * j" takes all values, too
  return Out;
}

std::optional<TripCounts::Sum> Laws::sum(const Value *V, const Context &C) {
  SaveAndRestore<bool> WithResults(T.Calling, true);
  size_t NumRefused = T.Refused.size();
  std::optional<Sum> Result = T.sum(V, C);
  T.Refused.erase(T.Refused.begin() + long(NumRefused), T.Refused.end());
  return Result;
}

bool Laws::isFixed(const Value *V, const Context &C) {
  return sum(V, C) || of(V, C).By == Fixed;
}

Laws::Motion Laws::of(const Value *V, const Context &C) {
  V = withoutCast(V);
  if (++Looked > MaxLooked || !V->getType()->isIntegerTy())
    return {Odd};
  if (isa<Constant>(V) || sum(V, C))
    return {};
  if (auto *A = dyn_cast<Argument>(V)) {
    const Value *Actual = T.given(A, C);
    return Actual ? of(Actual, *C.Up) : Motion{Odd};
  }
  if (auto *L = dyn_cast<LoadInst>(V)) {
    const Argument *A = C.Up ? parameterOf(L) : nullptr;
    return A ? of(A, C) : ofVariable(L, C);
  }
  if (auto *B = dyn_cast<BinaryOperator>(V))
    return ofOperator(B, C);
  if (auto *Call = dyn_cast<CallBase>(V))
    return ofCall(Call, C);
  if (!isa<ICmpInst, PHINode, SelectInst>(V))
    return {Odd};
  Motion Out; // one of them, or whether one of them is larger
  for (const Use &U : cast<Instruction>(V)->operands())
    if (!isa<SelectInst>(V) || U.getOperandNo() > 0)
      Out = join(Out, of(U.get(), C));
  return {Out.By == Unit ? Even : Out.By, Out.Own};
}

Laws::Motion Laws::ofOperator(const BinaryOperator *B, const Context &C) {
  Motion L = of(B->getOperand(0), C), R = of(B->getOperand(1), C);
  Motion Both = join(L, R);
  bool Constant = isa<ConstantInt>(B->getOperand(1)) ||
                  (B->isCommutative() && isa<ConstantInt>(B->getOperand(0)));
  switch (B->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
    return Both.By == Geometric ? Motion{Odd} : Both;
  case Instruction::Shl:
    if (L.By == Fixed && R.By == Unit && !Both.isOwn()) // "1 << level"
      return {Geometric};
    if (R.By != Fixed)
      return {Odd};
    [[fallthrough]];
  case Instruction::Mul:
    if (Both.isOwn())
      return Both.By == Fixed && Constant ? Motion{Geometric, Both.Own}
                                          : Motion{Odd};
    return {Both.By == Unit ? Even : Both.By};
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::AShr:
  case Instruction::LShr:
    if (Both.isOwn())
      return Both.By == Fixed && Constant ? Motion{Geometric, Both.Own}
                                          : Motion{Odd};
    return R.By != Fixed ? Motion{Odd} : L;
  case Instruction::SRem:
  case Instruction::URem:
  case Instruction::And:
    return R.By != Fixed || R.isOwn() || L.By == Geometric ? Motion{Odd} : L;
  case Instruction::Or:
  case Instruction::Xor:
    return Constant ? Both : Motion{Odd};
  default:
    return {Odd};
  }
}

/// What a function returns, or the larger one of two values.
Laws::Motion Laws::ofCall(const CallBase *Call, const Context &C) {
  Motion Out;
  if (isa<IntrinsicInst>(Call)) {
    for (const Use &U : Call->args())
      if (!isa<ConstantInt>(U))
        Out = join(Out, of(U.get(), C));
    return Out;
  }
  const llvm::Function *G = Call->getCalledFunction();
  if (!G || G->isDeclaration() || C.Depth >= MaxTripDepth ||
      T.Memory.isRecursive(G))
    return {Odd};
  const Context Inner{Call, &C, C.Depth + 1};
  for (const BasicBlock &B : *G)
    if (auto *Ret = dyn_cast<ReturnInst>(B.getTerminator()))
      Out = join(Out, of(Ret->getReturnValue(), Inner));
  return Out;
}

/// The next round reads what the store leaves: no other one of the same loop
/// sets the variable before.
bool Laws::isCarried(const StoreInst *S,
                     ArrayRef<const StoreInst *> Fresh) const {
  const Control &By = T.controlOf(S->getFunction());
  const llvm::Loop *L = By.Loops.getLoopFor(S->getParent());
  if (isa<GlobalVariable>(S->getPointerOperand())) // from run to run
    return true;
  return L && llvm::none_of(Fresh, [&](const StoreInst *F) {
           return L->contains(F) && By.Before.dominates(F, S);
         });
}

/// "i + 1", "(i + 1) % n".
static bool isUnitStep(const Value *V) {
  auto *B = dyn_cast<BinaryOperator>(withoutCast(V));
  while (B && (B->getOpcode() == Instruction::SRem ||
               B->getOpcode() == Instruction::URem ||
               B->getOpcode() == Instruction::And))
    B = dyn_cast<BinaryOperator>(withoutCast(B->getOperand(0)));
  auto *By = B ? dyn_cast<ConstantInt>(B->getOperand(1)) : nullptr;
  return By &&
         (B->getOpcode() == Instruction::Add ||
          B->getOpcode() == Instruction::Sub) &&
         (By->isOne() || By->isMinusOne());
}

/// A variable that nothing but stores and reads knows, as what is stored in it
/// in the run.
Laws::Motion Laws::ofVariable(const LoadInst *L, const Context &C) {
  const Value *Variable = L->getPointerOperand();
  if (!isa<AllocaInst, GlobalVariable>(Variable) || !isPlain(Variable))
    return {Odd};
  for (size_t K = 0; K < Under.size(); ++K)
    if (Under[K].first == Variable && Under[K].second == &C)
      return {Fixed, K};
  size_t This = Under.size();
  Under.push_back({Variable, &C});
  Motion Out;
  SmallVector<const StoreInst *, 4> Fresh, Own;
  for (const User *U : Variable->users()) {
    auto *S = dyn_cast<StoreInst>(U);
    if (!S || (S->getFunction() == T.Home ? !C.Up && !T.InRun.count(S)
                                          : !T.Called.count(S->getFunction())))
      continue;
    Motion By = S->getFunction() == L->getFunction()
                    ? of(S->getValueOperand(), C)
                    : Motion{Odd};
    bool Steps = By.Own == This;
    (Steps ? Own : Fresh).push_back(S);
    if (Steps)
      By.Own = NotOwn;
    Out = join(Out, By);
  }
  for (const StoreInst *S : Own)
    if (isCarried(S, Fresh))
      Out = {std::max(Out.By, isUnitStep(S->getValueOperand()) ? Unit : Even),
             Out.Own};
  Under.pop_back();
  return Out;
}

/// "n - 1" and "(1 << k) - 1": what it leaves of a number is a remainder.
bool Laws::isMask(const Value *V, const Context &C) {
  std::optional<Sum> S = sum(V, C);
  return S && S->Addend == -1 && !S->isConstant();
}

bool Laws::isEvenRest(const Instruction *I, const Context &C) {
  Motion Of = of(I->getOperand(0), C);
  if (Of.By != Unit && Of.By != Even)
    return false;
  if (isa<ConstantInt>(I->getOperand(1)))
    return true;
  // Of two counters: the mean of all remainders; by 2, 4, 8 ...: one by one.
  return Of.By == Unit && of(I->getOperand(1), C).By != Odd;
}

static bool isTruth(const Value *V) {
  auto *Z = dyn_cast<ZExtInst>(V);
  return Z && Z->getOperand(0)->getType()->isIntegerTy(1);
}

bool Laws::isEvenBits(const BinaryOperator *B, const Context &C) {
  const Value *L = B->getOperand(0), *R = B->getOperand(1);
  if (isTruth(L) || isTruth(R))
    return true;
  Motion Of = of(L, C);
  if (Of.By != Unit && Of.By != Even)
    return false;
  return isa<ConstantInt>(R) ||
         (B->getOpcode() == Instruction::And && Of.By == Unit && isMask(R, C));
}

/// What equals it is a matter of number theory: a product of two numbers that
/// move, "i * j == n", or do not, or a number that is rounded, "n / k * k ==
/// n".
bool Laws::isOddProduct(const Value *V, const Context &C, unsigned Depth) {
  auto *B = dyn_cast<BinaryOperator>(withoutCast(V));
  if (!B || Depth > MaxTripDepth || sum(B, C))
    return false;
  const Value *L = B->getOperand(0), *R = B->getOperand(1);
  if (B->getOpcode() == Instruction::Add || B->getOpcode() == Instruction::Sub)
    return isOddProduct(L, C, Depth + 1) || isOddProduct(R, C, Depth + 1);
  if (B->getOpcode() != Instruction::Mul)
    return false;
  for (const Value *Part : {L, R}) {
    auto *Quotient = dyn_cast<BinaryOperator>(withoutCast(Part));
    if (Quotient && (Quotient->getOpcode() == Instruction::SDiv ||
                     Quotient->getOpcode() == Instruction::UDiv))
      return !isEvenRest(Quotient, C);
  }
  return !isa<ConstantInt>(L) && !isa<ConstantInt>(R) &&
         (of(L, C).By == Fixed) == (of(R, C).By == Fixed);
}

bool Laws::readsBitField(const Instruction *I, const Context &C) const {
  const LoadInst *Field = bitsOf(I);
  Targets At = Field ? T.scalar(Field, C) : Targets();
  return At.size() == 1 && At.front().Part.Width;
}

const char *Laws::brokenBy(const Instruction *I, const Context &C) {
  if (!T.Front || T.Values || T.Probing || T.Indexing || T.Lawless)
    return nullptr;
  if (auto *Test = dyn_cast<ICmpInst>(I)) {
    if (!Test->isEquality())
      return nullptr;
    if (isOddProduct(Test->getOperand(0), C) ||
        isOddProduct(Test->getOperand(1), C))
      return "an equality of products that follows no smooth law";
    return asksPower(Test, 0, C) || asksPower(Test, 1, C)
               ? "an equality with a number that a loop multiplies or divides"
               : nullptr;
  }
  if (!isPartOfNumber(I) || readsBitField(I, C) ||
      T.Memory.isRecursive(I->getFunction()))
    return nullptr;
  if (isa<SExtInst, ZExtInst>(I))
    return !isTruth(I) &&
                   of(cast<Instruction>(I->getOperand(0))->getOperand(0), C)
                           .By > Even
               ? "bits of a number that follow no smooth law"
               : nullptr;
  auto *B = dyn_cast<BinaryOperator>(I);
  if (!B)
    return nullptr;
  switch (B->getOpcode()) {
  case Instruction::SRem:
  case Instruction::URem:
    return isEvenRest(B, C) ? nullptr
                            : "a remainder that follows no smooth law";
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return isEvenBits(B, C) ? nullptr
                            : "bits of a number that follow no smooth law";
  default:
    return nullptr;
  }
}

namespace {
/// What a variable's new value is computed from its old one by.
struct OwnSteps {
  bool Grows = false;   ///< a product
  bool Shrinks = false; ///< a quotient
  bool Turns = false;   ///< the remainder of a product
};
} // namespace

/// True: the value is computed from the variable's.
static bool ownSteps(const Value *V, const AllocaInst *Variable, OwnSteps &Out,
                     unsigned Depth = 0) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth > 8)
    return false;
  if (auto *L = dyn_cast<LoadInst>(I))
    return L->getPointerOperand() == Variable;
  if (!isa<BinaryOperator, CastInst, PHINode, SelectInst>(I))
    return false;
  bool Own = false;
  OwnSteps In;
  for (const Use &U : I->operands())
    if (!isa<SelectInst>(I) || U.getOperandNo() > 0)
      Own |= ownSteps(U.get(), Variable, In, Depth + 1);
  if (!Own)
    return false;
  unsigned Code = I->getOpcode();
  Out.Turns |=
      In.Turns ||
      (In.Grows && (Code == Instruction::SRem || Code == Instruction::URem));
  Out.Grows |= In.Grows || Code == Instruction::Mul || Code == Instruction::Shl;
  Out.Shrinks |= In.Shrinks || Code == Instruction::SDiv ||
                 Code == Instruction::UDiv || Code == Instruction::AShr ||
                 Code == Instruction::LShr;
  return true;
}

/// "for (p = 1; p < n; p *= 2) if (p == k) ..." asks whether k is a power, as
/// "p == k" behind the loop does. In the loop a test against a constant
/// follows from the number of rounds.
bool Laws::asksPower(const ICmpInst *Test, unsigned Operand, const Context &C) {
  auto *L = dyn_cast<LoadInst>(withoutCast(Test->getOperand(Operand)));
  if (!L || of(L, C).By != Geometric)
    return false;
  if (!isa<Constant>(Test->getOperand(1 - Operand)))
    return true;
  auto *Variable = dyn_cast<AllocaInst>(L->getPointerOperand());
  const Control &By = T.controlOf(L->getFunction());
  bool Moves = false, IsAround = false;
  for (const User *U : L->getPointerOperand()->users()) {
    auto *S = dyn_cast<StoreInst>(U);
    OwnSteps Steps;
    if (!S || !Variable || !ownSteps(S->getValueOperand(), Variable, Steps))
      continue;
    const llvm::Loop *Around = By.Loops.getLoopFor(S->getParent());
    Moves |= Around != nullptr;
    IsAround |= Around && Around->contains(L);
  }
  return Moves && !IsAround;
}

/// "while (a != b) if (a > b) a -= b; else b -= a;"
static bool subtractEachOther(const AllocaInst *Variable,
                              const llvm::Loop *Around) {
  auto Subtracts = [&](const AllocaInst *A) -> const AllocaInst * {
    for (const User *U : A->users()) {
      auto *S = dyn_cast<StoreInst>(U);
      auto *By = S && S->getPointerOperand() == A && Around->contains(S)
                     ? dyn_cast<BinaryOperator>(S->getValueOperand())
                     : nullptr;
      auto *L = By ? dyn_cast<LoadInst>(By->getOperand(0)) : nullptr;
      auto *R = By ? dyn_cast<LoadInst>(By->getOperand(1)) : nullptr;
      if (L && R && By->getOpcode() == Instruction::Sub &&
          L->getPointerOperand() == A)
        return dyn_cast<AllocaInst>(R->getPointerOperand());
    }
    return nullptr;
  };
  const AllocaInst *Other = Subtracts(Variable);
  return Other && Subtracts(Other) == Variable;
}

/// A remainder, or some bits, of what the loop changes.
bool Laws::isPart(const Value *V, const llvm::Loop *Around, const Context &C) {
  auto *B = dyn_cast<BinaryOperator>(withoutCast(V));
  if (!B || !isPartOfNumber(B) || readsBitField(B, C) ||
      isTruth(B->getOperand(0)) || isTruth(B->getOperand(1)) ||
      B->getOpcode() == Instruction::SDiv ||
      B->getOpcode() == Instruction::UDiv || T.formula(B, C))
    return false;
  auto Sets = [&](const Value *Of) {
    auto *L = dyn_cast<LoadInst>(withoutCast(Of));
    return L && isPlain(L->getPointerOperand()) &&
           any_of(L->getPointerOperand()->users(), [&](const User *U) {
             auto *S = dyn_cast<StoreInst>(U);
             auto *By =
                 S ? dyn_cast<BinaryOperator>(S->getValueOperand()) : nullptr;
             return By && Around->contains(S) && !bitOperator(By->getOpcode());
           });
  };
  return Sets(B->getOperand(0)) || Sets(B->getOperand(1)) ||
         of(B->getOperand(0), C).By > Even;
}

/// The loop goes on while a remainder of what it changes is another one than
/// that which ends it: "i % n", or "r", which is set to "i % n".
bool Laws::endsByPart(const Value *V, const llvm::Loop *Around,
                      const Context &C) {
  if (isPart(V, Around, C))
    return true;
  auto *L = dyn_cast<LoadInst>(withoutCast(V));
  auto *Variable = L ? dyn_cast<AllocaInst>(L->getPointerOperand()) : nullptr;
  return Variable && isPlain(Variable) &&
         any_of(Variable->users(), [&](const User *U) {
           auto *S = dyn_cast<StoreInst>(U);
           auto *By =
               S && Around->contains(S)
                   ? dyn_cast<BinaryOperator>(withoutCast(S->getValueOperand()))
                   : nullptr;
           OwnSteps Steps;
           if (!By || !isPart(By, Around, C))
             return false;
           return !ownSteps(By, Variable, Steps) ||
                  !(isa<ConstantInt>(By->getOperand(1)) || isUnitStep(By));
         });
}

/// A loop ends when a number of its own comes to one value, as in "while (q !=
/// 1) q = q % 2 ? 3 * q + 1 : q / 2;", or "x = x * a % m": how many rounds that
/// takes follows from no size.
const char *Laws::endsAnywhere(const BranchInst *B, const Context &C) {
  const llvm::Loop *Around =
      T.controlOf(B->getFunction()).Loops.getLoopFor(B->getParent());
  SmallVector<const Value *, 4> Tests{B->getCondition()};
  const char *Why = nullptr;
  auto Look = [&](const ICmpInst *Test, const Value *V) {
    auto *L = dyn_cast<LoadInst>(withoutCast(V));
    auto *Variable = L ? dyn_cast<AllocaInst>(L->getPointerOperand()) : nullptr;
    OwnSteps Steps;
    if (Test->isEquality() && Variable && L->getType()->isIntegerTy())
      for (const User *U : Variable->users())
        if (auto *S = dyn_cast<StoreInst>(U);
            S && S->getPointerOperand() == Variable && Around->contains(S))
          ownSteps(S->getValueOperand(), Variable, Steps);
    if (Steps.Turns || (Steps.Grows && Steps.Shrinks))
      Why = "the round in which a number that is multiplied and divided comes "
            "to its end";
    else if (Test->isEquality() && Variable &&
             subtractEachOther(Variable, Around))
      Why = "the round in which numbers that are subtracted from each other "
            "come to their end";
    else if (endsByPart(V, Around, C))
      Why = "the round in which a remainder or some bits of a number end a "
            "loop";
  };
  while (Around && !Tests.empty() && !Why) {
    const Value *V = Tests.pop_back_val();
    if (const Value *Of = negated(V)) {
      Tests.push_back(Of);
    } else if (auto *P = dyn_cast<PHINode>(V)) { // "a && b"
      for (const Value *In : P->incoming_values())
        if (!isa<PHINode>(In))
          Tests.push_back(In);
    } else if (auto *Test = dyn_cast<ICmpInst>(V)) {
      for (const Use &U : Test->operands())
        if (!Why)
          Look(Test, U.get());
    }
  }
  return Why;
}

/// Bits of a number which no sum tells, other than by a mask: "m & (m - 1)" and
/// "m >> b & 1".
bool Laws::mixesBits(const Instruction *I, const Context &C) const {
  if (!bitOperator(I->getOpcode()) || I->getType()->isIntegerTy(1) ||
      isOfBitField(I) || T.Indexing)
    return false;
  auto Part = [&](const Value *V) {
    auto *Shift = dyn_cast<BinaryOperator>(withoutCast(V));
    return Shift && isPower(Shift) && !T.sum(Shift->getOperand(1), C);
  };
  const Value *L = I->getOperand(0), *R = I->getOperand(1);
  return isa<ConstantInt>(R) ? Part(L) : !T.sum(L, C) && !T.sum(R, C);
}

/// What is shifted left by what no sum tells may be any power of two: what the
/// bits are computed from does not tell how the value grows.
bool Laws::growsByBits(const Instruction *I, const Context &C) const {
  return I->getOpcode() == Instruction::Shl && isPower(I) && !T.formula(I, C);
}

/// The store multiplies its variable in each round of a loop which another
/// value ends: the rounds of that loop do not tell how the value grows.
bool Laws::growsByRounds(const StoreInst *S, const Context &C) const {
  auto *B = dyn_cast<BinaryOperator>(S->getValueOperand());
  auto *Variable = dyn_cast<AllocaInst>(S->getPointerOperand());
  if (!B || !Variable ||
      (B->getOpcode() != Instruction::Mul &&
       B->getOpcode() != Instruction::Shl))
    return false;
  auto IsOwn = [&](const Value *V) {
    auto *L = dyn_cast<LoadInst>(V);
    return L && L->getPointerOperand() == Variable;
  };
  bool Left = IsOwn(B->getOperand(0));
  if ((!Left && !IsOwn(B->getOperand(1))) || IsOwn(B->getOperand(Left)) ||
      !T.sum(B->getOperand(Left), C))
    return false;
  const Control &By = T.controlOf(S->getFunction());
  const llvm::Loop *L = By.Loops.getLoopFor(S->getParent());
  SmallVector<BasicBlock *, 4> Exits;
  if (L)
    L->getExitingBlocks(Exits);
  return L && llvm::none_of(Exits, [&](const BasicBlock *E) {
           auto *Br = dyn_cast<BranchInst>(E->getTerminator());
           auto *Test = Br && Br->isConditional()
                            ? dyn_cast<CmpInst>(Br->getCondition())
                            : nullptr;
           if (!Test)
             return true;
           for (const Use &U : Test->operands()) {
             const Value *V = U.get();
             while (isa<CastInst>(V) ||
                    (isa<BinaryOperator>(V) &&
                     isa<ConstantInt>(cast<Instruction>(V)->getOperand(1))))
               V = cast<Instruction>(V)->getOperand(0);
             if (IsOwn(V))
               return true;
           }
           return false;
         });
}

/// "x = x * 1103515245 + 12345", in the rounds of a loop.
static bool wrapsInRounds(const StoreInst *S) {
  auto *Sum = dyn_cast<BinaryOperator>(withoutCast(S->getValueOperand()));
  if (!Sum || (Sum->getOpcode() != Instruction::Add &&
               Sum->getOpcode() != Instruction::Sub))
    return false;
  return any_of(Sum->operands(), [&](const Use &U) {
    auto *Product = dyn_cast<BinaryOperator>(withoutCast(U.get()));
    auto *By = Product && Product->getOpcode() == Instruction::Mul
                   ? dyn_cast<ConstantInt>(Product->getOperand(1))
                   : nullptr;
    auto *Own =
        By ? dyn_cast<LoadInst>(withoutCast(Product->getOperand(0))) : nullptr;
    return Own && Own->getPointerOperand() == S->getPointerOperand() &&
           By->getValue().abs().uge(MostEvenFactor);
  });
}

const char *Laws::growsBy(const StoreInst *S, const Context &C) const {
  if (growsByRounds(S, C))
    return "a value that each round of a loop multiplies";
  if (wrapsInRounds(S) &&
      T.controlOf(S->getFunction()).Loops.getLoopFor(S->getParent()))
    return "a number that each round of a loop multiplies until it wraps "
           "around";
  return nullptr;
}

} // namespace skel
