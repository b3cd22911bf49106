//===- TripCounts.cpp - what the loops of removed code depend on ----------===//
//
// A value that the run itself computes (a counter, a local bound) is replaced
// by what it is computed from; one that the run leaves alone is a leaf. Sums
// and rounds of loops are in TripSums.cpp.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/TripCrossings.h"
#include "skeletonizer/slice/TripLaws.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace skel {

static constexpr size_t MaxContexts = 400;
static constexpr size_t MaxSeen = 20000, MaxProbed = 500;

/// The function gives its parameter another value where it calls itself: the
/// first step of a recursion does not tell the others.
static bool isNext(const Argument *A, const Value *Actual,
                   const CallBase *Call) {
  return Call->getFunction() == A->getParent() && Actual != A &&
         parameterOf(Actual) != A;
}

/// The element of an array at a constant index, at one that can be read in
/// front of the run, or all elements of a short array.
TripCounts::Targets TripCounts::element(const GEPOperator *G,
                                        const Context &C) const {
  static constexpr unsigned MaxElements = 8;
  MapVector<Value *, APInt> Variable;
  APInt Constant(64, 0);
  if (!G->collectOffset(Objects.layout(), 64, Variable, Constant) ||
      Variable.size() > 1)
    return {};
  Targets Bases = target(G->getPointerOperand(), C), Out;
  for (MemoryPath &Base : Bases) {
    if (Variable.empty()) {
      Base.add(Constant.getSExtValue());
      Out.push_back(Base);
      continue;
    }
    const auto &[V, Bytes] = *Variable.begin();
    int64_t Scale = Bytes.getSExtValue();
    std::optional<Sum> By = sum(V, C);
    if (const MemoryPath *P = By ? By->path() : nullptr) {
      if (!Base.addIndex(
              {std::make_shared<MemoryPath>(*P), By->Addend, Scale, G}))
        return {};
      Base.Steps.back().Bytes += Constant.getSExtValue();
      Out.push_back(Base);
      continue;
    }
    unsigned First = 0, End = 0;
    if (By && By->isConstant()) {
      First = unsigned(By->Addend);
      End = First + 1;
    } else {
      End = Paths(Index, Objects, Pts, Memory).numElements(Base, Scale);
    }
    if (First >= End || End - First > MaxElements / Bases.size())
      return {};
    for (; First < End; ++First) {
      Out.push_back(Base);
      Out.back().add(First * Scale + Constant.getSExtValue());
    }
  }
  return Out;
}

/// The memory is that of a table that never changes.
static bool isConstant(const Value *From) {
  auto *Table = dyn_cast<GlobalVariable>(From->stripPointerCasts());
  return Table && Table->isConstant();
}

/// Where a pointer points, as paths from a variable of the run's function; none
/// if that is not known, several for the elements of a short array.
TripCounts::Targets TripCounts::target(const Value *P, const Context &C) const {
  P = P->stripPointerCasts();
  auto Variable = [](const Value *V) {
    MemoryPath R;
    R.Root = V;
    return Targets{R};
  };
  if (auto *A = dyn_cast<Argument>(P)) {
    const Value *Actual = given(A, C); // null: a structure passed by value
    return Actual && !isNext(A, Actual, C.Call) ? target(Actual, *C.Up)
                                                : Targets();
  }
  if (auto *A = dyn_cast<AllocaInst>(P)) {
    Targets Of = original(A, C);
    return Of.empty() && A->getFunction() == Home ? Variable(A) : Of;
  }
  if (isa<GlobalVariable>(P))
    return Variable(P);
  if (auto *G = dyn_cast<GEPOperator>(P))
    return element(G, C);
  if (auto *I = dyn_cast<IntrinsicInst>(P);
      I && I->getIntrinsicID() == Intrinsic::threadlocal_address)
    return target(I->getArgOperand(0), C);
  if (auto *L = dyn_cast<LoadInst>(P)) {
    if (C.Up)
      if (const Argument *A = parameterOf(L))
        return target(A, C);
    Targets At = target(L->getPointerOperand(), C);
    if (At.empty() || llvm::any_of(At, [&](const MemoryPath &Q) {
          return writtenInRun(Q);
        })) {
      auto *A = dyn_cast<AllocaInst>(L->getPointerOperand());
      const Value *V = A ? onlyStored(A) : nullptr; // "cells *c = s->cells;"
      return V ? target(V, C) : Targets();
    }
    if (At.size() > 1 && !hasAll(L->getPointerOperand(), At, C))
      return {};
    for (MemoryPath &Q : At)
      Q.follow();
    return At;
  }
  return {};
}

