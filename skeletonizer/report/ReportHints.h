//===- ReportHints.h - hints that a report proposes -------------*- C++ -*-===//
//
// Writes elements of "hints" in hints.json. Numbers that only the user can know
// are stand-ins, which the comment of the hint tells.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_REPORTHINTS_H
#define BSIM_SKELETONIZER_REPORTHINTS_H

#include "skeletonizer/model/Findings.h"
#include "skeletonizer/model/Program.h"
#include <string>

namespace skel {

class HintTexts {
public:
  HintTexts(const Program &P, const Findings &Found) : P(P), Found(Found) {}

  /// The hint that cuts at a place.
  std::string at(const Findings::Place &F) const;
  /// The number of rounds, learned from a run, of a loop that communicated
  /// results end. Exit: the if at which the last round ends, or null.
  std::string rounds(const Stmt &Loop, const Stmt *Exit = nullptr) const;
  /// How often the condition of an if holds, learned from a run. The if decides
  /// whether a loop goes on that has no number of rounds.
  std::string frequency(const Stmt &If) const;
  /// An exit of the loop L is never taken. Comment: what ends the loop instead.
  std::string noExit(const Findings::Convergence &L, size_t Exit,
                     const std::string &Comment) const;

private:
  std::string branch(const Findings::Place &F) const;
  std::string loop(const Findings::Place &F) const;

  const Program &P;
  const Findings &Found;
};

} // namespace skel

#endif
