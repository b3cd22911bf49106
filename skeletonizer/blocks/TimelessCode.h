//===- TimelessCode.h - what works and is in no block -----------*- C++ -*-===//
//
// A last look at the blocks: whatever costs time, in functions that the
// skeleton has and that run outside of blocks, is in a block or is told.
//
// Loops (also those of macros and gotos), recursion, and calls of costly
// library functions count. What a loop that stays does beside the blocks and
// the communication that it holds is not told; rounds without either have
// blocks of their own (QuietRounds.h).
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_TIMELESSCODE_H
#define BSIM_SKELETONIZER_TIMELESSCODE_H

#include "skeletonizer/frontend/GotoLoops.h"
#include "skeletonizer/slice/KeptComputation.h"
#include "llvm/ADT/SetVector.h"
#include <functional>

namespace skel {

class TimelessCode {
public:
  /// TakesTime: whether a call costs time. Removed:
  /// whether a statement that leaves would be one by itself.
  TimelessCode(const IrIndex &Index, const PointsTo &Pts, const ModRef &Memory,
               const ControlDep &Control, const SliceState &Slice,
               const KeptComputation &Work,
               std::function<bool(const llvm::CallBase *)> TakesTime,
               std::function<bool(unsigned)> Removed);

  /// The statements of a block, side by side; one of which a part is a block.
  void addBlock(llvm::ArrayRef<unsigned> Run) {
    InBlock.insert(Run.begin(), Run.end());
  }
  void addPart(int Stmt) { HasPart.insert(Stmt); }
  /// It is told already.
  void addTold(int Stmt) { Told.insert(Stmt); }

  /// After all blocks: the outermost pieces of code.
  std::vector<Untimed> find();

private:
  using Targets = llvm::SmallVector<const llvm::Function *, 4>;
  Targets targets(const llvm::CallBase *C) const;
  void follow(unsigned Stmt);
  void findFunctions();
  bool holdsBlock(const llvm::CallBase *C) const;
  bool loopsIn(unsigned Macro) const;
  bool readsStream(unsigned Stmt) const;
  bool visit(unsigned Stmt, std::vector<Untimed> &Out);
  bool visitCode(unsigned Stmt, std::vector<Untimed> &Out);
  bool visitChildren(unsigned Stmt, std::vector<Untimed> &Out);
  void tellGotoLoops(unsigned Stmt, const llvm::DenseSet<int> &Holding,
                     std::vector<Untimed> &Out);
  void tellFunction(int Id, std::vector<Untimed> &Out);

  const IrIndex &Index;
  const PointsTo &Pts;
  const ModRef &Memory;
  const ControlDep &Control;
  const SliceState &Slice;
  const KeptComputation &Work;
  const Program &Prog;
  std::vector<GotoLoop> Gotos;
  std::function<bool(const llvm::CallBase *)> TakesTime;
  std::function<bool(unsigned)> IsRemovedBlock;
  llvm::DenseSet<int> InBlock, HasPart; ///< statements
  llvm::DenseSet<int> Told;
  llvm::SetVector<int> Entered; ///< functions that run outside of blocks
  llvm::DenseMap<int, llvm::SetVector<int>> Calls; ///< of those, not in blocks
  llvm::DenseSet<int> Holds; ///< functions with blocks, also in what they call
  llvm::DenseSet<int> Named; ///< functions with code that is told
};

} // namespace skel

#endif
