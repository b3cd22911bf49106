//===- Slicer.cpp - demands on values and memory --------------------------===//
//
// The worklists: what a live value is computed from, and which writes reach a
// piece of memory that is read.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/Slicer.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

Slicer::Slicer(const Phases &A)
    : SliceState(A), KeepErrorPaths(A.KeepErrorPaths), Filled(A.Filled) {}

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
  if (add(Live, V))
    Values.push_back({V, std::move(R)});
}

void Slicer::demandSet(const Instruction *I, const AtomSet &Atoms, int To) {
  demandBefore(I, Atoms, true, To);
}

void Slicer::demandBefore(const Instruction *I, const AtomSet &Atoms,
                          bool Inside, int To) {
  // Other ranks, which run the same program, may write to a window wherever
  // they are.
  for (unsigned A : both(Atoms, Memory.windows()))
    demandEverywhere(A, To);
  if (Atoms.empty() || apart(Atoms, [&](const AtomSet &One) {
        demandBefore(I, One, Inside, To);
      }))
    return;
  Fact Here(*this, DemandGraph::PieceAt, I, number(Atoms, Inside));
  AtomSet New = addAtoms(VisitedAt[Inside], I, Atoms);
  if (!New.empty())
    Pieces.push_back({I->getParent(), I, std::move(New), Inside, To});
}

void Slicer::demandEnd(const BasicBlock *B, const AtomSet &Atoms, bool Inside,
                       int To) {
  if (apart(Atoms, [&](const AtomSet &One) { demandEnd(B, One, Inside, To); }))
    return;
  Fact Here(*this, DemandGraph::Piece, B, number(Atoms, Inside));
  AtomSet New = addAtoms(Visited[Inside], B, Atoms);
  if (!New.empty())
    Pieces.push_back({B, nullptr, std::move(New), Inside, To});
}

void Slicer::demandEverywhere(unsigned Atom, int To) {
  Fact Here(*this, DemandGraph::AnyWrite, nullptr, number(only(Atom)));
  if (!add(Everywhere, Atom))
    return;
  AtomSet One = only(Atom);
  for (const llvm::Function &F : Index.module())
    if (Reachable.count(&F) && isResult(&F, Atom))
      keepReturns(&F);
  for (const Instruction *W : Memory.writers(Atom)) {
    int S = Index.stmtOf(W);
    if (!Reachable.count(W->getFunction()) || (S >= 0 && Control.isDead(S)))
      continue;
    writesAreLive(W, One, To);
    needCallersOf(W->getFunction(), data(To, Atom));
  }
}

void Slicer::demandExit(const llvm::Function *F, const AtomSet &Atoms, int To) {
  if (apart(Atoms, [&](const AtomSet &One) { demandExit(F, One, To); }))
    return;
  Fact Here(*this, DemandGraph::Exit, F, number(Atoms));
  AtomSet New = addAtoms(ExitDemands, F, Atoms);
  if (New.empty())
    return;
  if (F->hasStructRetAttr())
    for (unsigned A : New)
      if (isResult(F, A)) {
        keepReturns(F);
        break;
      }
  for (const BasicBlock &B : *F)
    if (isa<ReturnInst>(B.getTerminator()) ||
        (Control.mayLeave(F) && succ_empty(&B)))
      demandEnd(&B, New, false, To);
}

/// Backwards, without those that never run or change nothing.
const std::vector<const Instruction *> &Slicer::writersIn(const BasicBlock *B) {
  auto [It, New] = WritersIn.try_emplace(B);
  if (New)
    for (const Instruction &I : reverse(*B)) {
      auto *C = dyn_cast<CallBase>(&I);
      int S = Index.stmtOf(&I);
      if ((S >= 0 && Control.isDead(S)) || changesNothing(&I))
        continue;
      if (!Memory.writes(&I).empty() ||
          (C && !(Pts.callees(C).empty() && Pts.callbacks(C).empty())) ||
          (C && (IrIndex::has(C, LibraryFact::SavesPlace) ||
                 IrIndex::has(C, LibraryFact::Forks))))
        It->second.push_back(&I);
    }
  return It->second;
}

