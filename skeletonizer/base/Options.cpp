//===- Options.cpp - the command line of skeletonize ----------------------===//
//
// Reads the command line; knows nothing of what the options cause.
//
// One table has a row for each option; the parser and --help read it. llvm::cl
// has such tables too, but serves users worse: it accepts the options that the
// linked LLVM libraries register (--time-passes, -inline-threshold), even those
// that HideUnrelatedOptions hides; it takes one dash for two, and @FILE for a
// file of options; its messages take several lines, and some of them, as
// --help, bypass the caller.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/base/Options.h"
#include <cstdlib>

namespace skel {

/// Splits "1,2,4" into its numbers, which are at least 1.
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

/// Splits FILE:LINE.
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

namespace {

/// Takes the value of an option. Returns false and sets Error if it is no good.
using Setter = bool (*)(Options &O, const std::string &Value,
                        std::string &Error);

/// What an option does: it sets a flag, keeps its value as text, or calls a
/// function.
struct Action {
  bool Options::*Flag = nullptr;
  std::string Options::*Text = nullptr;
  Setter Set = nullptr;

  constexpr Action() = default;
  constexpr Action(bool Options::*F) : Flag(F) {}
  constexpr Action(std::string Options::*T) : Text(T) {}
  constexpr Action(Setter S) : Set(S) {}

  bool isNone() const { return !Flag && !Text && !Set; }
  bool run(Options &O, const std::string &Value, std::string &Error) const {
    if (Flag)
      O.*Flag = true;
    if (Text)
      O.*Text = Value;
    return !Set || Set(O, Value, Error);
  }
};

struct Row {
  const char *Name;
  const char *Argument; ///< null: the option takes no value
  const char *Help;     ///< null: --help does not show the option
  Action Does;          ///< none: the row is only shown
};

} // namespace

static bool setVerify(Options &O, const std::string &Value,
                      std::string &Error) {
  if (splitNumbers(Value, O.Verify))
    return true;
  Error = "--verify wants numbers of ranks such as 1,2,4, not '" + Value + "'";
  return false;
}

static bool setVerifyLimit(Options &O, const std::string &Value,
                           std::string &Error) {
  std::vector<int> Seconds;
  if (splitNumbers(Value, Seconds) && Seconds.size() == 1) {
    O.VerifyLimit = unsigned(Seconds[0]);
    return true;
  }
  Error = "--verify-limit wants seconds, not '" + Value + "'";
  return false;
}

static bool setExplain(Options &O, const std::string &Value,
                       std::string &Error) {
  if (splitPlace(Value, O))
    return true;
  Error = "--explain wants FILE:LINE, not '" + Value + "'";
  return false;
}

static bool setPointsToBudget(Options &O, const std::string &Value,
                              std::string &Error) {
  char *End = nullptr;
  O.PointsToBudget = std::strtoull(Value.c_str(), &End, 10);
  if (!Value.empty() && !*End && O.PointsToBudget)
    return true;
  Error = "--points-to-budget wants a number of words, not '" + Value + "'";
  return false;
}

template <Mode Kind>
static bool setMode(Options &O, const std::string &, std::string &) {
  O.Kind = Kind;
  return true;
}

template <size_t Options::*Number>
static bool setNumber(Options &O, const std::string &Value, std::string &) {
  O.*Number = std::strtoull(Value.c_str(), nullptr, 10);
  return true;
}

static const Row Rows[] = {
    {"-p", "DIR", "the sources and flags in DIR/compile_commands.json",
     &Options::DatabaseDir},
    {"FILE... -- FLAGS", nullptr,
     "these sources, all with these compiler flags", Action()},
    {"-o", "OUT", "folder for the result; an earlier result is replaced",
     &Options::Out},
    {"--main", "FILE", "the program whose main() is in FILE, where several are",
     &Options::MainFile},
    {"--root", "DIR", "top folder of the program (default: common parent)",
     &Options::Root},
    {"--name", "NAME",
     "what results call the program (default: the file of\n"
     "its main(), or that file's folder if it is main.c)",
     &Options::Name},
    {"--full", nullptr,
     "keep all code; only give each rank its own static data",
     setMode<Mode::Full>},
    {"--instrument", nullptr,
     "keep all code; time each block (for mpicc and mpiexec)",
     setMode<Mode::Instrument>},
    {"--threshold", nullptr,
     "with --instrument: loops of alike rounds end early if\n"
     "BSIM_THRESHOLD is set when the program runs",
     &Options::Threshold},
    {"--hints", "FILE", "values that come from a model instead of computation",
     &Options::Hints},
    {"--keep-error-paths", nullptr,
     "keep what leads to MPI_Abort, exit, abort or assert",
     &Options::KeepErrorPaths},
    {"--verify", "NP,...",
     "compare the communication of original and skeleton for\n"
     "these numbers of ranks; the program's arguments follow\n"
     "a (second) --",
     setVerify},
    {"--verify-limit", "S", "seconds that one of its runs may take (600)",
     setVerifyLimit},
    {"--verify-mpich", nullptr,
     "with --verify: the original under MPICH too (at most 8 ranks)",
     &Options::VerifyMpich},
    {"--models", "FILE", "models of learned hints, for --verify",
     &Options::Models},
    {"--explain", "FILE:LINE", "why this line is in the skeleton, or why not",
     setExplain},
    {"--report", "FILE",
     "what keeps computation in the skeleton, and which cuts\n"
     "would free it (.html, .txt or .json)",
     &Options::Report},
    {"--times", "FILE",
     "times for the report: a result of bsim run, or samples", &Options::Times},
    {"--quiet", nullptr, "no summary", &Options::Quiet},
    {"--help, --version", nullptr, "", Action()},
    {"--help", nullptr, nullptr, &Options::Help},
    {"-h", nullptr, nullptr, &Options::Help},
    {"--version", nullptr, nullptr, &Options::Version},
    // For tests and for the search for errors.
    {"--keep-all", nullptr, nullptr, &Options::KeepAll},
    {"--dump-ir", "FILE", nullptr, &Options::DumpIR},
    {"--dump-plan", "FILE", nullptr, &Options::DumpPlan},
    {"--dump-stmts", nullptr, nullptr, &Options::DumpStmts},
    {"--dump-points-to", nullptr, nullptr, &Options::DumpPointsTo},
    {"--statistics", nullptr, nullptr, &Options::Statistics},
    {"--points-to-budget", "N", nullptr, setPointsToBudget},
    {"--forget-demand", "N", nullptr, setNumber<&Options::ForgetDemand>},
    {"--break-plan", "N", nullptr, setNumber<&Options::BreakPlan>},
};

std::string usageText() {
  const size_t Column = 21; // where the help texts begin
  std::string Out =
      "usage: skeletonize [-p DIR | FILE... -- FLAGS] -o OUT [options]\n"
      "\n"
      "Cuts an MPI program in C down to what decides its communication and "
      "puts a\n"
      "cost-model call where each computation was. More is in\n"
      "docs/reference/skeletonize.md.\n"
      "\n";
  for (const Row &R : Rows) {
    if (!R.Help)
      continue;
    std::string Line = std::string("  ") + R.Name;
    if (R.Argument)
      Line += std::string(" ") + R.Argument;
    if (*R.Help && Line.size() + 1 > Column)
      Line += "\n" + std::string(Column, ' ');
    else if (*R.Help)
      Line.resize(Column, ' ');
    for (const char *C = R.Help; *C; ++C)
      Line += *C == '\n' ? "\n" + std::string(Column, ' ') : std::string(1, *C);
    Out += Line + "\n";
  }
  return Out;
}

static bool isReportName(const std::string &Name) {
  size_t Dot = Name.rfind('.');
  std::string End = Dot == std::string::npos ? "" : Name.substr(Dot);
  return End == ".html" || End == ".txt" || End == ".json";
}

/// Checks what the options mean together. Returns false and sets Error if they
/// make no sense.
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
  else if (O.Threshold && O.Kind != Mode::Instrument)
    Error = "--threshold belongs to --instrument, which is missing";
  else if (O.Kind != Mode::Skeleton && !O.Verify.empty())
    Error = "--verify compares a skeleton; it does not go with --full or "
            "--instrument";
  else if (O.Verify.empty() && !O.VerifyArgs.empty())
    Error = "arguments after the last -- belong to --verify, which is missing";
  return Error.empty();
}

