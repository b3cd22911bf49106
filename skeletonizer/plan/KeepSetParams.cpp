//===- KeepSetParams.cpp - what the names in a block's parameters mean ----===//
//
// Looks names up by the rules of scope, in the statement tree and the file
// scope declarations. Decides nothing.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/plan/KeepSet.h"

namespace skel {

ParamName findParamName(const Program &P, const Sources &S, const Block &B,
                        const std::string &Name) {
  ParamName Out;
  const Stmt &First = P.Stmts[B.First];
  const Function &F = P.Functions[First.Function];
  // The innermost declaration in front of the block.
  for (int Up = First.Id; Up >= 0; Up = P.Stmts[Up].Parent) {
    int Parent = P.Stmts[Up].Parent;
    if (Parent < 0)
      break;
    for (unsigned C : P.Stmts[Parent].Children) {
      if (P.Stmts[C].Range.Begin >= P.Stmts[Up].Range.Begin)
        break;
      for (unsigned D : P.Stmts[C].Children)
        if (P.Stmts[C].Kind == StmtKind::Decl && P.Stmts[D].Name == Name)
          Out.Declarator = D;
    }
    if (Out.Declarator >= 0)
      break;
  }
  for (const StaticData &D : S.Statics) {
    if (D.Name != Name)
      continue;
    bool Mine = D.Local ? D.Range.File == F.Range.File &&
                              D.Range.Begin >= F.Range.Begin &&
                              D.Range.Begin < F.Range.End
                        : D.Range.File == First.Range.File || D.Key == Name;
    if (!Mine || (D.Local && Out.Declarator < 0) ||
        (!D.Local && Out.Declarator >= 0))
      continue;
    Out.StaticKey = D.Key;
  }
  for (const std::string &Param : F.Params)
    if (Param == Name && Out.Declarator < 0)
      return ParamName();
  if (Out.Declarator >= 0)
    return Out;
  for (const Item &I : S.Items)
    for (const Item::Declarator &N : I.Names)
      if (N.Name == Name && (I.Kind == ItemKind::Variables))
        Out.Groups.insert(N.Groups.begin(), N.Groups.end());
  return Out;
}

} // namespace skel
