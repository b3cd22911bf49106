//===- WrapperSizes.h - sizes inside of allocation wrappers -----*- C++ -*-===//
//
// A function that returns a block whose size its caller gives is a wrapper of
// malloc: what it makes of the size is no place for a cut, which would be one
// for all its callers. Knows nothing of hints.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_WRAPPERSIZES_H
#define BSIM_SKELETONIZER_WRAPPERSIZES_H

#include "skeletonizer/memory/ControlDep.h"
#include "skeletonizer/memory/PointsTo.h"

namespace skel {

class WrapperSizes {
public:
  WrapperSizes(const IrIndex &Index, const MemoryObjects &Objects,
               const PointsTo &Pts, const ControlDep &Control);

  /// The size is computed with I.
  bool computes(const llvm::Instruction *I) const { return Code.count(I); }
  /// The condition of Stmt decides what the size is.
  bool decides(int Stmt) const { return Stmts.count(Stmt); }

private:
  bool isWrapper(const llvm::Function *F, unsigned Depth);

  const MemoryObjects &Objects;
  const PointsTo &Pts;
  llvm::DenseMap<const llvm::Function *, bool> Known;
  llvm::DenseSet<const llvm::Instruction *> Code;
  llvm::DenseSet<int> Stmts;
};

} // namespace skel

#endif
