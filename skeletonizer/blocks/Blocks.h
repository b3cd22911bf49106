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
// release and scalar integer arithmetic alone make a block only in rounds of a
// loop that do nothing else (QuietRounds.h).
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_BLOCKS_H
#define BSIM_SKELETONIZER_BLOCKS_H

#include "skeletonizer/blocks/Parameters.h"
#include "skeletonizer/blocks/QuietRounds.h"
#include "skeletonizer/blocks/UnseenCalls.h"
#include "skeletonizer/model/HintFile.h"
#include "skeletonizer/slice/SliceTrial.h"
#include "skeletonizer/slice/KeptComputation.h"
#include "skeletonizer/slice/Pauses.h"
#include "skeletonizer/slice/Releases.h"
#include "skeletonizer/slice/Slicer.h"
#include <map>
#include <set>

namespace skel {

class Blocks {
public:
  Blocks(const IrIndex &Index, MemoryObjects &Objects, const PointsTo &Pts,
         const ModRef &Memory, const ControlDep &Control,
         const Matching &Match);

  /// A hint that gives a block's parameters, and why it cannot be followed.
  struct Refusal {
    unsigned Line; ///< of the hint
    std::string Why;
    SliceTrial::Chain From; ///< leads from what would come back to the block
  };

  /// Finds blocks and parameters, and lets Slice grow by what the parameters
  /// need, until nothing changes. Given: hints of blocks.
  void find(Slicer &Slice, const std::vector<Hint> &Given = {});
  /// Of the last call of find().
  const std::optional<Refusal> &refusal() const { return Refused; }
  const std::vector<Block> &blocks() const { return Result; }
  /// With what works and is in no block.
  void putInto(Plan &P) const {
    P.Blocks = Result;
    P.NoTime = NoTime;
  }
  /// Parameters that were not taken, with their reason.
  const std::vector<std::string> &notes() const { return Notes; }

private:
  using Parameter = BlockParameter;
  struct Candidate {
    Block B;
    std::vector<Parameter> Params;
    unsigned HintLine = 0; ///< of the hint that is of the block
    bool Given = false;    ///< which gives the parameters
  };
  /// A run with its parameters, and the answers on which they rest: which
  /// functions the slice needs, and why texts are no parameters.
  struct Known {
    Candidate C;
    std::map<const llvm::Function *, bool> Needs;
    std::map<std::string, std::optional<std::string>> Takes;
  };
  bool holds(const Known &Of, const Slicer &Slice) const;
  const std::string *takes(const std::string &Text, int Function) const;
  std::vector<Candidate> collect(const Slicer &Slice);
  void tellTimeless(const Slicer &Slice, const KeptComputation &Work,
                    llvm::ArrayRef<Candidate> Found);
  struct Leaving {
    std::vector<unsigned> Calls; ///< outermost ones; indices of Program::Calls
    bool Apart = true; ///< each of them always runs, in front of what stays
  };
  Leaving leavingCalls(const Slicer &Slice, unsigned Stmt) const;
  bool isIn(const llvm::Instruction *I, unsigned Call) const;
  bool leavesCalls(const Slicer &Slice, unsigned Stmt) const;
  void addLeaving(const Slicer &Slice, unsigned Stmt,
                  std::vector<Candidate> &Out);
  bool runsInMpi(const llvm::Function *F) const;
  bool runsInNoRank(const llvm::Function *F) const;
  bool isOperator(const skel::Function &F) const;
  void collectIn(const Slicer &Slice, const KeptComputation &Work,
                 unsigned Stmt, std::vector<Candidate> &Out);
  void addBlock(const Slicer &Slice, llvm::ArrayRef<unsigned> Run,
                std::vector<Candidate> &Out);
  void addRun(const Slicer &Slice, llvm::ArrayRef<unsigned> Run,
              std::vector<Candidate> &Out);
  bool makesBlock(llvm::ArrayRef<unsigned> Run);
  void addWhole(const Slicer &Slice, llvm::ArrayRef<unsigned> Run,
                std::vector<Candidate> &Out);
  bool callsProgram(unsigned Stmt) const;
  bool writes(unsigned Stmt, const AtomSet &Memory) const;
  bool keepLoops(Slicer &Slice, llvm::ArrayRef<Candidate> Found);
  // PartLoops.cpp
  void loopsIn(llvm::ArrayRef<unsigned> Run, llvm::DenseSet<int> &Seen,
               std::vector<unsigned> &Out) const;
  size_t missingIn(const struct Block &B, unsigned Loop) const;
  bool keepPartLoop(Slicer &Slice, const Candidate &C, unsigned Loop);
  bool keepPartLoops(Slicer &Slice, llvm::ArrayRef<Candidate> Found);
  // Guards.cpp
  llvm::SmallVector<unsigned, 16> runOf(const Block &B) const;
  bool isWithin(int Stmt, llvm::ArrayRef<unsigned> Run) const;
  int guardOf(const Slicer &Slice, const Block &B) const;
  bool keepGuards(Slicer &Slice, llvm::ArrayRef<Candidate> Found);
  void tellGuards(const Slicer &Slice, std::vector<Candidate> &Found) const;
  size_t madeWithin(const Slicer &Slice, llvm::ArrayRef<unsigned> Run,
                    const Candidate &C);
  void addPart(const Slicer &Slice, llvm::ArrayRef<unsigned> Run,
               std::vector<Candidate> &Out);
  void kernelsIn(const Slicer &Slice, unsigned Stmt, bool Removed,
                 std::vector<unsigned> &Out) const;
  void keepExitCode(Slicer &Slice);
  void findKernels(Slicer &Slice);
  void addParameters(const Slicer &Slice, llvm::ArrayRef<unsigned> Run,
                     Candidate &C, Known *Asked = nullptr);
  bool addKernel(unsigned Stmt, Candidate &C) const;
  // TimedOnce.cpp
  bool callsBlocks(const Slicer &Slice, unsigned Stmt) const;
  bool timeOnce(const Slicer &Slice, std::vector<Candidate> &Found);
  // GivenParameters.cpp
  void giveParameters(const Slicer &Slice, const std::vector<Hint> &Given,
                      std::vector<Candidate> &Found);
  Candidate *blockOf(const Hint &H, std::vector<Candidate> &Found,
                     std::string &Why);
  bool giveTo(Candidate &C, const Hint &H, const Slicer &Slice,
              std::string &Why);
  // Counts.cpp
  bool countable(const TripCounts::Decided &D) const;
  void chooseCounts(std::vector<TripCounts::Decided> Decided, Block &B) const;
  static void countValue(const std::string &Text, Block &B);
  void nameCounts(Block &B) const;
  void leaveOutRejected(std::vector<Candidate> &Found);
  bool bringsBack(const Slicer &Slice, const Parameter &P) const;
  bool refuseTimed(const std::vector<Candidate> &Found);
  void tryEach(Slicer &Slice, const std::vector<Candidate> &Found);
  void name(const std::vector<Candidate> &Found);
  /// Points that make a block; a few floating-point operations do not.
  static constexpr unsigned Enough = 10;
  /// An access by an index and an operation, of a branch in a loop.
  static constexpr double Little = 1.5;
  unsigned cost(unsigned Stmt) const;
  unsigned costAtEnd(unsigned Stmt) const;
  bool entersCostly(const llvm::CallBase *C) const;
  bool isForeignLoop(const llvm::Function &F) const;
  unsigned costOf(llvm::ArrayRef<unsigned> Run) const;
  unsigned cost(const llvm::Instruction *I) const;
  double weight(const llvm::Instruction *I);
  double weightOf(llvm::ArrayRef<unsigned> Run);
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
  UnseenCalls Unseen;
  Pauses Rests;
  std::unique_ptr<QuietRounds> Quiet; ///< of the slice that was looked at last
  llvm::DenseSet<int> WithBlocks;     ///< functions that no block may call
  llvm::DenseSet<const llvm::Function *> CostlyFunctions;
  llvm::DenseMap<const llvm::Function *, double> Weights; ///< of one call
  struct Dear {
    std::string Takes;
    SliceTrial::Chain From;
  };
  /// By text and first statement: what keeps the value from being a parameter.
  std::map<std::pair<std::string, unsigned>, Dear> Rejected;
  std::map<std::vector<unsigned>, Known> Runs;
  std::optional<Refusal> Refused;
  std::vector<Block> Result;
  llvm::DenseSet<int> Tried;      ///< loops, by keepLoops()
  llvm::DenseSet<int> TriedParts; ///< loops, by keepPartLoops()
  /// Statements, by keepGuards(): those whose jumps would be too dear to keep,
  /// so that the block that they jump over begins with them; and first
  /// statements of blocks that were looked at.
  llvm::DenseSet<int> Leading, Guarded;
  std::vector<Untimed> NoTime;
  std::vector<std::string> Notes;
};

} // namespace skel

#endif
