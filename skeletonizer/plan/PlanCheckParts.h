//===- PlanCheckParts.h - the parts of the check of plans -------*- C++ -*-===//
//
// Private to PlanCheck*.cpp. One class checks memory, one values, one the
// statements of the plan, one messages. They share a list of faults.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_PLANCHECKPARTS_H
#define BSIM_SKELETONIZER_PLANCHECKPARTS_H

#include "skeletonizer/slice/SliceState.h"
#include <map>
#include <set>
#include <string>

namespace skel {

/// The faults of a plan, in the order in which they are found.
class PlanFaults {
public:
  void add(const std::string &Place, const std::string &What);
  /// False with all faults in Error if there are any; of many, the first ones.
  bool none(std::string &Error) const;

private:
  std::set<std::string> Told;
  std::string Text;
  size_t Count = 0;
};

/// What all parts look at, and how they tell faults.
class PlanCheckPart {
protected:
  PlanCheckPart(const Phases &A, const SliceState &S, const Plan &R,
                PlanFaults &F)
      : Index(A.Index), Pts(A.Pts), Memory(A.Memory), Control(A.Control),
        Slice(S), Result(R), Prog(A.Index.program()), Faults(F) {}

  void fault(const std::string &Place, const std::string &What) {
    Faults.add(Place, What);
  }
  void fault(const llvm::Instruction *I, const std::string &What) {
    fault(Index.place(I), What);
  }
  /// A fault that names the first of the atoms.
  void lost(const llvm::Instruction *I, const AtomSet &Atoms,
            const char *What) {
    fault(I, Memory.atomName(unsigned(Atoms.find_first())) + What);
  }

  bool neverRuns(const llvm::Instruction *I) const {
    int S = Index.stmtOf(I);
    return S >= 0 && Control.isDead(S);
  }
  /// The skeleton runs the instruction, or never enters its function.
  bool stays(const llvm::Instruction *I) const {
    return Slice.executes(I) || !Slice.enters(I->getFunction());
  }

  const IrIndex &Index;
  const PointsTo &Pts;
  const ModRef &Memory;
  const ControlDep &Control;
  const SliceState &Slice;
  const Plan &Result;
  const Program &Prog;

private:
  PlanFaults &Faults;
};

/// Memory that live code reads is looked for on all ways back to its writers.
class MemoryCheck : PlanCheckPart {
public:
  MemoryCheck(const Phases &A, const SliceState &S, const Plan &R,
              PlanFaults &F);

  /// Walks backwards over a block, from what is wanted at its end to what must
  /// be wanted before it.
  void memory(const llvm::BasicBlock &B, bool Inside);
  /// What is wanted behind a function is wanted at each of its ends.
  void exits(const llvm::Function &F);
  /// What is wanted anywhere is looked for at all its writers.
  void everywhere();

private:
  /// Stores of one block that replace an array together. The walk is between
  /// the last and the first of them. They do not answer what is demanded there.
  struct Open {
    const WholeArrayStores::Sequence *Sequence;
    AtomSet Since; ///< demanded between them
  };

  /// Turns what is wanted behind I into what is wanted before it.
  void pass(const llvm::Instruction &I, AtomSet &Wanted,
            std::vector<Open> &Opened);
  /// What W writes of Wanted must be known to the slice.
  void written(const llvm::Instruction *W, const AtomSet &Wanted);
  /// Turns what is wanted behind a call of program functions into what is
  /// wanted before it.
  void call(const llvm::CallBase &C, AtomSet &Wanted);
  /// Atoms are wanted at the beginning of the block's function.
  void entry(const llvm::BasicBlock &B, bool Inside, const AtomSet &Atoms);

  WholeArrayStores &Filled;
  /// By whether Inside: blocks with memory that is read in them.
  llvm::DenseSet<const llvm::BasicBlock *> Asked[2];
};

/// What a live value or executed code needs is computed.
class ValueCheck : PlanCheckPart {
public:
  ValueCheck(const Phases &A, const SliceState &S, const Plan &R, PlanFaults &F)
      : PlanCheckPart(A, S, R, F) {}

  /// The value of I is live.
  void value(const llvm::Instruction &I);
  /// The parameter A of F is live.
  void parameter(const llvm::Function &F, const llvm::Argument &A);
  /// A block's parameter calls F in front of I.
  void inFront(const llvm::Function &F, const llvm::Instruction &I);
  /// Live code reads what I writes.
  void writer(const llvm::Instruction &I);
  /// I is part of the skeleton.
  void executed(const llvm::Instruction &I);

private:
  /// V, an operand of I that is named What, must be computed.
  void operand(const llvm::Instruction &I, const llvm::Value *V,
               const char *What);
  /// The atoms that an access reads. An access may only copy an element of an
  /// array with a leading part. The copy that is wanted may be that of another
  /// element; then the atoms of the array do not count.
  AtomSet wholeReads(const llvm::Instruction &I) const;
  /// The memory that I reads must be looked for in front of it.
  void reads(const llvm::Instruction &I, const AtomSet &Atoms);
  void executedCall(const llvm::CallBase &C);
  /// C may call G, an MPI function or a library function.
  void external(const llvm::CallBase &C, const llvm::Function &G);
};

/// The plan keeps the text of what the slice keeps.
class StatementCheck : PlanCheckPart {
public:
  StatementCheck(const Phases &A, const SliceState &S, const Plan &R,
                 PlanFaults &F);

  /// I is part of the skeleton: the plan must keep its function and its text.
  void inPlan(const llvm::Instruction &I);
  void statements();

private:
  /// What decides whether a kept statement runs is kept, and so is the
  /// statement that holds it.
  void leaving(const Stmt &S);
  void statement(const Stmt &S);
  bool onlyCallDecides(int Stmt) const;
  /// Checks the arguments that the plan takes away.
  void arguments();
  /// Arguments that the plan takes away are read by nobody and have no effect.
  void deadArguments(const llvm::CallBase &C, const std::vector<bool> &Null);
  /// I computes what a call is given, within its statement, or is that call.
  bool belongsTo(const llvm::Instruction *I, unsigned Call);
  bool hasEffect(const llvm::Instruction &I) const;
  /// A kept call reads what F returns: its value, or the structure that F
  /// writes to a place that the caller gives.
  bool isRead(const llvm::Function &F) const;
  bool givesZero(const Stmt &S, const llvm::Function &F) const;

  const Sites &CallSites;
  std::map<int, unsigned> OnlyCall; ///< by statement
};

/// Messages that live code reads are sent and received with their data.
class MessageCheck : PlanCheckPart {
public:
  MessageCheck(const Phases &A, const SliceState &S, const Plan &R,
               PlanFaults &F);

  /// Calls whose messages are read move their data, and so do their partners.
  void messages();

private:
  /// The planned call gives that many leading bytes of its data to MPI.
  void moves(const llvm::CallBase &C, unsigned Arg, int64_t Bytes);

  const Matching &Match;
  std::map<std::tuple<unsigned, unsigned, unsigned>,
           std::vector<const CommCall *>>
      At; ///< by file, line and column
};

} // namespace skel

#endif
