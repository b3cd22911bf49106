//===- CollectorFacts.cpp - references and assignments --------------------===//
//
// Visits the declarations of a unit. Notes where names are used and where
// values are assigned. StaticCollector takes static data, EffectCollector
// conditions.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/frontend/Collector.h"
#include "skeletonizer/frontend/EffectCollector.h"
#include "skeletonizer/frontend/StaticCollector.h"
#include "skeletonizer/model/MpiTable.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace skel {

namespace {

class FactsVisitor : public RecursiveASTVisitor<FactsVisitor> {
  using Base = RecursiveASTVisitor<FactsVisitor>;

public:
  FactsVisitor(Collector &C, ASTContext &Context) : C(C), Context(Context) {}

  bool TraverseVarDecl(VarDecl *D) {
    if (!D->hasGlobalStorage())
      return Base::TraverseVarDecl(D);
    StaticData S = describeStatic(C, D);
    StaticData *Outer = Current;
    Current = &S;
    Base::TraverseVarDecl(D);
    Current = Outer;
    if (!S.Key.empty())
      addStatic(C, S);
    return true;
  }

  bool TraverseCompoundLiteralExpr(CompoundLiteralExpr *E) {
    if (!E->isFileScope() || !Current || Unevaluated)
      return Base::TraverseCompoundLiteralExpr(E);
    StaticLiteral L =
        describeLiteral(C, E, *Current, E->getType().isConstant(Context));
    StaticData *Outer = Current;
    StaticData Inside = *Outer; // what the literal takes is the literal's
    Inside.Takes.clear();
    Current = &Inside;
    Base::TraverseCompoundLiteralExpr(E);
    Current = Outer;
    if (L.Key.empty())
      return true;
    L.Takes = Inside.Takes;
    Outer->Takes.insert(L.Key);
    addLiteral(C, L);
    return true;
  }

