//===- TripCounts.h - what the loops of removed code depend on --*- C++ -*-===//
//
// Walks back from the exit conditions of the loops in a run of statements, and
// from the sizes of library kernels and copies of memory, through called
// functions, until values that are there before the run.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_TRIPCOUNTS_H
#define BSIM_SKELETONIZER_TRIPCOUNTS_H

#include "skeletonizer/memory/Paths.h"

namespace skel {

class TripCounts {
public:
  TripCounts(const IrIndex &I, MemoryObjects &O, const PointsTo &P,
             const ModRef &M)
      : Index(I), Objects(O), Pts(P), Memory(M) {}

  /// Paths to integers, readable before the run, that its time depends on. The
  /// run is the statements Run with all below them, in function F.
  /// Values: also what the first statement's condition or value, and the sizes
  /// of messages depend on.
  std::vector<MemoryPath> leaves(llvm::ArrayRef<unsigned> Run,
                                 const llvm::Function *F, bool Values = false);
  /// The run of the last call tests a pointer for null, other than to memory
  /// that it has just allocated.
  bool testsPointers() const { return Tests; }

private:
  /// Calls on the way from the run to the code that is looked at.
  struct Context {
    const llvm::CallBase *Call = nullptr;
    const Context *Up = nullptr;
    unsigned Depth = 0;
  };
  void code(llvm::ArrayRef<const llvm::Instruction *> Code, const Context &C);
  void callee(const llvm::Function *G, const Context &C);
  void instruction(const llvm::Instruction *I, const Context &C);
  void sizesOf(const llvm::CallBase *Call, const Context &C);
  void value(const llvm::Value *V, const Context &C);
  void load(const llvm::LoadInst *L, const Context &C);
  std::optional<MemoryPath> target(const llvm::Value *Pointer,
                                   const Context &C) const;
  bool writtenInRun(const MemoryPath &P) const;

  const IrIndex &Index;
  MemoryObjects &Objects;
  const PointsTo &Pts;
  const ModRef &Memory;

  const llvm::Function *Home = nullptr;
  AtomSet Written; ///< by the run
  llvm::DenseSet<const llvm::Instruction *> InRun;
  llvm::DenseSet<const llvm::Function *> Called;
  llvm::DenseSet<std::pair<const llvm::Value *, const Context *>> Seen;
  std::vector<std::unique_ptr<Context>> Contexts;
  std::vector<MemoryPath> Found;
  bool Tests = false;
  bool Messages = false; ///< their sizes too
  bool isOwn(const llvm::Value *Pointer) const;

  llvm::ArrayRef<const llvm::StoreInst *> storesOf(const llvm::Function *F);
  llvm::DenseMap<const llvm::Function *, std::vector<const llvm::StoreInst *>>
      Stores;
};

} // namespace skel

#endif
