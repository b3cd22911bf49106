//===- KeptComputation.h - computation that stays ---------------*- C++ -*-===//
//
// Where communication depends on computed data, the slice keeps the
// computation. The skeleton then does it, but its host time is not the time of
// the predicted machine: it needs a cost model like what was removed.
//
// A kept loop, or a kept call, is a block of its own if it works on arrays or
// numbers in a loop, communicates nowhere (also in what it calls), reads no
// input, and holds no removed code that is a block by itself. Of nested ones
// the outermost counts. Each piece of code is timed once: a function with
// blocks inside is not called in a block.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_KEPTCOMPUTATION_H
#define BSIM_SKELETONIZER_KEPTCOMPUTATION_H

#include "skeletonizer/slice/SliceState.h"
#include "llvm/ADT/MapVector.h"
#include <functional>

namespace skel {

class KeptComputation {
public:
  /// IsBlock: whether removed siblings [...] make a block.
  KeptComputation(const IrIndex &Index, const PointsTo &Pts,
                  const ModRef &Memory, const ControlDep &Control,
                  const SliceState &Slice,
                  std::function<bool(llvm::ArrayRef<unsigned>)> IsBlock);
  bool isBlock(unsigned Stmt) const { return Chosen[Stmt]; }

  /// The outermost loops that work and are in no block since a jump leaves
  /// them: nothing gives them a time.
  std::vector<unsigned> untimed() const;

private:
  struct Facts {
    bool Works = false; ///< floating point, elements of arrays, a kernel
    bool Heavy = false; ///< it works in a loop, or is a kernel
    bool Noisy = false; ///< communicates, reads input, leaves by a jump
    bool Talks = false; ///< communicates
    bool Cut = false;   ///< there is a block in it
    bool operator==(const Facts &O) const {
      return Works == O.Works && Heavy == O.Heavy && Noisy == O.Noisy &&
             Talks == O.Talks && Cut == O.Cut;
    }
    void add(const Facts &O) {
      Works |= O.Works;
      Heavy |= O.Heavy;
      Noisy |= O.Noisy;
      Talks |= O.Talks;
      Cut |= O.Cut;
    }
  };
  Facts factsOf(const llvm::Instruction *I) const;
  Facts visit(unsigned Stmt);
  bool hasRemovedBlock(unsigned Stmt) const;
  bool jumpsOut(unsigned Stmt, unsigned Block) const;
  bool onlyJumps(unsigned Loop) const;
  bool untimedIn(unsigned Stmt, std::vector<unsigned> &Out) const;
  void choose(unsigned Stmt);
  bool uncover();

  const IrIndex &Index;
  const PointsTo &Pts;
  const ModRef &Memory;
  const ControlDep &Control;
  const SliceState &Slice;
  const Program &Prog;
  std::function<bool(llvm::ArrayRef<unsigned>)> IsRemovedBlock;
  std::vector<Facts> Of;                             ///< by statement
  llvm::MapVector<const llvm::Function *, Facts> In; ///< with what it calls
  std::vector<const skel::Function *> Own; ///< not timed with what calls them
  llvm::DenseSet<const llvm::Function *> Apart; ///< has blocks inside
  std::vector<char> Chosen;
};

} // namespace skel

#endif
