//===- CallsAlone.cpp - a call or a zero instead of a statement -----------===//
//
// Which call stays of a statement is the KeepSet's.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/emit/CallsAlone.h"
#include <algorithm>
#include <cstring>

namespace skel {

/// The condition but for the call is plain comparison with constants.
static bool comparesOnly(const StayingText &T, const Stmt &St, const Call &C) {
  const std::string &Code = T.code();
  size_t Open = Code.find('(', St.Header.Begin);
  if (Open >= C.Begin)
    return false;
  std::string Rest = Code.substr(Open, C.Begin - Open) + " " +
                     Code.substr(C.End, St.Header.End - C.End);
  for (size_t I = 0; I < Rest.size(); ++I) {
    unsigned char X = Rest[I];
    if (!isspace(X) && !isdigit(X) && !isupper(X) && !strchr("_()!<>=-", X))
      return false;
    bool Compares = I > 0 && strchr("=!<>", Rest[I - 1]);
    if (X == '=' && !Compares && Rest.compare(I, 2, "==") != 0)
      return false;
    if (X == '-' && Rest.compare(I, 2, "--") == 0)
      return false;
  }
  return true;
}

const Call *onlyCallOf(const StayingText &T, const Stmt &St) {
  for (unsigned C : St.Children)
    if (!T.nothingLeft(T.P.Stmts[C]))
      return nullptr;
  const Call *Only = nullptr;
  for (const Call &C : T.P.Calls)
    if (C.Stmt == int(St.Id)) {
      if (Only)
        return nullptr;
      Only = &C;
    }
  if (!Only || St.FromMacro || Only->FromMacro || Only->Begin >= Only->End ||
      Only->File != St.Range.File || Only->Begin < St.Header.Begin ||
      Only->End > St.Header.End || !comparesOnly(T, St, *Only) ||
      T.S.Text[St.Range.File].find('#', St.Range.Begin) < St.Range.End ||
      std::none_of(T.P.Functions.begin(), T.P.Functions.end(),
                   [&](const Function &F) { return F.Name == Only->Callee; }))
    return nullptr;
  return Only;
}

void leaveCall(const StayingText &T, const Stmt &St) {
  auto It = T.K.CallOnly.find(St.Id);
  if (It == T.K.CallOnly.end())
    return;
  // "(void)f(x);" says the same.
  std::string Front;
  for (unsigned I = St.Range.Begin; I < It->second->Begin; ++I)
    if (!isspace((unsigned char)T.code()[I]))
      Front += T.code()[I];
  if (Front == "(void)")
    return;
  T.map().replace(T.E, St.Range.File, St.Range.Begin, It->second->Begin, "");
  T.map().replace(T.E, St.Range.File, It->second->End, St.Range.End, ";");
}

void returnZero(const StayingText &T, const Stmt &St) {
  if (!T.K.NullReturn.count(St.Id))
    return;
  const std::string &Zero = T.S.ReturnZero[St.Function];
  auto It = T.K.CallOnly.find(St.Id);
  if (It == T.K.CallOnly.end()) {
    T.E.replace(St.Range.File, St.Range.Begin, St.Range.End, Zero);
    return;
  }
  bool InList = St.Parent >= 0 && isCompound(T.P.Stmts[St.Parent]);
  T.map().replace(T.E, St.Range.File, St.Range.Begin, It->second->Begin,
                  InList ? "" : "{ ");
  T.map().replace(T.E, St.Range.File, It->second->End, St.Range.End,
                  InList ? ";\n" + T.map().indentAt(St.Range.Begin) + Zero
                         : "; " + Zero + " }");
}

void addReturn(const StayingText &T, const Function &F) {
  const Stmt &Body = T.P.Stmts[F.Body];
  if (F.Name == "main")
    return;
  for (auto It = Body.Children.rbegin(); It != Body.Children.rend(); ++It)
    if (T.stays(*It)) {
      if (T.P.Stmts[*It].Kind == StmtKind::Return)
        return;
      break;
    }
  const std::string &Text = T.S.Text[Body.Range.File];
  unsigned At = Body.Range.End - 1;
  unsigned Line = At;
  while (Line > 0 && (Text[Line - 1] == ' ' || Text[Line - 1] == '\t'))
    --Line;
  if (Line > 0 && Text[Line - 1] == '\n') {
    std::string Indent =
        Body.Children.empty()
            ? "    "
            : T.map().indentAt(T.P.Stmts[Body.Children[0]].Range.Begin);
    T.E.insert(Body.Range.File, Line, Indent + T.S.ReturnZero[F.Id] + "\n");
  } else {
    T.E.insert(Body.Range.File, At, T.S.ReturnZero[F.Id] + " ");
  }
}

} // namespace skel
