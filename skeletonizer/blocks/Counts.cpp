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
  return Part >= 0 && !Prog.Stmts[Part].FromMacro &&
         Prog.Stmts[Part].Kind != StmtKind::Macro;
}

/// Those deepest in loops, since most of the time depends on them; in the order
/// of the text.
void Blocks::chooseCounts(std::vector<Decided> All, Block &B) const {
  erase_if(All, [&](const Decided &D) { return !countable(D); });
  stable_sort(All, [](const Decided &A, const Decided &B) {
    return A.Depth > B.Depth;
  });
  if (All.size() > Block::MostCounts)
    All.resize(Block::MostCounts);
  llvm::sort(All, [](const Decided &A, const Decided &B) {
    return std::tie(A.Stmt, A.What) < std::tie(B.Stmt, B.What);
  });
  for (const Decided &D : All)
    B.Counts.push_back({kindOf(D.What), D.Stmt});
}

/// A value that would be a parameter, were it not too dear.
void Blocks::countValue(const std::string &Text, Block &B) {
  if (B.Counts.size() >= Block::MostCounts)
    B.Counts.pop_back();
  B.Counts.insert(B.Counts.begin(), {Count::Value, B.First, Text});
}

/// "rounds a.c:12"; with the column where that is not enough.
void Blocks::nameCounts(Block &B) const {
  auto NameOf = [&](const Count &C, bool Column) {
    static const char *const Words[] = {"rounds", "taken", "else", "passed"};
    const Stmt &S = Prog.Stmts[C.Stmt];
    if (C.What == Count::Value)
      return C.Text;
    return std::string(Words[C.What]) + " " + Prog.place(S) +
           (Column ? ":" + std::to_string(S.Range.Col) : "");
  };
  for (Count &C : B.Counts) {
    std::string Name = NameOf(C, false);
    bool Shared = count_if(B.Counts, [&](const Count &D) {
                    return NameOf(D, false) == Name;
                  }) > 1;
    C.Name = NameOf(C, Shared);
  }
}

} // namespace skel
