//===- QuietRounds.cpp - loops whose rounds may do little -----------------===//
//
// The ways through statements, over the call graph until they do not change:
// at first no function with a body can be passed without a word, then more and
// more can. Then what lies in quiet rounds, also in functions that are called
// there.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/blocks/QuietRounds.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/model/Summaries.h"
#include "skeletonizer/slice/TripCounts.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

QuietRounds::QuietRounds(const IrIndex &I, const PointsTo &P, const ModRef &M,
                         const ControlDep &C, const SliceState &S,
                         std::function<bool(unsigned)> Block,
                         std::function<bool(const CallBase *)> Costly)
    : Index(I), Pts(P), Memory(M), Control(C), Slice(S), Prog(I.program()),
      IsBlock(std::move(Block)), IsCostly(std::move(Costly)),
      Of(Prog.Stmts.size()) {
  std::vector<const skel::Function *> Needed;
  for (const skel::Function &F : Prog.Functions)
    if (F.Body >= 0 &&
        llvm::any_of(Index.copies(int(F.Id)),
                     [&](const auto *Copy) { return Slice.needs(Copy); }))
      Needed.push_back(&F);
  for (bool Changed = true; Changed;) {
    Changed = false;
    Loops.clear();
    for (const skel::Function *F : Needed) {
      Ways W = visit(unsigned(F->Body));
      if (W.Through || W.Returns)
        Changed |= Quiet.insert(int(F->Id)).second;
    }
  }
  for (unsigned L : Loops)
    for (unsigned Child : Prog.Stmts[L].Children)
      mark(Child);
  for (size_t K = 0; K < Called.size(); ++K)
    mark(unsigned(Prog.Functions[Called[K]].Body));
}

/// Functions of the program that a call enters and that have a body.
template <class Fn>
void QuietRounds::forTargets(const CallBase *C, Fn Do) const {
  for (const llvm::Function *G : programTargets(Index, Pts, C))
    Do(Index.functionOf(G));
}

/// Each function that it may enter communicates or has a block, whatever way
/// control takes.
bool QuietRounds::isBusyCall(const CallBase *C) const {
  if (IrIndex::mpiCall(C))
    return Index.communicates(C);
  bool Enters = false, Passes = false;
  forTargets(C, [&](int F) {
    Enters = true;
    Passes |= Quiet.count(F) != 0;
  });
  return Enters ? !Passes : IsCostly(C);
}

/// The statement's own code communicates, or runs a block.
bool QuietRounds::isBusy(unsigned Stmt) const {
  for (const Instruction *I : Index.instructions(int(Stmt)))
    if (auto *C = dyn_cast<CallBase>(I);
        C && Slice.executes(C) && isBusyCall(C))
      return true;
  return false;
}

QuietRounds::Ways QuietRounds::visit(unsigned Stmt) {
  const skel::Stmt &S = Prog.Stmts[Stmt];
  Ways Out;
  if (Control.isDead(int(Stmt)))
    return Of[Stmt] = Out;
  bool Stays = Slice.keeps(int(Stmt)) || S.Kind == StmtKind::Decl ||
               S.Kind == StmtKind::Compound;
  if (!Stays && S.Kind != StmtKind::Goto && S.Kind != StmtKind::Return) {
    Out.Through = !IsBlock(Stmt);
    return Of[Stmt] = Out;
  }
  if (isLoop(S.Kind)) // its test runs in each round
    return Of[Stmt] = loop(S);
  if (isBusy(Stmt)) { // no round passes it; a loop below has its own rounds
    for (unsigned Child : S.Children)
      visit(Child);
    return Of[Stmt] = Out;
  }
  switch (S.Kind) {
  case StmtKind::Goto:
    Out.Breaks = S.Name == "break";
    Out.Continues = S.Name == "continue";
    break;
  case StmtKind::Return:
    Out.Returns = true;
    break;
  case StmtKind::If:
    Out = branch(S);
    break;
  case StmtKind::Switch:
    Out = choice(S);
    break;
  default:
    Out = sequence(S);
  }
  return Of[Stmt] = Out;
}

QuietRounds::Ways QuietRounds::sequence(const skel::Stmt &S) {
  Ways Out;
  bool Through = true;
  for (unsigned Child : S.Children) {
    Ways W = visit(Child);
    if (Prog.Stmts[Child].Kind == StmtKind::Label)
      Through = true; // a goto may come here
    if (!Through)
      continue;
    Through = W.Through;
    W.Through = false;
    Out.add(W);
  }
  Out.Through = Through;
  return Out;
}

QuietRounds::Ways QuietRounds::branch(const skel::Stmt &S) {
  Ways Out;
  for (unsigned Child : S.Children)
    Out.add(visit(Child));
  if (S.Constant >= 0) {
    int Part = constantPart(S);
    return Part >= 0 ? Of[Part] : Ways{true};
  }
  Out.Through |= S.Children.size() < 2;
  return Out;
}

/// From each case on; without any, as if none fits.
QuietRounds::Ways QuietRounds::choice(const skel::Stmt &S) {
  Ways Out;
  for (unsigned Body : S.Children) {
    visit(Body);
    bool Through = false;
    for (unsigned Child : Prog.Stmts[Body].Children) {
      Through |= Prog.Stmts[Child].Kind == StmtKind::Case;
      if (!Through)
        continue;
      Ways W = Of[Child];
      Through = W.Through;
      W.Through = W.Breaks;
      W.Breaks = false;
      Out.add(W);
    }
    Out.Through |= Through;
  }
  return Out;
}

