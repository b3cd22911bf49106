//===- FoldCollector.cpp - facts of conditions that may be known ----------===//
//
// What is assigned to local variables and returned by functions, and the text
// around conditions, as far as it is written out in one file.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/frontend/FoldCollector.h"
#include "skeletonizer/model/MpiTable.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include <set>

using namespace clang;

namespace skel {

namespace {

class FoldVisitor : public RecursiveASTVisitor<FoldVisitor> {
  using Base = RecursiveASTVisitor<FoldVisitor>;

public:
  FoldVisitor(ASTContext &C, FileTable &Files, FoldFacts &Facts)
      : Context(C), SM(C.getSourceManager()), Files(Files), Facts(Facts) {}

  bool TraverseFunctionDecl(FunctionDecl *D) {
    if (!D->isThisDeclarationADefinition() ||
        !Files.isProject(D->getLocation()))
      return true;
    const FunctionDecl *Outer = In;
    In = D;
    Assigned.clear();
    FoldFacts::Function &F = Facts.Functions[keyOf(D)];
    F.Bad |= D->hasAttr<WeakAttr>();
    Base::TraverseFunctionDecl(D);
    In = Outer;
    return true;
  }

  bool VisitVarDecl(VarDecl *D) {
    if (!isPlain(D))
      return true;
    FoldFacts::Variable &V = Facts.Variables[keyOf(D)];
    V.Name = D->getNameAsString();
    if (D->hasInit())
      V.First.push_back(term(D->getInit()));
    return true;
  }

  // What stands behind an assignment in a list of statements runs after it,
  // unless a jump leads in between.
  bool TraverseCompoundStmt(CompoundStmt *S) {
    std::set<const VarDecl *> Outer = Assigned;
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
    std::set<const VarDecl *> Outer = Switch, Before = Assigned;
    Switch = Assigned;
    Base::TraverseSwitchStmt(S);
    Switch = Outer;
    if (!holds<LabelStmt>(S))
      Assigned = Before;
    return true;
  }

  // A use of a variable is a read, or the left side of an assignment.
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
      if (V && isPlain(V)) {
        Good.insert(Left);
        Facts.Variables[keyOf(V)].Values.push_back(term(B->getRHS()));
      }
      comparison(B->getRHS());
    }
    return true;
  }

  bool VisitReturnStmt(ReturnStmt *S) {
    if (In && S->getRetValue())
      Facts.Functions[keyOf(In)].Values.push_back(term(S->getRetValue()));
    return true;
  }

  bool VisitIfStmt(IfStmt *S) {
    condition(S->getCond());
    statement(S);
    return true;
  }
  bool VisitWhileStmt(WhileStmt *S) { return condition(S->getCond()); }
  bool VisitDoStmt(DoStmt *S) { return condition(S->getCond()); }
  bool VisitForStmt(ForStmt *S) { return condition(S->getCond()); }
  bool VisitConditionalOperator(ConditionalOperator *C) {
    condition(C->getCond());
    choice(C);
    return true;
  }

  void finish() {
    for (DeclRefExpr *E : Refs)
      if (!Good.count(E))
        if (auto *V = dyn_cast<VarDecl>(E->getDecl()))
          if (isPlain(V))
            Facts.Variables[keyOf(V)].Bad = true;
  }

private:
  bool isPlain(const VarDecl *D) const {
    QualType T = D->getType();
    return D->hasLocalStorage() && !isa<ParmVarDecl>(D) && isScalar(T) &&
           !T.isVolatileQualified() && Files.isProject(D->getLocation());
  }
  static bool isScalar(QualType T) {
    return T->isPointerType() || (T->isIntegerType() && !T->isBooleanType());
  }

  // Variables that an expression assigns in any case.
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

  /// A statement of one kind, not looking into those of another.
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

  std::string keyOf(const NamedDecl *D) const {
    auto *F = dyn_cast<FunctionDecl>(D);
    if (F && F->isExternallyVisible())
      return F->getNameAsString();
    SourceLocation At =
        SM.getExpansionLoc(D->getCanonicalDecl()->getLocation());
    return D->getNameAsString() + "@" + std::to_string(Files.fileId(At)) + ":" +
           std::to_string(SM.getFileOffset(At));
  }

  //===-- Values --------------------------------------------------------===//

  int add(Term T) {
    Facts.Terms.push_back(T);
    return int(Facts.Terms.size()) - 1;
  }

