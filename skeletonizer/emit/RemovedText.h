//===- RemovedText.h - takes out what does not stay -------------*- C++ -*-===//
//
// Turns a KeepSet into edits: removed statements and declarations, a
// cost-model call for each block. Decides nothing.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_REMOVEDTEXT_H
#define BSIM_SKELETONIZER_REMOVEDTEXT_H

#include "skeletonizer/model/Edits.h"
#include "skeletonizer/plan/KeepSet.h"
#include "skeletonizer/model/Plan.h"
#include "skeletonizer/model/Program.h"
#include "skeletonizer/model/Sources.h"
#include <set>
#include <string>

namespace skel {

/// A block's parameters as text, with static data of the rank.
std::string paramsText(const Program &P, const Sources &S, const Block &B,
                       const std::set<std::string> &Private);

/// Bare: where text begins in front of which a fold took something out.
/// NeedsBsim gets the files that call the engine now.
void removeStatements(const Program &P, const Sources &S, const Plan &Plan,
                      const KeepSet &K, const std::set<std::string> &Private,
                      const std::set<Place> &Bare, Edits &E,
                      std::set<unsigned> &NeedsBsim);

/// Also decides which files stay: File ids.
std::set<unsigned> removeDeclarations(const Program &P, const Sources &S,
                                      const KeepSet &K, Edits &E);

/// The lines of an include.
void removeInclude(const Sources &S, const Include &I, Edits &E);

} // namespace skel

#endif
