//===- LoopsAround.h - what changes between executions of code --*- C++ -*-===//
//
// The loops around a statement, also around the calls that lead to it, and what
// they write: a variable that none of them writes is the same in each
// execution.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_LOOPSAROUND_H
#define BSIM_SKELETONIZER_LOOPSAROUND_H

#include "skeletonizer/memory/ModRef.h"
#include <map>

namespace skel {

class LoopsAround {
public:
  LoopsAround(const IrIndex &I, const ModRef &M) : Index(I), Memory(M) {}

  /// A loop around the statement of function F, or around a call that leads
  /// there, writes some of the memory; or F, which calls itself.
  bool write(const AtomSet &A, const llvm::Function *F, unsigned Stmt);
  /// There is a loop around the statement of function F, or around a call that
  /// leads there; or F, which calls itself.
  bool any(const llvm::Function *F, unsigned Stmt) const;

private:
  template <class LoopTest, class FunctionTest>
  bool find(const llvm::Function *F, unsigned Stmt, LoopTest Loop,
            FunctionTest Recursive) const;
  const AtomSet &writtenIn(unsigned Stmt);

  const IrIndex &Index;
  const ModRef &Memory;
  std::map<unsigned, AtomSet> Written; ///< by statement, as far as asked
};

} // namespace skel

#endif