/// Of pointers in a short array, of which an index chooses one: all of them are
/// there, since a loop goes through the whole array. Others may not be set.
bool TripCounts::hasAll(const Value *Pointer, const Targets &At,
                        const Context &C) const {
  const Value *Index = indexOf(Pointer).Index;
  int Around = Index ? countsAround(Index) : -1;
  auto It = FirstTests.find({Around, &C});
  Counter By;
  if (It == FirstTests.end() || !counterOf(Index, Around, By))
    return false;
  auto *Step = dyn_cast<ConstantInt>(By.Step);
  return Step && Step->isOne() && It->second.isConstant() &&
         It->second.Addend >= int64_t(At.size());
}

/// False: they are not known, or the run writes one of them.
bool TripCounts::leaf(const Targets &At, const Instruction *Read) {
  if (At.empty() || llvm::any_of(At, [&](const MemoryPath &P) {
        return writtenInRun(P) || !isWhole(P, Read);
      }))
    return false;
  for (const MemoryPath &P : At)
    Found.push_back({P, Read, Loop});
  return true;
}

void TripCounts::lose(const Instruction *I, const Twine &Why) {
  ++Losses;
  Unnamed.push_back({I, Why.str()});
}

bool TripCounts::writtenInRun(const MemoryPath &P) const {
  Paths Render(Index, Objects, Pts, Memory);
  AtomSet A = Render.atoms(P);
  A &= Written;
  return !A.empty();
}

/// It points into a variable of a function that the run calls.
bool TripCounts::isInFrame(const Value *Pointer, const Context &C) const {
  const Context *At = &C;
  for (const Value *P = Pointer;;) {
    P = getUnderlyingObject(P, 0);
    auto *L = dyn_cast<LoadInst>(P);
    auto *A = L && At->Up ? parameterOf(L) : dyn_cast<Argument>(P);
    if (!A)
      return At->Up && isa<AllocaInst>(P);
    P = given(A, *At);
    if (!P)
      return false;
    At = At->Up;
  }
}

/// The loop around that counts with it: its rounds are what matters. -1: none.
int TripCounts::countsAround(const Value *V) const {
  while (isa<CastInst>(V))
    V = cast<Instruction>(V)->getOperand(0);
  Counter By;
  auto *L = dyn_cast<LoadInst>(V);
  for (int S = L ? Index.stmtOf(L) : -1; S >= 0;
       S = Index.program().Stmts[S].Parent)
    if (Index.program().Stmts[S].Kind == StmtKind::For && counterOf(L, S, By))
      return S;
  return -1;
}

/// What chooses an element.
void TripCounts::indices(const Value *Pointer, const Context &C) {
  const Value *P = Pointer->stripPointerCasts();
  SaveAndRestore<bool> Within(Indexing, true);
  while (auto *G = dyn_cast<GEPOperator>(P)) {
    for (const Use &U : G->indices())
      if (countsAround(U.get()) < 0)
        value(U.get(), C);
    P = G->getPointerOperand()->stripPointerCasts();
  }
}

TripCounts::OneIndex TripCounts::indexOf(const Value *Pointer) const {
  MapVector<Value *, APInt> Variable;
  APInt Constant(64, 0);
  const Value *P = Pointer;
  bool Known = true;
  for (; isa<GEPOperator>(P); P = cast<GEPOperator>(P)->getPointerOperand())
    Known &= cast<GEPOperator>(P)->collectOffset(Objects.layout(), 64, Variable,
                                                 Constant);
  if (!Known || Variable.size() != 1)
    return {P, nullptr, 0};
  return {P, Variable.begin()->first, Variable.begin()->second.getZExtValue()};
}

/// Which element of a table is read: what chooses it is no size.
void TripCounts::element(const LoadInst *L, const Context &C) {
  const Value *Pointer = L->getPointerOperand();
  OneIndex By = indexOf(Pointer);
  SaveAndRestore<bool> WithResults(Calling, true);
  std::optional<Sum> S;
  if (By.Index && !Probing && !Values && countsAround(By.Index) < 0)
    S = sum(By.Index, C);
  if (!S)
    indices(Pointer, C);
  else if (!S->isConstant() && !isAmongCases(*S))
    addCase(*S, L);
}

