//===- GivenParameters.cpp - parameters and kinds of blocks from hints ----===//
//
// Finds the block that a hint means, and what the expressions read in front of
// it.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/blocks/Blocks.h"
#include "skeletonizer/hints/HintPlaces.h"
#include "skeletonizer/memory/Expressions.h"

using namespace llvm;

namespace skel {

/// The only block at the hint's line, or in its function; null with the reason.
Blocks::Candidate *Blocks::blockOf(const Hint &H, std::vector<Candidate> &Found,
                                   std::string &Why) {
  std::string Unused;
  HintErrors None(Unused, Unused);
  HintPlaces Places(Prog, None);
  Candidate *Result = nullptr;
  bool Several = false;
  unsigned Lines = UINT_MAX;
  Nearest Near;
  for (Candidate &C : Found) {
    const SourceRange &First = Prog.Stmts[C.B.First].Range;
    unsigned Begin = First.Line, End = Prog.Stmts[C.B.Last].Range.EndLine;
    if (!Places.stmtFits(H, Prog.Stmts[C.B.First]))
      continue;
    unsigned Far = !H.PlaceLine          ? 0
                   : H.PlaceLine < Begin ? Begin - H.PlaceLine
                   : H.PlaceLine > End   ? H.PlaceLine - End
                                         : 0;
    if (Near.isCloser(Far))
      Near.Text = Prog.place(Prog.Stmts[C.B.First]);
    if (Far)
      continue;
    unsigned Size = H.PlaceLine ? End - Begin : 0;
    Several = Size == Lines || (Several && Size > Lines);
    if (Size < Lines) {
      Result = &C;
      Lines = Size;
    }
  }
  if (Result && !Several)
    return Result;
  Why = Several ? "more than one block at " + HintPlaces::text(H) +
                      (H.PlaceLine ? "" : "; give FILE:LINE, e.g. " + Near.Text)
                : "no block at " + HintPlaces::text(H) + Near.suffix();
  return nullptr;
}

/// The block has the hint's kind, and its parameters, if it gives them, and no
/// others.
bool Blocks::giveTo(Candidate &C, const Hint &H, const Slicer &Slice,
                    std::string &Why) {
  std::string Place = Prog.place(Prog.Stmts[C.B.First]);
  if (!C.B.Kernel.empty()) {
    Why = "the block at " + Place + " is a call of " + C.B.Kernel +
          ": one model stands for all its calls, and its sizes are the "
          "parameters";
    return false;
  }
  if (C.HintLine) {
    Why = "the hint at line " + std::to_string(C.HintLine) +
          " is of the block at " + Place + " too";
    return false;
  }
  C.HintLine = H.Line;
  C.B.Kind = H.BlockKind;
  if (!H.HasParams && H.BlockKind != "constant")
    return true;
  SmallVector<unsigned, 16> Run;
  int Parent = Prog.Stmts[C.B.First].Parent;
  if (Parent >= 0)
    for (unsigned S : Prog.Stmts[Parent].Children)
      if (S >= unsigned(C.B.First) && S <= unsigned(C.B.Last))
        Run.push_back(S);
  Expressions Reader(Index, Objects, Pts, Memory);
  std::vector<Parameter> Params;
  for (auto &[Name, Text] : H.Params) {
    Params.push_back({Text, {}, {}, Name});
    for (const llvm::Function *F : Index.copies(C.B.Function)) {
      const Instruction *First =
          Slice.needs(F) ? firstOf(Index, Run, F) : nullptr;
      if (!First)
        continue;
      Params.back().Before.push_back(First);
      if (!Reader.read(Text, F, C.B.First, Params.back().Atoms, Why)) {
        Why = "parameter " + Name + " of the block at " + Place + ": " + Text +
              ": " + Why;
        return false;
      }
    }
  }
  C.Params = std::move(Params);
  C.Given = true;
  C.B.Missing.clear();
  for (Block::Count &N : C.B.Counts)
    N.Data = N.What != Block::Count::Value;
  if (H.BlockKind != "data") {
    C.B.Counts.clear();
    C.B.Uncounted.clear();
  }
  return true;
}

void Blocks::giveParameters(const Slicer &Slice, const std::vector<Hint> &Given,
                            std::vector<Candidate> &Found) {
  for (const Hint &H : Given) {
    std::string Why;
    Candidate *C = blockOf(H, Found, Why);
    if ((!C || !giveTo(*C, H, Slice, Why)) && !Refused)
      Refused = {H.Line, Why, {}};
  }
}

} // namespace skel
