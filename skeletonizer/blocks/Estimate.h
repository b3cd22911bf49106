//===- Estimate.h - how long code might run, from its text ------*- C++ -*-===//
//
// A static estimate for ordering and labels only: floating-point operations,
// accesses to arrays and library kernels, times ten for each loop around them,
// through calls. Knows no sizes.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_ESTIMATE_H
#define BSIM_SKELETONIZER_ESTIMATE_H

#include "skeletonizer/memory/ControlDep.h"
#include "skeletonizer/memory/ModRef.h"

namespace skel {

class Estimate {
public:
  Estimate(const IrIndex &Index, const PointsTo &Pts, const ModRef &Memory,
           const ControlDep &Control);
  /// Of all runs of the siblings First to Last.
  double of(int First, int Last) const;
  /// The function that the siblings mostly call: its calls make more than half
  /// of the above. A function of the program or a library kernel; empty if
  /// there is none.
  std::string mostlyCalls(int First, int Last) const;

private:
  /// Instructions, with how often each runs.
  using Visitor =
      llvm::function_ref<void(const llvm::Instruction *, double Times)>;
  void visit(unsigned Stmt, Visitor Tell) const;
  void visit(int First, int Last, Visitor Tell) const;
  std::string calleeOf(const llvm::CallBase *C) const;
  double cost(const llvm::Instruction *I) const;
  unsigned depth(int Stmt) const;

  const IrIndex &Index;
  const PointsTo &Pts;
  const ModRef &Memory;
  const ControlDep &Control;
  const Program &Prog;
  llvm::DenseMap<const llvm::Function *, double> Cost, Runs;
};

} // namespace skel

#endif
