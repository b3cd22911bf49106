//===- Folds.cpp - conditions that are known ------------------------------===//
//
// Values of variables and functions up to a fixpoint, from nothing known
// upwards; then the conditions.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/frontend/Folds.h"
#include "skeletonizer/model/MpiTable.h"
#include "skeletonizer/model/Summaries.h"
#include <algorithm>

namespace skel {

namespace {

using Known = std::optional<int64_t>;

/// Any value but zero, of a pointer; two of them may differ.
const int64_t NotNull = INT64_MIN;

class Solver {
public:
  Solver(const Sources &S, const FoldFacts &F, bool Errors)
      : F(F), Fatal(!Errors), Allocates(!Errors) {
    for (const Sources::MpiName &N : S.MpiNames)
      Fatal &= !isErrhandlerName(N.Name);
    for (auto &[Key, V] : F.Variables)
      for (const PragmaText &T : S.Pragmas)
        if (T.Text.find(V.Name) != std::string::npos)
          Bad.insert(Key);
    for (bool Again = true; Again;) {
      Again = false;
      for (auto &[Key, V] : F.Variables)
        if (!V.Bad && !Bad.count(Key)) {
          Again |= learn(Always, Key, {&V.First, &V.Values});
          Again |= learn(Assigned, Key, {&V.Values});
        }
      for (auto &[Key, Fn] : F.Functions)
        if (!Fn.Bad)
          Again |= learn(Functions, Key, {&Fn.Values});
    }
  }

  Known value(int Id) const {
    if (Id < 0)
      return std::nullopt;
    const Term &T = F.Terms[Id];
    switch (T.Kind) {
    case Term::Unknown:
      return std::nullopt;
    case Term::Number:
      return T.Value;
    case Term::Variable:
      return find(T.Assigned ? Assigned : Always, T.Key);
    case Term::Call:
      if (F.Functions.count(T.Key))
        return find(Functions, T.Key);
      if (hasFact(T.Key, LibraryFact::Malloc))
        return Allocates ? Known(NotNull) : std::nullopt;
      return Fatal && F.Codes.count(T.Key) ? Known(0) : std::nullopt;
    case Term::Assignment:
      return value(T.A);
    case Term::Choice:
      if (Known A = value(T.A))
        return value(*A ? T.B : T.C);
      return std::nullopt;
    case Term::Not:
      if (Known A = value(T.A))
        return !*A;
      return std::nullopt;
    default:
      break;
    }
    Known A = value(T.A), B = value(T.B);
    if (T.Kind == Term::And || T.Kind == Term::Or) {
      bool Decides = T.Kind == Term::Or;
      if ((A && bool(*A) == Decides) || (B && bool(*B) == Decides))
        return Decides;
      return A && B ? Known(!Decides) : std::nullopt;
    }
    if (!A || !B)
      return std::nullopt;
    if (*A == NotNull || *B == NotNull) {
      bool Null = *A == 0 || *B == 0;
      return Null && T.Kind == Term::Equal     ? Known(0)
             : Null && T.Kind == Term::Unequal ? Known(1)
                                               : std::nullopt;
    }
    return T.Kind == Term::Equal     ? *A == *B
           : T.Kind == Term::Unequal ? *A != *B
           : T.Kind == Term::Less    ? *A < *B
                                     : *A <= *B;
  }

  /// Nothing that is computed for the value does anything else.
  bool pure(int Id) const {
    if (Id < 0)
      return true;
    const Term &T = F.Terms[Id];
    if (T.Effects)
      return false;
    Known A = value(T.A);
    if (T.Kind == Term::Choice && A)
      return pure(T.A) && pure(*A ? T.B : T.C);
    if ((T.Kind == Term::And || T.Kind == Term::Or) && A &&
        bool(*A) == (T.Kind == Term::Or))
      return pure(T.A);
    return pure(T.A) && pure(T.B) && pure(T.C);
  }

private:
  using Values = std::map<std::string, int64_t>;

  static Known find(const Values &In, const std::string &Key) {
    auto It = In.find(Key);
    return It == In.end() ? std::nullopt : Known(It->second);
  }

  bool learn(Values &In, const std::string &Key,
             const std::vector<const std::vector<int> *> &All) {
    if (In.count(Key))
      return false;
    Known Same;
    for (const std::vector<int> *Ids : All)
      for (int Id : *Ids) {
        Known V = value(Id);
        if (!V || (Same && V != Same))
          return false;
        Same = V;
      }
    if (Same)
      In[Key] = *Same;
    return Same.has_value();
  }

  const FoldFacts &F;
  bool Fatal, Allocates;
  std::set<std::string> Bad;
  Values Always, Assigned, Functions;
};

} // namespace

std::vector<Fold> findFolds(const Sources &S, const FoldFacts &Facts,
                            bool Errors) {
  Solver Solve(S, Facts, Errors);
  // A place is decided if all units that read it decide it alike.
  struct Choice {
    const FoldSite *Site = nullptr;
    bool Value = false, Alike = true;
  };
  std::map<std::pair<Place, unsigned>, Choice> Places;
  for (const FoldSite &Site : Facts.Sites) {
    const FoldRemoval &First =
        Site.IfTrue.empty() ? Site.IfFalse.front() : Site.IfTrue.front();
    Choice &C = Places[{{Site.File, First.Begin}, First.End}];
    Known Value = Solve.value(Site.Term);
    bool Fits = Value && (Site.KeepsEffects || Solve.pure(Site.Term)) &&
                (*Value ? Site.MayTrue : Site.MayFalse);
    C.Alike &= Fits && (!C.Site || C.Value == bool(*Value));
    C.Site = &Site;
    C.Value = Fits && *Value;
  }
  std::vector<Fold> Wanted, Out;
  for (auto &[At, C] : Places) {
    const auto &Removals = C.Value ? C.Site->IfTrue : C.Site->IfFalse;
    if (C.Alike && !Removals.empty())
      Wanted.push_back({C.Site->File, Removals});
  }
  // What takes out more comes first; others may lie inside of it.
  auto Size = [](const Fold &F) {
    unsigned Sum = 0;
    for (const FoldRemoval &C : F.Removals)
      Sum += C.End - C.Begin;
    return Sum;
  };
  std::stable_sort(
      Wanted.begin(), Wanted.end(),
      [&](const Fold &A, const Fold &B) { return Size(A) > Size(B); });
  std::map<unsigned, std::vector<FoldRemoval>> Taken;
  for (const Fold &F : Wanted) {
    auto &Have = Taken[F.File];
    bool Free = true;
    for (const FoldRemoval &C : F.Removals)
      for (const FoldRemoval &H : Have)
        Free &= C.End <= H.Begin || H.End <= C.Begin;
    if (!Free)
      continue;
    Have.insert(Have.end(), F.Removals.begin(), F.Removals.end());
    Out.push_back(F);
  }
  return Out;
}

} // namespace skel
