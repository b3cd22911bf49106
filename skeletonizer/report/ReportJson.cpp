//===- ReportJson.cpp - a report for scripts: "bsim-report/1" -------------===//
//
// One function builds each list of the report.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/report/Report.h"
#include "skeletonizer/base/Output.h"
#include "skeletonizer/base/JsonText.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace skel {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

static Object lineJson(const Report::Line &L) {
  return Object{{"file", utf8Text(L.File)},
                {"line", L.Number},
                {"text", utf8Text(L.Text)}};
}

static Array chainJson(const std::vector<Report::Link> &Chain) {
  Array Out;
  for (const Report::Link &L : Chain) {
    Object O = lineJson(L.At);
    O["reason"] = utf8Text(L.Reason);
    Out.push_back(std::move(O));
  }
  return Out;
}

/// A hint's text, parsed; null if it does not parse.
static Value hintJson(const std::string &Text) {
  auto V = parseJson(utf8Text(Text));
  if (V)
    return std::move(*V);
  llvm::consumeError(V.takeError());
  return nullptr;
}

/// Sets the hint with an index into the report's hints, as an object and as it
/// is shown; null for -1.
static void setHint(Object &To, const Report &R, int Hint) {
  To["hint"] = Hint < 0 ? Value(nullptr) : hintJson(R.Hints[Hint].Text);
  To["hint_text"] = Hint < 0 ? Value(nullptr) : utf8Text(R.Hints[Hint].Text);
}

static Array regionIds(const Report &R, const std::vector<unsigned> &Regions) {
  Array Out;
  for (unsigned G : Regions)
    Out.push_back(R.Regions[G].Block);
  return Out;
}

static Array filesJson(const Report &R) {
  Array Out;
  for (const Report::File &F : R.Files)
    Out.push_back(
        Object{{"file", utf8Text(F.Name)},
               {"lines", Object{{"before", F.Before}, {"after", F.After}}},
               {"code_lines",
                Object{{"before", F.CodeBefore}, {"after", F.CodeAfter}}}});
  return Out;
}

static Array callsJson(const Report &R) {
  Array Out;
  for (const Report::Call &C : R.Calls) {
    Object O = lineJson(C.At);
    O["call"] = C.Name;
    O["mode"] = C.Real ? "real" : "timing";
    O["why"] = utf8Text(C.Why);
    O["chain"] = chainJson(C.Chain);
    setHint(O, R, C.Hint);
    Out.push_back(std::move(O));
  }
  return Out;
}

static Object regionJson(const Report &R, const Report::Region &G) {
  Object O = lineJson(G.At);
  O["block"] = G.Block;
  O["name"] = utf8Text(G.Name);
  O["label"] = utf8Text(G.Label);
  if (!G.Kernel.empty())
    O["kernel"] = G.Kernel;
  O["end_line"] = G.EndLine;
  O["share"] = G.Share;
  O["chain"] = chainJson(G.Chain);
  setHint(O, R, G.Hint);
  Array Freed;
  for (int S : G.Sets)
    Freed.push_back(S);
  O["sets"] = std::move(Freed);
  O["stuck"] = G.Stuck;
  Array Way;
  for (const Report::Line &L : G.Way)
    Way.push_back(lineJson(L));
  O["way"] = std::move(Way);
  return O;
}

static Array regionsJson(const Report &R) {
  Array Out;
  for (const Report::Region &G : R.Regions)
    Out.push_back(regionJson(R, G));
  return Out;
}

static Array incompleteJson(const Report &R) {
  Array Out;
  for (const Report::Incomplete &I : R.Blind) {
    Object O = lineJson(I.At);
    O["name"] = utf8Text(I.Name);
    O["label"] = utf8Text(I.Label);
    O["share"] = I.Share;
    O["missing"] = chainJson(I.Missing);
    Array Counts;
    for (const std::string &C : I.Counts)
      Counts.push_back(utf8Text(C));
    O["counts"] = std::move(Counts);
    Out.push_back(std::move(O));
  }
  return Out;
}