/// An element of a table that never changes: what chooses it is what matters.
bool TripCounts::constantTable(const LoadInst *L, const Context &C) {
  if (!isConstant(getUnderlyingObject(L->getPointerOperand(), MaxTripDepth)))
    return false;
  element(L, C);
  return true;
}

/// G is one of the functions whose calls lead to what is looked at: a call of
/// it is a recursion.
static bool isUnderWay(const llvm::Function *G, const TripValues::Context &C) {
  for (const TripValues::Context *Up = &C; Up && Up->Call; Up = Up->Up)
    if (Up->Call->getFunction() == G)
      return true;
  return false;
}

/// The call, as it is made in C; null: it is too deep.
const TripCounts::Context *TripCounts::contextOf(const CallBase *Call,
                                                 const Context &C) {
  std::shared_ptr<const Context> &Inner = Followed[{Call, &C}];
  if (!Inner && C.Depth < MaxTripDepth && Followed.size() <= MaxContexts)
    Inner = std::make_shared<Context>(Context{Call, &C, C.Depth + 1});
  return Inner.get();
}

/// A copy of memory writes where L reads: what stood at the source, if the
/// place in the copy is known.
void TripCounts::copied(const LoadInst *L, const MemTransferInst *Copy,
                        const Context &C) {
  const DataLayout &Layout = Objects.layout();
  APInt At(64, 0), To(64, 0);
  const Value *Read = L->getPointerOperand()->stripAndAccumulateConstantOffsets(
      Layout, At, true);
  const Value *Written =
      Copy->getRawDest()->stripAndAccumulateConstantOffsets(Layout, To, true);
  auto *Length = dyn_cast<ConstantInt>(Copy->getLength());
  int64_t Offset = (At - To).getSExtValue();
  if (Read == Written && Length && Offset >= 0 &&
      Offset < Length->getSExtValue()) {
    Targets From = target(Copy->getRawSource(), C);
    for (MemoryPath &P : From)
      P.add(Offset);
    if (leaf(From, L))
      return;
  }
  lose(L, "what a copy of memory writes");
}

/// Goes to what the stores of F, and of functions that it calls, write where L
/// reads. False: there are none.
bool TripCounts::computedBy(const LoadInst *L, const llvm::Function *F,
                            const Context &C, const AtomSet &Read) {
  if ((Probing && Losses) || Seen.size() > MaxSeen)
    return true;
  if (F == L->getFunction()) // where L stands in it matters
    return storedBy(L, F, C, Read);
  unsigned Set = Sets.try_emplace(Read, unsigned(Sets.size())).first->second;
  BitRange Part = bitsRead(L);
  auto [It, New] = Done.try_emplace(
      {F, &C, std::make_pair(Set, Part.First * 64 + Part.Width)});
  if (!New) {
    Losses += It->second.Lossy;
    return It->second.Computed;
  }
  size_t Before = Losses;
  bool Computed = storedBy(L, F, C, Read);
  It->second = {Computed, Losses != Before};
  return Computed;
}

static bool hasUnion(const Type *T) {
  if (auto *A = dyn_cast<ArrayType>(T))
    return hasUnion(A->getElementType());
  auto *S = dyn_cast<StructType>(T);
  return S && ((S->hasName() && S->getName().starts_with("union.")) ||
               llvm::any_of(S->elements(), hasUnion));
}

/// The load reads another number of bytes of a union than the store writes.
static bool isOtherPart(const LoadInst *L, const StoreInst *S) {
  const Type *Read = L->getType(), *Written = S->getValueOperand()->getType();
  auto *A = dyn_cast<AllocaInst>(getUnderlyingObject(L->getPointerOperand()));
  return Read->isIntegerTy() && Written->isIntegerTy() && Read != Written &&
         !isa<Constant>(S->getValueOperand()) && !bitsRead(L).Width &&
         !bitsWritten(S).Width && A && hasUnion(A->getAllocatedType()) &&
         A == getUnderlyingObject(S->getPointerOperand());
}