  bool TraverseFunctionDecl(FunctionDecl *D) {
    bool Outer = InFunction;
    InFunction = D->doesThisDeclarationHaveABody();
    Base::TraverseFunctionDecl(D);
    InFunction = Outer;
    return true;
  }

  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) {
    ++Unevaluated;
    Base::TraverseUnaryExprOrTypeTraitExpr(E);
    --Unevaluated;
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *B) {
    AssignedText A;
    Place End;
    if (B->getOpcode() == BO_Assign &&
        C.textOf(B->getLHS()->getSourceRange(), A.Lhs, End)) {
      A.LhsEnd = End.Offset;
      A.Integer = B->getType()->isIntegerType();
      addAssigned(A, B->getRHS());
    }
    // "x = f(), ..." becomes "f(), ...". Values without a call would leave an
    // expression without effect.
    auto *First = dyn_cast<BinaryOperator>(B->getLHS()->IgnoreParens());
    if (B->isCommaOp() && First && First->getOpcode() == BO_Assign &&
        isa<CallExpr>(First->getRHS()->IgnoreParenImpCasts()))
      noteAssignment(First);
    return true;
  }
  bool VisitVarDecl(VarDecl *D) {
    AssignedText A;
    if (D->hasLocalStorage() && D->hasInit() && !isa<ParmVarDecl>(D) &&
        D->getType()->isScalarType() && C.placeOf(D->getLocation(), A.Lhs)) {
      A.LhsEnd = A.Lhs.Offset + unsigned(D->getName().size());
      A.Integer = D->getType()->isIntegerType();
      addAssigned(A, D->getInit());
    }
    if (auto *A = D->getAttr<CleanupAttr>())
      refer(D->getLocation(), A->getFunctionDecl());
    Place At;
    int Group = C.groupOf(D);
    if (Group >= 0 && D->getLexicalDeclContext()->isFunctionOrMethod() &&
        C.placeOf(D->getLocation(), At)) {
      C.Src.LocalGroups[At].insert(Group);
      if (D->hasLocalStorage() && D->getType()->isScalarType())
        C.Src.LocalScalars.insert(At);
    }
    return true;
  }
  bool VisitTypedefDecl(TypedefDecl *D) { return local(D); }
  bool VisitTagDecl(TagDecl *D) {
    // A local struct belongs to the statement that declares it.
    return local(D);
  }
  bool VisitFunctionDecl(FunctionDecl *D) {
    // __attribute__((alias("f"))) names f.
    if (auto *A = D->getAttr<AliasAttr>())
      for (NamedDecl *Of : Context.getTranslationUnitDecl()->lookup(
               &Context.Idents.get(A->getAliasee())))
        refer(D->getLocation(), Of);
    return local(D);
  }
  bool VisitEnumConstantDecl(EnumConstantDecl *) { return true; }

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    const ValueDecl *D = E->getDecl();
    SourceLocation Loc = E->getLocation();
    if (auto *Constant = dyn_cast<EnumConstantDecl>(D))
      refer(Loc, cast<Decl>(Constant->getDeclContext()));
    else
      refer(Loc, D);
    auto *V = dyn_cast<VarDecl>(D);
    if (V && V->hasGlobalStorage())
      addStaticUse(C, Loc, V, Current || !InFunction,
                   Unevaluated ? nullptr : Current);
    else if (Loc.isMacroID())
      noteOther(Loc);
    if (auto *F = dyn_cast<FunctionDecl>(D))
      noteMpi(Loc, F);
    return true;
  }

  bool VisitTypedefTypeLoc(TypedefTypeLoc TL) {
    refer(TL.getNameLoc(), TL.getTypedefNameDecl());
    return true;
  }
  bool VisitTagTypeLoc(TagTypeLoc TL) {
    refer(TL.getNameLoc(), TL.getDecl());
    return true;
  }

  bool VisitGotoStmt(GotoStmt *S) {
    refer(S->getLabelLoc(), S->getLabel());
    return true;
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *S) {
    for (const AddrLabelExpr *E : S->labels())
      refer(E->getLabelLoc(), E->getLabel());
    return true;
  }
  bool VisitAddrLabelExpr(AddrLabelExpr *E) {
    refer(E->getLabelLoc(), E->getLabel());
    return true;
  }

  // Statements "x = value;" write x and do not read it.
  bool VisitCompoundStmt(CompoundStmt *S) {
    for (const clang::Stmt *Child : S->body())
      noteAssignment(Child);
    return true;
  }
  bool VisitIfStmt(IfStmt *S) {
    collectEffects(C, S->getCond());
    noteAssignment(S->getThen());
    noteAssignment(S->getElse());
    return true;
  }
  bool VisitForStmt(ForStmt *S) {
    collectEffects(C, S->getCond());
    noteAssignment(S->getBody());
    return true;
  }
  bool VisitWhileStmt(WhileStmt *S) {
    collectEffects(C, S->getCond());
    noteAssignment(S->getBody());
    return true;
  }
  bool VisitDoStmt(DoStmt *S) {
    collectEffects(C, S->getCond());
    return true;
  }
  bool VisitSwitchCase(SwitchCase *S) {
    noteAssignment(S->getSubStmt());
    return true;
  }
  bool VisitLabelStmt(LabelStmt *S) {
    noteAssignment(S->getSubStmt());
    Place At;
    int Group = C.groupOf(S->getDecl());
    if (Group >= 0 && C.placeOf(S->getIdentLoc(), At))
      C.Src.LocalGroups[At].insert(Group);
    return true;
  }

