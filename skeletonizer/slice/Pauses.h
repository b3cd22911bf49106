//===- Pauses.h - calls that let time pass ----------------------*- C++ -*-===//
//
// A pause takes the same time on each machine. In a block it would count as
// calculation, which a faster processor makes shorter. So it stays, unless what
// decides whether or how long it pauses brings computation, input or files
// back. Knows nothing of how slices grow.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_PAUSES_H
#define BSIM_SKELETONIZER_PAUSES_H

#include "skeletonizer/slice/SliceTrial.h"

namespace skel {

/// The run lets the rank's clock go on by itself in this call.
bool isPause(const ModRef &Memory, const llvm::CallBase *C);

class Pauses {
public:
  Pauses(const IrIndex &I, const ModRef &M, const ControlDep &C,
         const SliceTrial &G)
      : Index(I), Memory(M), Control(C), Judge(G) {}

  /// Adds the pauses of the program to Slice.
  void keep(Slicer &Slice) const;
  /// Those that run and are not in Slice.
  std::vector<Untimed> left(const SliceState &Slice) const;

private:
  using Calls = std::vector<const llvm::CallBase *>;
  Calls apart(const SliceState &Slice) const;
  bool bringsEffects(const Slicer &Slice, size_t RealBefore) const;

  const IrIndex &Index;
  const ModRef &Memory;
  const ControlDep &Control;
  const SliceTrial &Judge;
};

} // namespace skel

#endif
