//===- Tables.cpp - bsim_blocks.c and skeleton.json -----------------------===//
//
// The first is C that the runtime links, the second is for people and tools.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/emit/Tables.h"
#include "skeletonizer/base/JsonText.h"
#include "skeletonizer/base/Output.h"
#include "skeletonizer/emit/Instrument.h"
#include "skeletonizer/model/MpiTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

namespace skel {

static std::string cString(const std::string &S) {
  std::string Out = "\"";
  for (char C : S) {
    bool Trigraph = C == '?' && Out.back() == '?';
    if (C == '"' || C == '\\' || Trigraph)
      Out += '\\';
    Out += C;
  }
  return Out + "\"";
}

std::string cName(const std::string &S) { return cString(utf8Text(S)); }

static llvm::json::Array names(const std::vector<std::string> &List) {
  llvm::json::Array Out;
  for (const std::string &S : List)
    Out.push_back(utf8Text(S));
  return Out;
}

namespace {
struct Site {
  std::string Call, SkelFile, File;
  unsigned SkelLine, Line;
};
} // namespace

std::string programName(const std::string &Given, const Program &P) {
  if (!Given.empty())
    return Given;
  std::string Path;
  for (const Function &F : P.Functions)
    if (F.Name == "main" && F.Body >= 0)
      Path = P.Files[F.Range.File].Path;
  llvm::StringRef File = llvm::sys::path::filename(Path);
  llvm::StringRef Folder = llvm::sys::path::parent_path(Path);
  std::string Name = llvm::sys::path::stem(File).str();
  for (const char *Common : {"main", "src"})
    if (llvm::StringRef Above = llvm::sys::path::filename(Folder);
        Name == Common && !Above.empty() && Above != "/") {
      Name = Above.str();
      Folder = llvm::sys::path::parent_path(Folder);
    }
  return Name;
}

static const char *kindName(LearnedKind Kind) {
  static const char *const Names[] = {"", "trips", "integer", "number",
                                      "branch"};
  return Names[int(Kind)];
}

std::string blockLabel(const Program &P, const Block &B) {
  const SourceRange &F = P.Stmts[B.First].Range, &L = P.Stmts[B.Last].Range;
  std::string Lines = std::to_string(F.Line);
  if (L.EndLine > F.Line)
    Lines += "-" + std::to_string(L.EndLine);
  return B.Subject + " (" + P.shortName(F.File) + ":" + Lines + ")";
}

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

// Tables of the hints' seeds and histograms.
static std::string hintsText(const HintEdits &Hints) {
  std::string Out;
  auto Numbers = [&](const char *Name, size_t I, bool Second) {
    Out += "static const double " + std::string(Name) + std::to_string(I) +
           "[] = {";
    for (size_t K = 0; K < Hints.Hints[I].Histogram.size(); ++K) {
      const auto &Pair = Hints.Hints[I].Histogram[K];
      char Text[40];
      snprintf(Text, sizeof Text, "%s%.17g", K ? ", " : "",
               Second ? Pair.second : Pair.first);
      Out += Text;
    }
    Out += "};\n";
  };
  for (size_t I = 0; I < Hints.Hints.size(); ++I)
    if (!Hints.Hints[I].Histogram.empty()) {
      Numbers("values", I, false);
      Numbers("weights", I, true);
    }
  for (size_t I = 0; I < Hints.Hints.size(); ++I) {
    const std::vector<std::string> &Params = Hints.Hints[I].Params;
    if (Params.empty())
      continue;
    Out += "static const char *const learned" + std::to_string(I) + "[] = {";
    for (size_t K = 0; K < Params.size(); ++K)
      Out += (K ? ", " : "") + cName(Params[K]);
    Out += "};\n";
  }
  Out += "const bsim_hint_info bsim_hints[] = {\n";
  for (size_t I = 0; I < Hints.Hints.size(); ++I) {
    const HintInfo &H = Hints.Hints[I];
    std::string N = std::to_string(I);
    bool Empty = H.Histogram.empty();
    Out += "    {" + cName(H.Name) + ", " + cName(H.File) + ", " +
           std::to_string(H.Line) + ", " + std::to_string(H.Seed) + ", " +
           std::to_string(H.Histogram.size()) + ", " +
           (Empty ? "NULL, NULL" : "values" + N + ", weights" + N) + ", " +
           std::to_string(int(H.Learned)) + ", " +
           std::to_string(H.Params.size()) + ", " +
           (H.Params.empty() ? "NULL" : "learned" + N) + "},\n";
  }
  return Out +
         "    {NULL, NULL, 0, 0, 0, NULL, NULL, 0, 0, NULL},\n};\n"
         "const int bsim_nhints = " +
         std::to_string(Hints.Hints.size()) + ";\n";
}

/// The first value that is no parameter of the block, as a C string; or NULL.
static std::string missingText(const Program &P, const Block &B) {
  if (B.Missing.empty())
    return "NULL";
  const auto &M = B.Missing.front();
  return cName(M.Why + " (" + P.place(P.Stmts[M.Stmt]) + ")");
}

/// The table of what blocks count, if they do; the counters themselves are in
/// the instrumented program only.
static std::string countsText(Mode Kind, const Plan &Plan) {
  const Counters Of(Plan);
  size_t N = 0;
  std::string Out = "\nconst bsim_count_info bsim_counts[] = {\n";
  for (const Block &B : Plan.Blocks)
    for (const Block::Count &C : B.Counts) {
      Out += "    {" + std::to_string(B.Id) + ", " + std::to_string(Of.of(C)) +
             ", " + cName(C.Name) + "},\n";
      ++N;
    }
  Out += "};\nconst int bsim_ncounts = " + std::to_string(N) + ";\n";
  if (Kind == Mode::Instrument)
    Out += "__thread long bsim_counters[" + std::to_string(Of.all().size()) +
           "];\n";
  return N ? Out : "";
}

/// The places of the arguments that the skeleton reads, if the program reads
/// others; or the options that it leaves.
static std::string argumentsText(const Plan &Plan) {
  if (!Plan.LeftOptions.empty()) {
    std::string Out = "const char *const bsim_left_options[] = {";
    for (const std::string &Option : Plan.LeftOptions)
      Out += cName(Option) + ", ";
    return Out + "NULL};\n";
  }
  if (!Plan.LeavesArguments)
    return "";
  std::string Out = "const int bsim_read_arguments[] = {";
  for (unsigned Place : Plan.ReadArguments)
    Out += std::to_string(Place) + ", ";
  return Out + "-1};\n";
}

/// The table of kinds that hints give, if any does.
static std::string kindsText(const Plan &Plan) {
  std::string Out = "const char *const bsim_block_kinds[] = {";
  bool Any = false;
  for (const Block &B : Plan.Blocks) {
    Out += (B.Id ? ", " : "") + (B.Kind.empty() ? "NULL" : cName(B.Kind));
    Any |= !B.Kind.empty();
  }
  return Any ? Out + "};\n" : "";
}

static std::string roundsText(const Plan &Plan) {
  std::string Out = "const unsigned bsim_block_rounds[] = {";
  bool Any = false;
  for (const Block &B : Plan.Blocks) {
    Out += (B.Id ? ", " : "") +
           (B.Differences ? "0x" + utohexstr(B.Differences, true) : "0");
    Any |= B.Differences != 0;
  }
  return Any ? Out + "};\n" : "";
}

/// A reason in skeleton.json, and for people; NULL: operators are measured by
/// themselves.
struct UntimedWords {
  const char *Key, *Text;
};

static UntimedWords wordsOf(Untimed::Reason Why) {
  switch (Why) {
  case Untimed::Jumps:
    return {"jump", "a loop that stays and that a jump leaves"};
  case Untimed::Recurses:
    return {"recursion", "a recursive function that stays"};
  case Untimed::Leaves:
    return {"part", "a call that leaves a statement which stays"};
  case Untimed::Reads:
    return {"input", "a loop that stays and reads or writes a stream"};
  case Untimed::Operator:
    return {"operator", nullptr};
  case Untimed::Enters:
    return {"label", "code that control enters at a label in it"};
  case Untimed::Macro:
    return {"macro", "code in a macro that stays"};
  case Untimed::Cleanup:
    return {"cleanup", "the cleanup function of a variable"};
  case Untimed::AtExit:
    return {"end", "code that runs when the program ends"};
  case Untimed::Pause: // see pausesTable()
    return {"pauses", nullptr};
  case Untimed::Other:
    break;
  }
  return {"other", "code that stays"};
}

/// The table of it, if there is any.
static std::string untimedTable(const Program &P, const Plan &Plan) {
  std::string Out;
  size_t N = 0;
  for (const Untimed &U : Plan.NoTime)
    if (const char *What = wordsOf(U.Why).Text) {
      const SourceRange &R = P.Stmts[U.Stmt].Range;
      Out += "    {" + cName(P.Files[R.File].Relative) + ", " +
             std::to_string(R.Line) + ", " + cString(What) + "},\n";
      ++N;
    }
  return N ? "const bsim_untimed_info bsim_untimed[] = {\n" + Out +
                 "};\nconst int bsim_nuntimed = " + std::to_string(N) + ";\n"
           : "";
}

/// Pauses that are in the time of blocks, if there are any.
static std::string pausesTable(const Program &P, const Plan &Plan) {
  std::string Out;
  for (const Untimed &U : Plan.NoTime)
    if (U.Why == Untimed::Pause) {
      const SourceRange &R = P.Stmts[U.Stmt].Range;
      Out += "    " +
             cString(P.Files[R.File].Relative + ":" + std::to_string(R.Line)) +
             ",\n";
    }
  return Out.empty()
             ? ""
             : "const char *const bsim_pauses[] = {\n" + Out + "    0,\n};\n";
}

std::string tablesText(Mode Kind, const std::string &Name, const Program &P,
                       const Plan &Plan, const HintEdits &Hints,
                       const Emission &E) {
  std::string Out = "/* Written by skeletonize: the program's blocks and MPI "
                    "calls (bsim/bsim.h). */\n#include <bsim/bsim.h>\n\n";
  Out += "const char bsim_program[] = " + cName(Name) + ";\n\n";
  for (const Block &B : Plan.Blocks) {
    if (B.Params.empty())
      continue;
    Out += "static const char *const params" + std::to_string(B.Id) + "[] = {";
    for (size_t I = 0; I < B.names().size(); ++I)
      Out += (I ? ", " : "") + cName(B.names()[I]);
    Out += "};\n";
  }
  for (int Id : E.Missing) {
    const std::string Name = "bsim_function_" + P.Functions[Id].Name;
    Out += "extern void (*const " + Name + ")(void);\nvoid (*const " + Name +
           ")(void) = NULL; /* it is not in the skeleton */\n";
  }
  Out += "\nconst bsim_block_info bsim_blocks[] = {\n";
  for (const Block &B : Plan.Blocks) {
    const SourceRange &F = P.Stmts[B.First].Range, &L = P.Stmts[B.Last].Range;
    Out += "    {" + cName(B.Name) + ", " + cName(P.Files[F.File].Relative) +
           ", " + std::to_string(F.Line) + ", " + std::to_string(L.EndLine) +
           ", " + std::to_string(B.Params.size()) + ", " +
           (B.Params.empty() ? "NULL" : "params" + std::to_string(B.Id)) +
           ", " + missingText(P, B) + ", " + cName(blockLabel(P, B)) + "},\n";
  }
  Out += "    {NULL, NULL, 0, 0, 0, NULL, NULL, NULL},\n};\n";
  Out += "const int bsim_nblocks = " + std::to_string(Plan.Blocks.size()) +
         ";\n" + kindsText(Plan) + roundsText(Plan) + countsText(Kind, Plan) +
         "\n";
  auto Sites = sitesOf(P, Plan, E);
  Out += "const bsim_site_info bsim_sites[] = {\n";
  for (const Site &S : Sites)
    Out += "    {" +
           cString(S.Call.substr(isProfilingName(S.Call))) + // not PMPI_X
           ", " + cString(S.SkelFile) + ", " + std::to_string(S.SkelLine) +
           ", " + cName(S.File) + ", " + std::to_string(S.Line) + "},\n";
  Out += "    {NULL, NULL, 0, NULL, 0},\n};\n";
  Out += "const int bsim_nsites = " + std::to_string(Sites.size()) + ";\n";
  if (Kind == Mode::Skeleton)
    Out += "const int bsim_skeleton = 1;\n" + argumentsText(Plan) +
           untimedTable(P, Plan) + pausesTable(P, Plan);
  if (Kind == Mode::Instrument)
    Out += "const int bsim_timed = BSIM_TIMED;\n";
  if (!Hints.Hints.empty())
    Out += "\n" + hintsText(Hints);
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
        {"name", utf8Text(B.Name)},
        {"label", utf8Text(blockLabel(P, B))},
        {"function", B.Function >= 0 ? P.Functions[B.Function].Name : ""},
        {"file", utf8Text(P.Files[F.File].Relative)},
        {"line", F.Line},
        {"end_line", L.EndLine},
        {"params", names(B.names())},
        {"kept", B.Kept}};
    if (!B.Kind.empty())
      O["kind"] = B.Kind;
    llvm::json::Array Missing;
    for (const auto &M : B.Missing)
      Missing.push_back(llvm::json::Object{
          {"file", utf8Text(P.Files[P.Stmts[M.Stmt].Range.File].Relative)},
          {"line", P.Stmts[M.Stmt].Range.Line},
          {"why", utf8Text(M.Why)}});
    if (!B.Missing.empty())
      O["missing"] = std::move(Missing);
    llvm::json::Array Counts;
    for (const Block::Count &C : B.Counts)
      Counts.push_back(llvm::json::Object{
          {"name", utf8Text(C.Name)},
          {"file", utf8Text(P.Files[P.Stmts[C.Stmt].Range.File].Relative)},
          {"line", P.Stmts[C.Stmt].Range.Line}});
    if (!B.Counts.empty())
      O["counts"] = std::move(Counts);
    if (!B.Kernel.empty()) {
      O["kernel"] = B.Kernel;
      O["arguments"] = names(B.Params);
    }
    Out.push_back(std::move(O));
  }
  return Out;
}

