//===- UnseenCalls.h - calls whose time is not at a statement ---*- C++ -*-===//
//
// The cleanup function of a variable runs where the variable's scope ends, and
// what atexit was given runs behind the end of main. No block around the
// statement that makes the call could hold its time. So such a call stays, with
// the blocks in its function, if it takes time and is in no larger piece of
// code that leaves. A destructor is no function of a rank, and has no time.
// Knows nothing of how slices grow.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_UNSEENCALLS_H
#define BSIM_SKELETONIZER_UNSEENCALLS_H

#include "skeletonizer/model/Plan.h"
#include "skeletonizer/slice/SliceTrial.h"
#include <functional>

namespace skel {

class UnseenCalls {
public:
  /// TakesTime: of the functions that a call enters.
  UnseenCalls(const IrIndex &I, const PointsTo &P, const ControlDep &C,
              const SliceTrial &G,
              std::function<bool(const llvm::CallBase *)> Takes)
      : Index(I), Pts(P), Control(C), Judge(G), TakesTime(std::move(Takes)) {}

  /// Adds the calls to Slice, those that were not tried yet, unless what
  /// decides whether they run brings computation back.
  void keep(Slicer &Slice);
  /// Those that take time in a program that Slice cuts, and are not in it.
  std::vector<Untimed> missing(const Slicer &Slice) const;

private:
  using Calls = std::vector<const llvm::CallBase *>;
  bool isTimed(const Slicer &Slice, const llvm::CallBase *C) const;
  bool isApart(const Slicer &Slice, const llvm::CallBase *C) const;
  Calls cleanups(const Slicer &Slice) const;
  Calls atExit(const Slicer &Slice) const;
  void attempt(Slicer &Slice, const Calls &Of);

  const IrIndex &Index;
  const PointsTo &Pts;
  const ControlDep &Control;
  const SliceTrial &Judge;
  std::function<bool(const llvm::CallBase *)> TakesTime;
  llvm::DenseSet<const llvm::CallBase *> Tried;
};

} // namespace skel

#endif
