//===- Arenas.h - blocks handed out piece by piece --------------*- C++ -*-===//
//
// A function that hands out what begins at "base + used" and then adds to
// "used" gives memory that nobody else has. A call of a function that is said
// to allocate marks such an address before the analysis; afterwards it is
// checked with what is known of memory that "used" never goes back while the
// block is the same, and that nobody touches the block but through pieces.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_ARENAS_H
#define BSIM_SKELETONIZER_ARENAS_H

#include "skeletonizer/memory/ModRef.h"
#include "llvm/IR/Module.h"

namespace skel {

/// Changes M. Number of pieces marked.
unsigned markPieces(llvm::Module &M);

/// Takes marks away whose pieces may share memory with something else. True if
/// there were any: then all that was analysed must be analysed again.
bool unmarkShared(llvm::Module &M, const MemoryObjects &Objects,
                  const PointsTo &Pts, const ModRef &Memory);

} // namespace skel

#endif
