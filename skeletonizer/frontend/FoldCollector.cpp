//===- FoldCollector.cpp - facts of conditions that may be known ----------===//
//
// Visits each unit. Notes the values that local variables are assigned and that
// functions return, and hands conditions to FoldSites.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/frontend/FoldCollector.h"
#include "skeletonizer/frontend/FoldSites.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include <set>

using namespace clang;

namespace skel {

namespace {

class FoldVisitor : public RecursiveASTVisitor<FoldVisitor> {
  using Base = RecursiveASTVisitor<FoldVisitor>;

public:
  FoldVisitor(ASTContext &C, FileTable &Files, FoldFacts &Facts)
      : Files(Files), Facts(Facts), Terms(C, Files, Facts, Assigned),
        Sites(C, Files, Facts, Terms) {}

  bool TraverseFunctionDecl(FunctionDecl *D) {
    if (!D->isThisDeclarationADefinition() ||
        !Files.isProject(D->getLocation()))
      return true;
    const FunctionDecl *Outer = In;
    In = D;
    Assigned.clear();
    FoldFacts::Function &F = Facts.Functions[Terms.keyOf(D)];
    F.Bad |= D->hasAttr<WeakAttr>();
    Base::TraverseFunctionDecl(D);
    In = Outer;
    return true;
  }

  bool VisitVarDecl(VarDecl *D) {
    if (!Terms.isPlain(D))
      return true;
    FoldFacts::Variable &V = Facts.Variables[Terms.keyOf(D)];
    V.Name = D->getNameAsString();
    if (D->hasInit())
      V.First.push_back(Terms.term(D->getInit()));
    return true;
  }

  // In a list of statements, those behind an assignment run after it, unless a
  // jump enters the list in between.
  bool TraverseCompoundStmt(CompoundStmt *S) {
    VariableSet Outer = Assigned;
    for (clang::Stmt *Child : S->body()) {
      if (holds<LabelStmt>(Child))
        Assigned.clear();
      else if (holds<SwitchCase, SwitchStmt>(Child))
        Assigned = Switch;
      TraverseStmt(Child);
      if (auto *E = dyn_cast<Expr>(Child))
        noteAssigned(E);
      else if (auto *I = dyn_cast<IfStmt>(Child))
        noteAssigned(I->getCond());
    }
    for (clang::Stmt *Child : S->body())
      if (holds<LabelStmt>(Child))
        Outer.clear();
    Assigned = Outer;
    return true;
  }

  bool TraverseSwitchStmt(SwitchStmt *S) {
    VariableSet Outer = Switch, Before = Assigned;
    Switch = Assigned;
    Base::TraverseSwitchStmt(S);
    Switch = Outer;
    if (!holds<LabelStmt>(S))
      Assigned = Before;
    return true;
  }

  // Good uses of a variable are reads and left sides of assignments.
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    Refs.insert(E);
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *E) {
    if (E->getCastKind() == CK_LValueToRValue)
      Good.insert(dyn_cast<DeclRefExpr>(E->getSubExpr()->IgnoreParens()));
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->getOpcode() == BO_Assign) {
      auto *Left = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParens());
      auto *V = Left ? dyn_cast<VarDecl>(Left->getDecl()) : nullptr;
      if (V && Terms.isPlain(V)) {
        Good.insert(Left);
        Facts.Variables[Terms.keyOf(V)].Values.push_back(
            Terms.term(B->getRHS()));
      }
      Sites.addComparison(B->getRHS());
    }
    return true;
  }

  bool VisitReturnStmt(ReturnStmt *S) {
    if (In && S->getRetValue())
      Facts.Functions[Terms.keyOf(In)].Values.push_back(
          Terms.term(S->getRetValue()));
    return true;
  }

  bool VisitIfStmt(IfStmt *S) {
    Sites.addCondition(S->getCond());
    Sites.addIf(S);
    return true;
  }
  bool VisitWhileStmt(WhileStmt *S) {
    Sites.addCondition(S->getCond());
    return true;
  }
  bool VisitDoStmt(DoStmt *S) {
    Sites.addCondition(S->getCond());
    return true;
  }
  bool VisitForStmt(ForStmt *S) {
    Sites.addCondition(S->getCond());
    return true;
  }
  bool VisitConditionalOperator(ConditionalOperator *C) {
    Sites.addCondition(C->getCond());
    Sites.addChoice(C);
    return true;
  }

  void finish() {
    for (DeclRefExpr *E : Refs)
      if (!Good.count(E))
        if (auto *V = dyn_cast<VarDecl>(E->getDecl()))
          if (Terms.isPlain(V))
            Facts.Variables[Terms.keyOf(V)].Bad = true;
  }

private:
  // Notes the variables that are assigned whenever the expression is evaluated.
  void noteAssigned(const Expr *E) {
    E = E->IgnoreParenCasts();
    if (auto *U = dyn_cast<UnaryOperator>(E))
      return noteAssigned(U->getSubExpr());
    auto *B = dyn_cast<BinaryOperator>(E);
    if (!B)
      return;
    if (B->getOpcode() == BO_Assign) {
      auto *Left = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParens());
      if (auto *V = Left ? dyn_cast<VarDecl>(Left->getDecl()) : nullptr)
        Assigned.insert(V);
    }
    noteAssigned(B->getLHS());
    if (!B->isLogicalOp())
      noteAssigned(B->getRHS());
  }

  /// S is or holds a statement of Kind. Statements of the kind Closed are not
  /// searched.
  template <typename Kind, typename Closed = void>
  static bool holds(const clang::Stmt *S) {
    if (!S)
      return false;
    if (isa<Kind>(S))
      return true;
    if constexpr (!std::is_void_v<Closed>)
      if (isa<Closed>(S))
        return false;
    for (const clang::Stmt *Child : S->children())
      if (holds<Kind, Closed>(Child))
        return true;
    return false;
  }

  FileTable &Files;
  FoldFacts &Facts;
  const FunctionDecl *In = nullptr; ///< the function around this place
  std::set<DeclRefExpr *> Refs;
  std::set<DeclRefExpr *> Good; ///< reads, and left sides of assignments
  VariableSet Assigned;         ///< on every way to here
  VariableSet Switch; ///< on every way to the switch around this place
  FoldTerms Terms;
  FoldSites Sites;
};

} // namespace

void collectFolds(ASTContext &Context, FileTable &Files, FoldFacts &Facts) {
  FoldVisitor V(Context, Files, Facts);
  V.TraverseDecl(Context.getTranslationUnitDecl());
  V.finish();
}

} // namespace skel
