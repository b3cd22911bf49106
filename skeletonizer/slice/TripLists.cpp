//===- TripLists.cpp - lengths of lists, totals of arrays -----------------===//
//
// Loops that go through a list to its end, and loops in a loop that run as
// often as the elements of an array say: what code in front of the run can
// find out, if it may go through the same memory as the run.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/slice/TripCrossings.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace skel {

/// The variable of "while (l)" or "l != NULL"; or null.
static const AllocaInst *testedPointer(const BranchInst *B) {
  auto *Test = dyn_cast<ICmpInst>(B->getCondition());
  if (!Test || Test->getPredicate() != CmpInst::ICMP_NE ||
      !isa<ConstantPointerNull>(Test->getOperand(1)))
    return nullptr;
  auto *L = dyn_cast<LoadInst>(Test->getOperand(0));
  auto *V = L ? dyn_cast<AllocaInst>(L->getPointerOperand()) : nullptr;
  return V && isPlain(V) ? V : nullptr;
}

/// Of "l = l->next": the load of the link, and its place in an element.
static const LoadInst *linkOf(const StoreInst *S, const AllocaInst *V,
                              const DataLayout &Layout, int64_t &Offset) {
  auto *Link = dyn_cast<LoadInst>(S->getValueOperand());
  if (!Link)
    return nullptr;
  APInt Bytes(64, 0);
  auto *From = dyn_cast<LoadInst>(
      Link->getPointerOperand()->stripAndAccumulateConstantOffsets(
          Layout, Bytes, true));
  Offset = Bytes.getSExtValue();
  return From && From->getPointerOperand() == V ? Link : nullptr;
}

bool inEachRound(const Program &P, int At, int Loop) {
  int Body = P.bodyOf(P.Stmts[Loop]);
  for (; At >= 0 && At != Loop && At != Body; At = P.Stmts[At].Parent)
    if (P.Stmts[At].Parent != Body && P.Stmts[At].Parent != Loop &&
        P.Stmts[P.Stmts[At].Parent].Kind != StmtKind::Compound)
      return false;
  return At >= 0;
}

/// A jump other than "continue" at the end of the loop's body stands in it.
static bool hasJumps(const Program &P, int Loop) {
  for (const Stmt &S : P.Stmts)
    if (S.Function == P.Stmts[Loop].Function &&
        (S.Kind == StmtKind::Goto || S.Kind == StmtKind::Return ||
         S.Kind == StmtKind::Switch || S.HoldsJump) &&
        P.isIn(int(S.Id), Loop))
      return true;
  return false;
}

/// What the loop's variable is set to in front of it, and how it gets on; false
/// if the loop does not go through a list link by link.
bool TripCounts::walkOf(const AllocaInst *V, int Stmt, Walk &Out) const {
  const Program &Prog = Index.program();
  const Value *Before = nullptr;
  size_t Elsewhere = 0;
  bool Made = false; // in the run
  for (const User *U : V->users()) {
    auto *S = dyn_cast<StoreInst>(U);
    if (!S)
      continue;
    int At = Index.stmtOf(S);
    if (!Prog.isIn(At, Stmt)) {
      ++Elsewhere;
      Before = S->getValueOperand();
      Made |= V->getFunction() != Home || InRun.count(S);
      continue;
    }
    int64_t Offset = 0;
    if (const LoadInst *Link = linkOf(S, V, Objects.layout(), Offset)) {
      if (Out.Link || !inEachRound(Prog, At, Stmt))
        return false;
      Out.Link = Link;
      Out.Offset = Offset;
    } else if (At == Stmt || (Prog.Stmts[At].Parent == Stmt &&
                              Prog.Stmts[At].Kind == StmtKind::Declarator)) {
      Out.First = S->getValueOperand();
    } else {
      return false; // the body changes it
    }
  }
  if (!Out.First && Elsewhere == 1 && Made)
    Out.First = Before;
  Out.There = !Out.First && !Made;
  return (Out.First || Out.There) && Out.Link;
}

