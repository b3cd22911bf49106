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

#include "skeletonizer/memory/ControlDep.h"
#include "skeletonizer/slice/DemandGraph.h"
#include "skeletonizer/memory/WholeArrayStores.h"
#include "skeletonizer/slice/Matching.h"
#include "skeletonizer/memory/ModRef.h"
#include "skeletonizer/model/Plan.h"
#include "skeletonizer/slice/Sites.h"
#include "llvm/ADT/MapVector.h"
#include <algorithm>
#include <functional>
#include <map>

namespace skel {

/// Values that are taken as given, as a hint in the text would give them.
struct ValueCuts {
  llvm::DenseSet<const llvm::Instruction *> Branches; ///< their conditions
  llvm::DenseSet<const llvm::Value *> Values;
  /// What only such a value is computed from, in its own statement.
  llvm::DenseSet<const llvm::Instruction *> Skipped;
};

/// The phases of the analysis that a slice builds upon: they stay as they are
/// whatever is demanded.
struct Phases {
  const IrIndex &Index;
  MemoryObjects &Objects;
  const PointsTo &Pts;
  const ModRef &Memory;
  const ControlDep &Control;
  const Sites &CallSites;
  const Matching &Match;
  WholeArrayStores &Filled;
  bool KeepErrorPaths;
};

class Slicer {
public:
  explicit Slicer(const Phases &A);
  Slicer(const Slicer &) = delete;
  Slicer &operator=(const Slicer &) = delete;

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
  /// Demands a release of what statement Allocation allocates.
  void demandRelease(const llvm::Instruction *I, int Allocation,
                     const std::string &Text);
  /// Demands what decides whether and how often a statement runs.
  void demandPlace(int Stmt);
  /// Demands the condition of a statement that branches into an error path,
  /// wherever its function is called.
  void demandCondition(int Stmt);
  void run();

  /// From now on, what is demanded can be taken back; for a while (no attempt
  /// inside of another, no graph).
  void attempt();
  void takeBack();
  void accept();
  /// Since the attempt began, in the order in which they came.
  const std::vector<const llvm::Instruction *> &newlyExecuted() const {
    return NewlyExecuted;
  }
  bool keptBefore(int Stmt) const {
    return Kept[Stmt] && !NewlyKept.count(Stmt);
  }

  bool keeps(int Stmt) const { return Kept[Stmt]; }
  const Reason &reason(int Stmt) const { return Why[Stmt]; }
  bool needs(const llvm::Function *F) const { return Needed.count(F) != 0; }
  bool executes(const llvm::Instruction *I) const { return Executed.count(I); }
  bool isLive(const llvm::Value *V) const { return Live.count(V) != 0; }
  /// Live code reads something that the instruction writes.
  bool writesForLive(const llvm::Instruction *I) const {
    return !liveWrites(I).empty();
  }
  bool isReal(int Site) const { return Real.count(Site) != 0; }
  size_t numReal() const { return Real.size(); }
  llvm::StringRef realBecause(int Site) const {
    auto It = Real.find(Site);
    return It == Real.end() ? llvm::StringRef() : It->second.Text;
  }
  /// The statement that reads the message, or needs the data at the other end.
  int realFor(int Site) const {
    auto It = Real.find(Site);
    return It == Real.end() ? -1 : It->second.To;
  }
  /// How many leading bytes of a buffer's message anybody lives on, over all
  /// copies of a call that moves data; AllBytes if that is not known, or the
  /// message is short.
  static constexpr int64_t AllBytes = INT64_MAX;
  int64_t liveBytes(int Site, unsigned Arg) const;
  /// The argument stays as it is written.
  bool needsArgument(const llvm::CallBase *C, unsigned Arg) const {
    return NeededArgs.count({C, Arg}) != 0;
  }
  /// The only call that stays of a statement; null if it stays whole.
  const llvm::CallBase *standsAlone(int Stmt) const;
  /// A kept return statement that only jumps.
  bool onlyJumps(int Stmt) const { return Modes[Stmt] == Jump; }
  bool neverRuns(int Stmt) const { return Control.isDead(Stmt); }
  bool reachable(const llvm::Function *F) const { return Reachable.count(F); }

