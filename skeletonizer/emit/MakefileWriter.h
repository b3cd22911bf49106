//===- MakefileWriter.h - the Makefile of a result --------------*- C++ -*-===//
//
// Flags as the program was compiled, with paths below the root mapped to the
// result. Knows nothing of the sources' text.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_MAKEFILEWRITER_H
#define BSIM_SKELETONIZER_MAKEFILEWRITER_H

#include "skeletonizer/emit/Emit.h"
#include "skeletonizer/base/Options.h"
#include "skeletonizer/model/Program.h"
#include "skeletonizer/model/Units.h"

namespace skel {

/// Unneeded: libraries that the program has and the result needs not.
std::string makefileText(Mode Kind, const UnitList &List, const Program &P,
                         const Emission &E,
                         const std::vector<std::string> &Unneeded = {});
/// A word of a command in a recipe of make, or in a variable that make is
/// given.
std::string shellWord(const std::string &Text);

} // namespace skel

#endif
