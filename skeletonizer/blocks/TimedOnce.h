//===- TimedOnce.h - no block runs in another block -------------*- C++ -*-===//
//
// A block of code that stays has the time of all that it calls. Functions that
// run in such blocks only must have no blocks; and what calls a function that
// also runs elsewhere, and has blocks, must be no block.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_TIMEDONCE_H
#define BSIM_SKELETONIZER_TIMEDONCE_H

#include "skeletonizer/memory/ControlDep.h"
#include "skeletonizer/slice/SliceState.h"
#include "llvm/ADT/SetVector.h"

namespace skel {

class TimedOnce {
public:
  TimedOnce(const IrIndex &Index, const PointsTo &Pts,
            const ControlDep &Control, const SliceState &Slice)
      : Index(Index), Pts(Pts), Control(Control), Slice(Slice),
        Prog(Index.program()) {}

  /// The statements, which stay, are a block.
  void addBlock(llvm::ArrayRef<unsigned> Run) {
    InBlock.insert(Run.begin(), Run.end());
  }
  /// After all blocks.
  void find();

  /// Of functions of the program: it runs in blocks; and nowhere else.
  bool runsInBlock(int F) const { return Inside.count(F); }
  bool runsInBlocksOnly(int F) const {
    return Inside.count(F) && !Outside.count(F);
  }
  /// Adds the function, and what calls it, also over others. True: it is new.
  bool addWithCallers(int F, llvm::DenseSet<int> &Out) const;

private:
  struct Edges {
    llvm::SetVector<int> Inside, Outside; ///< from code in a block, and not
  };
  void addCalls(const skel::Function &F);
  bool isInBlock(int Stmt) const;

  const IrIndex &Index;
  const PointsTo &Pts;
  const ControlDep &Control;
  const SliceState &Slice;
  const Program &Prog;
  llvm::DenseSet<int> InBlock;        ///< statements
  llvm::DenseMap<int, Edges> CallsOf; ///< by function
  llvm::SetVector<int> Inside, Outside;
};

} // namespace skel

#endif