static llvm::json::Array untimedOf(const Program &P, const Plan &Plan) {
  llvm::json::Array Out;
  for (const Untimed &U : Plan.NoTime)
    Out.push_back(llvm::json::Object{
        {"file", utf8Text(P.Files[P.Stmts[U.Stmt].Range.File].Relative)},
        {"line", P.Stmts[U.Stmt].Range.Line},
        {"why", wordsOf(U.Why).Key}});
  return Out;
}

static llvm::json::Array callsOf(const Program &P, const Plan &Plan) {
  llvm::json::Array Out;
  for (const CommCall &C : Plan.Calls) {
    llvm::json::Object O{{"call", C.Name},
                         {"file", utf8Text(P.Files[C.File].Relative)},
                         {"line", C.Line},
                         {"mode", C.Real ? "real" : "timing"},
                         {"why", utf8Text(C.Why)}};
    llvm::json::Object Live; // by argument, from 1
    for (size_t A = 0; A < C.Leading.size(); ++A)
      if (C.Leading[A])
        Live[std::to_string(A + 1)] = C.Leading[A];
    if (!Live.empty())
      O["live_bytes"] = std::move(Live);
    Out.push_back(std::move(O));
  }
  return Out;
}

std::string jsonText(Mode Kind, const std::string &Name, const Program &P,
                     const Sources &S, const Plan &Plan, const HintEdits &Hints,
                     const Emission &E) {
  llvm::json::Array Files;
  Size Before, After;
  for (size_t I = 0; I < P.Files.size(); ++I) {
    if (!P.Files[I].Project)
      continue;
    Size B = sizeOf(S.original(I)), A;
    auto It = E.Files.find(I);
    if (It != E.Files.end())
      A = sizeOf(It->second.Text);
    Before.Lines += B.Lines;
    Before.Bytes += B.Bytes;
    After.Lines += A.Lines;
    After.Bytes += A.Bytes;
    llvm::json::Object O = sizePair(B, A);
    const std::string &Name = P.Files[I].Relative;
    O["file"] = utf8Text(Name);
    if (!llvm::json::isUTF8(Name)) // for the next run, which replaces it
      O["name_hex"] = llvm::toHex(Name);
    O["kept"] = It != E.Files.end();
    Files.push_back(std::move(O));
  }
  llvm::json::Object Root = sizePair(Before, After);
  Root["schema"] = "bsim-skeleton/1";
  Root["mode"] = Kind == Mode::Full         ? "full"
                 : Kind == Mode::Instrument ? "instrument"
                                            : "skeleton";
  Root["program"] = utf8Text(Name);
  Root["blocks"] = blocksOf(P, Plan);
  if (Kind == Mode::Skeleton && !Plan.NoTime.empty())
    Root["untimed"] = untimedOf(P, Plan);
  Root["calls"] = callsOf(P, Plan);
  llvm::json::Array Modelled;
  for (const HintInfo &H : Hints.Hints) {
    llvm::json::Object One{{"name", utf8Text(H.Name)},
                           {"file", utf8Text(H.File)},
                           {"line", H.Line}};
    if (H.Learned != LearnedKind::None) {
      One["learned"] = names(H.Params);
      One["kind"] = kindName(H.Learned);
    }
    Modelled.push_back(std::move(One));
  }
  if (!Modelled.empty())
    Root["hints"] = std::move(Modelled);
  Root["files"] = std::move(Files);
  Root["unknown"] = names(Plan.Unknown);
  if (!Plan.Overlooked.empty())
    Root["overlooked"] = names(Plan.Overlooked);
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  OS << llvm::formatv("{0:2}", llvm::json::Value(std::move(Root))) << "\n";
  return Out;
}

} // namespace skel
