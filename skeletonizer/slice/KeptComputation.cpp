//===- KeptComputation.cpp - computation that stays and takes time --------===//
//
// Facts of statements and functions up to a fixpoint over the call graph; then
// the outermost statements that can be blocks, with fewer and fewer functions
// in them until every call of each is inside of one.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/KeptComputation.h"
#include "skeletonizer/model/Borders.h"
#include "skeletonizer/model/Summaries.h"
#include "skeletonizer/slice/Pauses.h"
#include "skeletonizer/slice/TripCounts.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

KeptComputation::KeptComputation(
    const IrIndex &I, const MemoryObjects &O, const PointsTo &P,
    const ModRef &M, const ControlDep &C, const SliceState &S,
    std::function<bool(ArrayRef<unsigned>)> IsBlock,
    const DenseSet<int> &WithBlocks)
    : Index(I), Pts(P), Memory(M), Control(C), Slice(S), Options(I, O, P),
      Prog(I.program()), IsRemovedBlock(std::move(IsBlock)),
      Of(Prog.Stmts.size()), Chosen(Prog.Stmts.size(), 0) {
  std::vector<const skel::Function *> Needed;
  for (const skel::Function &F : Prog.Functions)
    if (F.Body >= 0)
      for (const llvm::Function *Copy : Index.copies(int(F.Id)))
        if (Slice.needs(Copy)) {
          Needed.push_back(&F);
          break;
        }
  for (bool More = true; More;) {
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const skel::Function *F : Needed) {
        Facts Sum = visit(unsigned(F->Body));
        Sum.Cut |= WithBlocks.count(int(F->Id)) != 0;
        for (const llvm::Function *Copy : Index.copies(int(F->Id)))
          Sum.Heavy |= Sum.Works && Memory.isRecursive(Copy);
        for (const llvm::Function *Copy : Index.copies(int(F->Id))) {
          Facts &Known = In[Copy];
          Facts New = Known;
          New.add(Sum);
          Changed |= !(New == Known);
          Known = New;
        }
      }
    }
    std::fill(Chosen.begin(), Chosen.end(), 0);
    for (const skel::Function *F : Needed)
      choose(unsigned(F->Body));
    More = uncover();
  }
  // What a block calls is timed with it.
  for (const skel::Function *F : Needed) {
    bool Alone = false;
    for (const llvm::Function *Copy : Index.copies(int(F->Id)))
      Alone |= Apart.count(Copy) || Index.callers(Copy).empty() ||
               In[Copy].Noisy || In[Copy].Cut;
    if (Alone)
      continue;
    SmallVector<unsigned, 32> Work{unsigned(F->Body)};
    while (!Work.empty()) {
      unsigned T = Work.pop_back_val();
      Chosen[T] = 0;
      Work.append(Prog.Stmts[T].Children.begin(), Prog.Stmts[T].Children.end());
    }
  }
}

/// It computes with what is in a register or in memory.
static bool isWork(const Instruction *I) {
  if (isa<BinaryOperator>(I) || isa<GetElementPtrInst>(I) ||
      isFloatArithmetic(I))
    return true;
  auto *L = dyn_cast<LoadInst>(I); // the next element of a list
  return L && isa<LoadInst>(L->getPointerOperand());
}

static bool isNumber(StringRef Name) {
  return hasFact(Name, LibraryFact::Mathematics) ||
         hasFact(Name, LibraryFact::Arithmetic) ||
         hasFact(Name, LibraryFact::Draws);
}

/// A library function that does more than compute and hand out memory.
static bool isNoise(StringRef Name) {
  return !takesTime(Name) && !isNumber(Name) && !onlyUsesMemory(Name) &&
         !hasFact(Name, LibraryFact::Malloc) &&
         !hasFact(Name, LibraryFact::TakesBack) &&
         !hasFact(Name, LibraryFact::Piece);
}

