//===- Paths.h - C expressions for places in memory -------------*- C++ -*-===//
//
// A path names a scalar as a program would: a variable, then fields, constant
// indices and pointers followed. Rendered by debug information.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_PATHS_H
#define BSIM_SKELETONIZER_PATHS_H

#include "skeletonizer/memory/IrIndex.h"
#include "skeletonizer/memory/ModRef.h"
#include <optional>

namespace skel {

struct MemoryPath {
  const llvm::Value *Root = nullptr; ///< alloca or global variable
  /// Bytes to add; Follow: the pointer that is stored there is followed.
  struct Step {
    bool Follow;
    int64_t Bytes;
  };
  llvm::SmallVector<Step, 4> Steps;

  void add(int64_t Bytes) {
    if (!Bytes)
      return;
    if (!Steps.empty() && !Steps.back().Follow)
      Steps.back().Bytes += Bytes;
    else
      Steps.push_back({false, Bytes});
  }
  void follow() { Steps.push_back({true, 0}); }
};

class Paths {
public:
  Paths(const IrIndex &I, MemoryObjects &O, const PointsTo &P, const ModRef &M)
      : Index(I), Objects(O), Pts(P), Memory(M) {}

  /// The integer (or pointer) that stands at the path, as C; empty if it has no
  /// name or is none. At: the statement where it is to be read.
  std::string render(const MemoryPath &P, const llvm::Function *F, int At,
                     bool Pointer = false) const;
  /// The same; 0 if a pointer on the way is null.
  std::string renderGuarded(const MemoryPath &P, const llvm::Function *F,
                            int At) const;
  /// Other integers of the structure that the path ends in.
  std::vector<MemoryPath> siblings(const MemoryPath &P) const;
  /// Atoms that are read on the way and at the end.
  AtomSet atoms(const MemoryPath &P) const;

private:
  bool visible(const llvm::AllocaInst *A, int At) const;
  bool visible(const llvm::GlobalVariable *G, const llvm::Function *F) const;

  const IrIndex &Index;
  MemoryObjects &Objects;
  const PointsTo &Pts;
  const ModRef &Memory;
};

} // namespace skel

#endif
