//===- Slicer.cpp - demands on values and memory --------------------------===//
//
// The worklists: what a live value is computed from, and which writes reach a
// piece of memory that is read.
//
//===----------------------------------------------------------------------===//
#include "Slicer.h"
#include "Known.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

Slicer::Slicer(const IrIndex &I, MemoryObjects &O, const PointsTo &P,
               const ModRef &Mem, const ControlDep &Dep, const Sites &S,
               const Matching &Mt, bool KeepErrors)
    : Index(I), Objects(O), Pts(P), Memory(Mem), Control(Dep), CallSites(S),
      Match(Mt), KeepErrorPaths(KeepErrors), Prog(I.program()) {
  size_t N = Prog.Stmts.size();
  Kept.resize(N);
  Why.resize(N);
  Modes.resize(N, Gone);
  AloneSite.resize(N, -1);
  for (const CallBase *C : Match.calls()) {
    const MpiCallInfo &Info = *IrIndex::mpiCall(C);
    bool Later = Info.Family == P2P_INIT || StringRef(Info.Name) == "MPI_Irecv";
    for (unsigned A = 0; Later && A < C->arg_size(); ++A)
      if (Info.Roles[A] == 'r')
        NeverKilled |= Memory.buffer(C, A);
  }
  for (const char *Name :
       {"MPI_Errhandler_set", "MPI_Comm_set_errhandler",
        "MPI_Comm_create_errhandler", "MPI_Errhandler_create"})
    for (const char *Front : {"", "P"})
      if (const llvm::Function *F =
              Index.module().getFunction((Twine(Front) + Name).str()))
        ErrorsReturn |= !F->use_empty();
  findReachable();
}

/// "err = MPI_Send(...)" in a variable that is MPI_SUCCESS from the function's
/// first block on and gets nothing but results of MPI calls, which return only
/// if they succeed: the assignment changes nothing.
bool Slicer::changesNothing(const Instruction *W) const {
  auto Result = [](const StoreInst *S) {
    auto *C = dyn_cast<CallBase>(S->getValueOperand());
    return C && IrIndex::mpiCall(C);
  };
  auto Success = [](const StoreInst *S) {
    auto *K = dyn_cast<ConstantInt>(S->getValueOperand());
    return K && K->isZero(); // MPI_SUCCESS
  };
  auto *S = dyn_cast<StoreInst>(W);
  auto *V = S ? dyn_cast<AllocaInst>(S->getPointerOperand()) : nullptr;
  if (!V || ErrorsReturn || !Result(S))
    return false;
  const StoreInst *First = nullptr;
  for (const User *U : V->users()) {
    auto *Other = dyn_cast<StoreInst>(U);
    if (isa<LoadInst>(U) || isa<DbgInfoIntrinsic>(U))
      continue;
    if (!Other || Other->getPointerOperand() != V ||
        !(Result(Other) || Success(Other)))
      return false;
    if (Success(Other) && Other->getParent()->isEntryBlock() &&
        (!First || Other->comesBefore(First)))
      First = Other;
  }
  return First &&
         (First->getParent() != S->getParent() || First->comesBefore(S));
}

Reason Slicer::data(int To, unsigned Atom) const {
  Reason R;
  // A removed statement demands nothing but parameters of its block.
  R.Why = To >= 0 && !Kept[To] ? Reason::BlockParam : Reason::Data;
  R.To = To;
  R.What = Memory.atomName(Atom);
  return R;
}

void Slicer::demandValue(const Value *V, Reason R) {
  if (isa<Constant>(V) || isa<BasicBlock>(V) || isa<InlineAsm>(V) ||
      V->getType()->isMetadataTy())
    return;
  if (Cut && Cut->Values.count(V))
    return;
  Fact Here(*this, DemandGraph::Value, V);
  if (Live.insert(V).second)
    Values.push_back({V, std::move(R)});
}

void Slicer::demandSet(const Instruction *I, const AtomSet &Atoms, int To) {
  for (unsigned A : Atoms)
    demandBefore(I, A, true, To);
}

void Slicer::demandBefore(const Instruction *I, unsigned Atom, bool Inside,
                          int To) {
  Fact Here(*this, DemandGraph::PieceAt, I, 2 * Atom + Inside);
  if (VisitedAt.insert({I, 2 * Atom + Inside}).second)
    Pieces.push_back({I->getParent(), I, Atom, Inside, To});
}

