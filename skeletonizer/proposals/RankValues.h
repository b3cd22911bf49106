//===- RankValues.h - values that differ between ranks ----------*- C++ -*-===//
//
// Follows what MPI gives to each rank alone (its number, its part of a message)
// through values, memory, calls and branches, without the order in which the
// program runs. An estimate for ordering: who needs to be sure must not ask.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_RANKVALUES_H
#define BSIM_SKELETONIZER_RANKVALUES_H

#include "skeletonizer/proposals/Proposals.h"
#include "skeletonizer/slice/Slicer.h"

namespace skel {

class RankValues {
public:
  explicit RankValues(const Phases &A);
  /// A value in this memory may differ between ranks.
  bool differ(const AtomSet &Atoms) const { return Own.intersects(Atoms); }

private:
  bool pass(const llvm::Instruction &I);
  bool passCall(const llvm::CallBase &C);
  bool passTests(const llvm::Instruction &I);
  bool isGiven(const llvm::CallBase &C) const;
  bool addMemory(const llvm::Instruction &I);

  const Phases &A;
  llvm::DenseSet<const llvm::Value *> Values;
  llvm::DenseSet<int> Tested; ///< statements that depend on such a condition
  AtomSet Own;
  AtomSet Shared; ///< written by calls that give all ranks the same
};

} // namespace skel

#endif
