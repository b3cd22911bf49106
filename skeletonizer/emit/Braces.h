//===- Braces.h - braces that what is left does not need --------*- C++ -*-===//
//
// Takes out the braces around a single statement that is left of a list, and
// those of a block of its own whose reason is gone. Decides nothing else.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_BRACES_H
#define BSIM_SKELETONIZER_BRACES_H

#include "skeletonizer/emit/StayingText.h"
#include <set>

namespace skel {

/// Takes out the braces of the body of a control statement, on lines of their
/// own, if what is left of it needs none.
void cutBraces(const StayingText &T, const Stmt &St);

/// Whether St is a block of its own that needs no braces: the text in front of
/// it is gone, at a place of Bare, it declares nothing, and what stays before
/// it, if anything, does not take it for a part of itself.
bool isBare(const StayingText &T, const Stmt &St, const Stmt *Before,
            const std::set<Place> &Bare);

/// Takes out the braces of a compound, with the lines that they have for
/// themselves.
void removeBraces(const StayingText &T, const Stmt &St);

} // namespace skel

#endif