void Slicer::overlook(const llvm::Function *F, const AtomSet &Left, int To) {
  if (Trying || Memory.replaced(F).empty())
    return;
  AtomSet Vain = both(Left, Memory.replaced(F));
  Vain.intersectWithComplement(Memory.mod(F));
  for (unsigned A : Vain)
    Missed.try_emplace({F, A}, To);
}

/// Looks for writers behind a call of program functions. What of Left must be
/// looked for before the call stays there.
void Slicer::passCall(const CallBase *C, AtomSet &Left,
                      const MemoryItem &Item) {
  AtomSet Through; // by a model
  if (Index.isReplaced(C))
    for (unsigned A : Left)
      if (Memory.isReplaced(C, A))
        Through.set(A);
  Left.intersectWithComplement(Through);
  writesAreLive(C, both(Left, Memory.writes(C)), Item.To);
  auto Callees = Pts.callees(C);
  AtomSet Certain, Any;
  if (!Callees.empty() && Pts.callbacks(C).empty() && Pts.externals(C).empty())
    Certain = Left;
  for (auto Targets : {Callees, Pts.callbacks(C)})
    for (const llvm::Function *G : Targets) {
      overlook(G, Left, Item.To);
      AtomSet Written = both(Left, Memory.mod(G));
      Memory.dropUnreachable(C, G, Written);
      Certain &= Written;
      if (Written.empty())
        continue;
      Any |= Written;
      demandExit(G, Written, Item.To);
      Certain.intersectWithComplement(PassThrough[G]);
    }
  if (!Any.empty()) {
    unsigned First = unsigned(Any.find_first());
    need(C, data(Item.To, First));
    // What an operator's function changes, it changes where there is data.
    const MpiCallInfo *Info = IrIndex::mpiCall(C);
    if (Info && Info->hasBuffers() && !Pts.callbacks(C).empty())
      makeReal(C, Item.To,
               "its operator's function changes " + Memory.atomName(First),
               AllBytes);
  }
  if (!Certain.empty())
    for (const llvm::Function *G : Callees)
      append(Waiters, G, Waiter{C, Item.Inside, Item.To, Now, Certain});
  AtomSet Killed = Memory.kills(C);
  Killed.intersectWithComplement(NeverKilled);
  Left.intersectWithComplement(Certain);
  Left.intersectWithComplement(Killed);
  Left |= Through;
}

void Slicer::processMemory(const MemoryItem &Item) {
  ++Demands;
  Fact Here(*this, Item.Before ? DemandGraph::PieceAt : DemandGraph::Piece,
            Item.Before ? static_cast<const void *>(Item.Before) : Item.Block,
            number(Item.Atoms, Item.Inside), Fact::Again);
  const llvm::Function *F = Item.Block->getParent();
  AtomSet Left = both(Item.Atoms, Memory.touched(F)), Rest = Item.Atoms;
  Rest.intersectWithComplement(Left);
  reachEntry(F, std::move(Rest), Item);
  for (const Instruction *W : writersIn(Item.Block)) {
    if (Left.empty())
      return;
    if (Item.Before && !W->comesBefore(Item.Before))
      continue;
    auto *C = dyn_cast<CallBase>(W);
    // Control comes back here from anywhere by longjmp.
    if (C && IrIndex::has(C, LibraryFact::SavesPlace))
      for (unsigned A : Left)
        demandEverywhere(A, Item.To);
    // What its child does to files and shared memory comes before what the
    // parent reads of them, and no path leads from the one to the other.
    if (C && IrIndex::has(C, LibraryFact::Forks))
      for (unsigned A : Left)
        if (Memory.isShared(A))
          demandEverywhere(A, Item.To);
    if (C && !(Pts.callees(C).empty() && Pts.callbacks(C).empty())) {
      passCall(C, Left, Item);
      continue;
    }
    writesAreLive(W, both(Left, Memory.writes(W)), Item.To);
    AtomSet Killed = Memory.kills(W);
    for (const WholeArrayStores::Sequence &S : Filled.beginningAt(W))
      if (!Item.Before || S.Last->comesBefore(Item.Before))
        Killed |= S.Atoms;
    if (!Killed.empty()) {
      Killed.intersectWithComplement(NeverKilled);
      Left.intersectWithComplement(Killed);
    }
  }
  if (Left.empty())
    return;
  if (Item.Block->isEntryBlock()) {
    reachEntry(F, std::move(Left), Item);
    return;
  }
  for (const BasicBlock *P : predecessors(Item.Block))
    demandEnd(P, behindLoop(P, Left, Item), Item.Inside, Item.To);
}

