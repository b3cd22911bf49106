//===- Analysis.h - from linked IR and statements to the plan ---*- C++ -*-===//
//
// The slicer's face: decides what stays of a program. Never edits text.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_ANALYSIS_H
#define BSIM_SKELETONIZER_ANALYSIS_H

#include "skeletonizer/model/Findings.h"
#include "skeletonizer/hints/LearnedValues.h"
#include "skeletonizer/model/HintFile.h"
#include "skeletonizer/model/Plan.h"
#include "skeletonizer/model/Program.h"
#include "skeletonizer/model/Sources.h"
#include <string>

namespace llvm {
class Module;
}

namespace skel {

struct AnalysisOptions {
  /// Branches that always end in MPI_Abort, exit or abort before any other
  /// communication are taken like others; else as not taken.
  bool KeepErrorPaths = false;
  /// Hints that name the parameters of blocks, of the file HintFile.
  std::vector<Hint> Blocks;
  std::string HintFile;
  /// Finds loops that an instrumented program may leave early.
  bool FindAlikeRounds = false;
  /// Of PointsTo; 0 for its own.
  size_t PointsToBudget = 0;
  /// Sizes of the analysis' data and times of its phases, on stderr.
  bool Statistics = false;
  /// Where values come from hints: (file, byte).
  std::vector<std::pair<unsigned, unsigned>> Hints;
  /// Statements that hints put in for what a function writes.
  std::vector<SourceRange> Models;
  /// To be filled for the report, or null; Text goes with it.
  Findings *Wanted = nullptr;
  const Sources *Text = nullptr;
  /// Instead of a plan: parameters of learned values at these places, or null;
  /// Text goes with it.
  const std::vector<LearnedPlace> *Learn = nullptr;
  std::vector<LearnedParams> *Learned = nullptr;
  /// For tests of PlanCheck: the slicer forgets this piece of work; this part
  /// of the plan is taken out of it; 0: none.
  size_t ForgetDemand = 0, BreakPlan = 0;
  /// Every location and what may point to it, on stderr (debugging).
  bool DumpPointsTo = false;
};

/// Fills Result for the whole program. M is unoptimised code with
/// debug locations that Prog's statements know; it is changed (helpers are
/// cloned) and of no use to the caller afterwards. False with a message in
/// Error only when there is nothing to analyse (no main), or when the plan does
/// not hold (see PlanCheck.h).
bool analyse(llvm::Module &M, const Program &Prog,
             const AnalysisOptions &Options, Plan &Result, std::string &Error);

} // namespace skel

#endif
