//===- RankTests.cpp - which ranks run an instruction ---------------------===//
//
// Goes up the dominator tree of a function, then to its callers.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/RankTests.h"
#include "skeletonizer/memory/StoredValues.h"
#include "skeletonizer/slice/MatchingConstants.h"
#include "skeletonizer/slice/TripCounts.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace skel {

static constexpr unsigned MaxCopies =
                              6, ///< variables and parameters on the way
    MaxPoints = 64;              ///< numbers that are looked at one by one

bool RankSet::meets(const Range &R) const {
  if (R.Empty)
    return false;
  int64_t From = std::max(Low, R.Low), To = std::min(High, R.High);
  for (unsigned N = 0; From <= To && N < MaxPoints; ++N, ++From)
    if (!Without.count(From))
      return true;
  return From <= To;
}

void RankSet::restrict(CmpInst::Predicate Pred, int64_t Number) {
  switch (Pred) {
  case CmpInst::ICMP_EQ:
    Low = std::max(Low, Number);
    High = std::min(High, Number);
    break;
  case CmpInst::ICMP_NE:
    if (Without.size() < MaxPoints / 2)
      Without.insert(Number);
    break;
  case CmpInst::ICMP_SLT:
    High = std::min(High, Number - (Number > Range::Least));
    break;
  case CmpInst::ICMP_SLE:
    High = std::min(High, Number);
    break;
  case CmpInst::ICMP_SGT:
    Low = std::max(Low, Number + (Number < Range::Most));
    break;
  case CmpInst::ICMP_SGE:
    Low = std::max(Low, Number);
    break;
  default:
    break;
  }
}

void RankSet::join(const RankSet &Other) {
  if (Other.empty())
    return;
  if (empty()) {
    *this = Other;
    return;
  }
  std::set<int64_t> Both = Without, Neither;
  Both.insert(Other.Without.begin(), Other.Without.end());
  for (int64_t N : Both)
    if (!has(N) && !Other.has(N))
      Neither.insert(N);
  Low = std::min(Low, Other.Low);
  High = std::max(High, Other.High);
  Without = Neither;
}

void RankSet::intersect(const RankSet &Other) {
  Low = std::max(Low, Other.Low);
  High = std::min(High, Other.High);
  Without.insert(Other.Without.begin(), Other.Without.end());
}

const MemObject *RankTests::predefined(const Value *Comm) const {
  const MemObject *Only = nullptr;
  if (!Comm || Pts.isLost(Comm))
    return nullptr;
  for (unsigned P : Pts.pointees(Comm)) {
    const MemObject &O = Objects.object(Objects.placeInfo(P).Object);
    if (O.K != MemObject::Handle || O.Site || (Only && Only != &O))
      return nullptr;
    Only = &O;
  }
  return Only;
}

const DominatorTree &RankTests::dominators(const llvm::Function *F) {
  auto &Tree = Dominators[F];
  if (!Tree)
    Tree = std::make_unique<DominatorTree>(*const_cast<llvm::Function *>(F));
  return *Tree;
}

/// The instruction has been run, whatever happens, before any other
/// communication of the program and before anything reads the atom.
bool RankTests::comesFirst(const Instruction *I, unsigned Atom,
                           unsigned Depth) {
  const llvm::Function *F = I->getFunction();
  const DominatorTree &Tree = dominators(F);
  for (const Instruction &J : instructions(F)) {
    auto *C = dyn_cast<CallBase>(&J);
    bool Leaves = isa<ReturnInst>(J) && F->getName() != "main";
    if (&J != I && Tree.isReachableFromEntry(J.getParent()) &&
        !Tree.dominates(I, &J) &&
        (Leaves || (C && Index.communicates(C)) || Memory.reads(&J).test(Atom)))
      return false;
  }
  if (F->getName() == "main")
    return true;
  auto Callers = Index.callers(F);
  return Depth > 0 && Callers.size() == 1 &&
         comesFirst(Callers[0], Atom, Depth - 1);
}

/// All that is ever stored where L reads is the number of the process.
bool RankTests::isRankIn(const LoadInst *L, const MemObject *Comm,
                         unsigned Depth) {
  AtomSet Atoms = Memory.reads(L);
  if (Atoms.empty() || Pts.isLost(L->getPointerOperand()))
    return false;
  bool Any = false;
  for (unsigned A : Atoms) {
    const MemObject &O = Objects.object(Memory.objectOfAtom(A));
    auto *Made =
        O.K == MemObject::Heap ? dyn_cast_or_null<CallBase>(O.Site) : nullptr;
    // Before the number is there, a static variable is 0, as is cleared memory.
    bool First = O.K == MemObject::Local || (Made && IrIndex::givesUnset(Made));
    if (!First && !Made && O.K != MemObject::Global)
      return false;
    for (const Instruction *W : Memory.writers(A)) {
      auto *C = dyn_cast<CallBase>(W);
      auto *S = dyn_cast<StoreInst>(W);
      if (C ? !IrIndex::has(C, MpiFact::GivesRank) ||
                  predefined(C->getArgOperand(0)) != Comm
            : !S || S->getValueOperand()->getType() != L->getType() ||
                  !isRank(S->getValueOperand(), Comm, Depth - 1))
        return false;
      First = First || comesFirst(W, A, MaxCopies);
      Any = true;
    }
    if (!First)
      return false;
  }
  return Any;
}

