//===- Reach.h - functions that main may reach ------------------*- C++ -*-===//
#ifndef BSIM_SKELETONIZER_REACH_H
#define BSIM_SKELETONIZER_REACH_H

#include "skeletonizer/model/Program.h"
#include "llvm/IR/Module.h"
#include <vector>

namespace skel {

/// For each Program function: main, or a constructor, names it, or names what
/// names it: a function or a variable's initial value.
std::vector<char> reachedFunctions(const llvm::Module &M, const Program &P);

} // namespace skel

#endif
