//===- SlicerCalls.cpp - demands of calls and of messages -----------------===//
//
// What a call that stays needs, by callee; marks of FACT: a receive whose
// value is live is executed, with all sends that may match it.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/memory/LeadingElements.h"
#include "skeletonizer/slice/Slicer.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

void Slicer::addCriterion(int Only) {
  for (const llvm::Function &F : Index.module()) {
    if (!Reachable.count(&F))
      continue;
    for (const Instruction &I : instructions(F)) {
      auto *C = dyn_cast<CallBase>(&I);
      int S = Index.stmtOf(&I);
      if (!C || (S >= 0 && Control.isDead(S)) || (Only >= 0 && S != Only))
        continue;
      bool Wanted = false;
      std::string Name;
      for (const llvm::Function *G : Memory.externals(C))
        if (const MpiCallInfo *Info = findMpiCall(G->getName())) {
          Wanted |= Info->isCommunication() || KeepErrorPaths;
          Name = Info->Name;
          // A buffered send in real needs its buffer; what an error does
          // decides how the program goes on; a wait for a generalized request
          // ends when the program says so.
          Wanted |= Info->is(MpiFact::ServesOthers);
        }
      if (!Wanted)
        continue;
      Reason R;
      R.Why = Reason::Criterion;
      R.What = Name;
      need(C, R);
      R.To = S;
      needCallersOf(&F, R);
    }
  }
  if (const llvm::Function *Main = Index.module().getFunction("main"))
    enter(Main);
}

/// Gives a callee what its live code reads: arguments and memory at entry.
void Slicer::enterCallee(const CallBase *C, const llvm::Function *F) {
  Reason R;
  R.Why = Reason::Data;
  R.To = Index.stmtOf(C);
  if (!is_contained(Pts.callees(C), F)) {
    // Called back by a library: it hands on what it was given.
    for (const Use &U : C->args())
      demandValue(U.get(), R);
    return;
  }
  for (unsigned A = 0; A < C->arg_size(); ++A) {
    bool Wanted = A < F->arg_size() ? Live.count(F->getArg(A)) != 0
                                    : VarArgsLive.count(F) || !F->isVarArg();
    if (!Wanted)
      continue;
    R.What = A < F->arg_size() ? F->getArg(A)->getName().str() : "...";
    Fact Here(*this,
              A < F->arg_size() ? DemandGraph::Value : DemandGraph::Entry,
              A < F->arg_size() ? static_cast<const void *>(F->getArg(A)) : F,
              A < F->arg_size() ? 0 : ~0u, Fact::Again);
    needArgument(C, A);
    demandValue(C->getArgOperand(A), R);
  }
  if (VarArgsLive.count(F)) {
    Fact Here(*this, DemandGraph::Entry, F, ~0u, Fact::Again);
    demandBefore(C, Memory.givenByValue(C, F), true, R.To);
  }
}

/// A child process of the call ends where the program's ends, and does not go
/// on as a second copy of its rank. Its parent waits for it where the program
/// does.
void Slicer::endChildren(const CallBase *Fork) {
  Reason R;
  R.Why = Reason::Ends;
  R.What = IrIndex::externalName(Fork).str();
  R.To = Index.stmtOf(Fork);
  for (const llvm::Function &F : Index.module()) {
    if (!Reachable.count(&F))
      continue;
    for (const Instruction &I : instructions(F)) {
      auto *C = dyn_cast<CallBase>(&I);
      if (!C || !(IrIndex::has(C, LibraryFact::Replaces) ||
                  IrIndex::has(C, LibraryFact::AwaitsChild) ||
                  (Control.mayNotReturn(C) && Pts.callees(C).empty())))
        continue;
      if (int S = Index.stmtOf(C); S >= 0 && Control.isDead(S))
        continue;
      need(C, R);
      needCallersOf(&F, R);
    }
  }
}

