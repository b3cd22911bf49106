//===- MacroArguments.cpp - names of static data in arguments -------------===//
//
// A parameter gets BSIM_G in all expansions of its macro. So all names that
// stand for it must be static data, and get BSIM_G nowhere else: all their
// other uses are at such parameters, too.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/emit/MacroArguments.h"

namespace skel {

static Place beginOf(const SourceRange &R) { return {R.File, R.Begin}; }

MacroArguments::MacroArguments(const Sources &S,
                               const std::set<std::string> &Private,
                               const Edits &E)
    : S(S), Private(Private) {
  for (const StaticUse &U : S.StaticUses) {
    if (E.removed(U.At.File, U.At.Offset) ||
        (!U.Pasted && E.removed(U.Spelled.File, U.Spelled.Offset)))
      continue;
    ByName[U.Spelled].push_back(&U);
    if (U.Parameter.End)
      ByParameter[beginOf(U.Parameter)].push_back(&U);
  }
  for (const StaticData &D : S.Statics)
    if (Private.count(D.Key) && ByName.count(D.NameAt))
      Declared.insert(D.NameAt);
  for (const NameInText &N : S.NamesInText)
    if (!E.removed(N.At.File, N.At.Offset) && ByName.count(N.Spelled))
      Texts.insert({N.Spelled, &N});
  for (const Place &At : Declared)
    tryToMove(At);
  for (const auto &[At, Text] : Texts)
    tryToMove(At);
}

/// The name is no rank's own here: a static initialiser, or constant data.
bool MacroArguments::stays(const StaticUse &U) const {
  return U.Constant || !Private.count(U.Key);
}

/// The use's parameter can have BSIM_G.
bool MacroArguments::moves(const StaticUse &U) const {
  return !U.Pasted && U.Parameter.End &&
         !S.OtherArguments.count(beginOf(U.Parameter)) &&
         !S.OtherInMacro.count(U.Spelled);
}

/// Moves BSIM_G from the name, and from all names that share a parameter with
/// it, if all of them can do without.
void MacroArguments::tryToMove(const Place &Spelled) {
  std::set<Place> Names = {Spelled};
  std::vector<Place> Open = {Spelled};
  while (!Open.empty()) {
    Place At = Open.back();
    Open.pop_back();
    for (const StaticUse *U : ByName[At]) {
      if (stays(*U))
        continue;
      if (!moves(*U))
        return;
      for (const StaticUse *Other : ByParameter[beginOf(U->Parameter)]) {
        if (stays(*Other))
          return;
        if (Names.insert(Other->Spelled).second)
          Open.push_back(Other->Spelled);
      }
    }
  }
  Moved.insert(Names.begin(), Names.end());
}

const NameInText *MacroArguments::text(const Place &Spelled) const {
  auto It = Texts.find(Spelled);
  return It == Texts.end() || Moved.count(Spelled) ? nullptr : It->second;
}

} // namespace skel
