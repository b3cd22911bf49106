//===- TripDistances.h - how far two pointers are apart ---------*- C++ -*-===//
//
// "end - begin", and the rounds of loops that count with a pointer.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_TRIPDISTANCES_H
#define BSIM_SKELETONIZER_TRIPDISTANCES_H

#include "skeletonizer/slice/TripCounts.h"

namespace skel {

struct TripCounts::Distances {
  explicit Distances(const TripCounts &T) : T(T) {}

  /// Of a difference of pointers: how many elements that is.
  std::optional<Sum> of(const llvm::Value *V, const Context &C) const;
  /// The rounds of a loop that goes from one pointer to another, and in which
  /// direction: "for (p = begin; p < end; p++)".
  std::optional<Sum> rounds(const llvm::ICmpInst *Test, int Stmt,
                            const Context &C) const;

private:
  /// Bytes behind a pointer that can be read in front of the run, a variable's
  /// address, or behind what only the run knows.
  struct Place {
    MemoryPath Path;
    bool Address = false;
    const llvm::AllocaInst *Own = nullptr;
    Sum Bytes;
  };
  /// A variable that the loop sets forward by a constant in each round.
  struct Walker {
    const llvm::AllocaInst *Variable = nullptr;
    const llvm::Value *Begin = nullptr; ///< null: what stands in it before
    int64_t Step = 0;                   ///< bytes
    int64_t Bytes = 0;                  ///< of an element
  };
  std::optional<Place> place(const llvm::Value *V, const Context &C,
                             unsigned Depth = 0) const;
  std::optional<Place> placeOf(const llvm::LoadInst *L, const Context &C,
                               unsigned Depth) const;
  std::optional<Sum> between(const Place &From, const Place &To, int64_t Bytes,
                             const llvm::Instruction *At,
                             const Context &C) const;
  bool walks(const llvm::Value *V, int Stmt, const Context &C,
             Walker &Out) const;

  const TripCounts &T;
};

} // namespace skel

#endif
