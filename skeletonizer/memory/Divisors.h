//===- Divisors.h - what a number is a multiple of --------------*- C++ -*-===//
//
// The size of the elements that an address in bytes steps over:
// "base + i * nc * size". Knows neither memory objects nor statements.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_DIVISORS_H
#define BSIM_SKELETONIZER_DIVISORS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Value.h"

namespace skel {

/// A number that V is a multiple of whenever it is computed: 1 if nothing is
/// known, 0 if V is always 0. Arithmetic on sizes does not overflow.
/// Known: answers so far.
uint64_t divisorOf(const llvm::Value *V,
                   llvm::DenseMap<const llvm::Value *, uint64_t> &Known);

} // namespace skel

#endif
