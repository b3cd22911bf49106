//===- MatchingConstants.h - integers that a value can be -------*- C++ -*-===//
//
// Searches the whole program for the constants that reach a tag, a root or a
// count, with a small budget.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_MATCHINGCONSTANTS_H
#define BSIM_SKELETONIZER_MATCHINGCONSTANTS_H

#include "skeletonizer/memory/ModRef.h"
#include <set>

namespace skel {

/// All values that an integer can have, or not known.
struct IntegerConstants {
  bool Known = false;
  std::set<int64_t> Values;
};

IntegerConstants constantsOf(const llvm::Value *V, const IrIndex &Index,
                             const MemoryObjects &Objects, const PointsTo &Pts,
                             const ModRef &Memory);

} // namespace skel

#endif
