//===- Contexts.h - copies of helpers for each caller -----------*- C++ -*-===//
//
// Calling context by selective cloning, before the analysis: a function that
// hands fresh memory to its caller is copied for each of its calls, so that
// what the callers get are different objects. The copies keep their debug
// locations, so that all of them are one function of the source.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_CONTEXTS_H
#define BSIM_SKELETONIZER_CONTEXTS_H

#include "llvm/IR/Module.h"

namespace skel {

/// Number of copies made.
unsigned cloneAllocators(llvm::Module &M);

} // namespace skel

#endif