void Slicer::executeCall(const CallBase *C) {
  if (isa<IntrinsicInst>(C)) {
    // Copies of memory: the addresses and the length must be good.
    if (isa<MemIntrinsic>(C) || C->getIntrinsicID() == Intrinsic::vastart ||
        C->getIntrinsicID() == Intrinsic::vacopy) {
      Reason R;
      R.Why = Reason::Whole;
      R.To = Index.stmtOf(C);
      for (const Use &U : C->args())
        demandValue(U.get(), R);
      if (C->getIntrinsicID() == Intrinsic::vacopy)
        demandSet(C, Memory.reads(C), R.To);
      if (C->getIntrinsicID() == Intrinsic::vastart)
        for (const Instruction &I : instructions(*C->getFunction()))
          if (auto *End = dyn_cast<IntrinsicInst>(&I))
            if (End->getIntrinsicID() == Intrinsic::vaend)
              need(End, R);
    }
    return;
  }
  Reason R;
  R.Why = Reason::Whole;
  R.To = Index.stmtOf(C);
  // Only parts of the statement that are computed anyway.
  for (unsigned A = 0; A < C->arg_size(); ++A) {
    if (NeededArgs.count({C, A})) {
      Fact Here(*this, DemandGraph::Argument, C, A, Fact::Again);
      executeOwned(C, A);
    } else if (!CallSites.replaceable(C, A))
      needArgument(C, A);
  }
  if (R.To >= 0 && Modes[R.To] == Alone) {
    // Operands that are not cut off stay with the call.
    SmallVector<const Value *, 8> Work;
    for (unsigned A = 0; A < C->arg_size(); ++A)
      if (!CallSites.replaceable(C, A))
        Work.push_back(C->getArgOperand(A));
    while (!Work.empty()) {
      auto *I = dyn_cast<Instruction>(Work.pop_back_val());
      if (!I || isa<AllocaInst>(I) || Index.stmtOf(I) != R.To ||
          Executed.count(I))
        continue;
      execute(I);
      for (const Use &U : I->operands())
        Work.push_back(U.get());
    }
  }
  if (!C->getCalledFunction())
    demandValue(C->getCalledOperand(), R);
  if (C->isInlineAsm()) {
    for (const Use &U : C->args())
      demandValue(U.get(), R);
    demandSet(C, Memory.reads(C), R.To);
  }
  if (IrIndex::has(C, LibraryFact::Forks))
    endChildren(C);
  for (const llvm::Function *G : Pts.callbacks(C))
    demandResult(G, R); // the library reads it
  for (auto Targets : {Pts.callees(C), Pts.callbacks(C)})
    for (const llvm::Function *G : Targets) {
      enter(G);
      append(ExecutedCalls, G, C);
      enterCallee(C, G);
      AtomSet AtEntry = EntryDemands[G];
      Memory.dropUnreachable(C, G, AtEntry);
      auto Demand = [&](const AtomSet &Atoms) {
        Fact Here(*this, DemandGraph::Entry, G, number(Atoms), Fact::Again);
        demandBefore(C, Atoms, true, R.To);
      };
      if (!AtEntry.empty() && !apart(AtEntry, Demand))
        Demand(AtEntry);
    }
  for (const llvm::Function *F : Memory.externals(C))
    executeExternal(C, F);
}

void Slicer::executeExternal(const CallBase *C, const llvm::Function *F) {
  if (const MpiCallInfo *Info = findMpiCall(F->getName())) {
    executeMpi(C, *Info);
    if (Info->hasBuffers() && !IrIndex::mpiCall(C)) {
      // Called through a pointer: it moves data, and any call may meet it.
      for (unsigned A = 0; A < C->arg_size(); ++A) {
        needArgument(C, A);
        demandValue(C->getArgOperand(A), {});
        demandSet(C, Memory.argument(C, A), Index.stmtOf(C));
      }
      for (const CallBase *Other : Match.calls())
        if (Reachable.count(Other->getFunction())) {
          raise(Sent, Other, AllBytes);
          makeReal(Other, Index.stmtOf(C), "may meet a call through a pointer",
                   AllBytes);
        }
    }
    return;
  }
  const LibrarySummary *S = findLibraryCall(F->getName());
  if (S && !S->Name[0] && S->Args[0] == '*')
    return; // a function of numbers: any will do
  Reason R;
  R.Why = Reason::Whole;
  R.To = Index.stmtOf(C);
  for (const Use &U : C->args())
    demandValue(U.get(), R);
  auto Written = LiveWrites.find(C);
  demandSet(
      C, copied(C, Written == LiveWrites.end() ? AtomSet() : Written->second),
      R.To);
}