/// The loop goes through a list, up to a null. A "break" may end it before.
bool TripCounts::length(const BranchInst *B, int Stmt, const Context &C) {
  const AllocaInst *V = Front ? testedPointer(B) : nullptr;
  Walk By;
  if (!V || !walkOf(V, Stmt, By))
    return false;
  auto Refuse = [&](const std::string &Why) {
    Refused.push_back({B, "the length of a list, " + Why});
    return false;
  };
  if (auto It = NoValue.find(B); It != NoValue.end())
    return Refuse(It->second);
  auto Out = std::make_shared<Computed>();
  Out->What = Computed::Length;
  Out->At = B;
  Out->Reads = Memory.reads(By.Link);
  Out->Arguments.resize(1);
  Computed::Argument &First = Out->Arguments[0];
  if (By.There)
    First.Pointer.Root = V;
  else if (!argument(By.First, C, First) || First.Address ||
           !First.Pointer.Root)
    return Refuse("whose first element has no name in front of the block");
  if (Out->Reads.intersects(Written))
    return Refuse("which the block changes");
  if (!alwaysRuns(B, C))
    return Refuse("which the block may not go through");
  Out->Link = First.Pointer;
  Out->Link.follow();
  Out->Link.add(By.Offset);
  Counted.push_back({{}, B});
  Counted.back().Count.Values.push_back({std::move(Out), 1});
  return true;
}

/// What is read is "array[index]", by elements of its own size.
struct ArrayElement {
  const Value *Array = nullptr, *Index = nullptr;
};
static std::optional<ArrayElement> elementAt(const LoadInst *L,
                                             const DataLayout &DL) {
  auto *G = L ? dyn_cast<GEPOperator>(L->getPointerOperand()) : nullptr;
  MapVector<Value *, APInt> Variable;
  APInt Constant(64, 0);
  if (!G || !G->collectOffset(DL, 64, Variable, Constant) ||
      Variable.size() != 1 || !Constant.isZero() ||
      Variable.begin()->second != DL.getTypeStoreSize(L->getType()))
    return std::nullopt;
  return ArrayElement{G->getPointerOperand(), Variable.begin()->first};
}

/// The for loop, without jumps, of which the statement is the body, or stands
/// in it by itself; -1: there is none.
static int loopOver(const Program &P, int Stmt) {
  int Outer = P.Stmts[Stmt].Parent;
  while (Outer >= 0 && P.Stmts[Outer].Kind == StmtKind::Compound)
    Outer = P.Stmts[Outer].Parent;
  return Outer >= 0 && P.Stmts[Outer].Kind == StmtKind::For &&
                 !hasJumps(P, Outer)
             ? Outer
             : -1;
}

/// The only branch of a loop's own code in a function, if it compares integers
/// or pointers; or null.
static const BranchInst *testOf(const IrIndex &Index, int Loop,
                                const llvm::Function *F) {
  const BranchInst *Branch = nullptr;
  for (const Instruction *I : Index.instructions(Loop))
    if (auto *B = dyn_cast<BranchInst>(I);
        B && B->isConditional() && B->getFunction() == F) {
      if (Branch || !isa<ICmpInst>(B->getCondition()))
        return nullptr;
      Branch = B;
    }
  return Branch;
}

/// "array[k]", where k counts the rounds of a loop from 0.
bool TripCounts::totalOf(const Value *V, int Stmt, const Context &C,
                         Computed &Out) const {
  while (isa<SExtInst>(V) || isa<ZExtInst>(V))
    V = cast<Instruction>(V)->getOperand(0);
  auto *L = dyn_cast<LoadInst>(V);
  std::optional<ArrayElement> Element = elementAt(L, Objects.layout());
  int Outer = Element ? loopOver(Index.program(), Stmt) : -1;
  Counter By;
  if (Outer < 0 || !counterOf(Element->Index, Outer, By))
    return false;
  const BranchInst *Branch = testOf(Index, Outer, L->getFunction());
  auto *Test = Branch ? cast<ICmpInst>(Branch->getCondition()) : nullptr;
  Counter Tested;
  if (!Test || !counterOf(Test->getOperand(0), Outer, Tested) ||
      Tested.Begin != By.Begin || Tested.Step != By.Step || By.Down ||
      !ICmpInst::isLT(Test->getPredicate()) || knownConstant(By.Begin) != 0 ||
      knownConstant(By.Step) != 1)
    return false;
  std::optional<Sum> Many = sum(Test->getOperand(1), C);
  Out.What = Computed::Total;
  Out.Reads = Memory.reads(L);
  Out.Arguments.resize(2);
  if (!Many || Out.Reads.intersects(Written) || !alwaysRuns(Branch, C) ||
      !argument(Element->Array, C, Out.Arguments[0]))
    return false;
  Out.Arguments[1].Number = *Many;
  return Out.Arguments[0].Pointer.Root != nullptr;
}