bool TripCounts::storedBy(const LoadInst *L, const llvm::Function *F,
                          const Context &C, const AtomSet &Read) {
  bool Computed = false;
  BitRange Part = bitsRead(L);
  auto Elsewhere = [&](const Instruction *S) { // another bit field
    auto *Store = dyn_cast<StoreInst>(S);
    BitRange To = Store ? bitsWritten(Store) : BitRange();
    return To.Width && Part.Width && !To.meets(Part) &&
           Store->getValueOperand()->getType() == L->getType();
  };
  for (const Instruction *S : storesOf(F))
    if ((C.Up || InRun.count(S)) && Memory.writes(S).intersects(Read) &&
        !Elsewhere(S)) {
      Computed = true;
      if (!mayCome(S, L, C))
        continue;
      auto *Store = dyn_cast<StoreInst>(S);
      if (Store) {
        if (isOtherPart(L, Store))
          lose(L, "a part of a number, or more than one, in a union");
        value(Store->getValueOperand(), C);
        if (const char *Why = Laws(*this).growsBy(Store, C))
          lose(Store, Why);
        size_t Before = Found.size();
        indices(Store->getPointerOperand(), C);
        Makes |= Found.size() != Before;
      } else if (auto *Copy = dyn_cast<MemTransferInst>(S);
                 Copy && !isConstant(Copy->getSource())) {
        copied(L, Copy, C);
      } else if (auto *Fill = dyn_cast<MemSetInst>(S)) {
        value(Fill->getValue(), C);
      }
      choices(S, L, C, !Store || isa<llvm::Constant>(Store->getValueOperand()));
    }
  for (const CallBase *Call : Calls.of(F)) {
    if (!C.Up && !InRun.count(Call))
      continue;
    bool Writes = Memory.writes(Call).intersects(Read), Here = Writes;
    for (const llvm::Function *G : Pts.callees(Call)) {
      if (isUnderWay(G, C) || !Memory.mod(G).intersects(Read))
        continue;
      const Context *Inner = contextOf(Call, C);
      bool There = Inner && computedBy(L, G, *Inner, Read);
      if (!There && Inner && Part.Width) // other bit fields alone
        continue;
      Computed = Makes = Here = true;
      if (!There)
        lose(Call, "what is written behind this call");
    }
    if (Here)
      choices(Call, L, C, false);
    if (Writes && Pts.callees(Call).empty()) {
      StringRef Name = IrIndex::externalName(Call);
      Computed = true;
      lose(Call, "what " + (Name.empty() ? "a call" : Name + "()") + " writes");
    }
  }
  return Computed;
}

/// What a run does with a pointer on which its time depends.
const char *TripCounts::useOf(const Value *Pointer) const {
  for (const User *Test : Pointer->users())
    for (const User *U : Test->users())
      if (auto *B = dyn_cast<BranchInst>(U); B && isa<CmpInst>(Test))
        if (int S = Index.stmtOf(B); S >= 0 && !isLoopTest(Index, B, S))
          return "a pointer that a condition tests";
  return "a pointer that a loop follows";
}

void TripCounts::load(const LoadInst *L, const Context &C) {
  // Of a structure in registers any part may be what matters.
  bool Aggregate = L->getType()->isAggregateType();
  if (!L->getType()->isIntegerTy() && !Aggregate) {
    if (L->getType()->isFloatingPointTy() && numberThatDecides(L, C))
      return;
    lose(L, L->getType()->isPointerTy() ? useOf(L) : "a floating-point number");
    return;
  }
  if (C.Up)
    if (const Argument *A = parameterOf(L)) {
      value(A, C);
      return;
    }
  if (isForOthers(L, C))
    return;
  Targets At = Aggregate ? Targets() : scalar(L, C);
  if (constantTable(L, C))
    return;
  if (leaf(At, L)) {
    if (At.size() > 1) // all elements of a short array: which one is read?
      element(L, C);
    return;
  }
  if (llvm::any_of(At, [&](const MemoryPath &P) { return !isWhole(P, L); }))
    At.clear();
  // Computed in the run: by which stores?
  bool Computed = false;
  AtomSet Read = Memory.reads(L);
  const llvm::Function *F = L->getFunction();
  for (const Context *In = &C;; In = In->Up) {
    bool There = computedBy(L, F, *In, Read);
    Makes |= There && In != &C;
    Computed |= There;
    if (!In->Up)
      break;
    F = In->Call->getFunction();
  }
  if (Computed)
    indices(L->getPointerOperand(), C);
  else if (!At.empty() && At.front().Part.Width) { // others are written alone
    for (const MemoryPath &P : At)
      Found.push_back({P, L, Loop});
    return;
  }
  for (const MemoryPath &P : At) // "while (n > 1) n /= 2;"
    if (Walked > MaxWalked) {
      lose(L, "a value that the block may read before it writes it");
      return;
    } else if (readsInitial(L, C, P)) {
      Found.push_back({P, L, Loop});
    }
  if (!Computed || (At.empty() && !isInFrame(L->getPointerOperand(), C) &&
                    !isOwn(L->getPointerOperand())))
    lose(L, "a value in memory that has no name in front of the block");
}