  /// Places where a live pointer has no known target.
  const llvm::DenseSet<const llvm::Instruction *> &lostPointers() const {
    return Lost;
  }
  /// What a function writes that a hint stands for, which no model of the hint
  /// writes, and the statement (or -1) that reads it behind a call.
  using Overlooked = std::map<std::pair<const llvm::Function *, unsigned>, int>;
  const Overlooked &overlooked() const { return Missed; }
  size_t numDemands() const { return Demands; }

  // What the demands are, in the end: PlanCheck goes over them again.
  /// Memory that live code reads behind the block, or before the instruction.
  /// Inside: in calls of the function that are known, up to what its callers
  /// wrote; else only of what it writes itself, until it returns.
  const AtomSet &atEnd(const llvm::BasicBlock *B, bool Inside) const {
    return of(Visited[Inside], B);
  }
  const AtomSet &before(const llvm::Instruction *I, bool Inside) const {
    return of(VisitedAt[Inside], I);
  }
  const llvm::DenseMap<const llvm::Instruction *, AtomSet> &
  before(bool Inside) const {
    return VisitedAt[Inside];
  }
  /// Inside: what its calls must bring.
  const AtomSet &atEntry(const llvm::Function *F) const {
    return of(EntryDemands, F);
  }
  /// Not Inside: what some way through it does not overwrite.
  const AtomSet &passing(const llvm::Function *F) const {
    return of(PassThrough, F);
  }
  const AtomSet &atExit(const llvm::Function *F) const {
    return of(ExitDemands, F);
  }
  const AtomSet &liveWrites(const llvm::Instruction *I) const {
    return of(LiveWrites, I);
  }
  bool enters(const llvm::Function *F) const { return Entered.count(F) != 0; }
  bool readsResult(const llvm::Function *F) const {
    return ResultLive.count(F) != 0;
  }
  bool readsVarArgs(const llvm::Function *F) const {
    return VarArgsLive.count(F) != 0;
  }
  bool isWantedAnywhere(unsigned Atom) const { return Everywhere.count(Atom); }
  const llvm::DenseSet<unsigned> &wantedAnywhere() const { return Everywhere; }
  const AtomSet &neverKilled() const { return NeverKilled; }
  bool changesNothing(const llvm::Instruction *W) const;
  /// The atom is a part of the structure that F returns through a pointer.
  bool isResult(const llvm::Function *F, unsigned Atom) const;
  /// The N-th piece of work is forgotten: for tests of PlanCheck.
  void forget(size_t N) { Forgotten = N; }
  size_t numSteps() const { return Steps; }
  size_t numKept() const {
    return size_t(std::count(Kept.begin(), Kept.end(), 1)) + Executed.size();
  }

private:
  enum Mode : char { Gone, Jump, Alone, Whole };
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
  struct Because {
    std::string Text;
    int To;
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
  using ArgKey = std::pair<const llvm::CallBase *, unsigned>;

  template <class Map, class Key>
  static const AtomSet &of(const Map &M, const Key &K) {
    static const AtomSet None;
    auto It = M.find(K);
    return It == M.end() ? None : It->second;
  }

  // Every change of what is demanded goes through these.
  template <class Set, class Key> bool add(Set &S, const Key &K) {
    if (!S.insert(K).second)
      return false;
    if (Trying)
      Undo.push_back([&S, K] { S.erase(K); });
    return true;
  }
  /// What of Atoms was not yet in Map[K].
  template <class Map, class Key>
  AtomSet addAtoms(Map &M, const Key &K, const AtomSet &Atoms) {
    AtomSet &Old = M[K], New = Atoms;
    New.intersectWithComplement(Old);
    if (New.empty())
      return New;
    Old |= New;
    if (Trying)
      Undo.push_back([&M, K, New] { M[K].intersectWithComplement(New); });
    return New;
  }
  template <class Map, class Key, class Value>
  void append(Map &M, const Key &K, Value V) {
    M[K].push_back(std::move(V));
    if (Trying)
      Undo.push_back([&M, K] { M[K].pop_back(); });
  }
  void remember(int Stmt);
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
  using BytesOf = llvm::DenseMap<const llvm::CallBase *, int64_t>;
  bool raise(BytesOf &Map, const llvm::CallBase *C, int64_t Bytes);
  static int64_t bytesIn(const BytesOf &Map, const llvm::CallBase *C) {
    auto It = Map.find(C);
    return It == Map.end() ? 0 : It->second;
  }
  void carryAlong(const llvm::CallBase *C);
  void needLayouts(const llvm::Value *Argument);
  void needLayout(unsigned Place);
  void demandLayout(const llvm::CallBase *Maker);
  bool usersOperator(const llvm::CallBase *C) const;
  void findReachable();

