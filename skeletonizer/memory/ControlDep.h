//===- ControlDep.h - which statements decide whether one runs --*- C++ -*-===//
//
// Control dependence between source statements, on a flow graph built from
// the statement tree. Jumps count as predicates whose false branch falls
// through to what follows them in the text (Ball and Horwitz 1993), so that a
// program from which statements are removed still runs the others alike.
// Branches that always end in an abort, or in MPI_Finalize and a failure, are
// taken as not taken.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_CONTROLDEP_H
#define BSIM_SKELETONIZER_CONTROLDEP_H

#include "skeletonizer/memory/IrIndex.h"

namespace skel {

class ControlDep {
public:
  ControlDep(const IrIndex &Index, const PointsTo &Pts, bool KeepErrorPaths);

  /// Control statements, jumps and calls on which a statement depends.
  llvm::ArrayRef<unsigned> parents(int Stmt) const { return Parents[Stmt]; }
  /// Never reached, error paths being taken as not taken.
  bool isDead(int Stmt) const { return Dead[Stmt]; }
  /// A call, in this statement, that does not come back (exit, longjmp) on a
  /// path that is no error path.
  bool leaves(int Stmt) const { return Leaves[Stmt]; }
  /// For a switch: its labels; for a goto: its label.
  llvm::ArrayRef<unsigned> labels(int Stmt) const { return Labels[Stmt]; }
  /// May end the process, or jump out of the call, other than by an error.
  bool mayLeave(const llvm::Function *F) const { return MayLeave.count(F); }

private:
  struct Graph;

  void buildFunction(unsigned Function, Graph &G);
  void buildStmt(Graph &G, unsigned S, unsigned Next, unsigned Break,
                 unsigned Continue);
  unsigned entryOf(const Graph &G, unsigned S) const;
  void collectLabels(unsigned S, std::vector<unsigned> &Cases) const;
  void addEscapes(Graph &G, unsigned S);
  bool joins(const llvm::Instruction *I) const;
  bool mayFollow(const Graph &G, unsigned N, unsigned Target) const;
  bool classify(unsigned Function);
  void analyseFunction(unsigned Function);
  bool endsHere(unsigned S) const;
  bool conditionalEnd(unsigned S) const;
  bool mattersAfter(unsigned S) const;
  bool onlyFinalizes(unsigned S) const;
  bool fails(unsigned S) const;
  bool failsAfter(const Graph &G, unsigned N) const;
  std::vector<llvm::SmallVector<unsigned, 2>>
  withoutFailures(const Graph &G, llvm::DenseSet<unsigned> &Failing) const;
  void findFinalizers();

  const IrIndex &Index;
  const PointsTo &Pts;
  const Program &Prog;
  bool KeepErrorPaths;
  std::vector<std::vector<unsigned>> Parents, Labels;
  std::vector<char> Dead, Leaves;
  std::vector<char> NoReturn; ///< by program function: never returns
  std::vector<char> Aborts;   ///< never returns, and does not communicate first
  llvm::DenseSet<const llvm::Function *> MayLeave, Jumps;
  llvm::DenseSet<const llvm::Function *> Finalizers; ///< no other communication
};

} // namespace skel

#endif