bool RankTests::isRank(const Value *V, const MemObject *Comm, unsigned Depth) {
  if (Depth == 0)
    return false;
  if (isa<SExtInst>(V) || isa<ZExtInst>(V))
    return isRank(cast<CastInst>(V)->getOperand(0), Comm, Depth);
  if (auto *L = dyn_cast<LoadInst>(V))
    return L->getType()->isIntegerTy(32) && isRankIn(L, Comm, Depth);
  if (auto *A = dyn_cast<Argument>(V))
    return eachArgument(A, Index, Pts, [&](const Value *Given) {
      return isRank(Given, Comm, Depth - 1);
    });
  return false;
}

/// What a variable holds that is set at one place; or V itself.
const Value *RankTests::stored(const Value *V) const {
  for (unsigned Depth = 0; Depth < MaxCopies; ++Depth) {
    auto *L = dyn_cast<LoadInst>(V);
    const Value *Only = nullptr;
    if (!L ||
        !eachStoredValue(L, Objects, Pts, Memory,
                         [&](const Value *S) {
                           bool One = !Only || Only == S;
                           Only = S;
                           return One && S;
                         }) ||
        !Only || isa<Constant>(Only))
      return V;
    V = Only;
  }
  return V;
}

/// A condition holds, or does not.
void RankTests::apply(RankSet &R, const Value *Condition, bool Holds,
                      const MemObject *Comm) {
  for (unsigned Depth = 0; Depth < MaxCopies; ++Depth) {
    if (const Value *Of = negated(Condition)) {
      Holds = !Holds;
      Condition = Of;
      continue;
    }
    auto *Cmp = dyn_cast<ICmpInst>(Condition);
    if (!Cmp)
      return;
    for (unsigned Side : {0u, 1u}) {
      if (!isRank(Cmp->getOperand(Side), Comm, MaxCopies))
        continue;
      IntegerConstants Number =
          constantsOf(Cmp->getOperand(1 - Side), Index, Objects, Pts, Memory);
      CmpInst::Predicate Pred =
          Side ? Cmp->getSwappedPredicate() : Cmp->getPredicate();
      if (Number.Known && Number.Values.size() == 1)
        R.restrict(Holds ? Pred : CmpInst::getInversePredicate(Pred),
                   *Number.Values.begin());
      return;
    }
    // A test that is kept in a variable: test != 0.
    auto *Kept = dyn_cast<CastInst>(stored(Cmp->getOperand(0)));
    auto *Zero = dyn_cast<ConstantInt>(Cmp->getOperand(1));
    if (!Kept || !Zero || !Zero->isZero() || !Cmp->isEquality() ||
        !Kept->getOperand(0)->getType()->isIntegerTy(1))
      return;
    Holds = Holds == (Cmp->getPredicate() == CmpInst::ICMP_NE);
    Condition = Kept->getOperand(0);
  }
}

/// The ranks that come to I in its function, if all begin it.
RankSet RankTests::within(const Instruction *I, const MemObject *Comm) {
  RankSet R;
  const DominatorTree &Tree = dominators(I->getFunction());
  auto *Node = Tree.getNode(I->getParent());
  for (Node = Node ? Node->getIDom() : nullptr; Node; Node = Node->getIDom()) {
    const BasicBlock *From = Node->getBlock();
    const Instruction *End = From->getTerminator();
    auto Passed = [&](const BasicBlock *To) {
      return Tree.dominates(BasicBlockEdge(From, To), I->getParent());
    };
    if (auto *Br = dyn_cast<BranchInst>(End); Br && Br->isConditional()) {
      for (bool Holds : {true, false})
        if (Br->getSuccessor(0) != Br->getSuccessor(1) &&
            Passed(Br->getSuccessor(Holds ? 0 : 1)))
          apply(R, Br->getCondition(), Holds, Comm);
    } else if (auto *Choice = dyn_cast<SwitchInst>(End);
               Choice && isRank(Choice->getCondition(), Comm, MaxCopies)) {
      for (auto &Case : Choice->cases())
        if (Passed(Case.getCaseSuccessor()))
          R.restrict(CmpInst::ICMP_EQ, Case.getCaseValue()->getSExtValue());
        else if (Passed(Choice->getDefaultDest()))
          R.restrict(CmpInst::ICMP_NE, Case.getCaseValue()->getSExtValue());
    }
  }
  return R;
}

const RankSet &RankTests::at(const Instruction *I, const MemObject *Comm) {
  // Until it is known, all: so a function that calls itself is not bounded.
  auto [It, New] = Found.try_emplace({I, Comm});
  if (!New)
    return It->second;
  RankSet R = within(I, Comm);
  const llvm::Function *F = I->getFunction();
  auto Callers = Index.callers(F);
  if (F->getName() != "main" && !Callers.empty()) {
    RankSet Given = RankSet::none();
    for (const CallBase *C : Callers)
      Given.join(at(C, Comm));
    R.intersect(Given);
  }
  return Found[{I, Comm}] = R;
}

} // namespace skel
