//===- Emit.h - from plan to the texts of the result ------------*- C++ -*-===//
//
// Carries out the plan on the text of the sources. Never decides what is
// needed for communication; adds only what C needs so that the kept text
// compiles (KeepSet.h).
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_EMIT_H
#define BSIM_SKELETONIZER_EMIT_H

#include "skeletonizer/model/Edits.h"
#include "skeletonizer/base/Options.h"
#include "skeletonizer/model/Plan.h"
#include "skeletonizer/hints/Hints.h"
#include "skeletonizer/model/Program.h"
#include "skeletonizer/model/Sources.h"
#include <map>
#include <set>
#include <string>

namespace skel {

struct Emission {
  /// The new text of each file of the result, by file id.
  std::map<unsigned, Edits::Result> Files;
  /// Statements that stay in the text, with what C needs (skeleton mode).
  std::vector<char> Stays;
  std::string Warnings; ///< lines about the text
  /// Functions that parameters ask for, and that the result does not have.
  std::set<int> Missing;
};

/// Plan: calls that must stay real for the text's sake are marked so.
/// Hints: those that P was read with.
bool emit(Mode Kind, const Program &P, const Sources &S, const HintEdits &Hints,
          Plan &Plan, Emission &Out, std::string &Error);

/// Byte where "#include <bsim/bsim.h>" goes: behind the first block of
/// includes, else before the first declaration; before FirstUse, in whatever
/// conditional that is.
unsigned includePlace(const std::string &Text, unsigned FirstUse);

} // namespace skel

#endif
