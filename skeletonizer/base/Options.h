//===- Options.h - the command line of skeletonize --------------*- C++ -*-===//
//
// Reads the command line; knows nothing of what the options cause.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_OPTIONS_H
#define BSIM_SKELETONIZER_OPTIONS_H

#include <string>
#include <vector>

namespace skel {

enum class Mode { Skeleton, Full, Instrument };

struct Options {
  std::string DatabaseDir;        ///< -p DIR; else Files and Flags
  std::vector<std::string> Files; ///< sources of the program
  std::vector<std::string> Flags; ///< compiler flags for all Files
  std::string Out;                ///< -o OUT
  std::string MainFile;           ///< --main FILE
  std::string Root;               ///< --root DIR
  std::string Name;               ///< --name NAME
  std::string Hints;              ///< --hints FILE
  Mode Kind = Mode::Skeleton;
  bool Threshold = false; ///< --threshold: alike rounds may end early
  bool KeepErrorPaths = false;
  bool KeepAll = false;     ///< --keep-all: no analysis, everything stays
  std::vector<int> Verify;  ///< --verify 1,2,4
  bool VerifyMpich = false; ///< --verify-mpich: under MPICH too
  unsigned VerifyLimit = 0; ///< --verify-limit SECONDS; 0: none given
  std::vector<std::string> VerifyArgs; ///< arguments of the verified program
  std::string ExplainFile;             ///< --explain FILE:LINE
  unsigned ExplainLine = 0;
  std::string Report;           ///< --report FILE
  std::string Models;           ///< --models FILE, for --verify
  std::string Times;            ///< --times FILE, for the report
  std::string DumpIR, DumpPlan; ///< debugging: file names
  bool DumpStmts = false;       ///< debugging: to standard output
  bool Statistics = false;      ///< debugging: the analysis, to standard error
  bool DumpPointsTo = false;    ///< debugging: to standard error
  size_t ForgetDemand = 0;      ///< for tests of the plan's check
  size_t BreakPlan = 0;         ///< for tests of the plan's check
  size_t PointsToBudget = 0;    ///< debugging: words; 0: the default
  bool Help = false, Version = false, Quiet = false;
};

/// The text of --help.
std::string usageText();

/// Reads the command line into O. Returns false and sets Error, one line, if
/// the command line makes no sense.
bool parseOptions(int Argc, const char *const *Argv, Options &O,
                  std::string &Error);

} // namespace skel

#endif
