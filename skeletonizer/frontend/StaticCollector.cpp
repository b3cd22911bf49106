//===- StaticCollector.cpp - static data and its uses ---------------------===//
//
// Names may be spelled in macros: in an argument, in the body, or pasted
// together.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/frontend/StaticCollector.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace skel {

/// The key of the object that D declares; empty if it has no place.
static std::string keyOf(Collector &C, const VarDecl *D) {
  std::string Name = D->getNameAsString();
  if (D->hasExternalFormalLinkage())
    return Name;
  Place At;
  if (!C.placeOf(D->getCanonicalDecl()->getLocation(), At))
    return "";
  return Name + "@" + std::to_string(At.File) + ":" + std::to_string(At.Offset);
}

StaticData describeStatic(Collector &C, const VarDecl *D) {
  StaticData S;
  if (!C.Files.isProject(D->getLocation()) ||
      !C.placeOf(D->getLocation(), S.NameAt) ||
      !C.Files.expansionRange(D->getBeginLoc(), D->getEndLoc(), S.Range))
    return S;
  // An argument of a macro is edited where it is written. The macro may have
  // another definition with another compiler.
  Place Begin, Name;
  const SourceManager &SM = C.Files.sources();
  if (D->getBeginLoc().isMacroID() && D->getLocation().isMacroID() &&
      C.Files.spelledInPlace(D->getBeginLoc()) &&
      C.Files.spelledInPlace(D->getLocation()) &&
      C.placeOf(SM.getSpellingLoc(D->getBeginLoc()), Begin) &&
      C.placeOf(SM.getSpellingLoc(D->getLocation()), Name)) {
    S.Range.Begin = Begin.Offset;
    S.NameAt = Name;
  }
  // A declaration in a macro's body has one text for all expansions.
  if (D->getLocation().isMacroID() &&
      !C.Files.spelledInPlace(D->getLocation()) &&
      C.Files.isProject(SM.getSpellingLoc(D->getLocation())) &&
      C.placeOf(SM.getSpellingLoc(D->getBeginLoc()), Begin) &&
      C.placeOf(SM.getSpellingLoc(D->getLocation()), Name) &&
      Begin.File == Name.File) {
    S.Range.File = Begin.File;
    S.Range.Begin = Begin.Offset;
    S.NameAt = Name;
  }
  S.Name = D->getNameAsString();
  S.Key = keyOf(C, D);
  S.Const = D->getType().isConstant(D->getASTContext());
  S.Definition = D->isThisDeclarationADefinition() != VarDecl::DeclarationOnly;
  S.Tentative =
      D->isThisDeclarationADefinition() == VarDecl::TentativeDefinition &&
      D->hasExternalFormalLinkage();
  S.ThreadLocal = D->getTLSKind() != VarDecl::TLS_None;
  S.Local = D->isStaticLocal();
  for (const auto *A : D->specific_attrs<SectionAttr>()) {
    if (A->isInherited() || A->isImplicit())
      continue;
    skel::SourceRange R;
    Place First, Last;
    clang::SourceLocation End = SM.getSpellingLoc(A->getRange().getEnd());
    if (C.Files.isProject(End) &&
        C.placeOf(SM.getSpellingLoc(A->getRange().getBegin()), First) &&
        C.placeOf(End, Last) && First.File == Last.File) {
      R.File = First.File;
      R.Begin = First.Offset;
      R.End = Last.Offset + Lexer::MeasureTokenLength(
                                End, SM, D->getASTContext().getLangOpts());
    }
    S.Sections.push_back(R);
  }
  return S;
}

/// The text between two tokens, both included, if it is written as it stands.
static skel::SourceRange writtenRange(Collector &C, SourceLocation Begin,
                                      SourceLocation End) {
  const SourceManager &SM = C.Files.sources();
  skel::SourceRange R;
  Place First, Last;
  if (Begin.isMacroID() || End.isMacroID() || !C.placeOf(Begin, First) ||
      !C.placeOf(End, Last) || First.File != Last.File)
    return R;
  R.File = First.File;
  R.Begin = First.Offset;
  R.End = Last.Offset + Lexer::MeasureTokenLength(End, SM, C.Files.language());
  return R;
}

