//===- Options.cpp - the command line of skeletonize ----------------------===//
//
// Reads the command line; knows nothing of what the options cause.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/base/Options.h"
#include <cstdlib>

namespace skel {

const char *const UsageText =
    "usage: skeletonize [-p DIR | FILE... -- FLAGS] -o OUT [options]\n"
    "\n"
    "Cuts an MPI program in C down to what decides its communication and puts "
    "a\n"
    "cost-model call where each computation was. More is in\n"
    "docs/reference/skeletonize.md.\n"
    "\n"
    "  -p DIR             the sources and flags in DIR/compile_commands.json\n"
    "  FILE... -- FLAGS   these sources, all with these compiler flags\n"
    "  -o OUT             folder for the result; an earlier result is "
    "replaced\n"
    "  --main FILE        the program whose main() is in FILE, where several "
    "are\n"
    "  --root DIR         top folder of the program (default: common parent)\n"
    "  --full             keep all code; only give each rank its own static "
    "data\n"
    "  --instrument       keep all code; time each block (for mpicc and "
    "mpiexec)\n"
    "  --hints FILE       values that come from a model instead of "
    "computation\n"
    "  --keep-error-paths keep what leads to MPI_Abort, exit, abort or assert\n"
    "  --verify NP,...    compare the communication of original and skeleton "
    "for\n"
    "                     these numbers of ranks; the program's arguments "
    "follow\n"
    "                     a (second) --\n"
    "  --verify-limit S   seconds that one of its runs may take (600)\n"
    "  --verify-mpich     with --verify: the original under MPICH too (at most "
    "8 ranks)\n"
    "  --models FILE      models of learned hints, for --verify\n"
    "  --explain FILE:LINE\n"
    "                     why this line is in the skeleton, or why not\n"
    "  --report FILE      what keeps computation in the skeleton, and which "
    "cuts\n"
    "                     would free it (.html, .txt or .json)\n"
    "  --times FILE       times for the report: a result of bsim run, or "
    "samples\n"
    "  --quiet            no summary\n"
    "  --help, --version\n";

static bool splitNumbers(const std::string &Text, std::vector<int> &Out) {
  size_t At = 0;
  while (At <= Text.size()) {
    size_t Comma = Text.find(',', At);
    if (Comma == std::string::npos)
      Comma = Text.size();
    std::string Piece = Text.substr(At, Comma - At);
    char *End = nullptr;
    long N = std::strtol(Piece.c_str(), &End, 10);
    if (Piece.empty() || *End || N < 1 || N > 1 << 24)
      return false;
    Out.push_back(static_cast<int>(N));
    At = Comma + 1;
  }
  return !Out.empty();
}

static bool splitPlace(const std::string &Text, Options &O) {
  size_t Colon = Text.rfind(':');
  if (Colon == std::string::npos || Colon == 0)
    return false;
  char *End = nullptr;
  long Line = std::strtol(Text.c_str() + Colon + 1, &End, 10);
  if (End == Text.c_str() + Colon + 1 || *End || Line < 1)
    return false;
  O.ExplainFile = Text.substr(0, Colon);
  O.ExplainLine = static_cast<unsigned>(Line);
  return true;
}

static bool isReportName(const std::string &Name) {
  size_t Dot = Name.rfind('.');
  std::string End = Dot == std::string::npos ? "" : Name.substr(Dot);
  return End == ".html" || End == ".txt" || End == ".json";
}

static bool checkTogether(const Options &O, std::string &Error) {
  if (O.DatabaseDir.empty() && O.Files.empty())
    Error = "no sources: give -p DIR or FILE... -- FLAGS (see --help)";
  else if (!O.DatabaseDir.empty() && !O.Files.empty())
    Error = "give either -p DIR or source files, not both (first file: " +
            O.Files[0] + ")";
  else if (O.Out.empty() && O.DumpIR.empty() && O.DumpPlan.empty() &&
           !O.DumpStmts && O.Verify.empty() && O.ExplainFile.empty() &&
           O.Report.empty())
    Error = "no output folder: give -o OUT";
  else if (!O.Report.empty() && !isReportName(O.Report))
    Error =
        "--report " + O.Report + ": the name must end in .html, .txt or .json";
  else if (!O.Report.empty() && (O.Kind != Mode::Skeleton || O.KeepAll))
    Error = "--report tells of a skeleton; it does not go with --full, "
            "--instrument or --keep-all";
  else if (O.Report.empty() && !O.Times.empty())
    Error = "--times belongs to --report, which is missing";
  else if (O.Verify.empty() && !O.Models.empty())
    Error = "--models belongs to --verify, which is missing";
  else if (O.Verify.empty() && O.VerifyMpich)
    Error = "--verify-mpich belongs to --verify, which is missing";
  else if (O.Verify.empty() && O.VerifyLimit)
    Error = "--verify-limit belongs to --verify, which is missing";
  else if (O.Kind != Mode::Skeleton && !O.Verify.empty())
    Error = "--verify compares a skeleton; it does not go with --full or "
            "--instrument";
  else if (O.Verify.empty() && !O.VerifyArgs.empty())
    Error = "arguments after the last -- belong to --verify, which is missing";
  return Error.empty();
}

bool parseOptions(int Argc, const char *const *Argv, Options &O,
                  std::string &Error) {
  int I = 1;
  bool Bad = false;
  // The value of option Name, given as "Name VALUE" or "Name=VALUE".
  auto Value = [&](const std::string &Arg, const char *Name,
                   std::string &Into) {
    std::string Key = Name;
    if (Arg == Key) {
      if (I + 1 >= Argc || std::string(Argv[I + 1]) == "--") {
        Error = Key + " needs a value";
        Bad = true;
      } else {
        Into = Argv[++I];
      }
      return true;
    }
    if (Key.size() > 2 && Arg.compare(0, Key.size() + 1, Key + "=") == 0) {
      Into = Arg.substr(Key.size() + 1);
      return true;
    }
    return false;
  };
  std::string Text;
  for (; I < Argc && !Bad; ++I) {
    std::string Arg = Argv[I];
    if (Arg == "--")
      break;
    if (Arg == "--help" || Arg == "-h")
      O.Help = true;
    else if (Arg == "--version")
      O.Version = true;
    else if (Arg == "--full")
      O.Kind = Mode::Full;
    else if (Arg == "--instrument")
      O.Kind = Mode::Instrument;
    else if (Arg == "--keep-error-paths")
      O.KeepErrorPaths = true;
    else if (Arg == "--keep-all")
      O.KeepAll = true;
    else if (Arg == "--dump-stmts")
      O.DumpStmts = true;
    else if (Arg == "--statistics")
      O.Statistics = true;
    else if (Arg == "--dump-points-to")
      O.DumpPointsTo = true;
    else if (Arg == "--quiet")
      O.Quiet = true;
    else if (Arg == "--verify-mpich")
      O.VerifyMpich = true;
    else if (Value(Arg, "-p", O.DatabaseDir) || Value(Arg, "-o", O.Out) ||
             Value(Arg, "--main", O.MainFile) || Value(Arg, "--root", O.Root) ||
             Value(Arg, "--hints", O.Hints) ||
             Value(Arg, "--report", O.Report) ||
             Value(Arg, "--times", O.Times) ||
             Value(Arg, "--models", O.Models) ||
             Value(Arg, "--dump-ir", O.DumpIR) ||
             Value(Arg, "--dump-plan", O.DumpPlan))
      continue;
    else if (Value(Arg, "--verify", Text)) {
      if (!Bad && !splitNumbers(Text, O.Verify)) {
        Error =
            "--verify wants numbers of ranks such as 1,2,4, not '" + Text + "'";
        Bad = true;
      }
    } else if (Value(Arg, "--verify-limit", Text)) {
      std::vector<int> Seconds;
      if (!Bad && !(splitNumbers(Text, Seconds) && Seconds.size() == 1)) {
        Error = "--verify-limit wants seconds, not '" + Text + "'";
        Bad = true;
      }
      O.VerifyLimit = Seconds.empty() ? 0 : unsigned(Seconds[0]);
    } else if (Value(Arg, "--points-to-budget", Text)) {
      char *End = nullptr;
      O.PointsToBudget = std::strtoull(Text.c_str(), &End, 10);
      if (!Bad && (Text.empty() || *End || !O.PointsToBudget)) {
        Error =
            "--points-to-budget wants a number of words, not '" + Text + "'";
        Bad = true;
      }
    } else if (Value(Arg, "--forget-demand", Text)) {
      O.ForgetDemand = std::strtoull(Text.c_str(), nullptr, 10);
    } else if (Value(Arg, "--break-plan", Text)) {
      O.BreakPlan = std::strtoull(Text.c_str(), nullptr, 10);
    } else if (Value(Arg, "--explain", Text)) {
      if (!Bad && !splitPlace(Text, O)) {
        Error = "--explain wants FILE:LINE, not '" + Text + "'";
        Bad = true;
      }
    } else if (Arg.size() > 1 && Arg[0] == '-') {
      Error = "unknown option " + Arg + " (see --help)";
      Bad = true;
    } else {
      O.Files.push_back(Arg);
    }
  }
  if (Bad)
    return false;
  if (O.Help || O.Version)
    return true;
  bool Second = !O.DatabaseDir.empty();
  for (++I; I < Argc; ++I) {
    if (!Second && std::string(Argv[I]) == "--")
      Second = true;
    else
      (Second ? O.VerifyArgs : O.Flags).push_back(Argv[I]);
  }
  return checkTogether(O, Error);
}

} // namespace skel