  int term(const Expr *E) {
    E = E->IgnoreParens();
    Term T;
    Expr::EvalResult Value;
    // Numbers that are the same in every integer type.
    if (E->getType()->isIntegerType() && !E->isValueDependent() &&
        E->EvaluateAsInt(Value, Context)) {
      llvm::APSInt N = Value.Val.getInt();
      if (N.isRepresentableByInt64() && N.getExtValue() >= 0 &&
          N.getExtValue() < 128) {
        T.Kind = Term::Number;
        T.Value = N.getExtValue();
      }
      return add(T);
    }
    if (E->getType()->isPointerType() &&
        E->isNullPointerConstant(Context, Expr::NPC_NeverValueDependent)) {
      T.Kind = Term::Number;
      return add(T);
    }
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
        if (findMpiCall(T.Key) &&
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

  bool binary(const BinaryOperator *B, Term &T) {
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

  //===-- Text ----------------------------------------------------------===//

  /// Bytes of an expression that is written in one file.
  bool textOf(const Expr *E, FileID &File, unsigned &Begin, unsigned &End) {
    CharSourceRange R = Lexer::makeFileCharRange(
        CharSourceRange::getTokenRange(E->getSourceRange()), SM,
        Context.getLangOpts());
    if (R.isInvalid() || !Files.isProject(R.getBegin()) ||
        SM.getFileID(R.getBegin()) != SM.getFileID(R.getEnd()))
      return false;
    File = SM.getFileID(R.getBegin());
    Begin = SM.getFileOffset(R.getBegin());
    End = SM.getFileOffset(R.getEnd());
    return true;
  }

  /// Where a statement ends, with its semicolon.
  bool endOf(const clang::Stmt *S, FileID File, unsigned &Begin,
             unsigned &End) {
    SourceRange R;
    if (!Files.expansionRange(S->getBeginLoc(), S->getEndLoc(), R) ||
        SM.getFileID(SM.getExpansionLoc(S->getBeginLoc())) != File)
      return false;
    Begin = R.Begin;
    End = R.End;
    const clang::Stmt *Last = S;
    for (;;) {
      if (auto *I = dyn_cast<IfStmt>(Last))
        Last = I->getElse() ? I->getElse() : I->getThen();
      else if (auto *F = dyn_cast<ForStmt>(Last))
        Last = F->getBody();
      else if (auto *W = dyn_cast<WhileStmt>(Last))
        Last = W->getBody();
      else if (auto *X = dyn_cast<SwitchStmt>(Last))
        Last = X->getBody();
      else
        break;
    }
    if (isa<LabelStmt>(Last) || isa<SwitchCase>(Last) ||
        isa<AttributedStmt>(Last))
      return false;
    if (!isa<CompoundStmt>(Last) && !isa<NullStmt>(Last))
      End = Files.afterSemicolon(File, End);
    StringRef Text = SM.getBufferData(File);
    return Text[End - 1] == ';' || Text[End - 1] == '}';
  }

  /// Nothing in the text that the preprocessor reads.
  bool isCode(FileID File, unsigned Begin, unsigned End) {
    return Begin <= End &&
           !SM.getBufferData(File).slice(Begin, End).contains('#');
  }

  void addSite(FileID File, FoldSite Site, const Expr *Condition) {
    for (auto *Removals : {&Site.IfTrue, &Site.IfFalse})
      for (const FoldRemoval &C : *Removals)
        if (!isCode(File, C.Begin, C.End))
          return;
    Site.File = unsigned(Files.fileId(SM.getLocForStartOfFile(File)));
    Site.Term = term(Condition);
    Facts.Sites.push_back(Site);
  }

  static bool hasLabel(const clang::Stmt *S) {
    if (!S)
      return false;
    if (isa<LabelStmt>(S) || isa<SwitchCase>(S))
      return true;
    for (const clang::Stmt *Child : S->children())
      if (hasLabel(Child))
        return true;
    return false;
  }

  void statement(const IfStmt *S) {
    if (S->getIfLoc().isMacroID() || S->getConditionVariable() || S->getInit())
      return;
    FileID File = SM.getFileID(S->getIfLoc());
    unsigned If = SM.getFileOffset(S->getIfLoc()), Then = 0, ThenEnd = 0,
             Else = 0, ElseEnd = 0;
    if (!endOf(S->getThen(), File, Then, ThenEnd) ||
        (S->getElse() && !endOf(S->getElse(), File, Else, ElseEnd)))
      return;
    FoldSite Site;
    Site.MayTrue = !hasLabel(S->getElse());
    Site.MayFalse = !hasLabel(S->getThen());
    if (S->getElse()) {
      Site.IfTrue = {{If, Then, "", "", "{ "}, {ThenEnd, ElseEnd, "", " }"}};
      Site.IfFalse = {{If, Else, "", "", "{ "}, {ElseEnd, ElseEnd, "", " }"}};
    } else {
      Site.IfTrue = {{If, Then, "", "", "{ "}, {ThenEnd, ThenEnd, "", " }"}};
      Site.IfFalse = {{If, ThenEnd, ";"}};
    }
    addSite(File, Site, S->getCond());
    assignment(S, File, If, ThenEnd);
  }

  // "if (!(p = malloc(n))) exit(1);" is "p = malloc(n);".
  void assignment(const IfStmt *S, FileID File, unsigned If, unsigned ThenEnd) {
    const Expr *E = S->getCond()->IgnoreParenImpCasts();
    auto IsNull = [&](const Expr *X) {
      return X->isNullPointerConstant(Context, Expr::NPC_NeverValueDependent);
    };
    if (auto *U = dyn_cast<UnaryOperator>(E)) {
      E = U->getOpcode() == UO_LNot ? U->getSubExpr() : E;
    } else if (auto *B = dyn_cast<BinaryOperator>(E)) {
      if (B->getOpcode() == BO_EQ)
        E = IsNull(B->getRHS())   ? B->getLHS()
            : IsNull(B->getLHS()) ? B->getRHS()
                                  : E;
    }
    auto *B = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
    FileID Here;
    unsigned Begin = 0, End = 0;
    if (S->getElse() || !B || B->getOpcode() != BO_Assign ||
        !textOf(B, Here, Begin, End) || Here != File)
      return;
    FoldSite Site;
    Site.MayTrue = false;
    Site.MayFalse = !hasLabel(S->getThen());
    Site.KeepsEffects = true;
    Site.IfFalse = {{If, Begin}, {End, ThenEnd, ";"}};
    addSite(File, Site, S->getCond());
  }

  // Whether a pointer is null, as a value.
  void comparison(const Expr *E) {
    const Expr *Inner = E->IgnoreParenImpCasts();
    auto *U = dyn_cast<UnaryOperator>(Inner);
    auto *B = dyn_cast<BinaryOperator>(Inner);
    bool Compares =
        (U && U->getOpcode() == UO_LNot &&
         U->getSubExpr()->getType()->isPointerType()) ||
        (B && B->isEqualityOp() && B->getLHS()->getType()->isPointerType());
    FoldSite Site;
    FileID File;
    unsigned Begin = 0, End = 0;
    if (!Compares || !textOf(E, File, Begin, End))
      return;
    Site.IfTrue = {{Begin, End, "1"}};
    Site.IfFalse = {{Begin, End, "0"}};
    addSite(File, Site, E);
  }

  // Where only whether it is zero counts: "known && x" is x.
  bool condition(const Expr *E) {
    E = E ? E->IgnoreParenImpCasts() : nullptr;
    if (auto *U = dyn_cast_or_null<UnaryOperator>(E))
      return U->getOpcode() != UO_LNot || condition(U->getSubExpr());
    auto *B = dyn_cast_or_null<BinaryOperator>(E);
    if (!B || !B->isLogicalOp())
      return true;
    condition(B->getLHS());
    condition(B->getRHS());
    FileID File, Other;
    unsigned L = 0, LEnd = 0, R = 0, REnd = 0;
    if (!textOf(B->getLHS(), File, L, LEnd) ||
        !textOf(B->getRHS(), Other, R, REnd) || File != Other)
      return true;
    bool And = B->getOpcode() == BO_LAnd;
    for (bool Left : {true, false}) {
      FoldSite Site;
      (And ? Site.IfTrue : Site.IfFalse) = {{Left ? L : LEnd, Left ? R : REnd}};
      addSite(File, Site, Left ? B->getLHS() : B->getRHS());
    }
    return true;
  }

  // "( known ? x : y )", x and y without operators of their own.
  void choice(const ConditionalOperator *C) {
    const Expr *X = C->getTrueExpr(), *Y = C->getFalseExpr();
    auto Simple = [](const Expr *E) {
      const Expr *Inner = E->IgnoreImpCasts();
      return isa<ParenExpr>(Inner) || isa<DeclRefExpr>(Inner) ||
             isa<IntegerLiteral>(Inner) || isa<CallExpr>(Inner);
    };
    FileID File, FX, FY;
    unsigned Begin = 0, End = 0, XBegin = 0, XEnd = 0, YBegin = 0, YEnd = 0;
    if (!Simple(X) || !Simple(Y) ||
        !Context.hasSameType(X->getType(), Y->getType()) ||
        !textOf(C->getCond(), File, Begin, End) ||
        !textOf(X, FX, XBegin, XEnd) || !textOf(Y, FY, YBegin, YEnd) ||
        File != FX || File != FY)
      return;
    FoldSite Site;
    Site.IfTrue = {{Begin, XBegin}, {XEnd, YEnd}};
    Site.IfFalse = {{Begin, YBegin}};
    addSite(File, Site, C->getCond());
  }

  ASTContext &Context;
  const SourceManager &SM;
  FileTable &Files;
  FoldFacts &Facts;
  const FunctionDecl *In = nullptr;
  std::set<DeclRefExpr *> Refs, Good;
  std::set<const VarDecl *> Assigned; ///< on every way to here
  std::set<const VarDecl *> Switch;   ///< and to the switch around it
};

} // namespace

void collectFolds(ASTContext &Context, FileTable &Files, FoldFacts &Facts) {
  FoldVisitor V(Context, Files, Facts);
  V.TraverseDecl(Context.getTranslationUnitDecl());
  V.finish();
}

} // namespace skel