void Slicer::demandEnd(const BasicBlock *B, unsigned Atom, bool Inside,
                       int To) {
  Fact Here(*this, DemandGraph::Piece, B, 2 * Atom + Inside);
  if (Visited.insert({B, 2 * Atom + Inside}).second)
    Pieces.push_back({B, nullptr, Atom, Inside, To});
}

void Slicer::demandEverywhere(unsigned Atom, int To) {
  Fact Here(*this, DemandGraph::AnyWrite, nullptr, Atom);
  if (!Everywhere.insert(Atom).second)
    return;
  for (const llvm::Function &F : Index.module())
    if (Reachable.count(&F) && isResult(&F, Atom))
      keepReturns(&F);
  for (const Instruction *W : Memory.writers(Atom)) {
    int S = Index.stmtOf(W);
    if (!Reachable.count(W->getFunction()) || (S >= 0 && Control.isDead(S)))
      continue;
    writeIsLive(W, Atom, To);
    needCallersOf(W->getFunction(), data(To, Atom));
  }
}

/// The atom is a part of the structure that F returns through a pointer.
bool Slicer::isResult(const llvm::Function *F, unsigned Atom) const {
  if (!F->hasStructRetAttr())
    return false;
  for (unsigned P : Pts.pointees(F->getArg(0)))
    if (Objects.placeInfo(P).Object == Memory.objectOfAtom(Atom))
      return true;
  return false;
}

void Slicer::demandExit(const llvm::Function *F, unsigned Atom, int To) {
  Fact Here(*this, DemandGraph::Exit, F, Atom);
  if (!ExitDemands[F].test_and_set(Atom))
    return;
  if (isResult(F, Atom))
    keepReturns(F);
  for (const BasicBlock &B : *F)
    if (isa<ReturnInst>(B.getTerminator()) ||
        (Control.mayLeave(F) && succ_empty(&B)))
      demandEnd(&B, Atom, false, To);
}

const std::vector<const Instruction *> &Slicer::writersIn(const BasicBlock *B) {
  auto [It, New] = WritersIn.try_emplace(B);
  if (New)
    for (const Instruction &I : reverse(*B)) {
      auto *C = dyn_cast<CallBase>(&I);
      if (!Memory.writes(&I).empty() ||
          (C && !(Pts.callees(C).empty() && Pts.callbacks(C).empty())))
        It->second.push_back(&I);
    }
  return It->second;
}

/// Looks for writers of the atom behind a call of program functions. True if
/// the search must go on before the call.
bool Slicer::passCall(const CallBase *C, const MemoryItem &Item) {
  if (Memory.isReplaced(C, Item.Atom))
    return true;
  bool Direct = Memory.writes(C).test(Item.Atom);
  if (Direct)
    writeIsLive(C, Item.Atom, Item.To);
  auto Callees = Pts.callees(C);
  bool Certain =
      !Callees.empty() && Pts.callbacks(C).empty() && Pts.externals(C).empty();
  bool Any = false;
  for (auto Targets : {Callees, Pts.callbacks(C)})
    for (const llvm::Function *G : Targets) {
      if (!Memory.mod(G).test(Item.Atom)) {
        Certain = false;
        continue;
      }
      Any = true;
      demandExit(G, Item.Atom, Item.To);
      if (PassThrough[G].test(Item.Atom))
        Certain = false;
    }
  if (Any)
    need(C, data(Item.To, Item.Atom));
  if (!Certain)
    return !Memory.kills(C).test(Item.Atom) || NeverKilled.test(Item.Atom);
  for (const llvm::Function *G : Callees)
    Waiters[{G, Item.Atom}].push_back({C, Item.Inside, Item.To, Now});
  return false;
}

