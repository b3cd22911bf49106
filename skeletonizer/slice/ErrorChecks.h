//===- ErrorChecks.h - error paths that a skeleton can watch ----*- C++ -*-===//
//
// A slice assumes that no run enters an error path. A skeleton that is given
// wrong arguments would then predict a run that the program refuses. This finds
// the branches into error paths whose conditions cost a skeleton next to
// nothing: they stay.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_ERRORCHECKS_H
#define BSIM_SKELETONIZER_ERRORCHECKS_H

#include "skeletonizer/slice/Slicer.h"

namespace skel {

/// The statements that branch into an error path, and whose conditions need
/// nothing that is not in the slice but a few simple statements: no loop of
/// many or repeated rounds, no memory, no message with data except a small
/// collective outside of all loops, no function that does more than compute.
/// Slice, the finished slice without error paths, grows by the conditions.
llvm::DenseSet<unsigned> cheapErrorChecks(const Phases &Known, Slicer &Slice);

} // namespace skel

#endif
