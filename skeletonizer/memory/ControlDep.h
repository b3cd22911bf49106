//===- ControlDep.h - which statements decide whether one runs --*- C++ -*-===//
//
// Control dependence between source statements, on a flow graph built from
// the statement tree. Jumps count as predicates whose false branch falls
// through to the statement behind them in the text (Ball and Horwitz 1993). So
// the other statements run as before when a jump is removed. The analysis
// assumes that no run enters an error path: a branch that always ends in an
// abort, or in MPI_Finalize and a failure.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_CONTROLDEP_H
#define BSIM_SKELETONIZER_CONTROLDEP_H

#include "skeletonizer/memory/FlowGraph.h"
#include "skeletonizer/memory/IrIndex.h"

namespace skel {

class ControlDep {
public:
  /// Watched: statements whose branches into error paths are taken as branches
  /// like any other.
  ControlDep(const IrIndex &Index, const PointsTo &Pts, bool KeepErrorPaths,
             llvm::DenseSet<unsigned> Watched = {});

  /// Control statements, jumps and calls on which a statement depends.
  llvm::ArrayRef<unsigned> parents(int Stmt) const { return Parents[Stmt]; }
  /// No run reaches the statement, if none enters an error path.
  bool isDead(int Stmt) const { return Dead[Stmt]; }
  /// The statement has a call that never returns (exit, longjmp), and is on no
  /// error path.
  bool leaves(int Stmt) const { return Leaves[Stmt]; }
  /// The call may end the process or jump out of the function.
  bool mayNotReturn(const llvm::CallBase *C) const;
  /// Whenever the code runs, the process ends soon after: neither a return nor
  /// communication comes before. That holds also of branches that are watched.
  bool isLast(const llvm::BasicBlock *B) const { return Last.count(B); }
  /// The same of all the statement's own code, if it has some.
  bool isLast(int Stmt) const;
  /// The labels of a switch, or the label of a goto.
  llvm::ArrayRef<unsigned> labels(int Stmt) const { return Labels[Stmt]; }
  /// Statements (if, switch, a loop whose end is an error, assert) with a
  /// branch into an error path that is assumed not to be taken.
  llvm::ArrayRef<unsigned> errorBranches() const { return ErrorBranches; }
  /// The function may end the process or jump out of its call, and not by an
  /// error.
  bool mayLeave(const llvm::Function *F) const { return MayLeave.count(F); }

private:
  void buildFunction(unsigned Function, FlowGraph &G);
  void buildStmt(FlowGraph &G, unsigned S, unsigned Next, unsigned Break,
                 unsigned Continue);
  unsigned entryOf(unsigned S) const;
  void collectLabels(unsigned S, std::vector<unsigned> &Cases) const;
  void addEscapes(FlowGraph &G, unsigned S);
  bool joins(const llvm::Instruction *I) const;
  bool mayFollow(const FlowGraph &G, unsigned N, unsigned Target) const;
  bool classify(unsigned Function);
  void analyseFunction(unsigned Function);
  void dropErrorPaths(FlowGraph &G);
  void noteEnds(unsigned Function, const FlowGraph &G,
                const std::vector<char> &Live);
  void findParents(const FlowGraph &G, const std::vector<char> &Live);
  bool endsHere(unsigned S) const;
  bool conditionalEnd(unsigned S) const;
  bool conditionalEnd(unsigned S, bool WithErrors) const;
  bool checks(unsigned S) const;
  bool mattersAfter(unsigned S) const;
  bool onlyFinalizes(unsigned S) const;
  bool fails(unsigned S) const;
  bool failsAfter(const FlowGraph &G, unsigned N) const;
  EdgeLists withoutFailures(const FlowGraph &G,
                            llvm::DenseSet<unsigned> &Failing) const;
  void findFinalizers();
  void findJumps();
  void findForks();
  bool endsProgram(const llvm::CallBase *C) const;
  bool goesOn(const llvm::BasicBlock *B, bool &Ends) const;
  void findLast();

  const IrIndex &Index;
  const PointsTo &Pts;
  const Program &Prog;
  bool KeepErrorPaths;
  llvm::DenseSet<unsigned> Watched;
  std::vector<unsigned> ErrorBranches;
  std::vector<std::vector<unsigned>> Parents, Labels;
  std::vector<char> Dead, Leaves;
  std::vector<char> NoReturn; ///< by program function: it never returns
  std::vector<char> Aborts;   ///< and it does not communicate before it ends
  llvm::DenseSet<const llvm::Function *> MayLeave;
  llvm::DenseSet<const llvm::Function *> Jumps; ///< may jump out of callers
  /// A child process may be made in them, so an end in them is no failure.
  llvm::DenseSet<const llvm::Function *> Forks;
  llvm::DenseSet<const llvm::BasicBlock *> Last;
  /// Communicate by MPI_Finalize and nothing else.
  llvm::DenseSet<const llvm::Function *> Finalizers;
};

} // namespace skel

#endif
