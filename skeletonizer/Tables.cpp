//===- Tables.cpp - bsim_blocks.c and skeleton.json -----------------------===//
//
// What the result says about itself: blocks, calls, sizes.
//
//===----------------------------------------------------------------------===//
#include "Output.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

namespace skel {

static std::string cString(const std::string &S) {
  std::string Out = "\"";
  for (char C : S) {
    if (C == '"' || C == '\\')
      Out += '\\';
    Out += C;
  }
  return Out + "\"";
}

namespace {
struct Site {
  std::string Call, SkelFile, File;
  unsigned SkelLine, Line;
};
} // namespace

static std::vector<Site> sitesOf(const Program &P, const Plan &Plan,
                                 const Emission &E) {
  std::vector<Site> Out;
  for (const CommCall &C : Plan.Calls) {
    auto It = E.Files.find(C.File);
    if (It == E.Files.end())
      continue;
    // The first byte of the call's line that is still there.
    unsigned Offset = 0, Line = 0;
    for (const Call &K : P.Calls)
      if (K.File == C.File && K.Line == C.Line && K.Col == C.Col) {
        bool Plain =
            K.NameEnd > K.NameBegin && K.NameFile == K.File && !K.FromMacro;
        Offset = Plain         ? K.NameBegin
                 : K.Stmt >= 0 ? P.Stmts[K.Stmt].Range.Begin
                               : 0;
        Line = It->second.lineOf(Offset);
        if (Line)
          break;
      }
    if (Line)
      Out.push_back({C.Name, P.Files[C.File].Relative, P.Files[C.File].Relative,
                     Line, C.Line});
  }
  std::sort(Out.begin(), Out.end(), [](const Site &A, const Site &B) {
    return std::tie(A.SkelFile, A.SkelLine, A.Call) <
           std::tie(B.SkelFile, B.SkelLine, B.Call);
  });
  return Out;
}

std::string tablesText(const Program &P, const Plan &Plan, const Emission &E) {
  std::string Out = "/* Written by skeletonize: the program's blocks and MPI "
                    "calls (bsim/bsim.h). */\n#include <bsim/bsim.h>\n\n";
  for (const Block &B : Plan.Blocks) {
    if (B.Params.empty())
      continue;
    Out += "static const char *const params" + std::to_string(B.Id) + "[] = {";
    for (size_t I = 0; I < B.names().size(); ++I)
      Out += (I ? ", " : "") + cString(B.names()[I]);
    Out += "};\n";
  }
  Out += "\nconst bsim_block_info bsim_blocks[] = {\n";
  for (const Block &B : Plan.Blocks) {
    const SourceRange &F = P.Stmts[B.First].Range, &L = P.Stmts[B.Last].Range;
    Out +=
        "    {" + cString(B.Name) + ", " + cString(P.Files[F.File].Relative) +
        ", " + std::to_string(F.Line) + ", " + std::to_string(L.EndLine) +
        ", " + std::to_string(B.Params.size()) + ", " +
        (B.Params.empty() ? "NULL" : "params" + std::to_string(B.Id)) + "},\n";
  }
  Out += "    {NULL, NULL, 0, 0, 0, NULL},\n};\n";
  Out += "const int bsim_nblocks = " + std::to_string(Plan.Blocks.size()) +
         ";\n\n";
  auto Sites = sitesOf(P, Plan, E);
  Out += "const bsim_site_info bsim_sites[] = {\n";
  for (const Site &S : Sites)
    Out += "    {" + cString(S.Call) + ", " + cString(S.SkelFile) + ", " +
           std::to_string(S.SkelLine) + ", " + cString(S.File) + ", " +
           std::to_string(S.Line) + "},\n";
  Out += "    {NULL, NULL, 0, NULL, 0},\n};\n";
  Out += "const int bsim_nsites = " + std::to_string(Sites.size()) + ";\n";
  return Out;
}

static llvm::json::Object sizePair(Size Before, Size After) {
  return llvm::json::Object{
      {"lines",
       llvm::json::Object{{"before", Before.Lines}, {"after", After.Lines}}},
      {"bytes",
       llvm::json::Object{{"before", Before.Bytes}, {"after", After.Bytes}}}};
}

static llvm::json::Array blocksOf(const Program &P, const Plan &Plan) {
  llvm::json::Array Out;
  for (const Block &B : Plan.Blocks) {
    const SourceRange &F = P.Stmts[B.First].Range, &L = P.Stmts[B.Last].Range;
    llvm::json::Object O{
        {"id", B.Id},
        {"name", B.Name},
        {"function", B.Function >= 0 ? P.Functions[B.Function].Name : ""},
        {"file", P.Files[F.File].Relative},
        {"line", F.Line},
        {"end_line", L.EndLine},
        {"params", llvm::json::Array(B.names())},
        {"kept", B.Kept}};
    if (!B.Kernel.empty()) {
      O["kernel"] = B.Kernel;
      O["arguments"] = llvm::json::Array(B.Params);
    }
    Out.push_back(std::move(O));
  }
  return Out;
}

static llvm::json::Array callsOf(const Program &P, const Plan &Plan) {
  llvm::json::Array Out;
  for (const CommCall &C : Plan.Calls)
    Out.push_back(llvm::json::Object{{"call", C.Name},
                                     {"file", P.Files[C.File].Relative},
                                     {"line", C.Line},
                                     {"mode", C.Real ? "real" : "timing"},
                                     {"why", C.Why}});
  return Out;
}

std::string jsonText(Mode Kind, const Program &P, const Sources &S,
                     const Plan &Plan, const Emission &E) {
  llvm::json::Array Files;
  Size Before, After;
  for (size_t I = 0; I < P.Files.size(); ++I) {
    if (!P.Files[I].Project)
      continue;
    Size B = sizeOf(S.Text[I]), A;
    auto It = E.Files.find(I);
    if (It != E.Files.end())
      A = sizeOf(It->second.Text);
    Before.Lines += B.Lines;
    Before.Bytes += B.Bytes;
    After.Lines += A.Lines;
    After.Bytes += A.Bytes;
    llvm::json::Object O = sizePair(B, A);
    O["file"] = P.Files[I].Relative;
    O["kept"] = It != E.Files.end();
    Files.push_back(std::move(O));
  }
  llvm::json::Object Root = sizePair(Before, After);
  Root["schema"] = "bsim-skeleton/1";
  Root["mode"] = Kind == Mode::Full         ? "full"
                 : Kind == Mode::Instrument ? "instrument"
                                            : "skeleton";
  Root["blocks"] = blocksOf(P, Plan);
  Root["calls"] = callsOf(P, Plan);
  Root["files"] = std::move(Files);
  Root["unknown"] = llvm::json::Array(Plan.Unknown);
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  OS << llvm::formatv("{0:2}", llvm::json::Value(std::move(Root))) << "\n";
  return Out;
}

} // namespace skel
