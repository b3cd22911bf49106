//===- Blocks.h - code that costs time --------------------------*- C++ -*-===//
//
// Finds the maximal runs of removed sibling statements in kept functions that
// cost time, the kept ones (KeptComputation.h), and the parameters of their
// cost models. A parameter is taken only if computing it does not bring
// computation back into the slice.
//
// A run costs time if there is a loop in it, a numerical kernel or a copy of
// memory of a library, a call of a program function that costs time, or more
// than a few floating-point operations. Declarations, output, allocation,
// release and scalar integer arithmetic alone do not make a block.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_BLOCKS_H
#define BSIM_SKELETONIZER_BLOCKS_H

#include "skeletonizer/slice/SliceTrial.h"
#include "skeletonizer/slice/KeptComputation.h"
#include "skeletonizer/slice/Releases.h"
#include "skeletonizer/slice/Slicer.h"
#include "skeletonizer/slice/TripCounts.h"
#include <map>
#include <set>

namespace skel {

class Blocks {
public:
  Blocks(const IrIndex &Index, MemoryObjects &Objects, const PointsTo &Pts,
         const ModRef &Memory, const ControlDep &Control,
         const Matching &Match);

  /// Finds blocks and parameters, and lets Slice grow by what the parameters
  /// need, until nothing changes.
  void find(Slicer &Slice);
  const std::vector<Block> &blocks() const { return Result; }
  /// Parameters that were not taken, with their reason.
  const std::vector<std::string> &notes() const { return Notes; }

private:
  struct Parameter {
    std::string Text;
    AtomSet Atoms;
    std::vector<const llvm::Instruction *> Before; ///< where it is read
    std::string Name = "";                         ///< of a kernel
  };
  struct Candidate {
    Block B;
    std::vector<Parameter> Params;
  };
  std::vector<Candidate> collect(const Slicer &Slice);
  void collectIn(const Slicer &Slice, const KeptComputation &Work,
                 unsigned Stmt, std::vector<Candidate> &Out);
  void addBlock(const Slicer &Slice, llvm::ArrayRef<unsigned> Run,
                std::vector<Candidate> &Out);
  void addRun(const Slicer &Slice, llvm::ArrayRef<unsigned> Run,
              std::vector<Candidate> &Out);
  void addWhole(const Slicer &Slice, llvm::ArrayRef<unsigned> Run,
                std::vector<Candidate> &Out);
  bool callsProgram(unsigned Stmt) const;
  size_t madeWithin(const Slicer &Slice, llvm::ArrayRef<unsigned> Run,
                    const Candidate &C);
  void addPart(const Slicer &Slice, llvm::ArrayRef<unsigned> Run,
               std::vector<Candidate> &Out);
  void kernelsIn(const Slicer &Slice, unsigned Stmt, bool Removed,
                 std::vector<unsigned> &Out) const;
  void findKernels(Slicer &Slice);
  void addParameters(const Slicer &Slice, llvm::ArrayRef<unsigned> Run,
                     Candidate &C);
  bool addKernel(unsigned Stmt, Candidate &C) const;
  /// Points that make a block; a few floating-point operations do not.
  static constexpr unsigned Enough = 10;
  unsigned cost(unsigned Stmt) const;
  unsigned cost(const llvm::Instruction *I) const;
  static void demand(Slicer &Slice, const Candidate &C, const Parameter &P);
  const llvm::CallBase *onlyKernel(unsigned Stmt) const;

  const IrIndex &Index;
  MemoryObjects &Objects;
  const PointsTo &Pts;
  const ModRef &Memory;
  const ControlDep &Control;
  const Program &Prog;
  SliceTrial Judge;
  Releases Ends;
  llvm::DenseSet<const llvm::Function *> CostlyFunctions;
  /// By text and first statement: what keeps the value from being a parameter.
  std::map<std::pair<std::string, unsigned>, std::string> Rejected;
  std::vector<Block> Result;
  std::vector<std::string> Notes;
};

} // namespace skel

#endif
