//===- QuietRounds.h - loops whose rounds may do little ---------*- C++ -*-===//
//
// A loop that stays has quiet rounds if one of them can pass without
// communication and without a block: "for (i = 0; i < n; i++) { x = next(x); if
// (i % 1000 == 0) MPI_Allreduce(...); }". Few operations are nothing beside a
// message or a block; in millions of quiet rounds they are most of the time.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_QUIETROUNDS_H
#define BSIM_SKELETONIZER_QUIETROUNDS_H

#include "skeletonizer/memory/ModRef.h"
#include "skeletonizer/slice/SliceState.h"
#include "llvm/ADT/SetVector.h"
#include <functional>

namespace skel {

class QuietRounds {
public:
  /// IsBlock: a removed statement takes the time of a block. IsCostly: the same
  /// of a call that stays.
  QuietRounds(const IrIndex &Index, const PointsTo &Pts, const ModRef &Memory,
              const ControlDep &Control, const SliceState &Slice,
              std::function<bool(unsigned)> IsBlock,
              std::function<bool(const llvm::CallBase *)> IsCostly);

  /// Removed siblings may run in a quiet round, and compute there.
  bool computes(llvm::ArrayRef<unsigned> Run);
  /// The same of siblings that stay. Each of them may be among such siblings.
  bool stayAndCompute(llvm::ArrayRef<unsigned> Run);
  bool mayStay(unsigned Stmt) const;
  /// The statement has a part in that.
  bool worksAt(unsigned Stmt) { return workOf(Stmt) > 0; }

private:
  /// Points of work in a round that count: some nanoseconds. What stays has to
  /// do more: it takes a line of its own.
  static constexpr double Some = 5, More = 10;
  /// How control can leave a statement without communication and block.
  struct Ways {
    bool Through = false, Breaks = false, Continues = false, Returns = false;
    bool Any() const { return Through || Breaks || Continues || Returns; }
    void add(const Ways &O) {
      Through |= O.Through;
      Breaks |= O.Breaks;
      Continues |= O.Continues;
      Returns |= O.Returns;
    }
  };
  Ways visit(unsigned Stmt);
  Ways sequence(const skel::Stmt &S);
  Ways branch(const skel::Stmt &S);
  Ways loop(const skel::Stmt &S);
  Ways choice(const skel::Stmt &S);
  bool isBusy(unsigned Stmt) const;
  bool isBusyCall(const llvm::CallBase *C) const;
  bool worksBelow(unsigned Stmt) const;
  bool mayTalk(unsigned Stmt) const;
  double work(const llvm::Instruction *I);
  double workIn(const llvm::Function *G);
  double workOf(unsigned Stmt);
  double workOfRun(llvm::ArrayRef<unsigned> Run);
  void mark(unsigned Stmt);
  void markCalls(unsigned Stmt);
  template <class Fn> void forTargets(const llvm::CallBase *C, Fn Do) const;

  const IrIndex &Index;
  const PointsTo &Pts;
  const ModRef &Memory;
  const ControlDep &Control;
  const SliceState &Slice;
  const Program &Prog;
  std::function<bool(unsigned)> IsBlock;
  std::function<bool(const llvm::CallBase *)> IsCostly;
  std::vector<Ways> Of;            ///< by statement
  llvm::DenseSet<int> Quiet;       ///< functions that can pass so
  llvm::SetVector<unsigned> Loops; ///< with quiet rounds
  llvm::SetVector<int> Called;     ///< functions, in quiet rounds
  llvm::DenseSet<int> InRound;     ///< statements
  llvm::DenseMap<const llvm::Function *, double> Works; ///< of one call
};

} // namespace skel

#endif
