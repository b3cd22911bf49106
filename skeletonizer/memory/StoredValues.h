//===- StoredValues.h - what a load may read --------------------*- C++ -*-===//
//
// The values that may be in memory when a load reads it, over the whole
// program: what an object holds at first, and what stores put there. Every
// search for the integers that a value can be (Ranges, MatchingConstants) goes
// through memory this way.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_STOREDVALUES_H
#define BSIM_SKELETONIZER_STOREDVALUES_H

#include "skeletonizer/memory/ModRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Instructions.h"

namespace skel {

/// Calls Each for every value that L may read, until Each returns false. Each
/// gets null for the address of memory that a call has just allocated. Returns
/// false if L may read anything else, or if Each has returned false.
bool eachStoredValue(const llvm::LoadInst *L, const MemoryObjects &Objects,
                     const PointsTo &Pts, const ModRef &Memory,
                     llvm::function_ref<bool(const llvm::Value *)> Each);

/// Calls Each for what every caller gives for a parameter, until Each returns
/// false. Returns false if callers are not known, or if Each has returned
/// false.
bool eachArgument(const llvm::Argument *A, const IrIndex &Index,
                  const PointsTo &Pts,
                  llvm::function_ref<bool(const llvm::Value *)> Each);

} // namespace skel

#endif
