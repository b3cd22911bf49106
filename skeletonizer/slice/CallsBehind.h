//===- CallsBehind.h - the calls of functions, found once -------*- C++ -*-===//
//
// What a function calls, and all functions that control may come to from it.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_CALLSBEHIND_H
#define BSIM_SKELETONIZER_CALLSBEHIND_H

#include "skeletonizer/memory/PointsTo.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/InstrTypes.h"
#include <memory>
#include <vector>

namespace skel {

class CallsBehind {
public:
  using Functions = llvm::DenseSet<const llvm::Function *>;

  explicit CallsBehind(const PointsTo &P) : Pts(P) {}
  /// Without intrinsics.
  llvm::ArrayRef<const llvm::CallBase *> of(const llvm::Function *F);
  /// The function, and those that it may come to.
  const Functions &behind(const llvm::Function *F);

private:
  const PointsTo &Pts;
  llvm::DenseMap<const llvm::Function *, std::vector<const llvm::CallBase *>>
      Calls;
  llvm::DenseMap<const llvm::Function *, std::unique_ptr<Functions>> Behind;
};

} // namespace skel

#endif