KeptComputation::Facts KeptComputation::factsOf(const Instruction *I) const {
  Facts Out;
  Out.Works = isWork(I);
  auto *C = dyn_cast<CallBase>(I);
  if (!C)
    return Out;
  if (auto *M = dyn_cast<MemIntrinsic>(C)) {
    Out.Works = Out.Heavy = !isa<ConstantInt>(M->getLength());
    return Out;
  }
  if (isa<IntrinsicInst>(C))
    return Out;
  Out.Talks = Index.communicates(C);
  Out.Noisy |= Out.Talks;
  if (const MpiCallInfo *M = IrIndex::mpiCall(C)) {
    // It reads the clock: the time of a block comes before all that is in it.
    // The time of a function of the program is beside the blocks.
    Out.Noisy |= !*M->Roles || Slice.usersOperator(C);
    Out.Works = M->elementCount() >= 0;
    Out.Heavy = IrIndex::worksMuch(C);
    return Out; // an operator is called when it is used
  }
  for (auto Targets : {Pts.callees(C), Pts.callbacks(C)})
    for (const llvm::Function *G : Targets) {
      auto It = In.find(G);
      if (It != In.end())
        Out.add(It->second);
      Out.Cut |= Apart.count(G) != 0;
    }
  for (const llvm::Function *F : Memory.externals(C)) {
    StringRef Name = F->getName();
    if (findMpiCall(Name))
      continue;
    bool OfMemory = onlyUsesMemory(Name);
    const Value *Length = IrIndex::passedBytes(C, Name);
    // The time of a block would come beside that of the pause.
    bool Pause = isPause(Memory, C);
    bool Kernel =
        (takesTime(Name) && !Pause) || (Length && !isa<ConstantInt>(Length));
    bool OfOptions = OfMemory && Options.readsOptions(C);
    Out.Works |= Kernel || OfMemory || isNumber(Name);
    Out.Heavy |= Kernel && !OfOptions; // these are short
    Out.Options |= OfOptions;
    Out.Noisy |= Pause || isNoise(Name);
    Out.Reads |= hasFact(Name, LibraryFact::ReadsStream);
    Out.Input |= Out.Reads || hasFact(Name, LibraryFact::PrintsText);
  }
  return Out;
}

/// Facts of a statement with all below it, and with what it calls.
KeptComputation::Facts KeptComputation::visit(unsigned Stmt) {
  const skel::Stmt &S = Prog.Stmts[Stmt];
  Facts Sum;
  if (Control.isDead(int(Stmt)) || Index.isModel(int(Stmt)))
    return Of[Stmt] = Sum;
  for (const Instruction *I : Index.instructions(int(Stmt)))
    // A timer may stay open where the process ends.
    if (Slice.executes(I) && !Control.isLast(I->getParent()))
      Sum.add(factsOf(I));
  for (unsigned Child : S.Children)
    Sum.add(visit(Child));
  if (isRepeated(Index, Stmt) && Sum.Works && Slice.keeps(int(Stmt)) &&
      !(Sum.Options && Options.goesOverOptions(Stmt)))
    Sum.Heavy = true;
  if (S.Kind == StmtKind::Compound || Slice.keeps(int(Stmt)))
    Sum.Cut |= hasRemovedBlock(Stmt);
  return Of[Stmt] = Sum;
}

/// Removed children that make a block. What an error runs before it ends the
/// process is none.
bool KeptComputation::hasRemovedBlock(unsigned Stmt) const {
  const skel::Stmt &S = Prog.Stmts[Stmt];
  SmallVector<unsigned, 16> Run;
  for (unsigned Child : S.Children) {
    if (!Slice.keeps(int(Child)) && S.Kind != StmtKind::Decl) {
      if (!Control.isLast(int(Child)))
        Run.push_back(Child);
      continue;
    }
    if (!Run.empty() && IsRemovedBlock(Run))
      return true;
    Run.clear();
  }
  return !Run.empty() && IsRemovedBlock(Run);
}

/// A jump below Stmt that may end outside of Block, and at which its time
/// cannot end: a macro has it.
bool KeptComputation::jumpsOut(unsigned Stmt, unsigned Block) const {
  const skel::Stmt &S = Prog.Stmts[Stmt];
  if (Control.isDead(int(Stmt)))
    return false;
  if (S.Kind == StmtKind::Return)
    return S.FromMacro && Of[Stmt].Heavy;
  if (S.Kind == StmtKind::Macro)
    return S.HoldsJump || S.HoldsLabel || S.HoldsCase;
  if (S.Kind == StmtKind::Goto) {
    if (S.Name != "break" && S.Name != "continue")
      return S.FromMacro;
    for (int Up = S.Parent; Up >= 0; Up = Prog.Stmts[Up].Parent) {
      const skel::Stmt &Outer = Prog.Stmts[Up];
      if (isLoop(Outer.Kind) ||
          (Outer.Kind == StmtKind::Switch && S.Name == "break"))
        break;
      if (unsigned(Up) == Block)
        return true;
    }
  }
  for (unsigned Child : S.Children)
    if (jumpsOut(Child, Block))
      return true;
  return false;
}

