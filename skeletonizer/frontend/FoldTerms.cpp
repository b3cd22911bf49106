//===- FoldTerms.cpp - expressions as terms -------------------------------===//
//
// Expressions that are no number, plain variable, call, comparison or logical
// operator become unknown terms.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/frontend/FoldTerms.h"
#include "skeletonizer/model/MpiTable.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace skel {

static bool isScalar(QualType T) {
  return T->isPointerType() || (T->isIntegerType() && !T->isBooleanType());
}

bool FoldTerms::isPlain(const VarDecl *D) const {
  QualType T = D->getType();
  return D->hasLocalStorage() && !isa<ParmVarDecl>(D) && isScalar(T) &&
         !T.isVolatileQualified() && Files.isProject(D->getLocation());
}

std::string FoldTerms::keyOf(const NamedDecl *D) const {
  auto *F = dyn_cast<FunctionDecl>(D);
  if (F && F->isExternallyVisible())
    return F->getNameAsString();
  const SourceManager &SM = Context.getSourceManager();
  SourceLocation At = SM.getExpansionLoc(D->getCanonicalDecl()->getLocation());
  return D->getNameAsString() + "@" + std::to_string(Files.fileId(At)) + ":" +
         std::to_string(SM.getFileOffset(At));
}

int FoldTerms::add(Term T) {
  Facts.Terms.push_back(T);
  return int(Facts.Terms.size()) - 1;
}

/// The value of an integer constant, or of a null pointer. Numbers are only
/// known if they are the same in every integer type. False for other
/// expressions.
bool FoldTerms::number(const Expr *E, Term &T) const {
  Expr::EvalResult Value;
  if (E->getType()->isIntegerType() && !E->isValueDependent() &&
      E->EvaluateAsInt(Value, Context)) {
    llvm::APSInt N = Value.Val.getInt();
    if (N.isRepresentableByInt64() && N.getExtValue() >= 0 &&
        N.getExtValue() < 128) {
      T.Kind = Term::Number;
      T.Value = N.getExtValue();
    }
    return true;
  }
  if (E->getType()->isPointerType() &&
      E->isNullPointerConstant(Context, Expr::NPC_NeverValueDependent)) {
    T.Kind = Term::Number;
    return true;
  }
  return false;
}

int FoldTerms::term(const Expr *E) {
  E = E->IgnoreParens();
  Term T;
  if (number(E, T))
    return add(T);
  if (auto *C = dyn_cast<CastExpr>(E)) {
    CastKind K = C->getCastKind();
    if ((K == CK_LValueToRValue || K == CK_NoOp || K == CK_BitCast) &&
        E->getType()->isPointerType() &&
        C->getSubExpr()->getType()->isPointerType())
      return term(C->getSubExpr());
    if (K == CK_LValueToRValue || K == CK_NoOp || K == CK_IntegralCast)
      if (!E->getType()->isBooleanType() &&
          C->getSubExpr()->getType()->isIntegerType())
        return term(C->getSubExpr());
  } else if (auto *R = dyn_cast<DeclRefExpr>(E)) {
    auto *V = dyn_cast<VarDecl>(R->getDecl());
    if (V && isPlain(V)) {
      T.Kind = Term::Variable;
      T.Key = keyOf(V);
      T.Assigned = Assigned.count(V) != 0;
      return add(T);
    }
  } else if (auto *C = dyn_cast<CallExpr>(E)) {
    T.Effects = true;
    if (const FunctionDecl *F = C->getDirectCallee()) {
      T.Kind = Term::Call;
      T.Key = keyOf(F);
      const MpiCallInfo *Info = findMpiCall(T.Key);
      if (Info && !Info->isOfFiles() &&
          F->getReturnType()->isSpecificBuiltinType(BuiltinType::Int))
        Facts.Codes.insert(T.Key);
    }
    return add(T);
  } else if (auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->getOpcode() == UO_LNot) {
      T.Kind = Term::Not;
      T.A = term(U->getSubExpr());
      return add(T);
    }
  } else if (auto *C = dyn_cast<ConditionalOperator>(E)) {
    T.Kind = Term::Choice;
    T.A = term(C->getCond());
    T.B = term(C->getTrueExpr());
    T.C = term(C->getFalseExpr());
    return add(T);
  } else if (auto *B = dyn_cast<BinaryOperator>(E)) {
    if (binary(B, T))
      return add(T);
  }
  T.Effects = E->HasSideEffects(Context);
  return add(T);
}

/// The value of a comparison, of && and || or of an assignment. False for other
/// operators.
bool FoldTerms::binary(const BinaryOperator *B, Term &T) {
  const Expr *L = B->getLHS(), *R = B->getRHS();
  if (B->getOpcode() == BO_Assign) {
    T.Kind = Term::Assignment;
    T.A = term(R);
    T.Effects = true;
    return isScalar(L->getType());
  }
  bool Swap = B->getOpcode() == BO_GT || B->getOpcode() == BO_GE;
  switch (B->getOpcode()) {
  case BO_LAnd:
    T.Kind = Term::And;
    break;
  case BO_LOr:
    T.Kind = Term::Or;
    break;
  case BO_EQ:
    T.Kind = Term::Equal;
    break;
  case BO_NE:
    T.Kind = Term::Unequal;
    break;
  case BO_LT:
  case BO_GT:
    T.Kind = Term::Less;
    break;
  case BO_LE:
  case BO_GE:
    T.Kind = Term::LessEqual;
    break;
  default:
    return false;
  }
  T.A = term(Swap ? R : L);
  T.B = term(Swap ? L : R);
  return true;
}

} // namespace skel