private:
  // Notes the group of a declaration inside of a function.
  bool local(NamedDecl *D) {
    Place At;
    int Group = C.groupOf(D);
    if (Group >= 0 && D->getLexicalDeclContext()->isFunctionOrMethod() &&
        C.placeOf(D->getLocation(), At))
      C.Src.LocalGroups[At].insert(Group);
    return true;
  }

  // Notes that the name of D is used at Loc.
  void refer(SourceLocation Loc, const Decl *D) {
    // A type that is declared within another one also needs the outer one.
    if (auto *Inner = dyn_cast<TagDecl>(D))
      if (auto *Outer = dyn_cast<RecordDecl>(Inner->getLexicalDeclContext()))
        refer(Loc, Outer);
    Place At;
    int Group = C.groupOf(D);
    // A name in a macro's argument counts where the argument is written.
    if (C.Files.spelledInPlace(Loc))
      Loc = C.Files.sources().getSpellingLoc(Loc);
    if (Group < 0 || !C.placeOf(Loc, At))
      return;
    if (!C.SeenRefs.insert({At.File, At.Offset, unsigned(Group)}).second)
      return;
    C.Src.Refs.push_back({At, unsigned(Group), Written.count(At) != 0});
  }

  // Notes that Value is assigned to the left side in A.
  void addAssigned(AssignedText &A, const Expr *Value) {
    Place Begin, End;
    if (!C.textOf(Value->getSourceRange(), Begin, End) ||
        Begin.File != A.Lhs.File ||
        !C.SeenAssigned.insert({A.Lhs.File, A.Lhs.Offset}).second)
      return;
    A.ValueBegin = Begin.Offset;
    A.ValueEnd = End.Offset;
    C.Src.Assigned.push_back(A);
  }

  // Notes "x = value" if x is a local variable.
  void noteAssignment(const clang::Stmt *S) {
    auto *B = dyn_cast_or_null<BinaryOperator>(S);
    if (!B || B->getOpcode() != BO_Assign || B->getBeginLoc().isMacroID() ||
        B->getRHS()->getBeginLoc().isMacroID())
      return;
    auto *Ref = dyn_cast<DeclRefExpr>(B->getLHS());
    auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    Place At, Value, End;
    if (!V || !V->hasLocalStorage() || !C.placeOf(Ref->getLocation(), At) ||
        !C.placeOf(B->getRHS()->getBeginLoc(), Value))
      return;
    if (Place Begin; !C.textOf(B->getRHS()->getSourceRange(), Begin, End))
      End = Value;
    if (Written.insert(At).second)
      C.Src.Assignments.push_back({At, Value.Offset, End.Offset});
  }

  // Notes a name in a macro that is no static object.
  void noteOther(SourceLocation Loc) {
    SourceLocation Spelled = C.Files.sources().getSpellingLoc(Loc);
    int File = C.Files.fileId(Spelled);
    if (File >= 0 && C.Prog.Files[File].Project && !C.Files.spelledInPlace(Loc))
      C.Src.OtherInMacro.insert(
          {unsigned(File), C.Files.sources().getFileOffset(Spelled)});
    if (skel::SourceRange R = parameterOf(C, Loc); R.End)
      C.Src.OtherArguments.insert({R.File, R.Begin});
  }

  // Notes the name of an MPI function that the program does not declare.
  void noteMpi(SourceLocation Loc, const FunctionDecl *F) {
    llvm::StringRef Name = F->getName();
    Place At;
    if (!isMpiName(Name) ||
        C.Files.isProject(F->getCanonicalDecl()->getLocation()) ||
        !C.placeOf(Loc, At))
      return;
    const SourceManager &SM = C.Files.sources();
    C.Src.MpiNames.push_back({Name.str(), At, SM.getExpansionLineNumber(Loc)});
  }

  Collector &C;
  ASTContext &Context;
  StaticData *Current = nullptr;
  bool InFunction = false;
  int Unevaluated = 0;
  std::set<Place> Written;
};

} // namespace

void Collector::addFacts(ASTContext &Context) {
  FactsVisitor Visitor(*this, Context);
  for (Decl *D : Context.getTranslationUnitDecl()->decls())
    if (!D->isImplicit() && Files.isProject(D->getBeginLoc()))
      Visitor.TraverseDecl(D);
}

} // namespace skel
