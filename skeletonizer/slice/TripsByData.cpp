//===- TripsByData.cpp - loops and branches on which data decide ----------===//
//
// Finds those whose rounds, or whose being taken, no value tells that is there
// before the run: an instrumented program can count them.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/TripCrossings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace skel {

void TripCounts::decide(int Stmt, Decided::Part What, const Context &C,
                        bool Told, bool Data, bool Light) {
  const Program &P = Index.program();
  unsigned Depth = 0;
  auto LoopsAround = [&](int S) {
    for (; S >= 0; S = P.Stmts[S].Parent)
      Depth += isLoop(P.Stmts[S].Kind);
  };
  LoopsAround(P.Stmts[Stmt].Parent);
  for (const Context *Up = &C; Up && Up->Call; Up = Up->Up)
    LoopsAround(Index.stmtOf(Up->Call));
  auto It = llvm::find_if(ByData, [&](const Decided &D) {
    return D.Stmt == Stmt && D.What == What;
  });
  if (It == ByData.end())
    It = ByData.insert(It, {Stmt, What, 0, false, false, Light});
  It->Depth = std::max(It->Depth, Depth);
  It->Told |= Told;
  It->Data |= Data;
  It->Light &= Light;
}

/// Whether the value depends on one that has no name. Nothing is noted.
bool TripCounts::onData(const Value *V, const Context &C) {
  llvm::DenseSet<InContext> SeenBefore, LossyBefore;
  std::swap(Seen, SeenBefore);
  std::swap(Lossy, LossyBefore);
  size_t NumFound = Found.size(), NumUnnamed = Unnamed.size(),
         NumContexts = Contexts.size(), NumLosses = Losses,
         NumCounted = Counted.size();
  decltype(Followed) FollowedBefore;
  decltype(Done) DoneBefore;
  std::swap(Followed, FollowedBefore);
  std::swap(Done, DoneBefore);
  bool MadeBefore = Makes, EndedBefore = Ended;
  Losses = 0;
  Probing = true;
  value(V, C);
  bool Lost = Losses > 0;
  Probing = false;
  Losses = NumLosses;
  Contexts.erase(Contexts.begin() + long(NumContexts), Contexts.end());
  Unnamed.erase(Unnamed.begin() + long(NumUnnamed), Unnamed.end());
  Found.erase(Found.begin() + long(NumFound), Found.end());
  Counted.erase(Counted.begin() + long(NumCounted), Counted.end());
  std::swap(Followed, FollowedBefore);
  std::swap(Done, DoneBefore);
  Makes = MadeBefore;
  Ended = EndedBefore;
  std::swap(Seen, SeenBefore);
  std::swap(Lossy, LossyBefore);
  return Lost;
}

/// The if's first part ends with a "continue", or, otherwise, a part of it with
/// a jump that ends the loop around it.
bool TripCounts::isExit(const Stmt &If, bool Continue) const {
  const Program &P = Index.program();
  for (unsigned Child : If.Children) {
    const Stmt *Last = &P.Stmts[Child];
    if (Dead && Dead(Child))
      continue;
    if (Last->Kind == StmtKind::Compound && !Last->Children.empty())
      Last = &P.Stmts[Last->Children.back()];
    if (Continue)
      return Last->Kind == StmtKind::Goto && Last->Name == "continue";
    if (Last->Kind == StmtKind::Return ||
        (Last->Kind == StmtKind::Goto && Last->Name != "continue"))
      return true;
  }
  return false;
}

/// The loop that a jump out of S would end; -1: none.
int TripCounts::loopAround(const Stmt &S) const {
  const Program &P = Index.program();
  int Around = S.Parent;
  while (Around >= 0 && !isLoop(P.Stmts[Around].Kind) &&
         P.Stmts[Around].Kind != StmtKind::Switch)
    Around = P.Stmts[Around].Parent;
  return Around >= 0 && isLoop(P.Stmts[Around].Kind) ? Around : -1;
}

bool TripCounts::endsLoop(const Stmt &If) const {
  return If.Kind == StmtKind::If && loopAround(If) >= 0 && isExit(If, false);
}

/// What to count of an if: how often the part is run, in it or behind it, that
/// has much code; and the rounds of a loop that it ends. Told: it is told as
/// missing. Condition: only if that depends on data. False: nothing is to be
/// counted.
bool TripCounts::countBranch(int Stmt, const Context &C, bool Told,
                             const Value *Condition) {
  const Program &P = Index.program();
  const skel::Stmt &S = P.Stmts[Stmt];
  if (S.Kind != StmtKind::If || S.Children.empty())
    return false;
  bool Repeated = isInLoop(Stmt, C);
  bool Then = Heavy(S.Children[0], Repeated);
  bool Else = !Then && S.Children.size() > 1 && Heavy(S.Children[1], Repeated);
  bool Ends = endsLoop(S);
  bool Behind = S.Children.size() == 1 && !Ends && guardsRest(S, Repeated);
  if ((!Then && !Else && !Ends && !Behind) ||
      (Condition && !onData(Condition, C)))
    return false;
  if (Ends)
    decide(loopAround(S), Decided::Rounds, C, Told, Condition);
  if (Then || Else || Behind)
    decide(Stmt,
           Then   ? Decided::Then
           : Else ? Decided::Else
                  : Decided::Behind,
           C, Told, Condition,
           !(Then   ? Heavy(S.Children[0], false)
             : Else ? Heavy(S.Children[1], false)
                    : guardsRest(S, false)));
  return true;
}

