//===- OuterStatics.h - variables that are not each rank's own --*- C++ -*-===//
//
// Headers outside of the root stay as they are: a variable that one of them
// defines is one for all ranks, where each process of MPI has its own. And a
// thread-local variable is one for all threads of a rank.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_OUTERSTATICS_H
#define BSIM_SKELETONIZER_OUTERSTATICS_H

#include "skeletonizer/model/Program.h"
#include "llvm/IR/Module.h"
#include <string>

namespace skel {

/// A warning for each variable that the program may write and that is defined
/// outside of its root; empty if there is none.
std::string warnOfOuterStatics(const llvm::Module &M, const Program &P);
/// The same for each thread-local variable that the program may write, if it
/// makes threads.
std::string warnOfThreadLocals(const llvm::Module &M);

} // namespace skel

#endif
