//===- WholeArrayStores.h - stores to every element -------------*- C++ -*-===//
//
// A store to one element leaves the others as they were. Two patterns replace
// a whole array: a loop over constant bounds that stores to as many elements as
// there are, and stores in one block to each of them by constant index.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_WHOLEARRAYSTORES_H
#define BSIM_SKELETONIZER_WHOLEARRAYSTORES_H

#include "skeletonizer/memory/ModRef.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include <memory>

namespace skel {

class WholeArrayStores {
public:
  /// Of a loop that is left over one edge: atoms that it has overwritten then,
  /// and all that writes them in it.
  struct Loop {
    AtomSet Atoms;
    std::vector<const llvm::Instruction *> Writers;
  };
  /// Stores of one block, the first of which this is for: behind Last they have
  /// overwritten the atoms.
  struct Sequence {
    const llvm::Instruction *Last;
    AtomSet Atoms;
  };

  WholeArrayStores(const MemoryObjects &O, const PointsTo &P, const ModRef &M)
      : Objects(O), Pts(P), Memory(M) {}

  /// Null: nothing.
  const Loop *leaving(const llvm::BasicBlock *From, const llvm::BasicBlock *To);
  llvm::ArrayRef<Sequence> beginningAt(const llvm::Instruction *Store);

private:
  /// A place that is an element of an array of Count scalars of Size bytes.
  struct Elements {
    unsigned Place = 0;
    uint64_t Count = 0, Size = 0;
  };
  struct Counter {
    const llvm::Value *Variable;
    uint64_t Times; ///< how often the loop's body runs
  };
  bool elements(const llvm::StoreInst *S, Elements &Out) const;
  AtomSet atoms(const Elements &E) const;
  void look(const llvm::Function *F);
  void lookAtLoop(const llvm::Loop &L, const llvm::DominatorTree &Tree);
  void lookAtBlock(const llvm::BasicBlock &B);
  bool counts(const llvm::Loop &L, const llvm::DominatorTree &Tree,
              Counter &Out) const;
  bool mayWrite(const llvm::Loop &L, const AtomSet &Atoms) const;
  bool isInvariant(const llvm::Value *Pointer, const llvm::Loop &L) const;

  const MemoryObjects &Objects;
  const PointsTo &Pts;
  const ModRef &Memory;
  llvm::DenseSet<const llvm::Function *> Seen;
  std::map<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>, Loop>
      Loops;
  llvm::DenseMap<const llvm::Instruction *, std::vector<Sequence>> Sequences;
};

} // namespace skel

#endif
