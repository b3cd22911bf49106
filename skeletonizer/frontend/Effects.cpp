//===- Effects.cpp - what evaluating an expression may change -------------===//
//
// Operands that C does not evaluate have no effect; bounds of arrays of
// variable length have the effects of their expressions, wherever such a type
// is named.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/frontend/Effects.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace skel {

namespace {

class Finder {
public:
  Effects Found;

  void type(QualType T) {
    while (!T.isNull() && T->isVariablyModifiedType()) {
      const Type *Of = T.getTypePtr();
      if (auto *A = dyn_cast<VariableArrayType>(Of)) {
        visit(A->getSizeExpr());
        T = A->getElementType();
      } else if (auto *C = dyn_cast<ArrayType>(Of)) {
        T = C->getElementType();
      } else if (auto *P = dyn_cast<PointerType>(Of)) {
        T = P->getPointeeType();
      } else if (auto *P = dyn_cast<ParenType>(Of)) {
        T = P->getInnerType();
      } else if (auto *X = dyn_cast<TypeOfExprType>(Of)) {
        visit(X->getUnderlyingExpr());
        return;
      } else {
        return; // the name of a type whose bounds are evaluated elsewhere
      }
    }
  }

  void visit(const clang::Stmt *S) {
    if (!S || Found.Writes)
      return;
    if (auto *E = dyn_cast<UnaryExprOrTypeTraitExpr>(S)) {
      if (E->isArgumentType())
        type(E->getArgumentType());
      else if (E->getArgumentExpr()->getType()->isVariableArrayType())
        visit(E->getArgumentExpr());
      return;
    }
    if (auto *E = dyn_cast<GenericSelectionExpr>(S))
      return visit(E->getResultExpr());
    if (auto *E = dyn_cast<ChooseExpr>(S))
      return visit(E->getChosenSubExpr());
    if (auto *E = dyn_cast<StmtExpr>(S))
      return visit(E->getSubStmt());
    if (auto *E = dyn_cast<CallExpr>(S))
      Found.Calls |= mayMatter(E);
    else if (auto *E = dyn_cast<BinaryOperator>(S))
      Found.Writes |= E->isAssignmentOp();
    else if (auto *E = dyn_cast<UnaryOperator>(S))
      Found.Writes |= E->isIncrementDecrementOp();
    else if (auto *E = dyn_cast<ExplicitCastExpr>(S))
      type(E->getTypeAsWritten());
    else if (auto *D = dyn_cast<DeclStmt>(S))
      return declaration(D);
    else if (isa<AtomicExpr>(S) || isa<VAArgExpr>(S) ||
             !(isa<Expr>(S) || isa<CompoundStmt>(S) || isa<NullStmt>(S) ||
               isa<IfStmt>(S)))
      Found.Writes = true; // jumps and loops among them
    for (const clang::Stmt *Child : S->children())
      visit(Child);
  }

private:
  void declaration(const DeclStmt *D) {
    for (const Decl *One : D->decls())
      if (auto *V = dyn_cast<VarDecl>(One)) {
        type(V->getType());
        if (!V->hasGlobalStorage())
          visit(V->getInit());
      }
  }

  /// Not so of what the compiler knows to give a value only.
  static bool mayMatter(const CallExpr *E) {
    const Decl *D = E->getCalleeDecl();
    return !D || !(D->hasAttr<ConstAttr>() || D->hasAttr<PureAttr>());
  }
};

} // namespace

Effects effectsOf(const Expr *E) {
  Finder F;
  F.visit(E);
  return F.Found;
}

Effects effectsOfBounds(QualType T) {
  Finder F;
  F.type(T);
  return F.Found;
}

} // namespace skel
