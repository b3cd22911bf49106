//===- Inactive.cpp - text that the preprocessor leaves out ---------------===//
//
// Every inclusion of a file tells which of its conditionals' branches it skips.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/model/Inactive.h"
#include "skeletonizer/model/TextMap.h"
#include <algorithm>

namespace skel {

using Names = std::set<std::string>;

// Words of a conditional's directives.
static Names testedNames(const TextMap &Map, const TextMap::Conditional &C) {
  Names Out;
  for (auto &[Begin, End] : C.Lines) {
    std::string Line = Map.code().substr(Begin, End - Begin);
    eachWord(Line, [&](size_t From, size_t To) {
      Out.insert(Line.substr(From, To - From));
    });
  }
  return Out;
}

// Macros that are defined or undefined in a conditional.
static Names definedNames(const TextMap &Map, const TextMap::Conditional &C) {
  Names Out;
  for (const TextMap::Line &L : Map.directives())
    if ((L.Word == "define" || L.Word == "undef") &&
        L.Begin >= C.Lines.front().first && L.End <= C.Lines.back().second)
      Out.insert(Map.definedName(L));
  return Out;
}

static bool intersect(const Names &A, const Names &B) {
  return std::any_of(A.begin(), A.end(), [&](const std::string &Name) {
    return B.count(Name) != 0;
  });
}

// Whether a conditional may keep text from being read twice: it holds all text
// of its file, or defines what it tests.
static bool mayGuard(const TextMap &Map, const TextMap::Conditional &C) {
  const std::string &Code = Map.code();
  unsigned Begin = C.Lines.front().first, End = C.Lines.back().second;
  if (Map.blank(0, Begin) && Map.blank(End, Code.size()))
    return true;
  return intersect(testedNames(Map, C), definedNames(Map, C));
}

// Tested: names of a conditional's directives.
static bool asksCompiler(const Names &Tested, const Names &Compiler) {
  for (const std::string &Name : Tested)
    if (Name.find("__") != std::string::npos)
      return true;
  return intersect(Tested, Compiler);
}

Names compilerMacros(const Program &P, const Sources &S) {
  std::vector<std::pair<Names, Names>> Conditionals; // tested, defined
  for (size_t File = 0; File < P.Files.size(); ++File) {
    if (!P.Files[File].Project)
      continue;
    TextMap Map(S.Text[File]);
    for (const TextMap::Conditional &C : Map.conditionals())
      if (C.Defines && C.Closed && !mayGuard(Map, C))
        Conditionals.push_back({testedNames(Map, C), definedNames(Map, C)});
  }
  Names Found;
  for (size_t Before = 1; Before != Found.size();) {
    Before = Found.size();
    for (auto &[Tested, Defined] : Conditionals)
      if (asksCompiler(Tested, Found))
        Found.insert(Defined.begin(), Defined.end());
  }
  return Found;
}

void cutInactive(const Sources &S, unsigned File, const Names &CompilerMacros,
                 Edits &E) {
  auto It = S.Skips.find(File);
  if (It == S.Skips.end())
    return;
  TextMap Map(S.Text[File]);
  for (const TextMap::Conditional &C : Map.conditionals()) {
    size_t Branches = C.Lines.size() - 1;
    if (!C.Closed || asksCompiler(testedNames(Map, C), CompilerMacros))
      continue;
    std::vector<bool> Taken(Branches), Left(Branches);
    for (const SkippedText &Inclusion : It->second) {
      auto Skips = [&](unsigned Begin, unsigned End) {
        for (auto &[From, To] : Inclusion)
          if (From < End && End <= To && From <= Begin)
            return true;
        return false;
      };
      // The opening directive is in text that is left out itself.
      bool Unseen = false;
      for (auto &[From, To] : Inclusion)
        Unseen |= From < C.Lines[0].first && C.Lines[0].second <= To;
      for (size_t B = 0; B < Branches && !Unseen; ++B) {
        bool Out = Skips(C.Lines[B].second, C.Lines[B + 1].first);
        (Out ? Left : Taken)[B] = true;
      }
    }
    bool Decided = !C.Defines || !mayGuard(Map, C), Seen = false, Empty = true;
    for (size_t B = 0; B < Branches; ++B) {
      Decided &= !(Taken[B] && Left[B]);
      Seen |= Taken[B] || Left[B];
      Empty &= !Taken[B];
      if (Left[B] && !Taken[B]) // with its directive, unless that opens
        E.remove(File, B ? C.Lines[B].first : C.Lines[B].second,
                 C.Lines[B + 1].first);
    }
    if (Seen && (Decided || Empty))
      for (auto &[Begin, End] : C.Lines)
        E.remove(File, Begin, End);
  }
}

} // namespace skel
