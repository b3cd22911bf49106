//===- KeepSetUnread.cpp - values in kept text that nobody reads ----------===//
//
// Finds assignments and initialisers whose variable no kept text reads. Without
// them the skeleton compiles without warnings that the original did not have.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/plan/KeepSet.h"
#include <algorithm>

namespace skel {

static bool inHole(const std::vector<Hole> &Holes, Place At) {
  for (const Hole &H : Holes)
    if (H.File == At.File && At.Offset >= H.Begin && At.Offset < H.End)
      return true;
  return false;
}

namespace {
/// Finds statements of the functions that are kept.
class KeptPlaces {
public:
  KeptPlaces(const Program &P, const KeepSet &K) : P(P) {
    for (const Function &F : P.Functions)
      if (F.Body >= 0 && K.Fn[F.Id])
        ByBegin[{F.Range.File, F.Range.Begin}] = &F;
  }
  /// The innermost statement at a place, or null.
  const Stmt *at(Place At) const {
    auto It = ByBegin.upper_bound({At.File, At.Offset});
    if (It == ByBegin.begin())
      return nullptr;
    const Function &F = *(--It)->second;
    if (F.Range.File != At.File || At.Offset >= F.Range.End)
      return nullptr;
    return &innermostAt(P, P.Stmts[F.Body], At.Offset);
  }

private:
  const Program &P;
  std::map<std::pair<unsigned, unsigned>, const Function *> ByBegin;
};
} // namespace

/// Groups of local variables that kept text reads.
static std::set<unsigned> readGroups(const Program &P, const Sources &S,
                                     const KeepSet &K,
                                     const std::vector<Hole> &Holes) {
  std::set<unsigned> Read;
  const KeptPlaces Places(P, K);
  for (const Ref &R : S.Refs) {
    if (R.WriteOnly || inHole(Holes, R.At))
      continue;
    const Stmt *St = Places.at(R.At);
    if (!St) {
      for (unsigned Id : P.includesOf(R.At.File))
        if (K.Stmt[Id])
          Read.insert(R.Group);
      continue;
    }
    auto Only = K.CallOnly.find(St->Id);
    bool Kept = K.Stmt[St->Id] && !K.NoInit.count(St->Id);
    if (Only != K.CallOnly.end())
      Kept =
          R.At.Offset >= Only->second->Begin && R.At.Offset < Only->second->End;
    if (Kept)
      Read.insert(R.Group);
  }
  return Read;
}

static bool hasCall(const Program &P, const Assignment &A) {
  for (const Call &C : P.Calls)
    if (C.NameFile == A.At.File && C.NameBegin >= A.ValueBegin &&
        C.NameBegin < A.ValueEnd)
      return true;
  return false;
}

bool findUnread(const Program &P, const Sources &S, const Plan &Plan,
                const KeepSet &K, std::vector<Hole> &Holes,
                std::vector<Hole> &Unread, std::set<unsigned> &UnusedStmts) {
  std::set<unsigned> Read = readGroups(P, S, K, Holes);
  const KeptPlaces Places(P, K);
  for (const Block &B : Plan.Blocks)
    for (const std::string &Text : B.Params)
      eachIdentifier(Text, [&](size_t Begin, size_t End) {
        ParamName N = findParamName(P, S, B, Text.substr(Begin, End - Begin));
        if (N.Declarator >= 0)
          for (auto &[At, Groups] : S.LocalGroups)
            if (Places.at(At) == &P.Stmts[N.Declarator])
              Read.insert(Groups.begin(), Groups.end());
      });
  auto Unused = [&](const std::set<unsigned> &Groups) {
    for (unsigned G : Groups)
      if (Read.count(G))
        return false;
    return !Groups.empty();
  };
  bool Found = false;
  auto Drop = [&](const Hole &H) {
    if (inHole(Holes, {H.File, H.Begin}))
      return;
    Holes.push_back(H);
    Unread.push_back(H);
    Found = true;
  };
  for (const Assignment &A : S.Assignments) {
    const Stmt *St = Places.at(A.At);
    if (!St || !K.Stmt[St->Id] || !hasCall(P, A))
      continue;
    for (const Ref &R : S.Refs)
      if (R.At == A.At && R.WriteOnly && Unused({R.Group}))
        Drop({A.At.File, A.At.Offset, A.ValueBegin});
  }
  for (auto &[At, Groups] : S.LocalGroups) {
    const Stmt *St = Places.at(At);
    if (!St || St->Kind != StmtKind::Declarator || !K.Stmt[St->Id] ||
        K.NoInit.count(St->Id) || St->FromMacro || K.CallOnly.count(St->Id) ||
        !Unused(Groups))
      continue;
    const std::string &Text = S.Text[St->Range.File];
    size_t Value = initialiserOf(S, *St);
    if (At.Offset >= Value)
      continue; // declared in a statement expression
    Value = Text.find_first_not_of("= \t\r\n", Value);
    std::string Init;
    if (Value < St->Range.End)
      Init = Text.substr(Value, St->Range.End - Value);
    bool Named = false;
    for (unsigned G : Groups)
      Named |= K.Groups.count(G) != 0;
    const Stmt &Decl = P.Stmts[St->Parent];
    if (Named || Decl.FromMacro || Decl.Kind != StmtKind::Decl)
      continue;
    if (!St->InitEffects && !St->BoundEffects) {
      if (UnusedStmts.insert(St->Id).second)
        Found = true;
    } else if (!St->BoundEffects && Decl.Children.size() == 1 &&
               Init[0] != '{') {
      Drop({St->Range.File, Decl.Range.Begin, unsigned(Value)});
    }
  }
  return Found;
}

} // namespace skel