/// Stores, copies and fills.
ArrayRef<const Instruction *> TripCounts::storesOf(const llvm::Function *F) {
  auto [It, New] = Stores.try_emplace(F);
  if (New)
    for (const Instruction &I : instructions(*F))
      if (isa<StoreInst>(I) || isa<MemIntrinsic>(I))
        It->second.push_back(&I);
  return It->second;
}

void TripCounts::value(const Value *V, const Context &C) {
  if (isa<Constant>(V) || (Probing && (Losses || Seen.size() > MaxProbed)))
    return;
  if (Seen.size() > MaxSeen) {
    loseRest(V);
    return;
  }
  if (!Seen.insert({V, &C}).second) {
    Losses += Lossy.count({V, &C});
    return;
  }
  size_t Before = Losses;
  origins(V, C);
  if (Losses != Before)
    Lossy.insert({V, &C});
}

/// What a value is computed from takes too long to find.
void TripCounts::loseRest(const Value *V) {
  ++Losses;
  if (std::exchange(Ended, true))
    return;
  const Instruction *At = dyn_cast<Instruction>(V);
  if (!At)
    At = &cast<Argument>(V)->getParent()->getEntryBlock().front();
  Unnamed.push_back(
      {At, "a value that is computed in too many steps to follow"});
}

/// What a value is computed from.
void TripCounts::origins(const Value *V, const Context &C) {
  if (auto *A = dyn_cast<Argument>(V)) {
    if (const Value *Actual = given(A, C))
      value(Actual, *C.Up);
    else if (C.Up)
      lose(C.Call, "what a function gets that is called through another one");
    return;
  }
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return;
  if (auto *L = dyn_cast<LoadInst>(I)) {
    Steps.Asked.insert(L->getPointerOperand());
    load(L, C);
    return;
  }
  if (auto *Call = dyn_cast<CallBase>(I)) {
    if (made(Call, C))
      return;
    size_t Before = Losses, NumRefused = Refused.size(), At = Unnamed.size();
    // A function that computes a bound.
    if (!resultOf(Call, C, 0))
      if (std::shared_ptr<const Computed> P = pureCall(Call, C)) {
        Sum Result;
        Result.Values.push_back({P, 1});
        Counted.push_back({std::move(Result), Call});
        return;
      }
    if (!Call->getCalledFunction())
      oneOfSeveral(Call, Call->getCalledOperand(), C);
    for (const llvm::Function *G : Pts.callees(Call)) {
      if (C.Depth >= MaxTripDepth || Contexts.size() > MaxContexts) {
        loseRest(Call);
        return;
      }
      Contexts.push_back(
          std::make_unique<Context>(Context{Call, &C, C.Depth + 1}));
      const Context &Inner = *Contexts.back();
      for (const BasicBlock &B : *G)
        if (auto *Ret = dyn_cast<ReturnInst>(B.getTerminator()))
          if (Ret->getReturnValue())
            value(Ret->getReturnValue(), Inner);
    }
    if (isa<IntrinsicInst>(Call) || Pts.callees(Call).empty()) {
      bool Pointers = Call->arg_empty() || (Call->getType()->isIntegerTy() &&
                                            !IrIndex::mpiCall(Call));
      for (const Use &U : Call->args()) {
        Pointers |= U->getType()->isPointerTy();
        if (!U->getType()->isPointerTy())
          value(U.get(), C);
      }
      StringRef Name = IrIndex::externalName(Call);
      if (Pointers && !isa<IntrinsicInst>(Call))
        lose(Call, "the result of " + (Name.empty() ? "a call" : Name + "()"));
    }
    // What decides in it which value it gives has not been seen.
    const llvm::Function *G = Call->getCalledFunction();
    if (Losses == Before && Refused.size() > NumRefused && G && G->size() > 1)
      ++Losses;
    // That it is no value matters if what it is computed from is none, too.
    if (Losses != Before)
      Unnamed.insert(Unnamed.begin() + long(At),
                     Refused.begin() + long(NumRefused), Refused.end());
    return;
  }
  if (isa<AllocaInst>(I) || made(I, C))
    return;
  if (I->getType()->isPointerTy()) {
    lose(I, useOf(I));
    return;
  }
  operands(I, C);
}

