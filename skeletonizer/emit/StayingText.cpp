//===- StayingText.cpp - what a function keeps of its text ----------------===//
//
// Whether anything of a statement stays follows from the KeepSet; what stands
// between two places, from the text without its comments.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/emit/StayingText.h"
#include <algorithm>

namespace skel {

unsigned gapBefore(const Program &P, const Stmt &St) {
  if (St.Parent < 0)
    return 0;
  const Stmt &Parent = P.Stmts[St.Parent];
  unsigned Low = Parent.Range.Begin + (Parent.Kind == StmtKind::Compound);
  // A do's header is behind its body.
  if (Parent.Header.End > Low && Parent.Header.End <= St.Range.Begin)
    Low = Parent.Header.End;
  for (unsigned C : Parent.Children)
    if (P.Stmts[C].Range.End <= St.Range.Begin)
      Low = std::max(Low, P.Stmts[C].Range.End);
  return Low;
}

StayingText::StayingText(const Program &P, const Sources &S, const Plan &Plan,
                         const KeepSet &K, Edits &E)
    : P(P), S(S), K(K), E(E) {
  for (const Block &B : Plan.Blocks)
    BlockAt[B.First] = &B;
}

const Block *StayingText::blockAt(unsigned Id) const {
  auto It = BlockAt.find(Id);
  return It == BlockAt.end() ? nullptr : It->second;
}

bool StayingText::stays(unsigned Id) const {
  const Stmt &St = P.Stmts[Id];
  // The semicolon behind a macro that brings its own braces.
  if (St.Null && St.Parent >= 0 && isCompound(P.Stmts[St.Parent])) {
    const auto &C = P.Stmts[St.Parent].Children;
    auto It = std::find(C.begin(), C.end(), Id);
    unsigned Before = It == C.begin() ? P.Stmts[St.Parent].Range.Begin + 1
                                      : P.Stmts[It[-1]].Range.End;
    // The name of a macro that is nothing here; where the text is included
    // with another one it may be a statement.
    if (!onlyBlanks(Before, St.Range.Begin))
      return true;
    return It != C.begin() && P.Stmts[It[-1]].FromMacro && stays(It[-1]);
  }
  if (St.Kind == StmtKind::Decl && !St.Children.empty())
    return std::any_of(St.Children.begin(), St.Children.end(), [&](unsigned C) {
      return K.Stmt[C] || K.CallOnly.count(C);
    });
  return K.Stmt[Id];
}

bool StayingText::nothingLeft(const Stmt &St) const {
  if (blockIn(St) || BlockAt.count(St.Id) || St.FromMacro)
    return false;
  if (!isCompound(St))
    return !stays(St.Id);
  return std::all_of(St.Children.begin(), St.Children.end(),
                     [&](unsigned C) { return nothingLeft(P.Stmts[C]); });
}

const Block *StayingText::blockIn(const Stmt &St) const {
  auto It = BlockAt.find(St.Id);
  if (It != BlockAt.end())
    return It->second;
  for (unsigned C : St.Children)
    if (const Block *B = blockIn(P.Stmts[C]))
      return B;
  return nullptr;
}

bool StayingText::isWritten(const Stmt &Label) const {
  return Label.Kind == StmtKind::Case || K.LabelText.count(Label.Id);
}

bool StayingText::statementFollows(const Stmt &St, unsigned &Begin) const {
  if (St.Parent < 0 || !isCompound(P.Stmts[St.Parent]))
    return false;
  const auto &C = P.Stmts[St.Parent].Children;
  auto It = std::find(C.begin(), C.end(), St.Id) + 1;
  if (It != C.end())
    Begin = P.Stmts[*It].Range.Begin;
  for (; It != C.end(); ++It)
    if (blockIn(P.Stmts[*It]))
      return true;
    else if (stays(*It))
      return P.Stmts[*It].Kind != StmtKind::Decl;
  return false;
}

unsigned StayingText::withPragmas(const Stmt &St) const {
  return Map->pragmasBegin(St.Range.Begin, gapBefore(P, St));
}

bool StayingText::onlyBlanks(unsigned Begin, unsigned End) const {
  const std::string &Code = Map->code();
  for (unsigned I = Begin; I < End; ++I)
    if (!isspace((unsigned char)Code[I]))
      return false;
  return true;
}

bool StayingText::onlyCode(const Stmt &St) const {
  const std::string &Code = Map->code();
  for (size_t At = Code.find('#', St.Range.Begin); At < St.Range.End;
       At = Code.find('#', At + 1))
    if (!E.removed(St.Range.File, unsigned(At)))
      return false;
  return true;
}

bool StayingText::endsLine(unsigned At) const {
  const std::string &Code = Map->code();
  size_t Next = Code.find_first_not_of(" \t", At);
  return Next != std::string::npos && Code[Next] == '\n';
}

unsigned StayingText::lineOf(unsigned At) const {
  return At ? unsigned(Map->code().rfind('\n', At - 1) + 1) : 0;
}

} // namespace skel
