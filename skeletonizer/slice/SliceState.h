//===- SliceState.h - what a slice demands ----------------------*- C++ -*-===//
//
// What is executed, live, kept, and read from memory, and why: the answer that
// plans and their check read. The Slicer changes it, and can take changes back.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_SLICESTATE_H
#define BSIM_SKELETONIZER_SLICESTATE_H

#include "skeletonizer/memory/ControlDep.h"
#include "skeletonizer/memory/ModRef.h"
#include "skeletonizer/memory/WholeArrayStores.h"
#include "skeletonizer/model/Plan.h"
#include "skeletonizer/slice/Matching.h"
#include "skeletonizer/slice/Sites.h"
#include <algorithm>
#include <functional>
#include <map>

namespace skel {

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

class SliceState {
public:
  SliceState(const SliceState &) = delete;
  SliceState &operator=(const SliceState &) = delete;

  /// Since the attempt began, in the order in which they came.
  const std::vector<const llvm::Instruction *> &newlyExecuted() const {
    return NewlyExecuted;
  }
  /// Sites of calls of MPI whose data the attempt needs.
  llvm::ArrayRef<int> newlyReal() const { return NewlyReal; }
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
  /// Whether a call of MPI may combine data by a function of the program, which
  /// must be fed.
  bool usersOperator(const llvm::CallBase *C) const;
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
  /// In front of which instructions a block's parameter calls the function.
  llvm::ArrayRef<const llvm::Instruction *>
  calledInFront(const llvm::Function *F) const {
    auto It = CalledInFront.find(F);
    return It == CalledInFront.end()
               ? llvm::ArrayRef<const llvm::Instruction *>()
               : llvm::ArrayRef(It->second);
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
  size_t numKept() const {
    return size_t(std::count(Kept.begin(), Kept.end(), 1)) + Executed.size();
  }

protected:
  explicit SliceState(const Phases &A);

  enum Mode : char { Gone, Jump, Alone, Whole };
  struct Because {
    std::string Text;
    int To;
  };
  using ArgKey = std::pair<const llvm::CallBase *, unsigned>;

  template <class Map, class Key>
  static const AtomSet &of(const Map &M, const Key &K) {
    static const AtomSet None;
    auto It = M.find(K);
    return It == M.end() ? None : It->second;
  }

  /// From now on, what is demanded can be taken back; for a while (no attempt
  /// inside of another, no graph).
  void attempt();
  void takeBack();
  void accept();

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
  /// The statement is about to change.
  void remember(int Stmt);

  using BytesOf = llvm::DenseMap<const llvm::CallBase *, int64_t>;
  static int64_t bytesIn(const BytesOf &Map, const llvm::CallBase *C) {
    auto It = Map.find(C);
    return It == Map.end() ? 0 : It->second;
  }
  /// Calls of which part of a message may be live (see Received).
  static bool hasParts(const MpiCallInfo &Info) {
    return (!Info.isCollective() && !Info.isOfFiles() && !Info.isOneSided()) ||
           Info.is(MpiFact::SameData);
  }

  const IrIndex &Index;
  MemoryObjects &Objects;
  const PointsTo &Pts;
  const ModRef &Memory;
  const ControlDep &Control;
  const Sites &CallSites;
  const Matching &Match;
  bool ErrorsReturn = false; ///< an error handler lets MPI calls fail
  const Program &Prog;

  std::vector<char> Kept;
  std::vector<Reason> Why;
  std::vector<Mode> Modes;
  std::vector<int> AloneSite; ///< by statement, for mode Alone
  llvm::DenseSet<const llvm::Instruction *> Executed;
  llvm::DenseSet<const llvm::Value *> Live;
  llvm::DenseMap<const llvm::Instruction *, AtomSet> LiveWrites;
  llvm::DenseMap<int, Because> Real; ///< by site
  llvm::DenseSet<ArgKey> NeededArgs;
  llvm::DenseSet<const llvm::Function *> Needed, Entered, Reachable;
  llvm::DenseSet<const llvm::CallBase *> Moving; ///< copies
  /// Leading bytes of the message that live code reads behind the call, and
  /// those that it must send; of calls whose family says which (see moveBytes).
  BytesOf Received, Sent;
  llvm::DenseMap<const llvm::Function *, AtomSet> EntryDemands, ExitDemands,
      PassThrough;
  llvm::DenseSet<const llvm::Function *> VarArgsLive, ResultLive;
  llvm::DenseMap<const llvm::Function *, std::vector<const llvm::Instruction *>>
      CalledInFront;
  /// By whether Inside.
  llvm::DenseMap<const llvm::BasicBlock *, AtomSet> Visited[2];
  llvm::DenseMap<const llvm::Instruction *, AtomSet> VisitedAt[2];
  llvm::DenseSet<unsigned> Everywhere;
  AtomSet NeverKilled; ///< written while no instruction does it (MPI_Irecv,
                       ///< windows)
  llvm::DenseSet<const llvm::Instruction *> Lost;
  Overlooked Missed;
  bool Trying = false;
  std::vector<std::function<void()>> Undo;
  std::vector<const llvm::Instruction *> NewlyExecuted;
  llvm::DenseSet<int> NewlyKept;
  std::vector<int> NewlyReal;

private:
  void findReachable();
};

} // namespace skel

#endif