/// What of Left must be looked for at the end of From, in front of the item's
/// block: what a loop over whole arrays has not overwritten when it is left.
AtomSet Slicer::behindLoop(const BasicBlock *From, AtomSet Left,
                           const MemoryItem &Item) {
  if (const WholeArrayStores::Loop *L = Filled.leaving(From, Item.Block)) {
    AtomSet Replaced = both(Left, L->Atoms);
    Replaced.intersectWithComplement(NeverKilled);
    for (const Instruction *W : L->Writers)
      writesAreLive(W, both(Replaced, Memory.writes(W)), Item.To);
    Left.intersectWithComplement(Replaced);
  }
  return Left;
}

void Slicer::reachEntry(const llvm::Function *F, AtomSet Atoms,
                        const MemoryItem &Item) {
  Atoms.intersectWithComplement(Memory.born(F));
  if (Atoms.empty())
    return;
  if (!Item.Inside) {
    AtomSet New = addAtoms(PassThrough, F, Atoms);
    if (New.empty())
      return;
    auto It = Waiters.find(F);
    for (size_t I = 0; It != Waiters.end() && I < It->second.size(); ++I) {
      const Waiter &W = It->second[I];
      Fact Here(*this, W.Demand);
      demandBefore(W.C, both(W.Atoms, New), W.Inside, W.To);
    }
    return;
  }
  if (Atoms.intersects(Memory.varArgs(F))) {
    Atoms.intersectWithComplement(Memory.varArgs(F));
    Fact Here(*this, DemandGraph::Entry, F, ~0u);
    if (add(VarArgsLive, F))
      for (size_t I = 0; I < ExecutedCalls[F].size(); ++I)
        enterCallee(ExecutedCalls[F][I], F);
    if (Atoms.empty())
      return;
  }
  Fact Here(*this, DemandGraph::Entry, F, number(Atoms));
  AtomSet New = addAtoms(EntryDemands, F, Atoms);
  if (!New.empty())
    for (size_t I = 0; I < ExecutedCalls[F].size(); ++I) {
      const CallBase *C = ExecutedCalls[F][I];
      AtomSet Seen = New;
      Memory.dropUnreachable(C, F, Seen);
      demandBefore(C, Seen, true, Item.To);
    }
  if (!New.empty() && CalledInFront.count(F))
    for (size_t I = 0; I < CalledInFront[F].size(); ++I)
      demandBefore(CalledInFront[F][I], New, true, Item.To);
}

/// Where bytes are copied from From to To: what comes to an atom of an array
/// with a leading part, if To is a known place in it; else nothing.
static AtomSet sameBytes(const Value *To, const Value *From, unsigned Atom,
                         const ModRef &Memory) {
  int64_t At = Memory.exactly(To);
  int64_t Begin = std::max(Memory.atomOffset(Atom), At),
          End = Memory.atomEnd(Atom);
  if (At < 0 || Begin >= End)
    return {};
  return Memory.bytes(From, Begin - At, End == INT64_MAX ? -1 : End - Begin);
}