/// What a value is made of.
void TripCounts::operands(const Instruction *I, const Context &C) {
  if (auto *S = dyn_cast<SelectInst>(I))
    return choices(S, C);
  size_t Before = Losses;
  for (const Use &U : I->operands())
    if (!isa<BasicBlock>(U.get()) && !Crossings(*this).factor(U.get(), I, C))
      value(U.get(), C);
  if (const char *Why = Losses == Before ? Laws(*this).brokenBy(I, C) : nullptr)
    lose(I, Why);
  if (auto *P = dyn_cast<PHINode>(I))
    choices(P, C);
  if (isa<AtomicRMWInst>(I) || isa<AtomicCmpXchgInst>(I))
    lose(I, "a value in memory that has no name in front of the block");
}

/// A size that is passed by its address.
void TripCounts::sizeAt(const Value *Pointer, const CallBase *Call,
                        const Context &C) {
  if (leaf(target(Pointer, C), Call))
    return;
  const Value *Of = Pointer->stripPointerCasts();
  if (auto *A = dyn_cast<Argument>(Of); A && C.Up)
    if (const Value *Actual = given(A, C)) {
      sizeAt(Actual, Call, *C.Up);
      return;
    }
  if (auto *L = dyn_cast<LoadInst>(Of); L && C.Up)
    if (const Argument *A = parameterOf(L))
      if (const Value *Actual = given(A, C)) {
        sizeAt(Actual, Call, *C.Up);
        return;
      }
  size_t Stored = 0; // by the function alone, as far as the text shows it
  for (const User *U : Of->users()) {
    auto *S = dyn_cast<StoreInst>(U);
    if (!S || S->getPointerOperand() != Of || (!C.Up && !InRun.count(S)))
      continue;
    value(S->getValueOperand(), C);
    choices(S, Call, C, isa<Constant>(S->getValueOperand()));
    ++Stored;
  }
  if (!Stored || !isa<AllocaInst>(Of))
    lose(Call, "a size in memory that has no name in front of the block");
}

/// Arguments of a library call that set its time.
void TripCounts::sizesOf(const CallBase *Call, const Context &C) {
  if (auto *T = dyn_cast<MemIntrinsic>(Call)) {
    value(T->getLength(), C);
    return;
  }
  StringRef Name = IrIndex::externalName(Call);
  if (IrIndex::worksMuch(Call)) {
    value(Call->getArgOperand(unsigned(IrIndex::mpiCall(Call)->elementCount())),
          C);
    if (IrIndex::ofUnknownType(Call))
      lose(Call, "the size of a datatype, which has no name in front of the "
                 "block");
  }
  if (const MpiCallInfo *M = Values ? IrIndex::mpiCall(Call) : nullptr)
    for (unsigned A = 0; A < Call->arg_size() && M->Roles[A]; ++A)
      if (M->Roles[A] == 'n')
        value(Call->getArgOperand(A), C);
  const LibrarySummary *S = findLibraryCall(Name);
  if (!S && !Values && !Name.empty() && !isa<IntrinsicInst>(Call) &&
      !findMpiCall(Name))
    lose(Call, "what " + Name + "() does, of which nothing is known");
  if (!S)
    return;
  for (const char *P = S->KernelParams; *P; ++P) {
    unsigned A = unsigned(*P - 'a');
    if (A >= Call->arg_size())
      continue;
    const Value *V = Call->getArgOperand(A);
    if (!V->getType()->isPointerTy()) {
      value(V, C);
    } else { // Fortran passes addresses
      sizeAt(V, Call, C);
    }
  }
  if (hasFact(Name, LibraryFact::Zeroed) ||
      hasFact(Name, LibraryFact::PassesBytes) ||
      hasFact(Name, LibraryFact::TakesTime))
    for (const Use &U : Call->args()) {
      bool Descriptor = !U.getOperandNo() && Call->arg_size() > 1 &&
                        hasFact(Name, LibraryFact::MovesBytes);
      if (U->getType()->isIntegerTy() && !Descriptor)
        value(U.get(), C);
    }
}

