//===- SlicerDemands.cpp - demands on statements and functions ------------===//
//
// When an instruction is needed its statement stays, with what decides whether
// it runs, and all the statement does must be safe to do.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/Slicer.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

/// I computes a part of an argument of C, or of a call in one.
bool Slicer::insideOf(const Instruction *I, const CallBase *C) const {
  for (auto Owner = CallSites.owner(I); Owner.first;
       Owner = CallSites.owner(Owner.first))
    if (CallSites.siteOf(Owner.first) == CallSites.siteOf(C))
      return true;
  return false;
}

/// An instruction is needed, for its value or its effect.
void Slicer::need(const Instruction *I, Reason R) {
  int S = Index.stmtOf(I);
  if (S < 0) {
    needFunction(I->getFunction());
    execute(I);
    return;
  }
  auto *C = dyn_cast<CallBase>(I);
  // In a graph the demand of the value, not that of the call, brings the rest
  // of the statement.
  bool Value = C && Live.count(I) &&
               (!Graph || Now == Graph->find(DemandGraph::Value, I, 0));
  bool Effect =
      C && !Value && CallSites.siteOf(C) >= 0 && CallSites.canStandAlone(C);
  keep(S, std::move(R));
  switch (Modes[S]) {
  case Gone:
  case Jump:
    if (Effect)
      keepAlone(S, C);
    else
      makeWhole(S);
    break;
  case Alone: {
    const CallBase *Only = CallSites.copies(AloneSite[S])[0];
    bool Same = C && CallSites.siteOf(C) == AloneSite[S] && !Value;
    if (!Same && !insideOf(I, Only))
      makeWhole(S);
    break;
  }
  case Whole:
    if (!Effect)
      Fact(*this, DemandGraph::Whole, nullptr, unsigned(S));
    break;
  }
  // Its argument's text stays, and so on outwards.
  for (auto Owner = CallSites.owner(I); Owner.first;
       Owner = CallSites.owner(Owner.first))
    needArgument(Owner.first, Owner.second);
  execute(I);
}

void Slicer::keepAlone(int Stmt, const CallBase *C) {
  remember(Stmt);
  Modes[Stmt] = Alone;
  AloneSite[Stmt] = CallSites.siteOf(C);
  for (const CallBase *Copy : CallSites.copies(AloneSite[Stmt]))
    execute(Copy);
}

void Slicer::makeWhole(int Stmt) {
  Fact Here(*this, DemandGraph::Whole, nullptr, unsigned(Stmt));
  if (Modes[Stmt] == Whole)
    return;
  remember(Stmt);
  Modes[Stmt] = Whole;
  for (const Instruction *I : Index.instructions(Stmt)) {
    auto Owner = CallSites.owner(I);
    if (Cut && Cut->Skipped.count(I))
      continue;
    if (!Owner.first) {
      execute(I);
    } else if (NeededArgs.count(Owner)) {
      Fact Needs(*this, DemandGraph::Argument, Owner.first, Owner.second,
                 Fact::Again);
      execute(I);
    }
  }
}

/// Callers read the structure that F returns. Its place may be the variable
/// that is returned: nothing in the IR tells the statements of return apart.
void Slicer::keepReturns(const llvm::Function *F) {
  Fact Here(*this, DemandGraph::Returns, F);
  int Id = Index.functionOf(F);
  if (Id < 0 || !add(ReturnsKept, Id))
    return;
  Reason R;
  R.Why = Reason::Syntax;
  R.What = F->getName().str();
  for (const Stmt &S : Prog.Stmts)
    if (int(S.Function) == Id && S.Kind == StmtKind::Return &&
        !Control.isDead(int(S.Id))) {
      keep(int(S.Id), R);
      makeWhole(int(S.Id));
    }
}

/// A kept statement decides whether others run: a predicate is evaluated, a
/// call that may not come back is made.
void Slicer::decide(int Id, const Reason &R) {
  StmtKind K = Prog.Stmts[Id].Kind;
  if (K == StmtKind::Goto)
    return;
  bool Calls = false;
  if (K == StmtKind::Expr || K == StmtKind::Declarator || K == StmtKind::Return)
    for (const Instruction *I : Index.instructions(Id))
      if (auto *C = dyn_cast<CallBase>(I); C && Control.mayNotReturn(C)) {
        need(C, R);
        Calls = true;
      }
  if (!Calls && K != StmtKind::Return)
    makeWhole(Id);
}

