//===- Inactive.cpp - text that the preprocessor leaves out ---------------===//
//
// Every inclusion of a file tells which of its conditionals' branches it skips.
//
//===----------------------------------------------------------------------===//
#include "Inactive.h"
#include "Keep.h"
#include "TextMap.h"
#include "llvm/ADT/StringRef.h"

namespace skel {

using Names = std::set<std::string>;

// Whether a conditional may keep text from being read twice: it holds all text
// of its file, or defines what it tests.
static bool mayGuard(const TextMap &Map, const TextMap::Conditional &C) {
  const std::string &Code = Map.code();
  unsigned Begin = C.Lines.front().first, End = C.Lines.back().second;
  if (Map.blank(0, Begin) && Map.blank(End, Code.size()))
    return true;
  auto NamesOf = [&](unsigned From, unsigned To) {
    Names Out;
    eachIdentifier(Code.substr(From, To - From), [&](size_t B, size_t E) {
      Out.insert(Code.substr(From + B, E - B));
    });
    return Out;
  };
  Names Tested;
  for (auto &[From, To] : C.Lines)
    Tested.merge(NamesOf(From, To));
  for (const TextMap::Line &L : Map.directives())
    if ((L.Word == "define" || L.Word == "undef") && L.Begin >= Begin &&
        L.End <= End && Tested.count(Map.definedName(L)))
      return true;
  return false;
}

static bool asksCompiler(const TextMap &Map, const TextMap::Conditional &C,
                         const Names &Compiler) {
  for (auto &[Begin, End] : C.Lines) {
    std::string Line = Map.code().substr(Begin, End - Begin);
    bool Asks = Line.find("__") != std::string::npos;
    eachWord(Line, [&](size_t From, size_t To) {
      Asks |= Compiler.count(Line.substr(From, To - From)) != 0;
    });
    if (Asks)
      return true;
  }
  return false;
}

Names compilerMacros(const Program &P, const Sources &S) {
  Names Found;
  for (size_t Before = 1; Before != Found.size();) {
    Before = Found.size();
    for (size_t File = 0; File < P.Files.size(); ++File) {
      if (!P.Files[File].Project)
        continue;
      TextMap Map(S.Text[File]);
      for (const TextMap::Conditional &C : Map.conditionals()) {
        if (!C.Defines || !C.Closed || mayGuard(Map, C) ||
            !asksCompiler(Map, C, Found))
          continue;
        for (const TextMap::Line &L : Map.directives())
          if ((L.Word == "define" || L.Word == "undef") &&
              L.Begin >= C.Lines.front().first && L.End <= C.Lines.back().first)
            Found.insert(Map.definedName(L));
      }
    }
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
    if (!C.Closed || asksCompiler(Map, C, CompilerMacros))
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