  const IrIndex &Index;
  MemoryObjects &Objects;
  const PointsTo &Pts;
  const ModRef &Memory;
  const ControlDep &Control;
  const Sites &CallSites;
  const Matching &Match;
  bool KeepErrorPaths;
  bool ErrorsReturn = false; ///< an error handler lets MPI calls fail
  const Program &Prog;
  WholeArrayStores &Filled; ///< arrays that are overwritten; looks when asked

  std::vector<char> Kept;
  std::vector<Reason> Why;
  std::vector<Mode> Modes;
  std::vector<int> AloneSite; ///< by statement, for mode Alone
  llvm::DenseSet<const llvm::Instruction *> Executed, Waiting;
  llvm::DenseMap<const llvm::Function *,
                 std::vector<const llvm::Instruction *>>
      WaitingIn; ///< to be executed once the function is entered
  llvm::DenseSet<const llvm::Value *> Live;
  llvm::DenseMap<const llvm::Instruction *, AtomSet> LiveWrites;
  llvm::DenseMap<int, Because> Real; ///< by site
  llvm::DenseSet<ArgKey> NeededArgs;
  llvm::DenseSet<const llvm::Function *> Needed, Entered, Reachable, Called,
      Everything;
  llvm::DenseSet<const llvm::CallBase *> Wanted, Moving; ///< copies
  /// Leading bytes of the message that live code reads behind the call, and
  /// those that it must send; of calls whose family says which (see moveBytes).
  BytesOf Received, Sent;
  /// Constructors of datatypes whose displacements matter: data has them.
  llvm::DenseSet<const llvm::CallBase *> Layouts;
  llvm::DenseMap<const llvm::Function *,
                 llvm::SmallVector<const llvm::CallBase *, 4>>
      ExecutedCalls;
  llvm::DenseMap<const llvm::Function *, AtomSet> EntryDemands, ExitDemands,
      PassThrough;
  llvm::DenseMap<const llvm::Function *, std::vector<Waiter>> Waiters;
  llvm::DenseSet<const llvm::Function *> VarArgsLive, ResultLive;
  llvm::DenseSet<int> ReturnsKept; ///< program functions
  /// By whether Inside.
  llvm::DenseMap<const llvm::BasicBlock *, AtomSet> Visited[2];
  llvm::DenseMap<const llvm::Instruction *, AtomSet> VisitedAt[2];
  llvm::DenseSet<unsigned> Everywhere;
  llvm::DenseMap<const llvm::BasicBlock *,
                 std::vector<const llvm::Instruction *>>
      WritersIn;
  llvm::DenseMap<const llvm::Instruction *, AtomSet> Copied; ///< what they read
  AtomSet NeverKilled; ///< written while no instruction does it (MPI_Irecv)
  std::vector<ValueItem> Values;
  std::vector<MemoryItem> Pieces;
  llvm::DenseSet<const llvm::Instruction *> Lost;
  Overlooked Missed;
  size_t Demands = 0, Steps = 0, Forgotten = 0;
  DemandGraph *Graph = nullptr;
  unsigned Now = 0; ///< node of the graph
  const ValueCuts *Cut = nullptr;
  bool Trying = false;
  std::vector<std::function<void()>> Undo;
  std::vector<const llvm::Instruction *> NewlyExecuted;
  llvm::DenseSet<int> NewlyKept;
};

} // namespace skel

#endif