/// Where the branch goes if the variable that its condition tests has a value;
/// null: any value but null. -1: not known.
static int wayFor(const BranchInst *B, const ConstantInt *Value,
                  const LoadInst *&Read) {
  const llvm::Value *On = B->getCondition();
  bool Negated = false;
  while (const llvm::Value *Of = negated(On)) {
    Negated = !Negated;
    On = Of;
  }
  bool Holds = false;
  if (auto *Truth = dyn_cast<TruncInst>(On)) { // _Bool
    Read = dyn_cast<LoadInst>(Truth->getOperand(0));
    if (!Value || !Truth->getType()->isIntegerTy(1))
      return -1;
    Holds = Value->getValue()[0];
  } else if (auto *Test = dyn_cast<ICmpInst>(On)) {
    Read = dyn_cast<LoadInst>(withoutCast(Test->getOperand(0)));
    const llvm::Value *To = Test->getOperand(1);
    if (isa<ConstantPointerNull>(To) && Test->isEquality()) {
      bool Null = Value && Value->isZero();
      Holds = Null == (Test->getPredicate() == CmpInst::ICMP_EQ);
    } else if (auto *Number = dyn_cast<ConstantInt>(To); Number && Value) {
      unsigned Bits = Number->getBitWidth();
      Holds = ICmpInst::compare(Value->getValue().sextOrTrunc(Bits),
                                Number->getValue(), Test->getPredicate());
    } else {
      return -1;
    }
  } else {
    return -1;
  }
  return Read ? int(Holds == Negated) : -1;
}

/// What a store leaves in a variable: a constant, or the address of memory that
/// the call has just allocated, for which Value is null. False: anything else.
static bool isKnownStore(const Instruction *I, const MemoryObjects &Objects,
                         const PointsTo &Pts, const ConstantInt *&Value) {
  auto *S = dyn_cast<StoreInst>(I);
  if (!S)
    return false;
  const llvm::Value *Stored = S->getValueOperand()->stripPointerCasts();
  Value = dyn_cast<ConstantInt>(Stored);
  if (Value || !isa<CallBase>(Stored))
    return Value;
  const PlaceSet &To = Pts.pointees(Stored);
  return !To.empty() && llvm::all_of(To, [&](unsigned Place) {
    const MemObject &O = Objects.object(Objects.placeInfo(Place).Object);
    return O.K == MemObject::Heap && O.Site == Stored;
  });
}

bool isTakenOnce(const BranchInst *B, const BranchControl &By,
                 const MemoryObjects &Objects, const PointsTo &Pts,
                 const ModRef &Memory) {
  const LoadInst *Read = nullptr;
  auto *Zero = ConstantInt::get(Type::getInt32Ty(B->getContext()), 0);
  if (wayFor(B, Zero, Read) < 0 || Memory.isRecursive(B->getFunction()))
    return false;
  auto *Flag = dyn_cast<GlobalVariable>(Read->getPointerOperand());
  if (!Flag || !Flag->hasInitializer() || Flag->isThreadLocal() ||
      Flag->getValueType() != Read->getType())
    return false;
  const ConstantInt *First =
      Flag->getInitializer()->isNullValue()
          ? Zero
          : dyn_cast<ConstantInt>(Flag->getInitializer());
  int Way = First ? wayFor(B, First, Read) : -1;
  if (Way < 0)
    return false;
  const BasicBlock *To = B->getSuccessor(unsigned(Way));
  bool Set = false;
  for (unsigned A : Memory.reads(Read))
    for (const Instruction *I : Memory.writers(A)) {
      const ConstantInt *Value = nullptr;
      if (!isKnownStore(I, Objects, Pts, Value) ||
          wayFor(B, Value, Read) != 1 - Way)
        return false;
      Set |= I->getFunction() == B->getFunction() &&
             By.Before.dominates(BasicBlockEdge(B->getParent(), To),
                                 I->getParent()) &&
             By.After.dominates(I->getParent(), To);
    }
  return Set;
}

/// An if whose condition no sums tell: one that decides on data counts if much
/// code depends on it, in it or behind it; or if it ends a loop. False: it does
/// not count.
bool TripCounts::dataBranch(const BranchInst *B, int Stmt, const Context &C) {
  if (!countBranch(Stmt, C, false, B->getCondition()))
    return false;
  Crossings::Truths(*this).numbersIn(B->getCondition(), C);
  return true;
}

} // namespace skel
