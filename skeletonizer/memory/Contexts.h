//===- Contexts.h - copies of helpers for each caller -----------*- C++ -*-===//
//
// Calling context by selective cloning, before the analysis: a function that
// hands fresh memory to its caller, releases its caller's memory, or is small
// and stores to it, is copied for each of its calls, so that the callers'
// objects are told apart. The copies keep their debug locations: all are one
// function of the source.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_CONTEXTS_H
#define BSIM_SKELETONIZER_CONTEXTS_H

#include "llvm/IR/Module.h"

namespace skel {

/// Number of copies made.
unsigned cloneHelpers(llvm::Module &M);

} // namespace skel

#endif
