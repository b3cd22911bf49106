//===- CollectiveOrder.cpp - which collectives may meet by order ----------===//
//
// The product of the program with itself, from collective to collective; as
// the matching of barriers by Zhang and Duesterwald (PPoPP 2007) compares the
// sequences of two arms of a branch. A function that is left goes back to all
// its callers.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/CollectiveOrder.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace skel {

static constexpr uint64_t WorldHandle = 0x44000000; // MPI_COMM_WORLD of MPICH
static constexpr size_t MaxSites = 1000;

CollectiveOrder::CollectiveOrder(const IrIndex &I, const MemoryObjects &O,
                                 const PointsTo &P, Test T)
    : Index(I), Objects(O), Pts(P), Same(std::move(T)) {
  if (!find())
    return;
  summarise();
  pair();
  Known = true;
}

CollectiveOrder::World CollectiveOrder::inWorld(const CallBase *C) const {
  StringRef Roles = IrIndex::mpiCall(C)->Roles;
  size_t At = Roles.find('c');
  if (At == StringRef::npos || At >= C->arg_size())
    return Never;
  const std::string WorldName = PointsTo::handleName(WorldHandle);
  unsigned Known = 0, World = 0, All = 0;
  for (unsigned P : Pts.pointees(C->getArgOperand(unsigned(At)))) {
    const MemObject &Obj = Objects.object(Objects.placeInfo(P).Object);
    ++All;
    Known += Obj.K == MemObject::Handle;
    World += Obj.K == MemObject::Handle && !Obj.Site && Obj.Name == WorldName;
  }
  if (All == 0 || Known != All)
    return Perhaps;
  return World == 0 ? Never : World == All ? Always : Perhaps;
}

/// The sites, and the functions that reach them; false where control does not
/// follow calls and returns.
bool CollectiveOrder::find() {
  for (llvm::Function &F : Index.module())
    for (Instruction &I : instructions(F)) {
      auto *C = dyn_cast<CallBase>(&I);
      if (!C)
        continue;
      if (IrIndex::has(C, LibraryFact::SavesPlace) ||
          IrIndex::has(C, LibraryFact::StartsThread))
        return false;
      const MpiCallInfo *Info = IrIndex::mpiCall(C);
      if (!Info || !Info->isCollective())
        continue;
      World W = inWorld(C);
      if (W == Never)
        continue;
      SiteOf[C] = unsigned(Calls.size());
      Calls.push_back(C);
      Where.push_back(W);
      Reaching.insert(&F);
    }
  for (unsigned At = 0; At < Reaching.size(); ++At)
    for (const CallBase *C : Index.callers(Reaching[At]))
      Reaching.insert(C->getFunction());
  return Calls.size() > 1 && Calls.size() <= MaxSites;
}

/// Adds the sites that the call can come to; true if control can come behind
/// it without one.
bool CollectiveOrder::step(const CallBase *C, Ahead &Out) const {
  if (auto It = SiteOf.find(C); It != SiteOf.end()) {
    Out.First.set(It->second);
    return Where[It->second] != Always;
  }
  bool Any = false, Through = false;
  for (const llvm::Function *F : Pts.callees(C)) {
    auto It = Entry.find(F);
    Any = true;
    if (It == Entry.end()) {
      Through = true; // no collective in it
      continue;
    }
    Out.First |= It->second.First;
    Through |= It->second.End;
  }
  for (const llvm::Function *F : Pts.callbacks(C))
    if (auto It = Entry.find(F); It != Entry.end())
      Out.First |= It->second.First;
  return !Any || Through;
}

CollectiveOrder::Ahead CollectiveOrder::walk(BasicBlock::const_iterator From,
                                             const BasicBlock *Block) const {
  Ahead Out;
  DenseSet<const BasicBlock *> Seen;
  SmallVector<std::pair<const BasicBlock *, BasicBlock::const_iterator>, 16>
      Work{{Block, From}};
  while (!Work.empty()) {
    auto [B, It] = Work.pop_back_val();
    bool On = true;
    for (; On && It != B->end(); ++It)
      if (auto *C = dyn_cast<CallBase>(&*It))
        On = step(C, Out);
    if (!On)
      continue;
    Out.End |= isa<ReturnInst>(B->getTerminator());
    for (const BasicBlock *Next : successors(B))
      if (Seen.insert(Next).second)
        Work.push_back({Next, Next->begin()});
  }
  return Out;
}

/// Least fixed point over the functions that reach a collective.
void CollectiveOrder::summarise() {
  for (const llvm::Function *F : Reaching)
    Entry[F] = Ahead();
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const llvm::Function *F : Reaching) {
      Ahead Now = walk(F->getEntryBlock().begin(), &F->getEntryBlock());
      if (Now == Entry[F])
        continue;
      Entry[F] = std::move(Now);
      Changed = true;
    }
  }
}

/// Sites that can be a process's next one.
CollectiveOrder::Sites CollectiveOrder::after(unsigned Site) const {
  Sites Out;
  DenseSet<const CallBase *> Seen;
  SmallVector<const CallBase *, 16> Work{Calls[Site]};
  while (!Work.empty()) {
    const CallBase *C = Work.pop_back_val();
    const llvm::Function *F = C->getFunction();
    Ahead Next = walk(std::next(C->getIterator()), C->getParent());
    Out |= Next.First;
    if (!Next.End)
      continue;
    for (const CallBase *Caller : Index.callers(F)) {
      if (is_contained(Pts.callbacks(Caller), F)) // called again
        for (const llvm::Function *G : Pts.callbacks(Caller))
          if (auto It = Entry.find(G); It != Entry.end())
            Out |= It->second.First;
      if (Seen.insert(Caller).second)
        Work.push_back(Caller);
    }
  }
  return Out;
}

void CollectiveOrder::pair() {
  std::vector<Sites> Next(Calls.size());
  for (unsigned S = 0; S < Calls.size(); ++S)
    Next[S] = after(S);
  Meets.resize(Calls.size());
  std::vector<Sites> Tried(Calls.size());
  SmallVector<std::pair<unsigned, unsigned>, 64> Work;
  auto Add = [&](const Sites &As, const Sites &Bs) {
    for (unsigned A : As)
      for (unsigned B : Bs) {
        if (!Tried[A].test_and_set(B))
          continue;
        Tried[B].set(A);
        if (A != B && !Same(Calls[A], Calls[B]))
          continue;
        Meets[A].set(B);
        Meets[B].set(A);
        Work.push_back({A, B});
      }
  };
  const llvm::Function *Main = Index.module().getFunction("main");
  if (auto It = Entry.find(Main); It != Entry.end())
    Add(It->second.First, It->second.First);
  while (!Work.empty()) {
    auto [A, B] = Work.pop_back_val();
    Add(Next[A], Next[B]);
  }
}

bool CollectiveOrder::mayMeet(const CallBase *A, const CallBase *B) const {
  auto I = SiteOf.find(A), J = SiteOf.find(B);
  if (!Known || A == B || I == SiteOf.end() || J == SiteOf.end())
    return true;
  unsigned First = I->second, Second = J->second;
  if (Where[First] == Perhaps && Where[Second] == Perhaps)
    return true; // in another communicator
  // Of code that main does not come to nothing is known.
  if (!Meets[First].test(First) || !Meets[Second].test(Second))
    return true;
  return Meets[First].test(Second);
}

} // namespace skel
