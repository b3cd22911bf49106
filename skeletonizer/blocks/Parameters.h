//===- Parameters.h - what the time of a block depends on -------*- C++ -*-===//
//
// Finds the values that every copy of a function can read in front of a run of
// its statements and on which the run's time depends, and tells those that have
// no name there. Does not know what it takes to keep a value.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_PARAMETERS_H
#define BSIM_SKELETONIZER_PARAMETERS_H

#include "skeletonizer/blocks/NullPointers.h"
#include "skeletonizer/model/Plan.h"
#include "skeletonizer/slice/TripCounts.h"

namespace skel {

/// Files of samples and models have no more (bsim/fit/fit.h).
constexpr size_t MaxBlockParameters = 32;

struct BlockParameter {
  std::string Text;
  AtomSet Atoms;
  std::vector<const llvm::Instruction *> Before; ///< where it is read
  std::string Name = "";                         ///< if not its text
  /// Functions of the program that computing it runs, without side effects.
  std::vector<const llvm::Function *> Runs = {};
  int AskedFor = -1; ///< index into Program::Functions: whether a pointer leads
                     ///< there
  bool Difference = false; ///< of rounds: below zero the loop does not run
  bool Floating = false;   ///< a floating-point number: no count of anything
  AtomSet Through = {}; ///< memory of unknown size that computing it reads: the
                        ///< skeleton must have it anyway
  AtomSet Ways = {};    ///< the pointers and indices that lead to what it is
};

/// The first instruction of the run's first statement with code; or null.
const llvm::Instruction *firstOf(const IrIndex &Index,
                                 llvm::ArrayRef<unsigned> Run,
                                 const llvm::Function *F);

class ParameterFinder {
public:
  /// Heavy, Works and Dead: see TripCounts.
  ParameterFinder(const IrIndex &I, MemoryObjects &O, const PointsTo &P,
                  const ModRef &M,
                  std::function<bool(llvm::ArrayRef<unsigned>, bool)> Heavy,
                  std::function<bool(unsigned Stmt)> Works,
                  std::function<bool(unsigned Stmt)> Dead)
      : Index(I), Pts(P), Memory(M), Render(I, O, P, M), Nulls(I, P, M),
        Counts(I, O, P, M) {
    Counts.Heavy = std::move(Heavy);
    Counts.Works = std::move(Works);
    Counts.Dead = std::move(Dead);
  }
  /// From now on, runs are these of their own instructions.
  void limitTo(std::function<bool(const llvm::Instruction *I)> Part) {
    Counts.Part = std::move(Part);
  }

  /// What a value of this text takes, if it is known to be too dear: then it is
  /// no parameter, but what it is computed from may be. Else null.
  using TooDear = llvm::function_ref<const std::string *(const std::string &)>;
  /// Of a run whose block, without parameters, is B. Needs tells whether the
  /// skeleton has a copy of the function.
  std::vector<BlockParameter>
  find(llvm::ArrayRef<unsigned> Run, Block &B,
       llvm::function_ref<bool(const llvm::Function *)> Needs, TooDear Takes);
  /// Loops and branches of the run on which data without a name decide; of the
  /// last call of find().
  const std::vector<TripCounts::Decided> &decided() const { return ByData; }

private:
  void findIn(const llvm::Function *F, llvm::ArrayRef<unsigned> Run,
              const llvm::Instruction *First, TooDear Takes);
  bool refuseComputed(const llvm::Function *F, TooDear Takes);
  BlockParameter &add(const std::string &Text, const AtomSet &Atoms);
  bool hasTeam(unsigned Stmt,
               llvm::SmallPtrSetImpl<const llvm::Function *> &Seen) const;
  void addThreads(llvm::ArrayRef<unsigned> Run);
  void addConditions(const llvm::Function *F);
  void addRounds(const TripCounts::Rounds &R, const llvm::Function *F,
                 TooDear Takes);
  void addScalar(const TripCounts::Leaf &L, const llvm::Function *F);
  void decide(const TripCounts::Decided &D);
  void miss(const llvm::Instruction *I, std::string Why);
  bool isTested(const MemoryPath::Index &By, bool Low) const;
  bool isDoubtful(const MemoryPath &P, size_t Step) const;
  bool isAlways(const MemoryPath &P, size_t Step) const;
  bool guardAsRun(const MemoryPath &P, size_t Step, const llvm::Function *F,
                  std::vector<std::string> &Out) const;
  bool guard(const MemoryPath &P, size_t Step, const llvm::Function *F,
             std::vector<std::string> &Out) const;
  std::string text(const MemoryPath &P, const llvm::Function *F,
                   bool Pointer = false) const;
  std::string text(const TripCounts::Sum &S, const llvm::Function *F) const;
  std::string named(const std::string &Text,
                    llvm::function_ref<std::string()> Write);
  std::string text(const TripCounts::Computed &P,
                   const llvm::Function *F) const;
  std::string called(const TripCounts::Computed &P,
                     const llvm::Function *F) const;
  std::string condition(const TripCounts::Condition &If,
                        const llvm::Function *F) const;
  std::string formula(const TripCounts::Computed &P,
                      const llvm::Function *F) const;
  std::string textOfProgram(const MemoryPath &P, const llvm::Function *F) const;
  bool calls(const std::string &Name, const llvm::Function *F) const;
  std::string length(const TripCounts::Computed &P,
                     const llvm::Function *F) const;
  std::string callee(const TripCounts::Computed &P, const llvm::Function *F,
                     bool Code) const;
  std::string span(const TripCounts::Computed &P,
                   const llvm::Function *F) const;
  std::string scaled(const TripCounts::Computed &P,
                     const llvm::Function *F) const;
  std::string stepped(const TripCounts::Computed &P,
                      const llvm::Function *F) const;
  std::string inBlocks(const TripCounts::Computed &P,
                       const llvm::Function *F) const;
  std::string crossing(const TripCounts::Computed &P,
                       const llvm::Function *F) const;
  std::string argument(const TripCounts::Computed::Argument &A,
                       const llvm::Function *F) const;
  bool names(int Function, const llvm::Function *F) const;
  AtomSet atoms(const TripCounts::Sum &S) const;
  AtomSet ways(const TripCounts::Sum &S) const;

  const IrIndex &Index;
  const PointsTo &Pts;
  const ModRef &Memory;
  Paths Render;
  NullPointers Nulls;
  TripCounts Counts;
  Block *Of = nullptr;
  const llvm::Instruction *Before = nullptr;
  bool Naming = false; ///< texts are names for people
  std::vector<BlockParameter> Found;
  std::vector<TripCounts::Decided> ByData;
};

} // namespace skel

#endif
