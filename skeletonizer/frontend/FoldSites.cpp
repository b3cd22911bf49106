//===- FoldSites.cpp - text that goes with known conditions ---------------===//
//
// Only text that is written out in one file can go.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/frontend/FoldSites.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace skel {

/// A jump can enter the statement.
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

/// Finds the bytes of an expression that is written in one project file.
bool FoldSites::textOf(const Expr *E, FileID &File, unsigned &Begin,
                       unsigned &End) {
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

/// Finds the bytes of a statement with its semicolon. False if it is in another
/// file, or has no end of its own.
bool FoldSites::endOf(const clang::Stmt *S, FileID File, unsigned &Begin,
                      unsigned &End) {
  skel::SourceRange R;
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

/// The text has no line for the preprocessor.
bool FoldSites::isCode(FileID File, unsigned Begin, unsigned End) {
  return Begin <= End &&
         !SM.getBufferData(File).slice(Begin, End).contains('#');
}

/// Notes the site unless a preprocessor line would go with it.
void FoldSites::addSite(FileID File, FoldSite Site, const Expr *Condition) {
  for (auto *Removals : {&Site.IfTrue, &Site.IfFalse})
    for (const FoldRemoval &C : *Removals)
      if (!isCode(File, C.Begin, C.End))
        return;
  Site.File = unsigned(Files.fileId(SM.getLocForStartOfFile(File)));
  Site.Term = Terms.term(Condition);
  Facts.Sites.push_back(Site);
}

/// The statement becomes one of its branches.
void FoldSites::addIf(const IfStmt *S) {
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
  addAssignment(S, File, If, ThenEnd);
}

/// "if (!(p = malloc(n))) exit(1);" becomes "p = malloc(n);".
void FoldSites::addAssignment(const IfStmt *S, FileID File, unsigned If,
                              unsigned ThenEnd) {
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
  Site.IfFalse = {{If, Begin, "", "", "", true}, {End, ThenEnd, ";"}};
  addSite(File, Site, S->getCond());
}

/// The comparison becomes 1 or 0.
void FoldSites::addComparison(const Expr *E) {
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

/// In a condition only the truth of a value counts, so "known && x" becomes
/// "x".
void FoldSites::addCondition(const Expr *E) {
  E = E ? E->IgnoreParenImpCasts() : nullptr;
  auto *U = dyn_cast_or_null<UnaryOperator>(E);
  if (U && U->getOpcode() == UO_LNot)
    return addCondition(U->getSubExpr());
  auto *B = dyn_cast_or_null<BinaryOperator>(E);
  if (!B || !B->isLogicalOp())
    return;
  addCondition(B->getLHS());
  addCondition(B->getRHS());
  FileID File, Other;
  unsigned L = 0, LEnd = 0, R = 0, REnd = 0;
  if (!textOf(B->getLHS(), File, L, LEnd) ||
      !textOf(B->getRHS(), Other, R, REnd) || File != Other)
    return;
  bool And = B->getOpcode() == BO_LAnd;
  for (bool Left : {true, false}) {
    FoldSite Site;
    (And ? Site.IfTrue : Site.IfFalse) = {{Left ? L : LEnd, Left ? R : REnd}};
    addSite(File, Site, Left ? B->getLHS() : B->getRHS());
  }
}

/// "known ? x : y" becomes "x" or "y" if neither has operators of its own.
void FoldSites::addChoice(const ConditionalOperator *C) {
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
      !textOf(C->getCond(), File, Begin, End) || !textOf(X, FX, XBegin, XEnd) ||
      !textOf(Y, FY, YBegin, YEnd) || File != FX || File != FY)
    return;
  FoldSite Site;
  Site.IfTrue = {{Begin, XBegin, "", "", "", true}, {XEnd, YEnd}};
  Site.IfFalse = {{Begin, YBegin, "", "", "", true}};
  addSite(File, Site, C->getCond());
}

} // namespace skel