void Slicer::executeMpi(const CallBase *C, const MpiCallInfo &Info) {
  Reason R;
  R.Why = Reason::Whole;
  R.To = Index.stmtOf(C);
  StringRef Roles = Info.Roles;
  for (unsigned A = 0; A < C->arg_size(); ++A) {
    bool Buffer =
        Info.hasBuffers() && A < Roles.size() && isBufferRole(Roles[A]);
    if (Buffer || (A < Roles.size() && Roles[A] == 'l'))
      continue;
    demandValue(C->getArgOperand(A), R);
    if (A < Roles.size() && Roles[A] == 'f')
      for (auto Targets : {Pts.callbacks(C), Pts.registered(C)})
        for (const llvm::Function *F : Targets) {
          R.What = "called by MPI";
          if (Info.is(MpiFact::MakesOperator))
            needFunction(F); // run only where data is reduced, see makeReal
          else
            keepEverything(F, R);
        }
  }
  demandSet(C, Memory.reads(C), R.To);
  if (Layouts.count(C))
    demandLayout(C);
  if (!Info.hasBuffers() && !Info.is(MpiFact::OnlySizes))
    for (unsigned A = 0; A < C->arg_size(); ++A)
      needLayouts(C->getArgOperand(A));
  if (Real.count(CallSites.siteOf(C)))
    moveData(C);
  if (Info.combines() && !Index.communicates(C))
    keepOperators(C); // MPI_Reduce_local
}

/// Data has the layout of the datatypes that the argument names, or that are
/// in the memory it points to.
void Slicer::needLayouts(const Value *Argument) {
  DenseSet<const PlaceSet *> Seen; // of imprecise pointers many have one set
  for (unsigned P : Pts.pointees(Argument)) {
    needLayout(P);
    const PlaceSet &Inside = Pts.contents(P);
    if (Seen.insert(&Inside).second)
      for (unsigned Q : Inside)
        needLayout(Q);
  }
}

void Slicer::needLayout(unsigned Place) {
  const MemObject &O = Objects.object(Objects.placeInfo(Place).Object);
  auto *Maker =
      O.K == MemObject::Handle && O.Site ? dyn_cast<CallBase>(O.Site) : nullptr;
  if (!Maker || !IrIndex::has(Maker, MpiFact::MakesDatatype) ||
      !add(Layouts, Maker))
    return;
  if (Executed.count(Maker))
    demandLayout(Maker);
  for (unsigned Inner : Pts.contents(Place)) // what it was made from
    needLayout(Inner);
  int Site = CallSites.siteOf(Maker);
  if (Site >= 0)
    for (const CallBase *Copy : CallSites.copies(Site))
      if (add(Layouts, Copy) && Executed.count(Copy))
        demandLayout(Copy);
}

void Slicer::demandLayout(const CallBase *Maker) {
  StringRef Roles = IrIndex::mpiCall(Maker)->Roles;
  Fact Here(*this, DemandGraph::Moves, Maker,
            unsigned(CallSites.siteOf(Maker)));
  Reason R;
  R.Why = Reason::Whole;
  R.To = Index.stmtOf(Maker);
  R.What = "layout";
  for (unsigned A = 0; A < Maker->arg_size() && A < Roles.size(); ++A)
    if (Roles[A] == 'l') {
      needArgument(Maker, A);
      demandValue(Maker->getArgOperand(A), R);
      demandSet(Maker, Memory.argument(Maker, A), R.To);
    }
}