/// The loop runs as often as an element of an array says that a loop around it
/// counts through: all its rounds together are the total.
bool TripCounts::total(const BranchInst *B, int Stmt, const Context &C) {
  auto *Test = dyn_cast<ICmpInst>(B->getCondition());
  Counter By;
  if (!Front || !Test || !counterOf(Test->getOperand(0), Stmt, By) || By.Down ||
      !ICmpInst::isLT(Test->getPredicate()) || knownConstant(By.Begin) != 0 ||
      knownConstant(By.Step) != 1)
    return false;
  auto Out = std::make_shared<Computed>();
  Out->At = B;
  if (!totalOf(Test->getOperand(1), Stmt, C, *Out))
    return false;
  if (auto It = NoValue.find(B); It != NoValue.end()) {
    Refused.push_back({B, "the total of an array, " + It->second});
    return false;
  }
  Counted.push_back({{}, B});
  Counted.back().Count.Values.push_back({std::move(Out), 1});
  return true;
}

/// "array[r + 1]", where r is the counter of a loop.
struct TripCounts::Crossings::Element {
  Computed::Argument Array;
  int64_t Plus = 0; ///< to the counter
  const LoadInst *Read = nullptr;
};

bool TripCounts::Crossings::elementOf(const Value *V, int Loop,
                                      const Context &C, Element &Out) {
  V = withoutCast(V);
  Out.Read = dyn_cast<LoadInst>(V);
  auto *Local =
      Out.Read ? dyn_cast<AllocaInst>(Out.Read->getPointerOperand()) : nullptr;
  if (const Value *Once = Local ? onlyStored(Local) : nullptr)
    return elementOf(Once, Loop, C, Out);
  std::optional<ArrayElement> At = elementAt(Out.Read, T.Objects.layout());
  if (!At)
    return false;
  const Value *Index = withoutCast(At->Index);
  if (auto *B = dyn_cast<BinaryOperator>(Index)) {
    auto *K = dyn_cast<ConstantInt>(B->getOperand(1));
    bool Add = B->getOpcode() == Instruction::Add;
    if (!K || (!Add && B->getOpcode() != Instruction::Sub))
      return false;
    Out.Plus = Add ? K->getSExtValue() : -K->getSExtValue();
    Index = withoutCast(B->getOperand(0));
  }
  Counter By;
  return T.counterOf(Index, Loop, By) && T.argument(At->Array, C, Out.Array) &&
         Out.Array.Pointer.Root;
}

bool TripCounts::Crossings::span(const BranchInst *B, int Stmt,
                                 const Context &C) {
  auto *Test = dyn_cast<ICmpInst>(B->getCondition());
  int Outer = loopOver(T.Index.program(), Stmt);
  Counter By;
  if (!T.Front || !Test || Outer < 0 ||
      !T.counterOf(Test->getOperand(0), Stmt, By) || By.Down ||
      knownConstant(By.Step) != 1 || !ICmpInst::isLT(Test->getPredicate()))
    return false;
  Element First, Last;
  if (!elementOf(By.Begin, Outer, C, First) ||
      !elementOf(Test->getOperand(1), Outer, C, Last) ||
      Last.Plus != First.Plus + 1 ||
      !(First.Array.Pointer == Last.Array.Pointer) ||
      First.Array.Address != Last.Array.Address)
    return false;
  const BranchInst *Branch = testOf(T.Index, Outer, B->getFunction());
  std::optional<Counting> Rows =
      Branch ? counting(cast<ICmpInst>(Branch->getCondition()), Outer, C, false,
                        false)
             : std::nullopt;
  if (!Rows || Rows->Down || !Rows->Step.isConstant() || Rows->Step.Addend != 1)
    return false;
  auto Out = std::make_shared<Computed>();
  Out->What = Computed::Span;
  Out->At = B;
  Out->Reads = T.Memory.reads(First.Read) | T.Memory.reads(Last.Read);
  Sum From = Rows->From;
  From.Addend += First.Plus;
  Sum To = From;
  To.add(Rows->Count, 1);
  if (Out->Reads.intersects(T.Written) || !T.alwaysRuns(Branch, C))
    return false;
  if (auto It = T.NoValue.find(B); It != T.NoValue.end()) {
    T.Refused.push_back(
        {B, "the elements between two of an array, " + It->second});
    return false;
  }
  Out->Arguments = {First.Array, {From}, {To}};
  Sum Rounds;
  Rounds.Values.push_back({std::move(Out), 1});
  add(std::move(Rounds), B);
  return true;
}

} // namespace skel