void Slicer::processMemory(const MemoryItem &Item) {
  ++Demands;
  Fact Here(*this, Item.Before ? DemandGraph::PieceAt : DemandGraph::Piece,
            Item.Before ? static_cast<const void *>(Item.Before) : Item.Block,
            2 * Item.Atom + Item.Inside, Fact::Again);
  const llvm::Function *F = Item.Block->getParent();
  const MemObject &O = Objects.object(Memory.objectOfAtom(Item.Atom));
  bool Own =
      O.K == MemObject::Local && cast<AllocaInst>(O.Site)->getFunction() == F;
  if (!Own && !Memory.mod(F).test(Item.Atom)) {
    reachEntry(F, Item);
    return;
  }
  for (const Instruction *W : writersIn(Item.Block)) {
    if (Item.Before && !W->comesBefore(Item.Before))
      continue;
    int S = Index.stmtOf(W);
    if (S >= 0 && Control.isDead(S))
      continue;
    auto *C = dyn_cast<CallBase>(W);
    // Control comes back here from anywhere by longjmp.
    if (C && IrIndex::externalName(C).contains("setjmp"))
      demandEverywhere(Item.Atom, Item.To);
    if (C && !(Pts.callees(C).empty() && Pts.callbacks(C).empty())) {
      if (!passCall(C, Item))
        return;
      continue;
    }
    if (!Memory.writes(W).test(Item.Atom) || changesNothing(W))
      continue;
    writeIsLive(W, Item.Atom, Item.To);
    if (Memory.kills(W).test(Item.Atom) && !NeverKilled.test(Item.Atom))
      return;
  }
  if (Item.Block->isEntryBlock()) {
    reachEntry(F, Item);
    return;
  }
  for (const BasicBlock *P : predecessors(Item.Block))
    demandEnd(P, Item.Atom, Item.Inside, Item.To);
}

void Slicer::reachEntry(const llvm::Function *F, const MemoryItem &Item) {
  const MemObject &O = Objects.object(Memory.objectOfAtom(Item.Atom));
  if (O.K == MemObject::Local && cast<AllocaInst>(O.Site)->getFunction() == F &&
      (O.Singleton || !Memory.isRecursive(F)))
    return; // not yet alive
  if (!Item.Inside) {
    if (!PassThrough[F].test_and_set(Item.Atom))
      return;
    std::vector<Waiter> List = std::move(Waiters[{F, Item.Atom}]);
    Waiters.erase({F, Item.Atom});
    for (const Waiter &W : List) {
      Fact Here(*this, W.Demand);
      demandBefore(W.C, Item.Atom, W.Inside, W.To);
    }
    return;
  }
  if (O.K == MemObject::VarArgs && O.Site == F) {
    Fact Here(*this, DemandGraph::Entry, F, ~0u);
    if (VarArgsLive.insert(F).second)
      for (size_t I = 0; I < ExecutedCalls[F].size(); ++I)
        enterCallee(ExecutedCalls[F][I], F);
    return;
  }
  Fact Here(*this, DemandGraph::Entry, F, Item.Atom);
  if (!EntryDemands[F].test_and_set(Item.Atom))
    return;
  for (size_t I = 0; I < ExecutedCalls[F].size(); ++I)
    demandBefore(ExecutedCalls[F][I], Item.Atom, true, Item.To);
}

/// What a copy of memory brings to one atom of its destination, where that is
/// known; else nothing.
static AtomSet sourceOf(const MemTransferInst *T, unsigned Atom,
                        const ModRef &Memory, const PointsTo &Pts,
                        MemoryObjects &Objects) {
  AtomSet Result;
  const Type *Scalar = Memory.atomType(Atom);
  if (!Scalar)
    return {};
  int64_t Size = Objects.layout().getTypeStoreSize(const_cast<Type *>(Scalar));
  for (unsigned D : Pts.pointees(T->getDest())) {
    MemoryObjects::Place To = Objects.placeInfo(D);
    if (To.Object != Memory.objectOfAtom(Atom))
      continue;
    if (To.Offset == MemoryObjects::Anywhere ||
        Memory.atomOffset(Atom) < To.Offset)
      return {};
    for (unsigned S : Pts.pointees(T->getSource())) {
      if (Objects.placeInfo(S).Offset == MemoryObjects::Anywhere)
        return {};
      unsigned From = Objects.moved(S, Memory.atomOffset(Atom) - To.Offset);
      if (From != ~0u)
        Result |= Memory.placeRegion(From, Size, false);
    }
  }
  return Result;
}