/// Finds the row of an option that is written NAME, or --NAME=VALUE if it takes
/// a value; sets HasValue and Value then. Returns null if there is none.
static const Row *findRow(const std::string &Arg, bool &HasValue,
                          std::string &Value) {
  size_t Equals = Arg.find('=');
  HasValue = false;
  for (const Row &R : Rows) {
    const std::string Name = R.Name;
    if (R.Does.isNone())
      continue;
    if (Arg == Name)
      return &R;
    if (R.Argument && Name.size() > 2 && Equals == Name.size() &&
        Arg.compare(0, Equals, Name) == 0) {
      HasValue = true;
      Value = Arg.substr(Equals + 1);
      return &R;
    }
  }
  return nullptr;
}

/// Reads options and sources up to the first "--" or the end; leaves At there.
static bool parseWords(int Argc, const char *const *Argv, int &At, Options &O,
                       std::string &Error) {
  for (; At < Argc && std::string(Argv[At]) != "--"; ++At) {
    std::string Arg = Argv[At], Value;
    bool HasValue;
    const Row *R = findRow(Arg, HasValue, Value);
    if (!R && Arg.size() > 1 && Arg[0] == '-') {
      Error = "unknown option " + Arg + " (see --help)";
      return false;
    }
    if (!R) {
      O.Files.push_back(Arg);
      continue;
    }
    if (R->Argument && !HasValue) {
      if (At + 1 >= Argc || std::string(Argv[At + 1]) == "--") {
        Error = Arg + " needs a value";
        return false;
      }
      Value = Argv[++At];
    }
    if (!R->Does.run(O, Value, Error))
      return false;
  }
  return true;
}

bool parseOptions(int Argc, const char *const *Argv, Options &O,
                  std::string &Error) {
  int At = 1;
  if (!parseWords(Argc, Argv, At, O, Error))
    return false;
  if (O.Help || O.Version)
    return true;
  // Without -p, compiler flags follow the first "--", and the arguments of the
  // verified program the second one.
  bool Second = !O.DatabaseDir.empty();
  for (++At; At < Argc; ++At) {
    if (!Second && std::string(Argv[At]) == "--")
      Second = true;
    else
      (Second ? O.VerifyArgs : O.Flags).push_back(Argv[At]);
  }
  return checkTogether(O, Error);
}

} // namespace skel