static Object setJson(const Report &R, const Report::Set &S) {
  Array Cuts, Hints, Texts;
  for (size_t H = 0; H < S.Hints.size(); ++H) {
    const Report::Hint &Hint = R.Hints[S.Hints[H]];
    Object O = lineJson(Hint.At);
    O["why"] = utf8Text(Hint.Why);
    O["alone_frees"] = regionIds(R, S.Alone[H]);
    Cuts.push_back(std::move(O));
    Hints.push_back(hintJson(Hint.Text));
    Texts.push_back(utf8Text(Hint.Text));
  }
  return Object{{"cuts", std::move(Cuts)},
                {"hints", Object{{"schema", "bsim-hints/1"},
                                 {"hints", std::move(Hints)}}},
                {"hint_texts", std::move(Texts)},
                {"frees", regionIds(R, S.Frees)},
                {"share", S.Share},
                {"leaves", Object{{"lines", S.Lines},
                                  {"kept_blocks", S.Kept},
                                  {"kept_kernels", S.Kernels},
                                  {"removed_blocks", S.Removed},
                                  {"real_calls", S.Real}}}};
}

static Array setsJson(const Report &R) {
  Array Out;
  for (const Report::Set &S : R.Sets)
    Out.push_back(setJson(R, S));
  return Out;
}

static Array edgesJson(const Report &R) {
  Array Out;
  for (const Report::Edge &E : R.Edges) {
    const Report::Hint &H = R.Hints[E.Hint];
    Object O = lineJson(H.At);
    O["why"] = utf8Text(H.Why);
    O["statements"] = E.Stmts;
    O["kept_blocks"] = E.Blocks;
    O["share"] = E.Share;
    O["hint"] = hintJson(H.Text);
    Out.push_back(std::move(O));
  }
  return Out;
}

static Array loopsJson(const Report &R) {
  Array Out;
  for (const Report::Loop &L : R.Loops) {
    Object O = lineJson(L.At);
    O["exit"] = lineJson(L.Exit);
    O["call"] = L.Call;
    O["decided_by"] = lineJson(L.Source);
    Array Hints, Texts;
    for (const std::string &H : L.Hints) {
      Hints.push_back(hintJson(H));
      Texts.push_back(utf8Text(H));
    }
    O["hints"] = std::move(Hints);
    O["hint_texts"] = std::move(Texts);
    Out.push_back(std::move(O));
  }
  return Out;
}

static Array unknownJson(const Report &R) {
  Array Out;
  for (const std::string &U : R.Unknown)
    Out.push_back(utf8Text(U));
  return Out;
}

std::string reportJson(const Report &R) {
  Object Root{{"schema", "bsim-report/1"},
              {"program", utf8Text(R.Program)},
              {"shares", R.ShareFrom.empty() ? "estimate" : "times"},
              {"lines", Object{{"before", R.Before}, {"after", R.After}}},
              {"code_lines", Object{{"before", R.CodeBefore},
                                    {"after", R.CodeAfter},
                                    {"decide_communication", R.CodeDecides},
                                    {"give_parameters", R.CodeParams}}},
              {"times", utf8Text(R.ShareFrom)},
              {"blocks", R.Blocks},
              {"kernels", R.Kernels},
              {"kept_share", R.KeptShare},
              {"sets", setsJson(R)},
              {"sets_lack", R.Following},
              {"loops", loopsJson(R)},
              {"kept", regionsJson(R)},
              {"incomplete", incompleteJson(R)},
              {"edges", edgesJson(R)},
              {"calls", callsJson(R)},
              {"unknown", unknownJson(R)},
              {"files", filesJson(R)}};
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  OS << llvm::formatv("{0:2}", Value(std::move(Root))) << "\n";
  return Out;
}

} // namespace skel
