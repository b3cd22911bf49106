//===- StoredPointers.h - pointers by where they are stored -----*- C++ -*-===//
//
// The pointers that the program's stores put where a load reads, for searches
// that go through memory many times. Does not know what the C library or MPI
// stores.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_STOREDPOINTERS_H
#define BSIM_SKELETONIZER_STOREDPOINTERS_H

#include "skeletonizer/memory/PointsTo.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Instructions.h"

namespace skel {

class StoredPointers {
public:
  StoredPointers(const llvm::Module &M, const MemoryObjects &Objects,
                 const PointsTo &Pts);

  /// What one search has read: it gets each stored pointer once.
  struct Search {
    llvm::DenseSet<const PlaceSet *> Read;
    llvm::DenseSet<unsigned> Places, Sets;
  };
  /// Calls Each for every pointer that is stored where L reads, unless the
  /// search has had it. Returns false if nothing is stored there.
  bool eachNew(const llvm::LoadInst &L, Search &S,
               llvm::function_ref<void(const llvm::Value *)> Each) const;

private:
  const MemoryObjects &Objects;
  const PointsTo &Pts;
  /// Stores whose addresses have one set of places, and the sets at each place.
  std::vector<llvm::SmallVector<const llvm::Value *, 2>> Values;
  llvm::DenseMap<unsigned, llvm::SmallVector<unsigned, 2>> StoredAt;
};

} // namespace skel

#endif
