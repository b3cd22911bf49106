//===- Slicer.h - what communication depends on -----------------*- C++ -*-===//
//
// Backward slice over the whole program, by propagation of liveness: a value,
// a piece of memory at a point, an instruction's effect, a statement's being
// there is demanded, and demands what it needs, up to a fixpoint. A statement
// is kept as a whole; but a call can stand alone in its place, and arguments
// that nobody reads are not computed (see Sites.h).
//
//   executed  the instruction is part of the skeleton: it must not trap, so
//             addresses, divisors and conditions are live
//   live      its value, or the memory it writes, is read by live code
//
// Memory is flow-sensitive within functions (demands walk backwards over
// blocks to the writers) and context-sensitive in so far as a demand that
// enters a callee from its end does not leave it through other callers.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_SLICER_H
#define BSIM_SKELETONIZER_SLICER_H

#include "skeletonizer/slice/DemandGraph.h"
#include "skeletonizer/slice/SliceState.h"
#include "llvm/ADT/MapVector.h"

namespace skel {

/// Values that are taken as given, as a hint in the text would give them.
struct ValueCuts {
  llvm::DenseSet<const llvm::Instruction *> Branches; ///< their conditions
  llvm::DenseSet<const llvm::Value *> Values;
  /// What only such a value is computed from, in its own statement.
  llvm::DenseSet<const llvm::Instruction *> Skipped;
};

class Slicer : public SliceState {
public:
  explicit Slicer(const Phases &A);

  /// Writes all demands down in G, from now on. run() ends early when G is
  /// full.
  void record(DemandGraph *G) { Graph = G; }
  /// Computes none of these values; to be said before all demands.
  void leaveOut(const ValueCuts *C) { Cut = C; }
  /// Demands all communication calls of functions that main reaches.
  /// Only: of this statement alone.
  void addCriterion(int Only = -1);
  /// Demands memory before I, read there by a parameter of the block that
  /// begins with statement Stmt.
  void demandParameter(const llvm::Instruction *I, const AtomSet &Atoms,
                       int Stmt, const std::string &Text);
  /// Demands what a call of F in front of I gives and reads, which computes
  /// such a parameter.
  void demandCall(const llvm::Instruction *I, const llvm::Function *F,
                  int Stmt);
  /// Demands a release of what statement Allocation allocates.
  void demandRelease(const llvm::Instruction *I, int Allocation,
                     const std::string &Text);
  /// Demands a call that lets time pass, wherever its function is called.
  void demandPause(const llvm::CallBase *C);
  /// Demands what decides whether and how often a statement runs.
  void demandPlace(int Stmt,
                   llvm::function_ref<bool(unsigned)> Counts = nullptr);
  /// The same, and the calls of its function.
  void demandRun(int Stmt, llvm::function_ref<bool(unsigned)> Counts);
  /// Demands the value that main returns.
  void demandExitCode();
  /// Demands the condition of a statement that branches into an error path,
  /// wherever its function is called.
  void demandCondition(int Stmt);
  /// Follows all demands. Stop: whether to give up an attempt, which is to be
  /// taken back then; asked when it has newly executed more, of which it is
  /// given the first. May be null.
  void run(llvm::function_ref<bool(size_t)> Stop = nullptr);

  using SliceState::accept;
  using SliceState::attempt;
  using SliceState::takeBack;
  size_t numDemands() const { return Demands; }

  /// The N-th piece of work is forgotten: for tests of PlanCheck.
  void forget(size_t N) { Forgotten = N; }
  size_t numSteps() const { return Steps; }

private:
  struct ValueItem {
    const llvm::Value *V;
    Reason R;
  };
  struct MemoryItem {
    const llvm::BasicBlock *Block;
    const llvm::Instruction *Before; ///< null: the block's end
    AtomSet Atoms;
    bool Inside; ///< else only looks for writers between the exit and entry
    int To;
  };
  struct Waiter {
    const llvm::CallBase *C;
    bool Inside;
    int To;
    unsigned Demand; ///< node of the graph
    AtomSet Atoms;
  };
  /// While it lives, what is demanded is demanded by this one.
  class Fact {
  public:
    enum Mode { Demanded, Again };
    Fact(Slicer &S, DemandGraph::Kind K, const void *What, unsigned Number = 0,
         Mode M = Demanded)
        : S(S), Before(S.Now) {
      if (!S.Graph)
        return;
      S.Now = S.Graph->node(K, What, Number);
      if (M == Demanded)
        S.Graph->edge(Before, S.Now);
    }
    Fact(Slicer &S, unsigned Node) : S(S), Before(S.Now) { S.Now = Node; }
    ~Fact() { S.Now = Before; }
    Fact(const Fact &) = delete;
    Fact &operator=(const Fact &) = delete;

  private:
    Slicer &S;
    unsigned Before;
  };
  friend class Fact;

  /// With a graph, the atoms of each group are a demand of their own.
  template <class Fn> bool apart(const AtomSet &Atoms, Fn Each) {
    if (!Graph || Graph->grain() == DemandGraph::Together)
      return false;
    auto End = Atoms.end();
    auto It = Atoms.begin();
    if (It == End)
      return false;
    for (unsigned First = group(*It); It != End && group(*It) == First;)
      ++It;
    if (It == End)
      return false;
    llvm::MapVector<unsigned, AtomSet> Groups;
    for (unsigned A : Atoms)
      Groups[group(A)].set(A);
    for (auto &[Group, Members] : Groups)
      Each(Members);
    return true;
  }
  /// What stands for the demand of an atom in the graph.
  unsigned group(unsigned Atom) const {
    return Graph->grain() == DemandGraph::Atoms     ? Atom
           : Graph->grain() == DemandGraph::Objects ? Memory.objectOfAtom(Atom)
                                                    : 0;
  }
  unsigned number(const AtomSet &Atoms) const {
    return Graph && !Atoms.empty() ? group(unsigned(Atoms.find_first())) : 0;
  }
  unsigned number(const AtomSet &Atoms, bool Inside) const {
    return 2 * number(Atoms) + Inside;
  }

