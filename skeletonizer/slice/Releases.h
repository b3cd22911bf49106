//===- Releases.h - what is allocated is freed ------------------*- C++ -*-===//
//
// Memory, streams and MPI objects that a slice makes are released where the
// program releases them, unless what decides that brings computation back:
// then they stay until the end. Knows nothing of how slices grow.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_RELEASES_H
#define BSIM_SKELETONIZER_RELEASES_H

#include "skeletonizer/slice/SliceTrial.h"

namespace skel {

class Releases {
public:
  Releases(const IrIndex &I, const MemoryObjects &O, const PointsTo &P,
           const ModRef &M, const ControlDep &C, const SliceTrial &G)
      : Index(I), Objects(O), Pts(P), Memory(M), Control(C), Judge(G) {}

  /// Adds the releases of what Slice allocates, those that were not tried yet.
  void keep(Slicer &Slice);

private:
  struct Release {
    const llvm::Instruction *At;
    int Allocation; ///< statement
    unsigned Object;
  };
  void demand(Slicer &Slice, const Release &R) const;

  const IrIndex &Index;
  const MemoryObjects &Objects;
  const PointsTo &Pts;
  const ModRef &Memory;
  const ControlDep &Control;
  const SliceTrial &Judge;
  llvm::DenseSet<std::pair<const llvm::Instruction *, unsigned>> Tried;
};

} // namespace skel

#endif
