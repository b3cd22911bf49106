//===- Counts.cpp - what the instrumented program counts in a block -------===//
//
// Loops and branches on which data decide, and parameters whose values are too
// dear for the skeleton. Decides which can be counted in the text, and names
// them.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/blocks/Blocks.h"

using namespace llvm;

namespace skel {

using Decided = TripCounts::Decided;
using Count = Block::Count;

static Count::Kind kindOf(Decided::Part What) {
  switch (What) {
  case Decided::Then:
    return Count::Then;
  case Decided::Else:
    return Count::Else;
  case Decided::Behind:
    return Count::Behind;
  default:
    return Count::Rounds;
  }
}

/// The text of what is counted stands in a file of the program, by itself.
bool Blocks::countable(const Decided &D) const {
  const Stmt &S = Prog.Stmts[D.Stmt];
  if (S.FromMacro || !Prog.Files[S.Range.File].Project ||
      S.Range.File != Prog.Functions[S.Function].Range.File)
    return false;
  if (D.What == Decided::Behind)
    return S.Parent >= 0 && !Prog.Stmts[S.Parent].FromMacro;
  int Part = D.What == Decided::Rounds ? Prog.bodyOf(S)
             : D.What == Decided::Then ? int(S.Children[0])
                                       : int(S.Children[1]);
  if (Part < 0)
    return false;
  const Stmt &In = Prog.Stmts[Part];
  return In.Whole || (!In.FromMacro && In.Kind != StmtKind::Macro);
}

/// Those deepest in loops, since most of the time depends on them, and those of
/// little code last; in the order of the text.
void Blocks::chooseCounts(std::vector<Decided> All, Block &B) const {
  erase_if(All, [&](const Decided &D) {
    if (countable(D))
      return false;
    struct Block::Missing M{D.Stmt, "a branch on data in a macro or a header, "
                                    "which cannot be counted"};
    if (!D.Told && !is_contained(B.Missing, M))
      B.Missing.push_back(std::move(M));
    return true;
  });
  stable_sort(All, [](const Decided &A, const Decided &B) {
    return std::tuple(A.Light, B.Depth) < std::tuple(B.Light, A.Depth);
  });
  auto End = All.begin() + long(std::min(All.size(), Block::MostCounts));
  auto First = [](const Decided &A, const Decided &B) {
    return std::tie(A.Stmt, A.What) < std::tie(B.Stmt, B.What);
  };
  std::sort(All.begin(), End, First);
  std::sort(End, All.end(), First);
  for (auto D = All.begin(); D != All.end(); ++D)
    (D < End ? B.Counts : B.Uncounted)
        .push_back({kindOf(D->What), D->Stmt, "", "", D->Data});
}

/// A value that would be a parameter, were it not too dear.
void Blocks::countValue(const std::string &Text, Block &B) {
  if (B.Counts.size() >= Block::MostCounts) {
    B.Uncounted.push_back(B.Counts.back());
    B.Counts.pop_back();
  }
  B.Counts.insert(B.Counts.begin(), {Count::Value, B.First, Text});
}

/// What no parameter stands for, where the block counts what it decides.
static std::string decides(const Count &C) {
  return C.What == Count::Rounds ? "data that end a loop"
                                 : "data that decide on a branch";
}

/// "rounds a.c:12"; with the column where that is not enough. What decides a
/// count is missing, since another value of it gives another count; so is what
/// is not counted.
void Blocks::nameCounts(Block &B) const {
  auto NameOf = [&](const Count &C, bool Column) {
    static const char *const Words[] = {"rounds", "taken", "else", "passed"};
    const Stmt &S = Prog.Stmts[C.Stmt];
    if (C.What == Count::Value)
      return C.Text;
    return std::string(Words[C.What]) + " " + Prog.place(S) +
           (Column ? ":" + std::to_string(S.Range.Col) : "");
  };
  std::map<std::string, int> Shared;
  for (const auto *List : {&B.Counts, &B.Uncounted})
    for (const Count &C : *List)
      ++Shared[NameOf(C, false)];
  for (auto *List : {&B.Counts, &B.Uncounted})
    for (Count &C : *List)
      C.Name = NameOf(C, Shared[NameOf(C, false)] > 1);
  for (const Count &C : B.Counts) {
    struct Block::Missing M{C.Stmt, decides(C)};
    if (C.Data && !is_contained(B.Missing, M))
      B.Missing.push_back(std::move(M));
  }
  for (const Count &C : B.Uncounted)
    B.Missing.push_back({C.Stmt, C.Name + ", beyond the " +
                                     std::to_string(Block::MostCounts) +
                                     " counts that a block can have"});
}

} // namespace skel
