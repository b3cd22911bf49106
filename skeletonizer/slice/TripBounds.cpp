//===- TripBounds.cpp - bounds of the parts that ranks have ---------------===//
//
// "first = rank * rows; last = first + rows; if (last > n) last = n;": products
// that are the same in both bounds of a loop leave its rounds, and the smaller
// one of two bounds is one value.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/TripBounds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace skel {

using Bounds = TripCounts::Bounds;
using Sum = TripValues::Sum;

/// What a sum adds up, each by itself, without its constant.
static std::vector<Sum> partsOf(const Sum &S) {
  std::vector<Sum> Out;
  for (const auto &Term : S.Terms)
    Out.emplace_back().Terms = {Term};
  for (const auto &Value : S.Values)
    Out.emplace_back().Values = {Value};
  return Out;
}

/// The part without its factor, which is returned.
static int64_t takeFactor(Sum &Part) {
  int64_t &Factor =
      Part.Terms.empty() ? Part.Values[0].second : Part.Terms[0].second;
  return std::exchange(Factor, 1);
}

std::optional<Sum> Bounds::product(const BinaryOperator *B, const Sum &L,
                                   const Sum &R) const {
  if (!T.Front || T.Values || T.NoValue.count(B) ||
      !(B->hasNoSignedWrap() || B->getType()->isIntegerTy(64)))
    return std::nullopt;
  Sum Out;
  Out.Addend = L.Addend * R.Addend;
  for (Sum &Left : partsOf(L))
    Out.add(Left, R.Addend);
  for (Sum &Right : partsOf(R))
    Out.add(Right, L.Addend);
  for (Sum Left : partsOf(L))
    for (Sum Right : partsOf(R)) {
      int64_t Times = takeFactor(Left) * takeFactor(Right);
      auto Of = [&](const Sum &First, const Sum &Second) {
        auto New = std::make_shared<Computed>();
        New->What = Computed::Formula;
        New->At = B;
        New->Casts = {{0, 0}};
        New->Texts = {LongCast.str(), " * ", ""};
        New->Arguments = {{First}, {Second}};
        Sum Value;
        Value.Values.push_back({std::move(New), Times});
        return Value;
      };
      Sum New = Of(Left, Right), Turned = Of(Right, Left);
      bool Known = llvm::any_of(Out.Values, [&](const auto &Old) {
        return isSame(*Old.first, *Turned.Values[0].first);
      });
      Out.add(Known ? Turned : New, 1);
    }
  return Out;
}

/// "if (last > n) last = n;": the store, and the comparison in front of it.
struct Clamp {
  const StoreInst *First = nullptr, *Other = nullptr;
  const BranchInst *If = nullptr;
};

static bool clampOf(const AllocaInst *A, Clamp &Out) {
  for (const User *U : A->users()) {
    auto *S = dyn_cast<StoreInst>(U);
    if (isa<LoadInst>(U))
      continue;
    if (!S || S->getPointerOperand() != A || Out.Other)
      return false;
    (Out.First ? Out.Other : Out.First) = S;
  }
  if (!Out.Other)
    return false;
  for (unsigned Turn = 0; Turn < 2; ++Turn) {
    const BasicBlock *In = Out.Other->getParent();
    const BasicBlock *From = In->getSinglePredecessor();
    Out.If = From ? dyn_cast<BranchInst>(From->getTerminator()) : nullptr;
    if (Out.If && Out.If->isConditional() && In->getSingleSuccessor() &&
        llvm::is_contained(successors(From), In->getSingleSuccessor()))
      return true;
    std::swap(Out.First, Out.Other);
  }
  return false;
}

/// Whenever control comes from the first store to the read, it comes to the
/// branch between them.
bool Bounds::isBetween(const Instruction *First, const BranchInst *If,
                       const LoadInst *Read) const {
  const Control &By = T.controlOf(If->getFunction());
  const llvm::Loop *Around = By.Loops.getLoopFor(If->getParent());
  return By.Loops.getLoopFor(First->getParent()) == Around &&
         (!Around || Around->contains(Read->getParent())) &&
         By.Before.dominates(First, If) &&
         By.After.dominates(If->getParent(), First->getParent()) &&
         By.Before.dominates(If, Read);
}

std::optional<Sum> Bounds::clamped(const LoadInst *Read, const AllocaInst *A,
                                   const Context &C) const {
  Clamp Of;
  if (!T.Front || T.Values || !clampOf(A, Of) || T.NoValue.count(Of.Other) ||
      !isBetween(Of.First, Of.If, Read))
    return std::nullopt;
  auto *Test = dyn_cast<ICmpInst>(Of.If->getCondition());
  auto Reads = [&](unsigned Side) {
    auto *L = Test ? dyn_cast<LoadInst>(withoutCast(Test->getOperand(Side)))
                   : nullptr;
    return L && L->getPointerOperand() == A;
  };
  if (!Test || Test->isEquality() || Reads(0) == Reads(1))
    return std::nullopt;
  std::optional<Sum> First = T.sum(Of.First->getValueOperand(), C),
                     Other = T.sum(Of.Other->getValueOperand(), C),
                     Limit = T.sum(Test->getOperand(Reads(0) ? 1 : 0), C);
  if (!First || !Other || !Limit)
    return std::nullopt;
  Limit->add(*Other, -1);
  CmpInst::Predicate P = Test->getPredicate();
  if (!Reads(0))
    P = CmpInst::getSwappedPredicate(P);
  if (Of.If->getSuccessor(0) != Of.Other->getParent())
    P = CmpInst::getInversePredicate(P);
  // "if (last >= n) last = n - 1;" is as good as "if (last > n) last = n;"
  int64_t Next = P == CmpInst::ICMP_SGT || P == CmpInst::ICMP_UGT ||
                         P == CmpInst::ICMP_SLE || P == CmpInst::ICMP_ULE
                     ? -1
                     : 1;
  if (!Limit->isConstant() || (Limit->Addend != 0 && Limit->Addend != Next))
    return std::nullopt;
  bool Smaller = ICmpInst::isGT(P) || ICmpInst::isGE(P);
  auto New = std::make_shared<Computed>();
  New->What = Computed::Formula;
  New->At = Of.Other;
  New->Texts = {"", Smaller ? " < " : " > ", " ? ", " : ", ""};
  New->Arguments = {{*First}, {*Other}, {*First}, {*Other}};
  Sum Out;
  Out.Values.push_back({std::move(New), 1});
  return Out;
}

} // namespace skel
