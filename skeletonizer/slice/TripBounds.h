//===- TripBounds.h - bounds of the parts that ranks have -------*- C++ -*-===//
//
// Values that a bound may be where both bounds of a loop are others on each
// rank.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_TRIPBOUNDS_H
#define BSIM_SKELETONIZER_TRIPBOUNDS_H

#include "skeletonizer/slice/TripCounts.h"

namespace skel {

struct TripCounts::Bounds {
  explicit Bounds(const TripCounts &T) : T(T) {}

  /// "rank * rows", as a sum of products of two values each: "(rank + 1) *
  /// rows" less that is "rows".
  std::optional<Sum> product(const llvm::BinaryOperator *B, const Sum &L,
                             const Sum &R) const;
  /// What a variable is that is set, and set anew where it is above or below a
  /// limit: "if (last > n) last = n;".
  std::optional<Sum> clamped(const llvm::LoadInst *Read,
                             const llvm::AllocaInst *A, const Context &C) const;
  /// Writes a sum, one that is divided by a constant, or a product of such ones
  /// that fits the type: "rank * n", also of variables that are set to it
  /// alone, "pairs * rank" with "pairs = n * (n - 1) / 2".
  bool write(const llvm::Value *V, const Context &C, Computed &Out,
             unsigned Depth = 0) const;

private:
  bool isBetween(const llvm::Instruction *First, const llvm::BranchInst *If,
                 const llvm::LoadInst *Read) const;

  const TripCounts &T;
};

} // namespace skel

#endif
