//===- TimelessCode.cpp - what works and is in no block -------------------===//
//
// From main on, over calls that are in no block, which functions run outside of
// blocks; then their statements, from inner ones to outer ones.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/blocks/TimelessCode.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/model/Borders.h"
#include "skeletonizer/model/MpiTable.h"
#include "skeletonizer/slice/Pauses.h"
#include "skeletonizer/slice/TripCounts.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

TimelessCode::TimelessCode(const IrIndex &I, const PointsTo &P, const ModRef &M,
                           const ControlDep &C, const SliceState &S,
                           const KeptComputation &W,
                           std::function<bool(const CallBase *)> Takes,
                           std::function<bool(unsigned)> Removed)
    : Index(I), Pts(P), Memory(M), Control(C), Slice(S), Work(W),
      Prog(I.program()), Gotos(findGotoLoops(Prog)),
      TakesTime(std::move(Takes)), IsRemovedBlock(std::move(Removed)) {}

/// Functions of the program that a call enters, but operators in reductions.
TimelessCode::Targets TimelessCode::targets(const CallBase *C) const {
  const MpiCallInfo *M = IrIndex::mpiCall(C);
  return M && M->combines() ? Targets{} : programTargets(Index, Pts, C);
}

/// What a statement calls that is in no block.
void TimelessCode::follow(unsigned Stmt) {
  if (Control.isDead(int(Stmt)) || InBlock.count(int(Stmt)))
    return;
  const skel::Stmt &S = Prog.Stmts[Stmt];
  for (const Instruction *I : Index.instructions(int(Stmt)))
    if (auto *C = dyn_cast<CallBase>(I);
        C && Slice.executes(C) && !Control.isLast(C->getParent()))
      for (const llvm::Function *G : targets(C)) {
        Calls[int(S.Function)].insert(Index.functionOf(G));
        Entered.insert(Index.functionOf(G));
      }
  for (unsigned Child : S.Children)
    follow(Child);
}

void TimelessCode::findFunctions() {
  for (const skel::Function &F : Prog.Functions)
    if (F.Body >= 0 && llvm::any_of(Index.copies(int(F.Id)), [&](auto *Copy) {
          return Slice.needs(Copy) &&
                 (F.Unnamed || Index.callers(Copy).empty());
        }))
      Entered.insert(int(F.Id));
  for (size_t K = 0; K < Entered.size(); ++K)
    follow(unsigned(Prog.Functions[Entered[K]].Body));
  for (int S : InBlock)
    Holds.insert(int(Prog.Stmts[S].Function));
  for (int S : HasPart)
    Holds.insert(int(Prog.Stmts[S].Function));
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (int F : Entered)
      if (!Holds.count(F) &&
          llvm::any_of(Calls[F], [&](int G) { return Holds.count(G) != 0; }))
        Changed |= Holds.insert(F).second;
  }
}

/// The call communicates, or enters a function with blocks or code that is
/// told.
bool TimelessCode::holdsBlock(const CallBase *C) const {
  return Index.communicates(C) ||
         llvm::any_of(targets(C), [&](const llvm::Function *G) {
           int F = Index.functionOf(G);
           return Holds.count(F) || (Named.count(F) && !Memory.isRecursive(G));
         });
}

/// A loop of a macro that works, and neither communicates nor enters functions
/// with blocks.
bool TimelessCode::loopsIn(unsigned Macro) const {
  SmallSetVector<const BasicBlock *, 32> Code;
  for (const Instruction *I : Index.instructions(int(Macro)))
    Code.insert(I->getParent());
  auto Idle = [&](const BasicBlock *B) {
    return llvm::none_of(*B, [&](const Instruction &I) {
      auto *C = dyn_cast<CallBase>(&I);
      return C && !isa<IntrinsicInst>(C) && holdsBlock(C);
    });
  };
  auto Works = [](const BasicBlock *B) {
    return llvm::any_of(*B, [](const Instruction &I) {
      return isFloatArithmetic(&I) || isa<GetElementPtrInst>(I);
    });
  };
  for (const BasicBlock *B : Code) {
    if (!Idle(B) || !Works(B))
      continue;
    SmallSetVector<const BasicBlock *, 32> Seen;
    Seen.insert(succ_begin(B), succ_end(B));
    for (size_t K = 0; K < Seen.size() && !Seen.count(B); ++K)
      if (Code.count(Seen[K]) && Idle(Seen[K]))
        Seen.insert(succ_begin(Seen[K]), succ_end(Seen[K]));
    if (Seen.count(B))
      return true;
  }
  return false;
}

/// The statement's own code; true if it communicates, or calls what holds
/// blocks.
bool TimelessCode::visitCode(unsigned Stmt, std::vector<Untimed> &Out) {
  bool Holding = false, Takes = false;
  bool Macro = Prog.Stmts[Stmt].Kind == StmtKind::Macro;
  for (const Instruction *I : Index.instructions(int(Stmt))) {
    auto *C = dyn_cast<CallBase>(I);
    if (!C || !Slice.needs(C->getFunction()) || Control.isLast(C->getParent()))
      continue;
    if (!Slice.executes(C)) // of other kinds a block, or told
      Takes |= Macro && TakesTime(C);
    else if (holdsBlock(C))
      Holding = true;
    else if (!IrIndex::mpiCall(C) || !Slice.usersOperator(C))
      Takes |= targets(C).empty() && TakesTime(C) && !isPause(Memory, C);
  }
  if (Takes || (Macro && Holding && loopsIn(Stmt)))
    Out.push_back({int(Stmt), Macro ? Untimed::Macro : Untimed::Other});
  return Holding;
}

