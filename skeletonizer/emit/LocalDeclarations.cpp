//===- LocalDeclarations.cpp - declarations in functions ------------------===//
//
// A declaration is written again from the pieces that stay, unless they stand
// beside each other already.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/emit/LocalDeclarations.h"
#include <algorithm>

namespace skel {

void LocalDeclarations::findUnset(const Function &F) {
  Unset.clear();
  for (const Stmt &St : P.Stmts) {
    if (St.Function != F.Id || !K.Stmt[St.Id] ||
        (St.Kind != StmtKind::If && St.Kind != StmtKind::Case))
      continue;
    bool Gone = false;
    for (unsigned C : St.Children)
      Gone |= !T.stays(C);
    int Outer = St.Id;
    while (P.Stmts[Outer].Parent >= 0 &&
           (St.Kind == StmtKind::Case
                ? P.Stmts[Outer].Kind != StmtKind::Switch
                : P.Stmts[P.Stmts[Outer].Parent].Kind == StmtKind::If))
      Outer = P.Stmts[Outer].Parent;
    const SourceRange &R = P.Stmts[Outer].Range;
    auto It = std::lower_bound(
        S.Refs.begin(), S.Refs.end(), Place{R.File, R.Begin},
        [](const Ref &X, const Place &At) { return X.At < At; });
    for (; Gone && It != S.Refs.end() && It->At.File == R.File &&
           It->At.Offset < R.End;
         ++It)
      if (It->WriteOnly)
        Unset.insert(It->Group);
  }
}

bool LocalDeclarations::isUnset(const Stmt &D) const {
  for (auto It = S.LocalGroups.lower_bound({D.Range.File, D.Range.Begin});
       It != S.LocalGroups.end() &&
       It->first < Place{D.Range.File, D.Range.End};
       ++It)
    for (unsigned G : It->second)
      if (Unset.count(G) && S.LocalScalars.count(It->first))
        return true;
  return false;
}

unsigned LocalDeclarations::declaratorEnd(const Stmt &D, bool &Zero) {
  Zero = false;
  if (!D.FromMacro && initialiserOf(S, D) >= D.Range.End) {
    Zero = isUnset(D);
    return D.Range.End;
  }
  if (!K.NoInit.count(D.Id) || D.FromMacro)
    return D.Range.End;
  const std::string &Text = S.Text[D.Range.File];
  unsigned Begin = initialiserOf(S, D);
  if (Begin >= D.Range.End)
    return D.Range.End;
  bool Scalar = false;
  for (auto It = S.LocalScalars.lower_bound({D.Range.File, D.Range.Begin});
       It != S.LocalScalars.end() && *It < Place{D.Range.File, Begin}; ++It)
    Scalar = true;
  std::string Init = Text.substr(Begin, D.Range.End - Begin);
  if (Scalar &&
      (Init.substr(Init.find_first_not_of("= ")) == "NULL" ||
       Init.find_first_not_of("= 0123456789.-eEfFuUlL") == std::string::npos))
    return D.Range.End; // a plain number
  Zero = Scalar && !K.CallOnly.count(D.Id);
  // "int a[] = ..." has its size from the initialiser.
  size_t Open = Text.find('[', D.Range.Begin);
  size_t Close = Text.find_first_not_of(" \t\n", Open + 1);
  if (D.Extent && Open < Begin && Text[Close] == ']')
    E.insert(D.Range.File, unsigned(Close), std::to_string(D.Extent));
  return Begin;
}

void LocalDeclarations::remove(const Stmt &St) {
  const std::string &Text = S.Text[St.Range.File];
  struct Piece {
    unsigned Begin, End;
    bool Name, Zero;
    size_t Index;
  };
  std::vector<Piece> Pieces;
  for (size_t I = 0; I < St.Children.size(); ++I) {
    const Stmt &D = P.Stmts[St.Children[I]];
    if (K.Stmt[D.Id]) {
      bool Zero;
      unsigned End = declaratorEnd(D, Zero);
      Pieces.push_back({D.Range.Begin, End, true, Zero, I});
    }
    auto Only = K.CallOnly.find(D.Id);
    if (Only != K.CallOnly.end())
      Pieces.push_back(
          {Only->second->Begin, Only->second->End, false, false, I});
  }
  if (Pieces.empty())
    return;
  unsigned First = P.Stmts[St.Children.front()].Range.Begin;
  std::string Specifiers = Text.substr(St.Range.Begin, First - St.Range.Begin);
  unsigned At = St.Range.Begin;
  const Piece *Before = nullptr;
  for (const Piece &X : Pieces) {
    std::string Between = Before ? (Before->Zero ? " = 0" : "") : "";
    if (!Before)
      Between = X.Name ? Specifiers : "";
    else if (!X.Name)
      Between += "; ";
    else
      Between += Before->Name ? ", " : "; " + Specifiers;
    bool Neighbours =
        Before && Before->Name && X.Name && !Before->Zero &&
        Before->Index + 1 == X.Index &&
        Before->End == P.Stmts[St.Children[Before->Index]].Range.End;
    if (!Neighbours && Text.substr(At, X.Begin - At) != Between)
      E.replace(St.Range.File, At, X.Begin, Between);
    At = X.End;
    Before = &X;
  }
  std::string Tail = std::string(Before->Zero ? " = 0" : "") + ";";
  if (Text.substr(At, St.Range.End - At) != Tail)
    E.replace(St.Range.File, At, St.Range.End, Tail);
}

} // namespace skel