/// A copy of Length bytes (-1: unknown) to a place touches one instance of an
/// atom at most: none of an array's elements, which all are one.
static bool touchesOnce(const MemoryObjects::Place &To, int64_t Length,
                        unsigned Atom, const ModRef &Memory,
                        const MemoryObjects &Objects) {
  const MemObject &O = Objects.object(To.Object);
  uint64_t Offset = uint64_t(Memory.atomOffset(Atom));
  if (O.Type)
    return !Objects.arrayAt(O.Type, Offset);
  Type *T = Memory.elementType(To.Object);
  return T && Length >= 0 && !Objects.arrayAt(T, Offset) &&
         To.Offset + Length <= int64_t(Objects.layout().getTypeAllocSize(T));
}

/// What a copy of memory brings to one atom of its destination, where that is
/// known; else nothing.
static AtomSet sourceOf(const MemTransferInst *T, unsigned Atom,
                        const ModRef &Memory, const PointsTo &Pts,
                        MemoryObjects &Objects) {
  AtomSet Result;
  if (Memory.isLeading(Memory.objectOfAtom(Atom)))
    return sameBytes(T->getDest(), T->getSource(), Atom, Memory);
  const Type *Scalar = Memory.atomType(Atom);
  if (!Scalar)
    return {};
  auto *Known = dyn_cast<ConstantInt>(T->getLength());
  int64_t Length = Known ? Known->getSExtValue() : -1;
  int64_t Size = Objects.layout().getTypeStoreSize(const_cast<Type *>(Scalar));
  for (unsigned D : Pts.pointees(T->getDest())) {
    MemoryObjects::Place To = Objects.placeInfo(D);
    if (To.Object != Memory.objectOfAtom(Atom))
      continue;
    if (To.Offset == MemoryObjects::Anywhere ||
        Memory.atomOffset(Atom) < To.Offset)
      return {};
    bool Once = touchesOnce(To, Length, Atom, Memory, Objects);
    for (unsigned S : Pts.pointees(T->getSource())) {
      const MemoryObjects::Place &Of = Objects.placeInfo(S);
      // Elements of one structure come from elements of the same.
      Type *Element = Memory.elementType(To.Object);
      bool Alike = To.Offset == 0 && Of.Offset == 0 && Element &&
                   isa<StructType>(Element) &&
                   Element == Memory.elementType(Of.Object);
      if (Of.Offset == MemoryObjects::Anywhere || !(Once || Alike))
        return {};
      unsigned From = Objects.moved(S, Memory.atomOffset(Atom) - To.Offset);
      if (From == ~0u)
        return {};
      Result |= Memory.placeRegion(From, Size, false);
    }
  }
  return Result;
}

/// A library's call that copies an array, without strides, and does nothing
/// else.
static bool isCopy(const CallBase *C) {
  if (!IrIndex::has(C, LibraryFact::CopiesVector) || C->arg_size() != 5)
    return false;
  auto From = knownConstant(C->getArgOperand(2)),
       To = knownConstant(C->getArgOperand(4));
  return From && To && *From == 1 && *To == 1;
}

/// What a call reads for these atoms that it writes, if it is a copy; else all
/// that it reads.
AtomSet Slicer::copied(const CallBase *C, const AtomSet &Atoms) const {
  AtomSet All = Memory.reads(C), Result;
  if (!isCopy(C))
    return All;
  for (unsigned A : Atoms) {
    AtomSet From =
        Memory.isLeading(Memory.objectOfAtom(A))
            ? sameBytes(C->getArgOperand(3), C->getArgOperand(1), A, Memory)
            : AtomSet();
    if (From.empty())
      return All;
    Result |= From;
  }
  return both(Result, All);
}

/// Two instructions of one block read the same variable and nothing is written
/// between them; or do the same to what such ones read.
static bool sameIndex(const Value *A, const Value *B) {
  auto *I = dyn_cast<Instruction>(A), *J = dyn_cast<Instruction>(B);
  if (A == B)
    return true;
  if (!I || !J || I->getOpcode() != J->getOpcode() ||
      I->getType() != J->getType() || I->getParent() != J->getParent())
    return false;
  if (isa<CastInst>(I) ||
      (isa<BinaryOperator>(I) && isa<ConstantInt>(I->getOperand(1)) &&
       I->getOperand(1) == J->getOperand(1)))
    return sameIndex(I->getOperand(0), J->getOperand(0));
  if (!isa<LoadInst>(I) || I->getOperand(0) != J->getOperand(0))
    return false;
  if (J->comesBefore(I))
    std::swap(I, J);
  for (; I != J; I = I->getNextNode())
    if (I->mayWriteToMemory())
      return false;
  return true;
}

