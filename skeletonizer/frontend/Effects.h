//===- Effects.h - what evaluating an expression may change -----*- C++ -*-===//
//
// Asks Clang's AST whether text can be left out without losing anything but
// its value. Decides nothing.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_EFFECTS_H
#define BSIM_SKELETONIZER_EFFECTS_H

#include "clang/AST/Expr.h"

namespace skel {

struct Effects {
  bool Calls = false;  ///< calls a function, which may do anything
  bool Writes = false; ///< changes memory or control flow by itself
  bool any() const { return Calls || Writes; }
};

/// Of evaluating E; null is nothing.
Effects effectsOf(const clang::Expr *E);
/// Of evaluating the bounds of the arrays that a declared type names.
Effects effectsOfBounds(clang::QualType T);

} // namespace skel

#endif
