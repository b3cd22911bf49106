//===- Braces.cpp - braces that what is left does not need ----------------===//
//
// Looks at the text, with the edits so far, around each brace.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/emit/Braces.h"
#include <algorithm>

namespace skel {

/// One plain statement is left of a list that had more, or the call of a block.
static bool oneLeft(const StayingText &T, const Stmt &St) {
  if (T.blockAt(St.Id))
    return !T.K.Stmt[St.Id];
  unsigned Left = 0;
  bool Changed = St.Children.size() > 1;
  for (unsigned C : St.Children) {
    const Stmt &Sub = T.P.Stmts[C];
    if (!T.stays(C)) {
      Changed = true;
      Left += T.blockIn(Sub) != nullptr;
      continue;
    }
    bool Plain = Sub.Kind == StmtKind::Expr || Sub.Kind == StmtKind::Return ||
                 Sub.Kind == StmtKind::Goto;
    if (!Plain || Sub.FromMacro || Sub.Null || T.blockAt(C) ||
        T.K.NullReturn.count(C) || T.withPragmas(Sub) != Sub.Range.Begin)
      return false;
    ++Left;
  }
  return Changed && Left == 1;
}

void cutBraces(const StayingText &T, const Stmt &St) {
  const Stmt &Parent = T.P.Stmts[St.Parent];
  if (!isCompound(St) || St.FromMacro || Parent.FromMacro ||
      (Parent.Kind != StmtKind::If && Parent.Kind != StmtKind::For &&
       Parent.Kind != StmtKind::While) ||
      St.Range.Line == St.Range.EndLine || !oneLeft(T, St))
    return;
  if (T.onlyCode(St))
    removeBraces(T, St);
}

/// No eye takes the statement behind for a part of this one, nor do compilers
/// that warn.
static bool isClosed(const StayingText &T, const Stmt &St) {
  if (isCompound(St))
    return !T.E.removed(St.Range.File, St.Range.Begin);
  if (St.Kind == StmtKind::Expr || St.Kind == StmtKind::Decl)
    return true;
  for (auto C = St.Children.rbegin(); C != St.Children.rend(); ++C)
    if (T.stays(*C) || *C == St.Children.front())
      return isCompound(T.P.Stmts[*C]) ? isClosed(T, T.P.Stmts[*C])
                                       : T.P.Stmts[*C].Kind == StmtKind::If &&
                                             isClosed(T, T.P.Stmts[*C]);
  return false;
}

bool isBare(const StayingText &T, const Stmt &St, const Stmt *Before,
            const std::set<Place> &Bare) {
  if (!isCompound(St) || St.FromMacro || T.blockAt(St.Id) ||
      !Bare.count({St.Range.File, St.Range.Begin}) || !T.onlyCode(St) ||
      (Before && !isClosed(T, *Before)))
    return false;
  return std::none_of(St.Children.begin(), St.Children.end(), [&](unsigned C) {
    return T.P.Stmts[C].Kind == StmtKind::Decl && T.stays(C);
  });
}

void removeBraces(const StayingText &T, const Stmt &St) {
  const Stmt &Parent = T.P.Stmts[St.Parent];
  const std::string &Code = T.code();
  for (unsigned At : {St.Range.Begin, St.Range.End - 1}) {
    unsigned Begin = At, End = At + 1;
    while (Begin > 0 && (Code[Begin - 1] == ' ' || Code[Begin - 1] == '\t'))
      --Begin;
    while (End < Code.size() && (Code[End] == ' ' || Code[End] == '\t'))
      ++End;
    bool Own = Begin > 0 && Code[Begin - 1] == '\n';
    bool Line = Own && Code[End] == '\n';
    // The else behind it goes.
    bool Last = At == St.Range.End - 1 && Parent.Kind == StmtKind::If &&
                Parent.Children.size() == 2 && Parent.Children[0] == St.Id &&
                !T.stays(Parent.Children[1]) &&
                !T.blockIn(T.P.Stmts[Parent.Children[1]]) &&
                Code.find('#', At) >= T.P.Stmts[Parent.Children[1]].Range.End;
    unsigned Behind =
        Last ? T.P.Stmts[Parent.Children[1]].Range.End : St.Range.End;
    // What is put behind the statement that ends here stays: the brace that
    // closes a block. It begins a line of its own.
    if (At != St.Range.Begin && T.E.inserted(St.Range.File, Behind))
      T.E.remove(St.Range.File, Own ? Begin - 1 : Begin, Behind);
    // A comment behind it stays.
    else if (Line && T.S.Text[St.Range.File].compare(Begin, End - Begin, Code,
                                                     Begin, End - Begin) == 0)
      T.E.remove(St.Range.File, Begin, End + 1);
    else if (Last && Own && T.endsLine(T.P.Stmts[Parent.Children[1]].Range.End))
      T.E.remove(
          St.Range.File, Begin,
          unsigned(Code.find('\n', T.P.Stmts[Parent.Children[1]].Range.End)) +
              1);
    else if (Code[End] == '\n')
      T.E.remove(St.Range.File, Begin, At + 1);
    else
      T.E.remove(St.Range.File, At, End);
  }
}

} // namespace skel