void Slicer::writeIsLive(const Instruction *I, unsigned Atom, int To) {
  Fact Here(*this, DemandGraph::Write, I, Atom);
  if (!LiveWrites.insert({I, Atom}).second)
    return;
  if (auto *C = dyn_cast<CallBase>(I))
    if (const MpiCallInfo *Info = IrIndex::mpiCall(C)) {
      for (unsigned A = 0; Info->hasBuffers() && A < C->arg_size(); ++A)
        if ((Info->Roles[A] == 'r' || Info->Roles[A] == 'x') &&
            Memory.buffer(C, A).test(Atom)) {
          std::string Because = "message decides " + Memory.atomName(Atom);
          if (To >= 0)
            Because += " at " + Prog.place(Prog.Stmts[To]);
          makeReal(C, To, Because);
          break;
        }
      need(I, data(To, Atom));
      return;
    }
  need(I, data(To, Atom));
  int S = Index.stmtOf(I);
  Reason R = data(S >= 0 ? S : To, Atom);
  if (auto *T = dyn_cast<MemTransferInst>(I)) {
    AtomSet Known = sourceOf(T, Atom, Memory, Pts, Objects), &All = Copied[T];
    if (All.empty())
      All = Memory.reads(T);
    Known &= All;
    if (!Known.empty())
      demandSet(I, Known, R.To);
    else if (Graph || CopiedWhole.insert(T).second)
      demandSet(I, All, R.To);
    for (const Use &U : T->args())
      demandValue(U.get(), R);
    return;
  }
  if (isa<CallBase>(I) && !isa<IntrinsicInst>(I))
    return; // a call that is executed has all it needs
  for (const Use &U : I->operands())
    demandValue(U.get(), R);
}

void Slicer::demandResult(const llvm::Function *F, const Reason &R) {
  Fact Here(*this, DemandGraph::Result, F);
  if (!ResultLive.insert(F).second)
    return;
  if (Index.returnsRecord(Index.functionOf(F)))
    keepReturns(F);
  for (const BasicBlock &B : *F)
    if (auto *Ret = dyn_cast<ReturnInst>(B.getTerminator()))
      if (Ret->getReturnValue())
        demandValue(Ret->getReturnValue(), R);
}

void Slicer::processValue(const ValueItem &Item) {
  Fact Here(*this, DemandGraph::Value, Item.V, 0, Fact::Again);
  if (auto *A = dyn_cast<Argument>(Item.V)) {
    const llvm::Function *F = A->getParent();
    for (size_t I = 0; I < ExecutedCalls[F].size(); ++I)
      enterCallee(ExecutedCalls[F][I], F);
    return;
  }
  auto *I = dyn_cast<Instruction>(Item.V);
  if (!I)
    return;
  int S = Index.stmtOf(I);
  Reason R = Item.R;
  need(I, R);
  R.To = S >= 0 ? S : R.To;
  R.Why = Reason::Data;
  if (auto *C = dyn_cast<CallBase>(I)) {
    for (const llvm::Function *G : Pts.callees(C))
      demandResult(G, R);
    if (!Pts.callees(C).empty() || isa<IntrinsicInst>(C) ||
        IrIndex::mpiCall(C)) {
      if (isa<IntrinsicInst>(C))
        for (const Use &U : C->args())
          demandValue(U.get(), R);
      return;
    }
    for (const Use &U : C->args())
      demandValue(U.get(), R);
    return;
  }
  if (isa<LoadInst>(I) || isa<AtomicRMWInst>(I) || isa<AtomicCmpXchgInst>(I) ||
      isa<VAArgInst>(I)) {
    if (auto *L = dyn_cast<LoadInst>(I))
      if (Pts.pointees(L->getPointerOperand()).empty())
        Lost.push_back(I);
    demandSet(I, Memory.reads(I), R.To);
  }
  for (const Use &U : I->operands())
    demandValue(U.get(), R);
  if (auto *P = dyn_cast<PHINode>(I)) // of a choice, its test
    for (const BasicBlock *In : P->blocks())
      if (const BasicBlock *Test = In->getSinglePredecessor())
        if (auto *Br = dyn_cast<BranchInst>(Test->getTerminator()))
          if (Br->isConditional() && isHarmlessChoice(Br))
            demandValue(Br->getCondition(), R);
}

void Slicer::run() {
  while (!Values.empty() || !Pieces.empty()) {
    if (!Values.empty()) {
      ValueItem Item = std::move(Values.back());
      Values.pop_back();
      processValue(Item);
    } else {
      MemoryItem Item = Pieces.back();
      Pieces.pop_back();
      processMemory(Item);
    }
  }
}

void Slicer::demandParameter(const Instruction *I, const AtomSet &Atoms,
                             int Stmt, const std::string &) {
  demandSet(I, Atoms, Stmt);
}

} // namespace skel