/// True: there is a block at or below Stmt.
bool KeptComputation::choose(unsigned Stmt) {
  const skel::Stmt &S = Prog.Stmts[Stmt];
  const Facts &F = Of[Stmt];
  if (!F.Heavy || Control.isDead(int(Stmt)))
    return false;
  bool Kind = isLoop(S.Kind) || S.Kind == StmtKind::Expr ||
              S.Kind == StmtKind::Macro ||
              (S.Kind == StmtKind::Decl && !S.Children.empty());
  bool Quiet = (Slice.keeps(int(Stmt)) || S.Kind == StmtKind::Decl) &&
               !F.Noisy && !F.Cut && !jumpsOut(Stmt, Stmt) &&
               !whyEntered(Prog, int(Stmt), int(Stmt));
  if (Kind && Quiet) {
    Chosen[Stmt] = 1;
    return true;
  }
  bool Below = false;
  if (S.Kind != StmtKind::Decl)
    for (unsigned Child : S.Children)
      Below |= choose(Child);
  // Of a loop that begins at a case: "switch (n % 4) { case 0: do { ...; case
  // 3: ...".
  if (!Below && Quiet && S.Kind == StmtKind::Switch)
    Below = Chosen[Stmt] = holdsEnteredLoop(Stmt);
  return Below;
}

/// A loop that works has a case of a switch around it.
bool KeptComputation::holdsEnteredLoop(unsigned Stmt) const {
  const skel::Stmt &S = Prog.Stmts[Stmt];
  return (isLoop(S.Kind) && Of[Stmt].Heavy &&
          whyEntered(Prog, int(Stmt), int(Stmt))) ||
         llvm::any_of(S.Children,
                      [&](unsigned C) { return holdsEnteredLoop(C); });
}

/// Functions with a call that is in no block get blocks of their own; true if
/// there are new ones.
bool KeptComputation::uncover() {
  bool Found = false;
  for (auto &Entry : In) {
    const llvm::Function *F = Entry.first;
    if (!Entry.second.Heavy || Entry.second.Noisy || Entry.second.Cut ||
        Apart.count(F))
      continue;
    for (const CallBase *C : Index.callers(F)) {
      // What covers a function covers its calls of itself.
      if (!Slice.executes(C) || C->getFunction() == F ||
          Control.isLast(C->getParent()))
        continue;
      bool Covered = false;
      for (int Up = Index.stmtOf(C); Up >= 0; Up = Prog.Stmts[Up].Parent)
        Covered |= Chosen[Up] != 0;
      if (Covered)
        continue;
      // A caller that is itself called in blocks only covers it too.
      const llvm::Function *Caller = C->getFunction();
      auto It = In.find(Caller);
      if (It != In.end() && !Index.callers(Caller).empty() &&
          !It->second.Noisy && !It->second.Cut && !Apart.count(Caller))
        continue;
      // The text that gets blocks is that of all copies.
      for (const llvm::Function *Copy : Index.copies(Index.functionOf(F)))
        Apart.insert(Copy);
      Found = true;
      break;
    }
  }
  return Found;
}

bool KeptComputation::readsStream(const CallBase *C) const {
  return factsOf(C).Reads;
}

std::optional<Untimed::Reason> KeptComputation::whyNone(unsigned Loop) const {
  bool Input = false, Leaves = jumpsOut(Loop, Loop), Timed = false;
  SmallVector<unsigned, 32> Work{Loop};
  while (!Work.empty()) {
    unsigned S = Work.pop_back_val();
    if (Control.isDead(int(S)))
      continue;
    for (const Instruction *I : Index.instructions(int(S)))
      if (auto *C = dyn_cast<CallBase>(I);
          C && Slice.executes(C) && !Control.isLast(C->getParent())) {
        Input |= factsOf(C).Input;
        Leaves |= Control.mayNotReturn(C);
        Timed |= IrIndex::mpiCall(C) && Slice.usersOperator(C);
      }
    Work.append(Prog.Stmts[S].Children.begin(), Prog.Stmts[S].Children.end());
  }
  if (Input)
    return Untimed::Reads;
  if (Timed || (Of[Loop].Options && Options.goesOverOptions(Loop)))
    return std::nullopt;
  if (whyEntered(Prog, int(Loop), int(Loop)))
    return Untimed::Enters;
  return Leaves ? Untimed::Jumps : Untimed::Other;
}

} // namespace skel
