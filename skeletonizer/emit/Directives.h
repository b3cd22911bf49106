//===- Directives.h - directives that nothing needs any more ----*- C++ -*-===//
//
// Definitions of macros that no text of the result can name, conditionals with
// nothing in them, headers of which nothing is left.
//
// A macro stays if the result's text names it outside of its own definition,
// be it in a branch that is left out or in a condition, or in the definition of
// a macro that stays; if others' headers or the command line test, expand or
// define it; if ## makes its name; if its name is reserved ("__").
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_DIRECTIVES_H
#define BSIM_SKELETONIZER_DIRECTIVES_H

#include "skeletonizer/model/Edits.h"
#include "skeletonizer/model/Program.h"
#include "skeletonizer/model/Sources.h"
#include <set>

namespace skel {

/// E: all other edits of the result; Files: those of the result.
void cutDirectives(const Program &P, const Sources &S,
                   std::set<unsigned> &Files, Edits &E);

} // namespace skel

#endif
