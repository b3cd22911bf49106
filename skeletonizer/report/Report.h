//===- Report.h - why a skeleton is as large as it is -----------*- C++ -*-===//
//
// What is in a report, as texts and numbers; made from the plan and the
// findings, written as a page, for a terminal, or as JSON. Decides nothing of
// the skeleton.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_REPORT_H
#define BSIM_SKELETONIZER_REPORT_H

#include "skeletonizer/emit/Emit.h"
#include "skeletonizer/model/Findings.h"
#include "skeletonizer/model/Plan.h"
#include "skeletonizer/model/Program.h"
#include "skeletonizer/model/Sources.h"
#include <string>
#include <vector>

namespace skel {

struct Report {
  /// A source line.
  struct Line {
    std::string File;
    unsigned Number = 0;
    std::string Text;
    std::string place() const { return File + ":" + std::to_string(Number); }
  };
  /// A line and how it serves the next one of the chain.
  struct Link {
    Line At;
    std::string Reason;
  };
  struct Hint {
    std::string Text; ///< an element of "hints" in hints.json
    Line At;
    std::string Why; ///< how floating point becomes the value
  };
  struct File {
    std::string Name;
    unsigned Before = 0, After = 0;         ///< lines
    unsigned CodeBefore = 0, CodeAfter = 0; ///< those with code that may run
  };
  struct Call {
    std::string Name;
    Line At;
    bool Real = false;
    std::string Why;
    std::vector<Link> Chain; ///< of what needs its data
    int Hint = -1;           ///< index into Hints
  };
  struct Region {
    int Block = 0;
    std::string Name, Label, Kernel;
    Line At;
    unsigned EndLine = 0;
    double Share = 0;
    std::vector<Link> Chain;
    int Hint = -1;
    std::vector<int> Sets; ///< that free it
    bool Stuck = false;
    std::vector<Line> Way; ///< if stuck: where no hint can stand
  };
  struct Set {
    std::vector<unsigned> Hints;
    std::vector<unsigned> Frees;              ///< indices into Regions
    std::vector<std::vector<unsigned>> Alone; ///< the same, of each hint alone
    double Share = 0;
    unsigned Lines = 0, Kept = 0, Removed = 0; ///< what is left
    unsigned Kernels = 0;                      ///< kept kernels that are left
    unsigned Real = 0;                         ///< calls that move data
  };
  /// A block whose time depends on what no parameter stands for.
  struct Incomplete {
    std::string Name, Label;
    Line At;
    double Share = 0;
    std::vector<Link> Missing; ///< where each value is read, and what it is
    std::vector<std::string> Counts; ///< that the instrumented program counts
  };
  struct Edge {
    unsigned Hint = 0;
    unsigned Stmts = 0, Blocks = 0;
    double Share = 0;
  };
  struct Loop {
    Line At, Exit, Source;
    std::string Call;
    std::vector<std::string> Hints;
  };

  std::string Program;   ///< folder's name
  std::string ShareFrom; ///< file of times; empty: estimated
  unsigned Before = 0, After = 0;
  unsigned CodeBefore = 0, CodeAfter = 0;
  /// Of CodeAfter: what decides communication; what gives no more than the
  /// parameters of blocks. The rest stays for C's sake, or with a statement.
  unsigned CodeDecides = 0, CodeParams = 0;
  unsigned Blocks = 0, Kernels = 0; ///< all blocks; kept kernels
  double KeptShare = 0;
  std::vector<File> Files;
  std::vector<Call> Calls;
  std::vector<Region> Regions;   ///< by falling share
  std::vector<Incomplete> Blind; ///< by falling share
  std::vector<Hint> Hints;
  std::vector<Set> Sets;
  std::vector<Edge> Edges; ///< by what they drag in
  std::vector<Loop> Loops;
  std::vector<std::string> Unknown;
  /// What sets of cuts lack in a large program; else empty.
  std::string Following;
};

/// Times: file of measured or predicted times, or empty. Hints: those that P
/// was read with. False with a message in Error if Times cannot be read.
bool makeReport(const Program &P, const Sources &S, const Plan &Plan,
                const Emission &E, Findings &Found, const HintEdits &Hints,
                const std::string &Times, Report &Out, std::string &Error);

std::string reportText(const Report &R);
std::string reportJson(const Report &R);
std::string reportHtml(const Report &R);
/// By the ending of the file's name: .html, .txt or .json.
bool writeReport(const std::string &File, const Report &R, std::string &Error);

/// "12.3 %".
std::string percent(double Share);

/// Seconds of each block (by its number) from a result of bsim run or samples
/// of an instrumented program; -1 where the file has none.
bool readTimes(const std::string &File, const Program &P, const Plan &Plan,
               const std::vector<double> &Estimate, std::vector<double> &Out,
               std::string &Error);

} // namespace skel

#endif
