//===- Splices.cpp - pieces of text to replace ----------------------------===//
//
// All newlines of the original text stay, so that lines keep their numbers.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/hints/Splices.h"
#include <algorithm>

namespace skel {

std::string newlinesOf(llvm::StringRef Text) {
  return std::string(Text.count('\n'), '\n');
}

// A fold is left out if a hint replaces a part of its text.
void Splices::fold(const Fold &F, std::vector<Splice> &More) const {
  for (const FoldRemoval &C : F.Removals)
    for (const Splice &X : List)
      if (X.File == F.File && X.Begin <= C.End && C.Begin <= X.End)
        return;
  for (const FoldRemoval &C : F.Removals) {
    const std::string &T = S.Text[F.File];
    std::string Blank = newlinesOf(Text.slice(F.File, C.Begin, C.End));
    size_t Line = T.rfind('\n', C.Begin) + 1;
    if (!Blank.empty())
      Blank += T.substr(Line, T.find_first_not_of(" \t", Line) - Line);
    std::string Restore =
        C.Before + Text.slice(F.File, C.Begin, C.End) + C.Behind;
    bool Instead = *C.Text;
    if (Instead)
      More.push_back({F.File, C.Begin, C.Begin, C.Text, Restore, Splice::None,
                      false, true});
    More.push_back({F.File, C.Begin, C.End, Blank, Instead ? "" : Restore,
                    Splice::None, false, true, 0, C.Begins});
  }
}

void Splices::addFolds(const std::vector<Fold> &Folds) {
  std::vector<Splice> More;
  for (const Fold &F : Folds)
    fold(F, More);
  List.insert(List.end(), More.begin(), More.end());
}

/// Notes a splice whose new text has the bytes [Begin, End).
void Splices::note(const Splice &X, const std::string &Path, unsigned Begin,
                   unsigned End, HintEdits &Out) const {
  unsigned File = X.File;
  if (X.Break != Splice::None && !X.Text.empty())
    Out.Breaks.push_back({Path, X.Break == Splice::Before ? Begin : End - 1,
                          Text.indentAt(File, X.Level ? X.Level : X.Begin)});
  if (X.Fold && !X.Text.empty() && X.Text[0] == '\n')
    Out.Gaps.push_back({Path, Begin, End});
  if (X.Fold)
    Out.Folded.push_back({Path, End});
  if (X.Model)
    Out.Models.push_back({Path, Begin, End});
  if (X.Text != X.Restore)
    Out.Restores.push_back({Path, Begin, End, X.Restore, X.Fold, X.Begins});
}

bool Splices::apply(const std::string &HintFile, HintEdits &Out,
                    std::string &Error) {
  std::stable_sort(
      List.begin(), List.end(), [](const Splice &A, const Splice &B) {
        return A.File != B.File ? A.File < B.File : A.Begin < B.Begin;
      });
  for (size_t I = 0; I < List.size();) {
    unsigned File = List[I].File, At = 0;
    const std::string &T = S.Text[File], &Path = P.Files[File].Path;
    std::string New;
    for (; I < List.size() && List[I].File == File; ++I) {
      const Splice &X = List[I];
      if (X.Begin < At) {
        Error = HintFile + ": two hints replace the same value at " +
                P.place(File, Text.lineOf(File, X.Begin));
        return false;
      }
      New += T.substr(At, X.Begin - At);
      unsigned Begin = unsigned(New.size());
      New += X.Text;
      note(X, Path, Begin, unsigned(New.size()), Out);
      At = X.End;
    }
    Out.Overlay[Path] = New + T.substr(At);
  }
  return true;
}

} // namespace skel