bool Slicer::raise(BytesOf &Map, const CallBase *C, int64_t Bytes) {
  int64_t Before = bytesIn(Map, C);
  if (Bytes <= Before)
    return false;
  Map[C] = Bytes;
  if (Trying)
    Undo.push_back([&Map, C, Before] { Map[C] = Before; });
  return true;
}

/// A source's call moves data. Its text does so in all copies of its function,
/// but a copy whose data nobody needs may be given a null buffer (bsim.h).
/// Bytes: of what it receives, how many leading ones live code reads.
void Slicer::makeReal(const CallBase *C, int To, std::string Because,
                      int64_t Bytes) {
  int Site = CallSites.siteOf(C);
  Fact Here(*this, DemandGraph::Moves, C, unsigned(Site));
  bool More = raise(Received, C, Bytes);
  if (!add(Wanted, C)) {
    if (More && Moving.count(C))
      moveBytes(C);
    return;
  }
  bool First = Real.try_emplace(Site, Slicer::Because{Because, To}).second;
  if (First && Trying) {
    Undo.push_back([this, Site] { Real.erase(Site); });
    NewlyReal.push_back(Site);
  }
  Fact(*this, DemandGraph::Moves, nullptr, unsigned(Site));
  const MpiCallInfo &Info = *IrIndex::mpiCall(C);
  bool Alike = Info.isPersistent() || (Info.isCollective() && usersOperator(C));
  Reason R;
  R.Why = Reason::Message;
  R.To = To;
  for (const CallBase *Copy : CallSites.copies(Site)) {
    R.What = IrIndex::mpiCall(Copy)->Name;
    need(Copy, R);
    if (Alike)
      add(Wanted, Copy);
    if (Executed.count(Copy))
      moveData(Copy);
  }
  if (!First)
    return;
  // A macro's text has one name for all its expansions.
  auto Names = Index.macroNames(C);
  for (const CallBase *Other : Match.calls()) {
    if (Names.empty())
      break;
    int S = Index.stmtOf(Other);
    if (!Reachable.count(Other->getFunction()) || (S >= 0 && Control.isDead(S)))
      continue;
    for (auto Name : Index.macroNames(Other))
      if (is_contained(Names, Name))
        makeReal(Other, To, "is written by a macro that also moves data", 0);
  }
}

/// A copy of a call that moves data in another copy: its buffer is whatever
/// the function was given, or must be good.
void Slicer::carryAlong(const CallBase *C) {
  StringRef Roles = IrIndex::mpiCall(C)->Roles;
  Fact Here(*this, DemandGraph::Moves, nullptr, unsigned(CallSites.siteOf(C)),
            Fact::Again);
  Reason Use;
  Use.Why = Reason::Data;
  Use.To = Index.stmtOf(C);
  Use.What = "buffer";
  for (unsigned A = 0; A < C->arg_size(); ++A)
    if (Roles[A] == 't' || Roles[A] == 'w') {
      needLayouts(C->getArgOperand(A));
    } else if (isBufferRole(Roles[A])) {
      needArgument(C, A);
      // A collective has buffers, whatever is in them.
      if (IrIndex::mpiCall(C)->isCollective() ||
          !parameterOf(C->getArgOperand(A)))
        demandValue(C->getArgOperand(A), Use);
    }
}

/// A call combines data: the functions of the program that do it run.
void Slicer::keepOperators(const CallBase *C) {
  StringRef Roles = IrIndex::mpiCall(C)->Roles;
  Reason Use;
  Use.Why = Reason::Message;
  Use.To = Index.stmtOf(C);
  Use.What = "buffer";
  for (unsigned A = 0; A < C->arg_size() && A < Roles.size(); ++A)
    if (Roles[A] == 'o')
      for (unsigned H : Pts.pointees(C->getArgOperand(A)))
        for (unsigned P : Pts.contents(H)) {
          const MemObject &O = Objects.object(Objects.placeInfo(P).Object);
          if (O.K == MemObject::Code)
            keepEverything(cast<llvm::Function>(O.Site), Use);
        }
}

