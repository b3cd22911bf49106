//===- Ranges.h - between which bounds an integer lies ----------*- C++ -*-===//
//
// Intervals of integers, and of the byte offsets of pointers in the objects
// they point to, by a walk back over loads, stores, arguments and results; a
// value that depends on itself is widened, and a comparison that guards it
// (x + 1 > most ? least : x + 1, or a loop's condition) bounds it. Knows
// nothing of MPI.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_RANGES_H
#define BSIM_SKELETONIZER_RANGES_H

#include "skeletonizer/memory/IrIndex.h"
#include "skeletonizer/memory/ModRef.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include <map>
#include <memory>

namespace skel {

struct Range {
  static constexpr int64_t Least = INT64_MIN, Most = INT64_MAX;
  bool Empty = true;
  int64_t Low = Least, High = Most; ///< inclusive

  static Range of(int64_t Low, int64_t High) { return {false, Low, High}; }
  static Range all() { return {false, Least, Most}; }
  bool operator==(const Range &O) const {
    return Empty == O.Empty && (Empty || (Low == O.Low && High == O.High));
  }
  void join(const Range &O);
  bool isExact() const { return !Empty && Low == High; }
  bool meets(const Range &O) const {
    return !Empty && !O.Empty && Low <= O.High && O.Low <= High;
  }
};

class Ranges {
public:
  /// Steps: how far a walk may go.
  Ranges(const IrIndex &I, const MemoryObjects &O, const PointsTo &P,
         const ModRef &M, unsigned Steps)
      : Index(I), Objects(O), Pts(P), Memory(M), MaxSteps(Steps) {}
  /// Of a pointer: bytes behind the beginning of whatever it points to (empty:
  /// null).
  Range of(const llvm::Value *V);

private:
  Range eval(const llvm::Value *V);
  Range compute(const llvm::Value *V);
  Range constant(const llvm::Constant *C);
  Range address(const llvm::GEPOperator *G);
  Range arithmetic(const llvm::BinaryOperator *B);
  Range result(const llvm::CallBase *C);
  Range load(const llvm::LoadInst *L);
  Range tested(const llvm::LoadInst *L, Range R);
  const llvm::BasicBlock *before(const llvm::BasicBlock *B);
  static bool bound(Range &R, llvm::CmpInst::Predicate Pred,
                    const Range &Other);
  Range guarded(const llvm::PHINode *P, unsigned Arm);

  const IrIndex &Index;
  const MemoryObjects &Objects;
  const PointsTo &Pts;
  const ModRef &Memory;
  struct State {
    Range Now;
    bool Open = false, Cyclic = false;
  };
  llvm::DenseMap<const llvm::Value *, State> States;
  llvm::DenseMap<const llvm::Value *, Range> Done;
  std::map<const llvm::Function *, std::unique_ptr<llvm::DominatorTree>>
      Dominators;
  const unsigned MaxSteps;
  unsigned Budget = 0, OpenCycles = 0;
};

} // namespace skel

#endif