  // Slicer.cpp: values and memory.
  void demandValue(const llvm::Value *V, Reason R);
  void demandBefore(const llvm::Instruction *I, const AtomSet &Atoms,
                    bool Inside, int To);
  void demandEnd(const llvm::BasicBlock *B, const AtomSet &Atoms, bool Inside,
                 int To);
  void demandSet(const llvm::Instruction *I, const AtomSet &Atoms, int To);
  void endChildren(const llvm::CallBase *Fork);
  void demandEverywhere(unsigned Atom, int To);
  void demandExit(const llvm::Function *F, const AtomSet &Atoms, int To);
  void demandResult(const llvm::Function *F, const Reason &R);
  bool hasBareReturn(const llvm::Function *F) const;
  void processValue(const ValueItem &Item);
  void processMemory(const MemoryItem &Item);
  AtomSet behindLoop(const llvm::BasicBlock *From, AtomSet Left,
                     const MemoryItem &Item);
  void overlook(const llvm::Function *F, const AtomSet &Left, int To);
  void passCall(const llvm::CallBase *C, AtomSet &Left, const MemoryItem &Item);
  void reachEntry(const llvm::Function *F, AtomSet Atoms,
                  const MemoryItem &Item);
  void writesAreLive(const llvm::Instruction *I, const AtomSet &Atoms, int To);
  const std::vector<const llvm::Instruction *> &
  writersIn(const llvm::BasicBlock *B);
  bool copyElements(const llvm::StoreInst *S, const AtomSet &Atoms,
                    const Reason &R);
  AtomSet copied(const llvm::CallBase *C, const AtomSet &Atoms) const;
  Reason data(int To, unsigned Atom) const;

  // SlicerDemands.cpp: statements.
  void need(const llvm::Instruction *I, Reason R);
  void keep(int Stmt, Reason R);
  void makeWhole(int Stmt);
  void decide(int Stmt, const Reason &R);
  void keepAlone(int Stmt, const llvm::CallBase *C);
  bool insideOf(const llvm::Instruction *I, const llvm::CallBase *C) const;
  void execute(const llvm::Instruction *I);
  void executeOwned(const llvm::CallBase *C, unsigned Arg);
  void needArgument(const llvm::CallBase *C, unsigned Arg);
  void needFunction(const llvm::Function *F);
  void keepReturns(const llvm::Function *F);
  void enter(const llvm::Function *F);
  void needCallersOf(const llvm::Function *F, Reason R);
  void keepEverything(const llvm::Function *F, Reason R);

  // SlicerCalls.cpp: calls and messages.
  void executeCall(const llvm::CallBase *C);
  void executeExternal(const llvm::CallBase *C, const llvm::Function *F);
  void executeMpi(const llvm::CallBase *C, const MpiCallInfo &Info);
  void enterCallee(const llvm::CallBase *C, const llvm::Function *F);
  void makeReal(const llvm::CallBase *C, int To, std::string Because,
                int64_t Bytes);
  void moveData(const llvm::CallBase *C);
  void moveBytes(const llvm::CallBase *C);
  void demandMessage(const llvm::CallBase *C);
  bool raise(BytesOf &Map, const llvm::CallBase *C, int64_t Bytes);
  void carryAlong(const llvm::CallBase *C);
  void needLayouts(const llvm::Value *Argument);
  void needLayout(unsigned Place);
  void demandLayout(const llvm::CallBase *Maker);
  void keepOperators(const llvm::CallBase *C);

  bool KeepErrorPaths;
  WholeArrayStores &Filled; ///< arrays that are overwritten; looks when asked
  llvm::DenseSet<const llvm::Instruction *> Waiting;
  llvm::DenseSet<const llvm::Function *> Called, Everything;
  llvm::DenseSet<const llvm::CallBase *> Wanted; ///< copies
  llvm::DenseMap<const llvm::Function *,
                 std::vector<const llvm::Instruction *>>
      WaitingIn; ///< to be executed once the function is entered
  llvm::DenseMap<const llvm::Function *,
                 llvm::SmallVector<const llvm::CallBase *, 4>>
      ExecutedCalls;
  llvm::DenseMap<const llvm::Function *, std::vector<Waiter>> Waiters;
  llvm::DenseSet<int> ReturnsKept; ///< program functions
  /// Constructors of datatypes whose displacements matter: data has them.
  llvm::DenseSet<const llvm::CallBase *> Layouts;
  llvm::DenseMap<const llvm::BasicBlock *,
                 std::vector<const llvm::Instruction *>>
      WritersIn;
  llvm::DenseMap<const llvm::Instruction *, AtomSet> Copied; ///< what they read
  std::vector<ValueItem> Values;
  std::vector<MemoryItem> Pieces;
  size_t Demands = 0, Steps = 0, Forgotten = 0;
  DemandGraph *Graph = nullptr;
  unsigned Now = 0; ///< node of the graph
  const ValueCuts *Cut = nullptr;
};

} // namespace skel

#endif