/// What an executed call needs to move its data.
void Slicer::moveData(const CallBase *C) {
  if (!Wanted.count(C)) {
    carryAlong(C);
    return;
  }
  if (!add(Moving, C))
    return;
  Fact Here(*this, DemandGraph::Moves, C, unsigned(CallSites.siteOf(C)),
            Fact::Again);
  const MpiCallInfo &Info = *IrIndex::mpiCall(C);
  StringRef Roles = Info.Roles;
  int S = Index.stmtOf(C);
  bool InPlace = false;
  for (unsigned A = 0; A < C->arg_size(); ++A)
    if (Roles[A] == 'b')
      if (auto *K = dyn_cast<ConstantExpr>(C->getArgOperand(A)))
        InPlace |= K->isCast(); // MPI_IN_PLACE: (void *) -1
  Reason Use;
  Use.Why = Reason::Data;
  Use.To = S;
  Use.What = "buffer";
  for (unsigned A = 0; A < C->arg_size(); ++A) {
    if (Roles[A] == 't' || Roles[A] == 'w')
      needLayouts(C->getArgOperand(A));
    if (!isBufferRole(Roles[A]))
      continue;
    needArgument(C, A);
    demandValue(C->getArgOperand(A), Use);
    if (hasParts(Info) || (Roles[A] == 'r' && !InPlace))
      continue;
    if (Info.isPersistent())
      for (unsigned Atom : Memory.buffer(C, A))
        demandEverywhere(Atom, S); // read whenever the request starts
    else
      demandSet(C, Memory.buffer(C, A), S);
  }
  keepOperators(C);
  if (Info.isOneSided())
    for (unsigned Atom : Memory.windows())
      demandEverywhere(Atom, S);
  moveBytes(C);
  demandMessage(C);
}

/// Both ends of a message move data, or neither; and a sender gives as much of
/// it as anybody lives on who may receive it.
void Slicer::moveBytes(const CallBase *C) {
  Fact Here(*this, DemandGraph::Moves, C, unsigned(CallSites.siteOf(C)),
            Fact::Again);
  const MpiCallInfo &Info = *IrIndex::mpiCall(C);
  int S = Index.stmtOf(C);
  std::string Because = "may meet " + std::string(Info.Name) +
                        (S >= 0 ? " at " + Prog.place(Prog.Stmts[S]) : "") +
                        ", which moves data";
  auto Runs = [&](const CallBase *P) {
    int PS = Index.stmtOf(P);
    return Reachable.count(P->getFunction()) &&
           !(PS >= 0 && Control.isDead(PS));
  };
  const Matching::Partners &Others = Match.partners(C);
  for (const CallBase *P : Others.Senders)
    if (Runs(P)) {
      bool More = raise(Sent, P, bytesIn(Received, C));
      makeReal(P, S, Because, 0);
      if (More && Moving.count(P))
        demandMessage(P);
    }
  for (const CallBase *P : Others.Receivers)
    if (Runs(P))
      makeReal(P, S, Because, 0);
}

/// What of its buffers a call must send.
void Slicer::demandMessage(const CallBase *C) {
  const MpiCallInfo &Info = *IrIndex::mpiCall(C);
  int64_t Bytes = bytesIn(Sent, C);
  if (!hasParts(Info) || Bytes == 0)
    return;
  Fact Here(*this, DemandGraph::Moves, C, unsigned(CallSites.siteOf(C)),
            Fact::Again);
  int S = Index.stmtOf(C);
  for (unsigned A = 0; A < C->arg_size(); ++A) {
    if (Info.Roles[A] != 'b' && Info.Roles[A] != 'x')
      continue;
    AtomSet Content = Memory.buffer(C, A, Bytes);
    if (Info.isPersistent())
      for (unsigned Atom : Content)
        demandEverywhere(Atom, S); // read whenever the request starts
    else
      demandSet(C, Content, S);
  }
}

} // namespace skel