/// The statement is part of the skeleton. What of it is executed, the caller
/// or the kind of statement says.
void Slicer::keep(int Id, Reason R) {
  Fact Here(*this, DemandGraph::Stays, nullptr, unsigned(Id));
  if (Kept[Id])
    return;
  remember(Id);
  Kept[Id] = 1;
  Why[Id] = std::move(R);
  const Stmt &S = Prog.Stmts[Id];
  Reason Because;
  Because.To = Id;
  Because.Why = Reason::Control;
  for (unsigned P : Control.parents(Id)) {
    keep(int(P), Because);
    decide(int(P), Because);
  }
  Because.Why = Reason::Syntax;
  if (S.Parent >= 0) {
    keep(S.Parent, Because);
    if (!Prog.Stmts[S.Parent].Header.empty())
      makeWhole(S.Parent); // its header stays
  }
  switch (S.Kind) {
  case StmtKind::Return:
    if (Modes[Id] == Gone)
      Modes[Id] = Jump;
    break;
  case StmtKind::Goto:
    if (Modes[Id] == Gone)
      Modes[Id] = Jump;
    if (S.Name.empty())
      makeWhole(Id);
    break;
  default:
    break;
  }
  if (S.Kind == StmtKind::Switch || S.Kind == StmtKind::Goto)
    for (unsigned L : Control.labels(Id)) {
      keep(int(L), Because);
      if (Prog.Stmts[L].Kind == StmtKind::Macro)
        makeWhole(int(L)); // its labels cannot stay alone
    }
  if (S.Kind == StmtKind::Macro)
    for (unsigned Twin : Prog.twinsOf(unsigned(Id))) {
      keep(int(Twin), Because);
      makeWhole(int(Twin));
    }
  for (const llvm::Function *F : Index.copies(int(S.Function)))
    if (Reachable.count(F))
      needFunction(F);
}

void Slicer::demandExitCode() {
  Reason R;
  R.Why = Reason::ExitCode;
  if (const llvm::Function *Main = Index.module().getFunction("main");
      Main && !Main->isDeclaration())
    demandResult(Main, R);
}

void Slicer::demandPause(const CallBase *C) {
  Reason R;
  R.Why = Reason::Pause;
  need(C, R);
  needCallersOf(C->getFunction(), R);
}

void Slicer::demandPlace(int Id, function_ref<bool(unsigned)> Counts) {
  const Stmt &S = Prog.Stmts[Id];
  Reason Because;
  Because.Why = Reason::BlockParam;
  Because.To = Id;
  Because.What = Counts ? "a block" : "a kernel's block";
  for (unsigned P : Control.parents(Id)) {
    if (Counts && !Counts(P))
      continue;
    keep(int(P), Because);
    decide(int(P), Because);
  }
  if (S.Parent >= 0) {
    keep(S.Parent, Because);
    if (!Prog.Stmts[S.Parent].Header.empty())
      makeWhole(S.Parent);
  }
}

void Slicer::demandRun(int Id, function_ref<bool(unsigned)> Counts) {
  demandPlace(Id, Counts);
  Reason Because;
  Because.Why = Reason::BlockParam;
  Because.To = Id;
  Because.What = "a block";
  for (const llvm::Function *F : Index.copies(int(Prog.Stmts[Id].Function)))
    if (Reachable.count(F))
      needCallersOf(F, Because);
}

void Slicer::demandCondition(int Id) {
  Reason Because;
  Because.Why = Reason::Control;
  Because.What = "an error path";
  keep(Id, Because);
  makeWhole(Id);
  for (const llvm::Function *F : Index.copies(int(Prog.Stmts[Id].Function)))
    if (Reachable.count(F))
      needCallersOf(F, Because);
}

void Slicer::executeOwned(const CallBase *C, unsigned Arg) {
  for (const Instruction *I : CallSites.owned(C, Arg))
    execute(I);
}

/// The argument's text stays, in all copies of the call.
void Slicer::needArgument(const CallBase *C, unsigned Arg) {
  Fact Here(*this, DemandGraph::Argument, C, Arg);
  if (!add(NeededArgs, ArgKey{C, Arg}))
    return;
  if (Executed.count(C))
    executeOwned(C, Arg);
  int Site = CallSites.siteOf(C);
  if (Site >= 0)
    for (const CallBase *Copy : CallSites.copies(Site))
      if (Arg < Copy->arg_size())
        needArgument(Copy, Arg);
}

