//===- CollectiveOrder.h - which collectives may meet by order --*- C++ -*-===//
//
// All processes call the collectives of a communicator in one order. So the
// places where two processes can be at a time follow from the control flow
// alone: both begin in main, and go on together from one collective to the
// next, as long as the two are of one kind. Knows no data but what Same tells.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_COLLECTIVEORDER_H
#define BSIM_SKELETONIZER_COLLECTIVEORDER_H

#include "skeletonizer/memory/IrIndex.h"
#include "llvm/ADT/SetVector.h"
#include <functional>

namespace skel {

class CollectiveOrder {
public:
  /// Same: the two calls may be one collective, as far as their own arguments
  /// tell.
  using Test =
      std::function<bool(const llvm::CallBase *, const llvm::CallBase *)>;
  CollectiveOrder(const IrIndex &Index, const MemoryObjects &Objects,
                  const PointsTo &Pts, Test Same);

  /// Two processes can be in A and B at the same time. True in doubt: of other
  /// communicators than MPI_COMM_WORLD, in programs that jump between
  /// functions.
  bool mayMeet(const llvm::CallBase *A, const llvm::CallBase *B) const;

private:
  using Sites = IdSet;
  enum World { Never, Perhaps, Always };
  /// What comes next from a point of a function: sites, and whether the
  /// function's end can be reached before any.
  struct Ahead {
    Sites First;
    bool End = false;
    bool operator==(const Ahead &O) const {
      return First == O.First && End == O.End;
    }
  };
  World inWorld(const llvm::CallBase *C) const;
  bool find();
  bool mayReach(const llvm::CallBase *C) const;
  Ahead walk(llvm::BasicBlock::const_iterator From,
             const llvm::BasicBlock *Block) const;
  bool step(const llvm::CallBase *C, Ahead &Out) const;
  void summarise();
  Sites after(unsigned Site) const;
  void pair();

  const IrIndex &Index;
  const MemoryObjects &Objects;
  const PointsTo &Pts;
  Test Same;
  bool Known = false;
  std::vector<const llvm::CallBase *> Calls; ///< collectives of MPI_COMM_WORLD
  std::vector<World> Where;
  llvm::DenseMap<const llvm::CallBase *, unsigned> SiteOf;
  llvm::SetVector<const llvm::Function *> Reaching; ///< a collective
  llvm::DenseMap<const llvm::Function *, Ahead> Entry;
  std::vector<Sites> Meets;
};

} // namespace skel

#endif