void TripCounts::instruction(const Instruction *I, const Context &C) {
  auto *Call = dyn_cast<CallBase>(I);
  if (!Call)
    return;
  sizesOf(Call, C);
  int S = Index.stmtOf(Call);
  const llvm::Function *Only = Call->getCalledFunction()
                                   ? nullptr
                                   : functionOf(Call->getCalledOperand(), C);
  if (Call->getCalledFunction() ? Pts.callbacks(Call).size() > 1 : !Only)
    chosen(Call, C);
  for (auto Targets : {Pts.callees(Call), Pts.callbacks(Call)})
    for (const llvm::Function *G : Targets) {
      if (Only && G != Only && is_contained(Pts.callees(Call), Only))
        continue;
      if (C.Depth >= MaxTripDepth || Contexts.size() > MaxContexts) {
        if (S >= 0 && Heavy && Heavy(unsigned(S), isInLoop(S, C)))
          lose(Call, "what is behind this call, beyond the calls that are "
                     "followed");
        return;
      }
      if (isUnderWay(G, C)) {
        lose(Call, "the depth of a recursion");
        continue;
      }
      Contexts.push_back(
          std::make_unique<Context>(Context{Call, &C, C.Depth + 1}));
      callee(G, *Contexts.back());
    }
}

/// It points to memory that the run has allocated, or to variables of
/// functions that it calls.
bool TripCounts::isOwn(const Value *Pointer) const {
  const PlaceSet &To = Pts.pointees(Pointer);
  for (unsigned P : To) {
    const MemObject &O = Objects.object(Objects.placeInfo(P).Object);
    auto *Site = dyn_cast_or_null<Instruction>(O.Site);
    bool Made = O.K == MemObject::Heap && Site && InRun.count(Site);
    bool Inside = (O.K == MemObject::Heap || O.K == MemObject::Local) && Site &&
                  Site->getFunction() != Home &&
                  Called.count(Site->getFunction());
    if (!Made && !Inside)
      return false;
  }
  return !To.empty();
}

/// What decides how often a loop runs.
void TripCounts::rounds(const BranchInst *B, int Stmt, const Context &C) {
  if (choosesKnown(B, C)) // "i < (n < m ? n : m)"
    return;
  size_t Before = Losses, NumRefused = Refused.size(), At = Unnamed.size();
  size_t NumFound = Found.size();
  Loop = Stmt;
  const char *Ends = Values ? nullptr : Laws(*this).endsAnywhere(B, C);
  SaveAndRestore<bool> Told(Lawless, Lawless || Ends);
  if (Values || !(count(B, Stmt, C) || length(B, Stmt, C) ||
                  total(B, Stmt, C) || Crossings(*this).scaled(B, Stmt, C) ||
                  Crossings(*this).span(B, Stmt, C)))
    value(B->getCondition(), C);
  if (Ends && Losses == Before)
    lose(B, Ends);
  Loop = -1;
  if (Losses == Before) {
    if (foundFloats(NumFound))
      decide(Stmt, Decided::Rounds, C);
    return;
  }
  Unnamed.insert(Unnamed.begin() + long(At), Refused.begin() + long(NumRefused),
                 Refused.end());
  decide(Stmt, Decided::Rounds, C, true);
}

/// Loop statements of the code: their conditions; calls: what is in them.
void TripCounts::code(ArrayRef<const Instruction *> Code, const Context &C) {
  for (const Instruction *I : Code) {
    int S = Index.stmtOf(I);
    auto *B = dyn_cast<BranchInst>(I);
    StmtKind Kind = S >= 0 ? Index.program().Stmts[S].Kind : StmtKind::Compound;
    if (S >= 0 && B && B->isConditional() && isLoopTest(Index, B, S))
      rounds(B, S, C);
    else if (S >= 0 && B && B->isConditional() &&
             (othersAreDead(B, 0) || othersAreDead(B, 1)))
      ; // it decides whether the process ends
    else if (Kind == StmtKind::If || Kind == StmtKind::Switch)
      branch(I, S, C);
    else if (Kind == StmtKind::Macro && B && B->isConditional())
      branchInMacro(B, S, C);
    else if (S >= 0 && B && B->isConditional())
      choice(B, S, C);
    if (isa<IndirectBrInst>(I))
      lose(I, "where a computed goto leads");
    instruction(I, C);
    strides(I, C);
    if (auto *Test = dyn_cast<ICmpInst>(I))
      for (unsigned K = 0; K < 2; ++K)
        if (isa<ConstantPointerNull>(Test->getOperand(1 - K)))
          Tests |= !isOwn(Test->getOperand(K));
  }
}

