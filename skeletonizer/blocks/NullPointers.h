//===- NullPointers.h - pointers that the program sets to null --*- C++ -*-===//
//
// Whether a null of the program's text may be in a pointer: through variables,
// fields, arguments and results. Memory that nothing has set yet does not
// count.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_NULLPOINTERS_H
#define BSIM_SKELETONIZER_NULLPOINTERS_H

#include "skeletonizer/memory/ModRef.h"
#include "skeletonizer/memory/PointsTo.h"

namespace skel {

class NullPointers {
public:
  NullPointers(const IrIndex &I, const PointsTo &P, const ModRef &M)
      : Index(I), Pts(P), Memory(M) {}

  /// A null may stand in a pointer in this memory.
  bool mayHold(const AtomSet &Place) const;

private:
  using Values = llvm::SmallVector<const llvm::Value *, 16>;
  void addSources(const llvm::Value *V, Values &Work) const;

  const IrIndex &Index;
  const PointsTo &Pts;
  const ModRef &Memory;
  mutable std::vector<std::pair<const llvm::StoreInst *, AtomSet>> Stores;
  mutable bool Collected = false;
};

} // namespace skel

#endif
