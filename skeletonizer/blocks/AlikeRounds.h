//===- AlikeRounds.h - loops whose rounds are alike -------------*- C++ -*-===//
//
// Loops that a measurement may leave early, since a round tells as much as many
// do: dPerf's threshold rule.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_ALIKEROUNDS_H
#define BSIM_SKELETONIZER_ALIKEROUNDS_H

#include "skeletonizer/slice/SliceState.h"

namespace skel {

/// Loops that communicate and have blocks in them, in what they call too, in
/// source order. Each round has the same peers, counts, types and communicators
/// as far as data tell: none is computed from what earlier rounds leave. What
/// is behind such a loop can do without its last rounds: the loop allocates and
/// releases nothing, opens no file, makes no MPI object, leaves no request,
/// calls no function that is not known, and moves no data on which
/// communication depends. Its text can be given an exit.
std::vector<unsigned> findAlikeRounds(const Phases &Known,
                                      const SliceState &Slice,
                                      llvm::ArrayRef<Block> Blocks);

} // namespace skel

#endif