/// An instruction is part of the skeleton: it must be safe to run.
void Slicer::execute(const Instruction *I) {
  Fact Here(*this, DemandGraph::Runs, I);
  // A copy of a function that no executed call enters does not run.
  if (!Entered.count(I->getFunction())) {
    if (add(Waiting, I))
      append(WaitingIn, I->getFunction(), I);
    return;
  }
  if (!add(Executed, I))
    return;
  if (Trying)
    NewlyExecuted.push_back(I);
  Reason R;
  R.Why = Reason::Whole;
  R.To = Index.stmtOf(I);
  auto Demand = [&](unsigned Operand) {
    demandValue(I->getOperand(Operand), R);
  };
  // What cannot be declared without running all that declares it.
  for (const Use &U : I->operands())
    if (auto *A = dyn_cast<AllocaInst>(U.get()))
      if (int S = Index.scopeOf(A);
          S >= 0 && S != R.To && Prog.Stmts[S].FromMacro &&
          (Prog.Stmts[S].Kind == StmtKind::Macro ||
           Prog.Stmts[S].Kind == StmtKind::Declarator)) {
        keep(S, R);
        makeWhole(S);
      }
  switch (I->getOpcode()) {
  case Instruction::Load:
    Demand(0);
    break;
  case Instruction::Store:
    Demand(1);
    break;
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
  case Instruction::VAArg:
  case Instruction::Alloca:
  case Instruction::IndirectBr:
    Demand(0);
    break;
  case Instruction::Br:
    if (cast<BranchInst>(I)->isConditional() &&
        !(Cut && Cut->Branches.count(I)) &&
        !isHarmlessChoice(cast<BranchInst>(I)))
      Demand(0);
    // All computed gotos of a function go over one instruction.
    for (const BasicBlock *To : successors(I->getParent()))
      if (auto *Goto = dyn_cast<IndirectBrInst>(To->getTerminator())) {
        auto *P = dyn_cast<PHINode>(Goto->getAddress());
        bool Own = P && P->getParent() == To;
        demandValue(Own ? P->getIncomingValueForBlock(I->getParent())
                        : Goto->getAddress(),
                    R);
      }
    break;
  case Instruction::Switch:
    Demand(0);
    break;
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::SRem:
  case Instruction::URem:
    Demand(0);
    Demand(1);
    break;
  case Instruction::Call:
  case Instruction::Invoke:
  case Instruction::CallBr:
    executeCall(cast<CallBase>(I));
    break;
  default:
    break;
  }
}

/// Executed code calls F.
void Slicer::enter(const llvm::Function *F) {
  needFunction(F);
  if (!add(Entered, F))
    return;
  std::vector<const Instruction *> List = WaitingIn[F];
  for (const Instruction *I : List) {
    Fact Here(*this, DemandGraph::Runs, I, 0, Fact::Again);
    execute(I);
  }
}

void Slicer::needFunction(const llvm::Function *F) {
  Fact Here(*this, DemandGraph::Needed, F);
  if (!add(Needed, F))
    return;
  Reason R;
  R.Why = Reason::Control;
  R.What = F->getName().str();
  int Id = Index.functionOf(F);
  if (Id < 0) {
    // Code of no project file: all of it is there.
    for (const Instruction &I : instructions(*F))
      execute(&I);
    return;
  }
  bool Saves = false;
  for (const Instruction &I : instructions(*F))
    if (auto *C = dyn_cast<CallBase>(&I))
      Saves |= C->hasFnAttr(Attribute::ReturnsTwice) ||
               IrIndex::has(C, LibraryFact::SavesPlace);
  if (Saves) {
    R.What = "setjmp";
    keepEverything(F, R);
  }
  if (Control.mayLeave(F))
    for (const Instruction &I : instructions(*F)) {
      int S = Index.stmtOf(&I);
      if (S >= 0 && Control.leaves(S)) {
        keep(S, R);
        decide(S, R);
      }
    }
}

/// F runs wherever the program calls it.
void Slicer::needCallersOf(const llvm::Function *F, Reason R) {
  Fact Here(*this, DemandGraph::Called, F);
  if (!add(Called, F))
    return;
  R.Why = Reason::CallOf;
  R.What = F->getName().str();
  for (const CallBase *C : Index.callers(F)) {
    int S = Index.stmtOf(C);
    if (!Reachable.count(C->getFunction()) || (S >= 0 && Control.isDead(S)))
      continue;
    need(C, R);
    Reason Up = R;
    Up.To = S >= 0 ? S : R.To;
    needCallersOf(C->getFunction(), Up);
  }
}

/// Library code may call F at any time, or F cannot be cut.
void Slicer::keepEverything(const llvm::Function *F, Reason R) {
  Fact Here(*this, DemandGraph::All, F);
  if (!add(Everything, F))
    return;
  enter(F);
  for (const Instruction &I : instructions(*F)) {
    int S = Index.stmtOf(&I);
    if (S >= 0 && Control.isDead(S))
      continue;
    if (S >= 0) {
      keep(S, R);
      makeWhole(S);
    }
    execute(&I);
    writesAreLive(&I, Memory.writes(&I), S);
    for (const Use &U : I.operands())
      demandValue(U.get(), R);
  }
}

} // namespace skel
