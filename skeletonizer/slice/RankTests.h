//===- RankTests.h - which ranks run an instruction -------------*- C++ -*-===//
//
// Tests of the own number in a predefined communicator against constants
// (rank == 0, !rank, rank > 0) bound which ranks come to a place, in the
// function and in all its callers. A process has one number there for its whole
// life, so what has been tested once holds everywhere below. In doubt all ranks
// do.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_RANKTESTS_H
#define BSIM_SKELETONIZER_RANKTESTS_H

#include "skeletonizer/memory/Ranges.h"
#include "llvm/IR/Dominators.h"
#include <map>
#include <memory>
#include <set>

namespace skel {

/// Numbers of ranks: all of an interval but some.
struct RankSet {
  int64_t Low = 0, High = Range::Most;
  std::set<int64_t> Without;

  bool has(int64_t Rank) const {
    return Rank >= Low && Rank <= High && !Without.count(Rank);
  }
  bool meets(const Range &R) const;
  bool empty() const { return !meets(Range::all()); }
  static RankSet none() { return {1, 0, {}}; }
  void restrict(llvm::CmpInst::Predicate Pred, int64_t Number);
  void join(const RankSet &Other);      ///< also what the other one has
  void intersect(const RankSet &Other); ///< only what the other one has, too
};

class RankTests {
public:
  RankTests(const IrIndex &I, const MemoryObjects &O, const PointsTo &P,
            const ModRef &M)
      : Index(I), Objects(O), Pts(P), Memory(M) {}

  /// The communicator if a handle is surely this predefined one; or null.
  const MemObject *predefined(const llvm::Value *Comm) const;
  /// The ranks of the communicator that may run an instruction.
  const RankSet &at(const llvm::Instruction *I, const MemObject *Comm);

private:
  RankSet within(const llvm::Instruction *I, const MemObject *Comm);
  void apply(RankSet &R, const llvm::Value *Condition, bool Holds,
             const MemObject *Comm);
  bool isRank(const llvm::Value *V, const MemObject *Comm, unsigned Depth);
  bool isRankIn(const llvm::LoadInst *L, const MemObject *Comm, unsigned Depth);
  bool comesFirst(const llvm::Instruction *I, unsigned Atom, unsigned Depth);
  const llvm::Value *stored(const llvm::Value *V) const;
  const llvm::DominatorTree &dominators(const llvm::Function *F);

  const IrIndex &Index;
  const MemoryObjects &Objects;
  const PointsTo &Pts;
  const ModRef &Memory;
  std::map<std::pair<const llvm::Instruction *, const MemObject *>, RankSet>
      Found;
  std::map<const llvm::Function *, std::unique_ptr<llvm::DominatorTree>>
      Dominators;
};

} // namespace skel

#endif