/// There is communication or a block in the statement.
bool QuietRounds::worksBelow(unsigned Stmt) const {
  if (Control.isDead(int(Stmt)))
    return false;
  StmtKind Kind = Prog.Stmts[Stmt].Kind;
  if (!Slice.keeps(int(Stmt)) && Kind != StmtKind::Compound &&
      Kind != StmtKind::Decl)
    return IsBlock(Stmt);
  for (const Instruction *I : Index.instructions(int(Stmt)))
    if (auto *C = dyn_cast<CallBase>(I);
        C && Slice.executes(C) && (Index.communicates(C) || IsCostly(C)))
      return true;
  return llvm::any_of(Prog.Stmts[Stmt].Children,
                      [&](unsigned Child) { return worksBelow(Child); });
}

/// A loop in which each round communicates, or runs a block, is taken to run;
/// one that does neither is a block by itself.
QuietRounds::Ways QuietRounds::loop(const skel::Stmt &S) {
  Ways Body, Out;
  for (unsigned Child : S.Children)
    Body.add(visit(Child));
  bool Test = isBusy(S.Id), Works = Test || worksBelow(S.Id);
  Out.Returns = Body.Returns;
  Out.Through = Body.Breaks;
  if (Works && !Test && (Body.Through || Body.Continues)) {
    Loops.insert(S.Id);
    Out.Through = true;
  }
  return Out;
}

/// What a function that the program defines does, whatever way it takes.
double QuietRounds::workIn(const llvm::Function *G) {
  auto [It, New] = Works.try_emplace(G, 0.0);
  if (!New)
    return It->second;
  double Sum = 0;
  for (const Instruction &I : llvm::instructions(*G))
    Sum += work(&I);
  return Works[G] = Sum;
}

/// Points of work, about a nanosecond each. Output takes none, as elsewhere.
double QuietRounds::work(const Instruction *I) {
  if (isFloatArithmetic(I))
    return 1;
  if (isa<BinaryOperator>(I))
    return I->isIntDivRem() ? 1 : 0.25;
  if (auto *G = dyn_cast<GetElementPtrInst>(I))
    return G->hasAllConstantIndices() ? 0 : 0.25;
  auto *C = dyn_cast<CallBase>(I);
  if (!C || IrIndex::mpiCall(C))
    return 0;
  if (auto *Intrinsic = dyn_cast<IntrinsicInst>(C))
    return Intrinsic->getType()->isFloatingPointTy() ? 2 : 0;
  double Points = 0;
  for (const llvm::Function *G : Pts.callees(C))
    if (!Called.count(Index.functionOf(G)))
      Points = std::max(Points, workIn(G));
  for (const llvm::Function *F : Memory.externals(C)) {
    StringRef Name = F->getName();
    if (hasFact(Name, LibraryFact::Mathematics) ||
        hasFact(Name, LibraryFact::Malloc) ||
        hasFact(Name, LibraryFact::TakesBack) ||
        hasFact(Name, LibraryFact::Draws))
      Points = std::max(Points, 4.0);
  }
  return Points;
}

double QuietRounds::workOf(unsigned Stmt) {
  double Points = 0;
  if (Control.isDead(int(Stmt)))
    return Points;
  ArrayRef<const Instruction *> Code = Index.instructions(int(Stmt));
  for (const Instruction *I : Code) // of one copy of the function
    if (I->getFunction() == Code.front()->getFunction())
      Points += work(I);
  for (unsigned Child : Prog.Stmts[Stmt].Children)
    Points += workOf(Child);
  return Points;
}

double QuietRounds::workOfRun(ArrayRef<unsigned> Run) {
  double Points = 0;
  for (unsigned S : Run)
    if (InRound.count(int(S)))
      Points += workOf(S);
  return Points;
}

bool QuietRounds::computes(ArrayRef<unsigned> Run) {
  return workOfRun(Run) >= Some;
}

/// The statement calls MPI, or enters a function that may have a block.
bool QuietRounds::mayTalk(unsigned Stmt) const {
  for (const Instruction *I : Index.instructions(int(Stmt)))
    if (auto *C = dyn_cast<CallBase>(I); C && Slice.executes(C)) {
      bool Talks = IrIndex::mpiCall(C) != nullptr;
      forTargets(C, [&](int F) { Talks |= Called.count(F) != 0; });
      if (Talks)
        return true;
    }
  return llvm::any_of(Prog.Stmts[Stmt].Children,
                      [&](unsigned Child) { return mayTalk(Child); });
}

bool QuietRounds::mayStay(unsigned Stmt) const {
  StmtKind Kind = Prog.Stmts[Stmt].Kind;
  return (Kind == StmtKind::Expr || Kind == StmtKind::Decl) &&
         Slice.keeps(int(Stmt)) && InRound.count(int(Stmt)) && !mayTalk(Stmt);
}

bool QuietRounds::stayAndCompute(ArrayRef<unsigned> Run) {
  return workOfRun(Run) >= More;
}

void QuietRounds::markCalls(unsigned Stmt) {
  for (const Instruction *I : Index.instructions(int(Stmt)))
    if (auto *C = dyn_cast<CallBase>(I);
        C && Slice.executes(C) && !IrIndex::mpiCall(C))
      forTargets(C, [&](int F) {
        if (Quiet.count(F) && worksBelow(unsigned(Prog.Functions[F].Body)))
          Called.insert(F);
      });
}

/// What a quiet round runs. A loop in it is marked by itself.
void QuietRounds::mark(unsigned Stmt) {
  if (!Of[Stmt].Any())
    return;
  InRound.insert(int(Stmt));
  if (isLoop(Prog.Stmts[Stmt].Kind))
    return;
  markCalls(Stmt);
  for (unsigned Child : Prog.Stmts[Stmt].Children)
    mark(Child);
}

} // namespace skel