/// "p[i]" or "array[i]": the index.
static const Value *elementIndex(const GetElementPtrInst *G) {
  unsigned N = G ? G->getNumIndices() : 0;
  auto *First = N == 2 ? dyn_cast<ConstantInt>(*G->idx_begin()) : nullptr;
  bool Array =
      First && First->isZero() && isa<ArrayType>(G->getSourceElementType());
  return N == 1 || Array ? G->getOperand(N) : nullptr;
}

/// "to[i] = from[i]", between arrays with leading parts: an element comes from
/// the element of that number.
bool Slicer::copyElements(const StoreInst *S, const AtomSet &Atoms,
                          const Reason &R) {
  auto *L = dyn_cast<LoadInst>(S->getValueOperand());
  auto *To = dyn_cast<GetElementPtrInst>(S->getPointerOperand());
  auto *From =
      L ? dyn_cast<GetElementPtrInst>(L->getPointerOperand()) : nullptr;
  const Value *I = elementIndex(To), *J = elementIndex(From);
  if (!I || !J || !sameIndex(J, I) || !L->hasOneUse() ||
      (Cut && Cut->Values.count(L)) ||
      To->getResultElementType() != From->getResultElementType() ||
      To->getResultElementType() != L->getType())
    return false;
  int64_t Begin = Memory.exactly(To->getPointerOperand());
  if (Begin < 0 || Memory.exactly(From->getPointerOperand()) < 0)
    return false;
  AtomSet Wanted;
  for (unsigned A : Atoms)
    Wanted |=
        Memory.bytes(From->getPointerOperand(), Memory.atomOffset(A) - Begin,
                     Memory.atomEnd(A) == INT64_MAX
                         ? -1
                         : Memory.atomEnd(A) - Memory.atomOffset(A));
  Wanted &= Memory.reads(L);
  {
    Fact Here(*this, DemandGraph::Value, L);
    add(Live, L);
    need(L, R);
    demandSet(L, Wanted, R.To);
    demandValue(From, R);
  }
  demandValue(To, R);
  return true;
}

void Slicer::writesAreLive(const Instruction *I, const AtomSet &Atoms, int To) {
  if (Atoms.empty() ||
      apart(Atoms, [&](const AtomSet &One) { writesAreLive(I, One, To); }))
    return;
  Fact Here(*this, DemandGraph::Write, I, number(Atoms));
  AtomSet New = addAtoms(LiveWrites, I, Atoms);
  if (New.empty())
    return;
  unsigned First = unsigned(New.find_first());
  if (auto *C = dyn_cast<CallBase>(I))
    if (const MpiCallInfo *Info = IrIndex::mpiCall(C)) {
      for (unsigned A = 0; Info->hasBuffers() && A < C->arg_size(); ++A) {
        if (Info->Roles[A] != 'r' && Info->Roles[A] != 'x')
          continue;
        AtomSet Arrives = both(New, Memory.buffer(C, A));
        if (Arrives.empty())
          continue;
        std::string Because = "message decides " +
                              Memory.atomName(unsigned(Arrives.find_first()));
        if (To >= 0)
          Because += " at " + Prog.place(Prog.Stmts[To]);
        makeReal(C, To, Because, Memory.messageBytes(C, A, Arrives));
        break;
      }
      bool Writes = Info->isOfFiles() && Info->hasBuffers();
      if ((Writes || Info->is(MpiFact::ChangesFile)) &&
          New.intersects(Memory.filesByMpi())) // not its request or status
        makeReal(C, To,
                 Writes ? "the program reads the file that it writes"
                        : "the program asks for the file that it changes",
                 0);
      if (Info->isOneSided() && Info->hasBuffers() &&
          New.intersects(Memory.windows()))
        makeReal(C, To, "memory of a window decides " + Memory.atomName(First),
                 0);
      need(I, data(To, First));
      return;
    }
  need(I, data(To, First));
  int S = Index.stmtOf(I);
  Reason R = data(S >= 0 ? S : To, First);
  if (auto *T = dyn_cast<MemTransferInst>(I)) {
    AtomSet Wanted, &All = Copied[T];
    if (All.empty())
      All = Memory.reads(T);
    for (unsigned A : New) {
      AtomSet Known = both(sourceOf(T, A, Memory, Pts, Objects), All);
      Wanted |= Known.empty() ? All : Known;
      if (Known.empty())
        break;
    }
    demandSet(I, Wanted, R.To);
    for (const Use &U : T->args())
      demandValue(U.get(), R);
    return;
  }
  if (auto *C = dyn_cast<CallBase>(I); C && !isa<IntrinsicInst>(I)) {
    if (isCopy(C) && Executed.count(C))
      demandSet(C, copied(C, New), R.To);
    if (setsErrno(IrIndex::externalName(C)))
      for (const Use &U : C->args()) // also of a function of numbers
        demandValue(U.get(), R);
    return; // else a call that is executed has all it needs
  }
  if (auto *S = dyn_cast<StoreInst>(I); S && copyElements(S, New, R))
    return;
  for (const Use &U : I->operands())
    demandValue(U.get(), R);
}

