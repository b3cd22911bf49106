//===- Inactive.h - text that the preprocessor leaves out -------*- C++ -*-===//
//
// A skeleton is for the flags it was made with: branches of conditionals that
// no unit takes go, and a conditional that is decided the same way everywhere
// goes with its directives. Knows nothing of statements.
//
// Conditionals that ask for the compiler (reserved names, and macros that are
// defined where such names say so) stay as they are: it need not be the
// skeleton's. So do the directives around definitions of
// macros and includes that may be guards: they hold the whole file, or define
// what they test.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_INACTIVE_H
#define BSIM_SKELETONIZER_INACTIVE_H

#include "skeletonizer/model/Edits.h"
#include "skeletonizer/model/Program.h"
#include "skeletonizer/model/Sources.h"
#include <set>

namespace skel {

/// Macros of the project whose definition depends on the compiler.
std::set<std::string> compilerMacros(const Program &P, const Sources &S);

void cutInactive(const Sources &S, unsigned File,
                 const std::set<std::string> &CompilerMacros, Edits &E);

} // namespace skel

#endif
