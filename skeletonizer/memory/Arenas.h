//===- Arenas.h - blocks handed out piece by piece --------------*- C++ -*-===//
//
// A function that hands out memory at "base + used" and then adds to "used"
// gives memory that nobody else has. Before the analysis of memory, such an
// address gets a mark: a call of a function that counts as an allocation. After
// the analysis its results confirm that "used" never goes back while the block
// stays, and that nobody touches the block except through pieces.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_ARENAS_H
#define BSIM_SKELETONIZER_ARENAS_H

#include "skeletonizer/memory/ModRef.h"
#include "llvm/IR/Module.h"

namespace skel {

/// Marks pieces in M and returns their number.
unsigned markPieces(llvm::Module &M);

/// Removes the marks of pieces that may share memory with something else. True
/// if there was one: all analyses must then be made again.
bool unmarkShared(llvm::Module &M, const MemoryObjects &Objects,
                  const PointsTo &Pts, const ModRef &Memory);

} // namespace skel

#endif