/// A return that comes from no instruction of its own: the only one that is
/// reached gives a constant.
bool Slicer::hasBareReturn(const llvm::Function *F) const {
  int Id = Index.functionOf(F);
  for (const BasicBlock &B : *F)
    if (auto *Ret = dyn_cast<ReturnInst>(B.getTerminator()))
      return Id >= 0 && isa_and_nonnull<Constant>(Ret->getReturnValue());
  return false;
}

void Slicer::demandResult(const llvm::Function *F, const Reason &R) {
  Fact Here(*this, DemandGraph::Result, F);
  if (!add(ResultLive, F))
    return;
  if (Index.returnsRecord(Index.functionOf(F)) || hasBareReturn(F))
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
  if (Memory.rounds(I))
    demandSet(I, Memory.rounding(), R.To);
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
      if (Pts.isLost(L->getPointerOperand()))
        add(Lost, I);
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

void Slicer::run(function_ref<bool(size_t)> Stop) {
  size_t Looked = 0;
  while (!Values.empty() || !Pieces.empty()) {
    if (Graph && Graph->full())
      return;
    if (Stop && newlyExecuted().size() > Looked) {
      if (Stop(Looked)) {
        Values.clear();
        Pieces.clear();
        return;
      }
      Looked = newlyExecuted().size();
    }
    if (!Values.empty()) {
      ValueItem Item = std::move(Values.back());
      Values.pop_back();
      if (++Steps != Forgotten)
        processValue(Item);
    } else {
      MemoryItem Item = std::move(Pieces.back());
      Pieces.pop_back();
      if (++Steps != Forgotten)
        processMemory(Item);
    }
  }
}

void Slicer::demandRelease(const Instruction *I, int Allocation,
                           const std::string &Text) {
  Reason R;
  R.Why = Reason::Data;
  R.To = Allocation;
  R.What = Text;
  need(I, R);
  needCallersOf(I->getFunction(), R);
}

void Slicer::demandParameter(const Instruction *I, const AtomSet &Atoms,
                             int Stmt, const std::string &) {
  demandSet(I, Atoms, Stmt);
}

void Slicer::demandCall(const Instruction *I, const llvm::Function *F,
                        int Stmt) {
  if (!is_contained(CalledInFront[F], I))
    append(CalledInFront, F, I);
  enter(F);
  Reason R;
  R.Why = Reason::BlockParam;
  R.To = Stmt;
  R.What = F->getName().str();
  demandResult(F, R);
  demandBefore(I, EntryDemands[F], true, Stmt);
}

} // namespace skel
