//===- EffectCollector.cpp - changes that conditions make -----------------===//
//
// Walks down a condition with what each outcome of it tells about the part at
// hand.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/frontend/EffectCollector.h"
#include "skeletonizer/frontend/Effects.h"
#include "skeletonizer/model/Summaries.h"

using namespace clang;

namespace skel {

namespace {

/// What the outcome of a condition tells about an expression in it: nothing,
/// that it was evaluated, or its value.
enum Told { Unknown, Evaluated, True, False };
/// What a condition tells where it holds, and where it does not.
struct Outcome {
  Told Then = True, Else = False;
  template <typename Fn> Outcome each(Fn F) const { return {F(Then), F(Else)}; }
  Outcome inside() const {
    return each([](Told T) { return T == Unknown ? T : Evaluated; });
  }
};

class EffectCollector {
public:
  explicit EffectCollector(Collector &C) : C(C) {}
  void noteEffects(const Expr *E, Outcome O);

private:
  void noteSides(const BinaryOperator *B, Outcome O);
  void noteEffect(const Expr *E, Outcome O);

  Collector &C;
};

/// Notes the effects of both sides of && or ||. The right side is evaluated if
/// the left side has the value GoesOn.
void EffectCollector::noteSides(const BinaryOperator *B, Outcome O) {
  Told GoesOn = B->getOpcode() == BO_LAnd ? True : False;
  noteEffects(B->getLHS(), O.each([&](Told T) {
    return T == Unknown || T == GoesOn ? T : Evaluated;
  }));
  noteEffects(B->getRHS(),
              O.each([&](Told T) { return T == GoesOn ? T : Unknown; }));
}

void EffectCollector::noteEffects(const Expr *E, Outcome O) {
  if (!E || !effectsOf(E).any())
    return;
  E = E->IgnoreParenImpCasts();
  auto *B = dyn_cast<BinaryOperator>(E);
  auto *U = dyn_cast<UnaryOperator>(E);
  auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (B && B->isLogicalOp()) {
    noteSides(B, O);
  } else if (B && !B->isAssignmentOp()) {
    noteEffects(B->getLHS(), O.inside());
    noteEffects(B->getRHS(), B->isCommaOp() ? O : O.inside());
  } else if (auto *Q = dyn_cast<ConditionalOperator>(E)) {
    noteEffects(Q->getCond(), O.inside());
    noteEffects(Q->getTrueExpr(), {Unknown, Unknown});
    noteEffects(Q->getFalseExpr(), {Unknown, Unknown});
  } else if (U && U->getOpcode() == UO_LNot) {
    noteEffects(U->getSubExpr(), O.each([](Told T) {
      return T == True ? False : T == False ? True : T;
    }));
  } else if ((U && !U->isIncrementDecrementOp()) ||
             isa<CastExpr, MemberExpr, ArraySubscriptExpr>(E) ||
             (F && F->getIdentifier() && !F->isDefined() &&
              onlyGivesValue(F->getName()))) {
    for (const clang::Stmt *Part : E->children())
      noteEffects(dyn_cast<Expr>(Part), O.inside());
  } else {
    noteEffect(E, O);
  }
}

void EffectCollector::noteEffect(const Expr *E, Outcome O) {
  EffectText T;
  Place End;
  if (!C.textOf(E->getSourceRange(), T.Begin, End))
    return;
  T.End = End.Offset;
  T.When = O.Else == Unknown   ? EffectText::Then
           : O.Then == Unknown ? EffectText::Else
                               : EffectText::Always;
  T.Call = isa<CallExpr>(E);
  C.Src.Effects.insert(T);
}

} // namespace

void collectEffects(Collector &C, const Expr *Condition) {
  EffectCollector(C).noteEffects(Condition, Outcome());
}

} // namespace skel