void TripCounts::callee(const llvm::Function *G, const Context &C) {
  std::vector<const Instruction *> Code;
  for (const Instruction &I : llvm::instructions(*G))
    Code.push_back(&I);
  code(Code, C);
  int Id = Index.functionOf(G);
  if (Id < 0 || Index.program().Functions[Id].Body < 0)
    foreign(G, C);
}

/// The text of a function in a header that is none of the program's has no
/// statements: branches that leave loops or decide whether these run.
void TripCounts::foreign(const llvm::Function *G, const Context &C) {
  if (G->isDeclaration())
    return;
  const Control &By = controlOf(G);
  auto Leaves = [&](const llvm::Loop *L, const Instruction *T) {
    return L && L->contains(T) &&
           llvm::any_of(successors(T),
                        [&](const BasicBlock *To) { return !L->contains(To); });
  };
  for (const auto &[Block, Deciding] : By.Deciding)
    for (const auto &[T, Way] : Deciding) {
      const llvm::Loop *L = By.Loops.getLoopFor(Block);
      if (Leaves(By.Loops.getLoopFor(T->getParent()), T) ||
          (L && !L->contains(T)))
        decidedBy(T, C, false);
    }
}

std::vector<TripCounts::Leaf> TripCounts::leaves(ArrayRef<unsigned> Run,
                                                 const llvm::Function *F,
                                                 bool AlsoValues) {
  Values = AlsoValues;
  Home = F;
  Begin = Run.front();
  Written.clear();
  InRun.clear();
  Called.clear();
  Seen.clear();
  Lossy.clear();
  Losses = 0;
  Walked = 0;
  ByData.clear();
  Contexts.clear();
  Followed.clear();
  Done.clear();
  Found.clear();
  Unnamed.clear();
  Conditions.clear();
  Counted.clear();
  Refused.clear();
  Always.clear();
  Reads.clear();
  Fixed.clear();
  FirstTests.clear();
  Lights.clear();
  Strides.clear();
  Steps = {};
  Tests = Makes = Ended = false;
  std::vector<const Instruction *> Code;
  SmallVector<unsigned, 32> Work(Run.begin(), Run.end());
  while (!Work.empty()) {
    unsigned S = Work.pop_back_val();
    for (const Instruction *I : Index.instructions(int(S)))
      if (I->getFunction() == F && (!Part || Part(I))) {
        Code.push_back(I);
        InRun.insert(I);
      }
    for (unsigned Child : Index.program().Stmts[S].Children)
      Work.push_back(Child);
  }
  SmallVector<const llvm::Function *, 16> Functions;
  for (const Instruction *I : Code) {
    Written |= Memory.writes(I);
    if (auto *C = dyn_cast<CallBase>(I))
      for (auto Targets : {Pts.callees(C), Pts.callbacks(C)})
        for (const llvm::Function *G : Targets) {
          Written |= Memory.mod(G);
          if (Called.insert(G).second)
            Functions.push_back(G);
        }
  }
  while (!Functions.empty()) {
    const llvm::Function *G = Functions.pop_back_val();
    for (const Instruction &I : llvm::instructions(*G))
      if (auto *C = dyn_cast<CallBase>(&I))
        for (auto Targets : {Pts.callees(C), Pts.callbacks(C)})
          for (const llvm::Function *H : Targets)
            if (Called.insert(H).second)
              Functions.push_back(H);
  }
  Contexts.push_back(std::make_unique<Context>());
  const Context &Top = *Contexts.back();
  if (Values)
    for (const Instruction *I : Code) {
      if (Index.stmtOf(I) != int(Run.front()))
        continue;
      if (auto *B = dyn_cast<BranchInst>(I); B && B->isConditional())
        value(B->getCondition(), Top);
      if (auto *S = dyn_cast<StoreInst>(I))
        value(S->getValueOperand(), Top);
    }
  code(Code, Top);
  lightBranches();
  Crossings(*this).addSteps();
  addStrides();
  return Found;
}

} // namespace skel