StaticLiteral describeLiteral(Collector &C, const CompoundLiteralExpr *E,
                              const StaticData &Holder, bool Const) {
  StaticLiteral L;
  if (Holder.Key.empty() || !C.placeOf(E->getBeginLoc(), L.At))
    return L;
  L.Key = "literal@" + std::to_string(L.At.File) + ":" +
          std::to_string(L.At.Offset);
  L.Const = Const;
  L.Declaration = Holder.Range.Begin;
  TypeLoc T = E->getTypeSourceInfo()->getTypeLoc();
  L.Type = writtenRange(C, T.getBeginLoc(), T.getEndLoc());
  L.Values = writtenRange(C, E->getInitializer()->getBeginLoc(),
                          E->getInitializer()->getEndLoc());
  if (L.Type.End && L.Values.End && L.At.File == Holder.Range.File)
    L.Range = writtenRange(C, E->getBeginLoc(), E->getEndLoc());
  return L;
}

void addLiteral(Collector &C, const StaticLiteral &L) {
  for (StaticLiteral &Old : C.Src.StaticLiterals)
    if (Old.Key == L.Key) { // another unit read it before, or a macro has two
      Old.Takes.insert(L.Takes.begin(), L.Takes.end());
      return;
    }
  C.Src.StaticLiterals.push_back(L);
}

void addStatic(Collector &C, const StaticData &S) {
  for (StaticData &Old : C.Src.Statics)
    if (Old.NameAt == S.NameAt &&
        Old.Key == S.Key) { // another unit read it before
      Old.Takes.insert(S.Takes.begin(), S.Takes.end());
      Old.Definition |= S.Definition;
      return;
    }
  C.Src.Statics.push_back(S);
}

skel::SourceRange parameterOf(Collector &C, SourceLocation Loc) {
  const SourceManager &SM = C.Files.sources();
  skel::SourceRange R;
  if (!Loc.isMacroID() || !SM.isMacroArgExpansion(Loc))
    return R;
  SourceLocation At =
      SM.getSpellingLoc(SM.getImmediateExpansionRange(Loc).getBegin());
  int File = C.Files.fileId(At);
  if (File < 0 || !C.Prog.Files[File].Project)
    return R;
  R.File = unsigned(File);
  R.Begin = SM.getFileOffset(At);
  R.End = R.Begin + Lexer::MeasureTokenLength(At, SM, C.Files.language());
  return R;
}

void addStaticUse(Collector &C, SourceLocation Loc, const VarDecl *V,
                  bool Constant, StaticData *Taker) {
  const SourceManager &SM = C.Files.sources();
  StaticUse U;
  U.Key = keyOf(C, V);
  if (U.Key.empty() || !C.placeOf(Loc, U.At))
    return;
  SourceLocation Spelled = SM.getSpellingLoc(Loc);
  int File = C.Files.fileId(Spelled);
  U.Constant = Constant;
  if (Taker)
    Taker->Takes.insert(U.Key);
  U.MacroBody = !C.Files.spelledInPlace(Loc);
  U.Pasted = File < 0;
  U.Spelled = U.At;
  if (!U.Pasted) {
    U.Spelled = {unsigned(File), SM.getFileOffset(Spelled)};
    U.End = U.Spelled.Offset +
            Lexer::MeasureTokenLength(Spelled, SM, C.Files.language());
    U.Pasted = U.End - U.Spelled.Offset != V->getName().size();
  }
  // If a macro stands for nothing but the pasted name, as in X(name), the use
  // of the macro counts as the name.
  if (U.Pasted && Loc.isMacroID() &&
      C.ExpandedTokens[SM.getExpansionLoc(Loc).getRawEncoding()] == 1) {
    SourceLocation Last = SM.getExpansionRange(Loc).getEnd();
    U.Spelled = U.At;
    U.End = SM.getFileOffset(Last) +
            Lexer::MeasureTokenLength(Last, SM, C.Files.language());
    U.Pasted = U.MacroBody = false;
  }
  U.Parameter = parameterOf(C, Loc);
  Place Parameter = {U.Parameter.File, U.Parameter.Begin};
  if (C.SeenUses.insert({U.Spelled, U.At, Parameter}).second)
    C.Src.StaticUses.push_back(U);
}

} // namespace skel