/// Loops that stay, of a label among the children and a goto.
void TimelessCode::tellGotoLoops(unsigned Stmt, const DenseSet<int> &Holding,
                                 std::vector<Untimed> &Out) {
  for (const GotoLoop &L : Gotos) {
    if (Prog.Stmts[L.Label].Parent != int(Stmt) || !Slice.keeps(int(L.Goto)) ||
        Control.isDead(int(L.Goto)))
      continue;
    bool Holds = false, Works = false;
    for (unsigned Child : Prog.Stmts[Stmt].Children)
      if (Child >= L.Label && Child <= L.Last) {
        Holds |= Holding.count(int(Child)) != 0;
        Works |= Work.works(Child);
      }
    if (!Holds && Works)
      Out.push_back({int(L.Label), Untimed::Other});
  }
}

/// True: a part holds a block, or communicates.
bool TimelessCode::visitChildren(unsigned Stmt, std::vector<Untimed> &Out) {
  const skel::Stmt &S = Prog.Stmts[Stmt];
  DenseSet<int> Holding;
  for (unsigned Child : S.Children)
    if (Slice.keeps(int(Child)) || InBlock.count(int(Child))) {
      if (visit(Child, Out))
        Holding.insert(int(Child));
    } else if (S.Kind != StmtKind::Decl && !Told.count(int(Child)) &&
               !HasPart.count(int(Child)) && !Control.isDead(int(Child)) &&
               IsRemovedBlock(Child)) {
      bool Entered = whyEntered(Prog, int(Child), int(Child));
      Out.push_back({int(Child), Entered ? Untimed::Enters : Untimed::Other});
    }
  tellGotoLoops(Stmt, Holding, Out);
  return !Holding.empty();
}

/// Code at or below Stmt reads a stream, also in functions that it calls and
/// that are not told by themselves.
bool TimelessCode::readsStream(unsigned Stmt) const {
  if (Control.isDead(int(Stmt)) || !Slice.keeps(int(Stmt)))
    return false;
  for (const Instruction *I : Index.instructions(int(Stmt)))
    if (auto *C = dyn_cast<CallBase>(I);
        C && Slice.executes(C) && Work.readsStream(C) &&
        none_of(targets(C), [&](const llvm::Function *G) {
          return Named.count(Index.functionOf(G)) != 0;
        }))
      return true;
  return any_of(Prog.Stmts[Stmt].Children,
                [&](unsigned Child) { return readsStream(Child); });
}

/// Adds the outermost code at or below Stmt. True: it holds a block, or
/// communicates.
bool TimelessCode::visit(unsigned Stmt, std::vector<Untimed> &Out) {
  if (Control.isDead(int(Stmt)) || Index.isModel(int(Stmt)))
    return false;
  if (InBlock.count(int(Stmt)) || Told.count(int(Stmt)))
    return true;
  size_t Before = Out.size();
  bool Holding = HasPart.count(int(Stmt)) != 0;
  Holding |= visitCode(Stmt, Out);
  Holding |= visitChildren(Stmt, Out);
  StmtKind Kind = Prog.Stmts[Stmt].Kind;
  bool Loop = isLoop(Kind) || Kind == StmtKind::Macro;
  // What reads is in no block, whatever else is in the loop.
  if (Holding && Loop && isRepeated(Index, Stmt) && readsStream(Stmt) &&
      none_of(drop_begin(Out, Before),
              [](const Untimed &U) { return U.Why == Untimed::Reads; }))
    Out.push_back({int(Stmt), Untimed::Reads});
  if (Holding || !Loop || !isRepeated(Index, Stmt) ||
      (!Work.worksInLoop(Stmt) && Out.size() == Before))
    return Holding;
  if (auto Why = Work.whyNone(Stmt)) {
    Out.resize(Before);
    Out.push_back({int(Stmt), *Why});
  }
  return false;
}

/// Adds the code of a function, or its recursion.
void TimelessCode::tellFunction(int Id, std::vector<Untimed> &Out) {
  unsigned Body = unsigned(Prog.Functions[Id].Body);
  std::vector<Untimed> Here;
  bool Recursive = false, Talks = false;
  for (const llvm::Function *Copy : Index.copies(Id)) {
    Recursive |= Slice.needs(Copy) && Memory.isRecursive(Copy);
    Talks |= Index.communicates(Copy);
  }
  visit(Body, Here);
  if (Recursive && !Talks && !Holds.count(Id) && Work.works(Body))
    if (auto Why = Work.whyNone(Body))
      Here = {{int(Body), *Why == Untimed::Reads ? *Why : Untimed::Recurses}};
  if (!Here.empty())
    Named.insert(Id);
  Out.insert(Out.end(), Here.begin(), Here.end());
}

std::vector<Untimed> TimelessCode::find() {
  findFunctions();
  std::vector<Untimed> Out;
  // Loops around calls of functions that are told are not told once more.
  for (int Pass = 0; Pass < 2; ++Pass) {
    Out.clear();
    for (const skel::Function &F : Prog.Functions)
      if (Entered.count(int(F.Id)))
        tellFunction(int(F.Id), Out);
  }
  return Out;
}

} // namespace skel
