//===- TripCounts.cpp - what the loops of removed code depend on ----------===//
//
// A value that the run itself computes (a counter, a local bound) is replaced
// by what it is computed from; one that the run leaves alone is a leaf.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/TripCounts.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace skel {

static constexpr unsigned MaxDepth = 12;
static constexpr size_t MaxContexts = 400;
static constexpr size_t MaxSeen = 20000;

/// What a pointer variable holds that is set once and whose address stays home.
static const Value *onlyValue(const AllocaInst *A) {
  const Value *Result = nullptr;
  for (const User *U : A->users()) {
    if (isa<LoadInst>(U))
      continue;
    auto *S = dyn_cast<StoreInst>(U);
    if (!S || S->getPointerOperand() != A || Result)
      return nullptr;
    Result = S->getValueOperand();
  }
  return Result;
}

/// Where a pointer points, as a path from a variable of the run's function.
std::optional<MemoryPath> TripCounts::target(const Value *P,
                                             const Context &C) const {
  P = P->stripPointerCasts();
  if (auto *A = dyn_cast<Argument>(P)) {
    if (!C.Up) // a structure that is passed by value
      return std::nullopt;
    return A->getArgNo() < C.Call->arg_size()
               ? target(C.Call->getArgOperand(A->getArgNo()), *C.Up)
               : std::nullopt;
  }
  if (auto *A = dyn_cast<AllocaInst>(P)) {
    if (A->getFunction() != Home)
      return std::nullopt;
    MemoryPath R;
    R.Root = A;
    return R;
  }
  if (isa<GlobalVariable>(P)) {
    MemoryPath R;
    R.Root = P;
    return R;
  }
  if (auto *G = dyn_cast<GEPOperator>(P)) {
    auto Base = target(G->getPointerOperand(), C);
    APInt Offset(64, 0);
    if (!Base || !G->accumulateConstantOffset(Objects.layout(), Offset))
      return std::nullopt;
    Base->add(Offset.getSExtValue());
    return Base;
  }
  if (auto *L = dyn_cast<LoadInst>(P)) {
    if (C.Up)
      if (const Argument *A = parameterOf(L))
        return target(A, C);
    auto At = target(L->getPointerOperand(), C);
    if (!At || writtenInRun(*At)) {
      auto *A = dyn_cast<AllocaInst>(L->getPointerOperand());
      const Value *V = A ? onlyValue(A) : nullptr; // "cells *c = s->cells;"
      return V ? target(V, C) : std::nullopt;
    }
    At->follow();
    return At;
  }
  return std::nullopt;
}

bool TripCounts::writtenInRun(const MemoryPath &P) const {
  Paths Render(Index, Objects, Pts, Memory);
  AtomSet A = Render.atoms(P);
  A &= Written;
  return !A.empty();
}

void TripCounts::load(const LoadInst *L, const Context &C) {
  if (!L->getType()->isIntegerTy())
    return;
  if (C.Up)
    if (const Argument *A = parameterOf(L)) {
      if (A->getArgNo() < C.Call->arg_size())
        value(C.Call->getArgOperand(A->getArgNo()), *C.Up);
      return;
    }
  auto At = target(L->getPointerOperand(), C);
  if (At && !writtenInRun(*At)) {
    Found.push_back(*At);
    return;
  }
  // Computed in the run: by which stores of this function?
  AtomSet Read = Memory.reads(L);
  for (const StoreInst *S : storesOf(L->getFunction()))
    if ((C.Up || InRun.count(S)) && Memory.writes(S).intersects(Read))
      value(S->getValueOperand(), C);
}

ArrayRef<const StoreInst *> TripCounts::storesOf(const llvm::Function *F) {
  auto [It, New] = Stores.try_emplace(F);
  if (New)
    for (const Instruction &I : instructions(*F))
      if (auto *S = dyn_cast<StoreInst>(&I))
        It->second.push_back(S);
  return It->second;
}

void TripCounts::value(const Value *V, const Context &C) {
  if (isa<Constant>(V) || Seen.size() > MaxSeen || !Seen.insert({V, &C}).second)
    return;
  if (auto *A = dyn_cast<Argument>(V)) {
    if (C.Up && A->getArgNo() < C.Call->arg_size())
      value(C.Call->getArgOperand(A->getArgNo()), *C.Up);
    return;
  }
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return;
  if (auto *L = dyn_cast<LoadInst>(I)) {
    load(L, C);
    return;
  }
  if (auto *Call = dyn_cast<CallBase>(I)) {
    // A function that computes a bound.
    for (const llvm::Function *G : Pts.callees(Call)) {
      if (C.Depth >= MaxDepth || Contexts.size() > MaxContexts)
        return;
      Contexts.push_back(
          std::make_unique<Context>(Context{Call, &C, C.Depth + 1}));
      const Context &Inner = *Contexts.back();
      for (const BasicBlock &B : *G)
        if (auto *Ret = dyn_cast<ReturnInst>(B.getTerminator()))
          if (Ret->getReturnValue())
            value(Ret->getReturnValue(), Inner);
    }
    if (isa<IntrinsicInst>(Call) || Pts.callees(Call).empty())
      for (const Use &U : Call->args())
        if (!U->getType()->isPointerTy())
          value(U.get(), C);
    return;
  }
  if (isa<AllocaInst>(I) || I->getType()->isPointerTy())
    return;
  for (const Use &U : I->operands())
    if (!isa<BasicBlock>(U.get()))
      value(U.get(), C);
}

/// Arguments of a library call that set its time.
void TripCounts::sizesOf(const CallBase *Call, const Context &C) {
  if (auto *T = dyn_cast<MemIntrinsic>(Call)) {
    value(T->getLength(), C);
    return;
  }
  StringRef Name = IrIndex::externalName(Call);
  if (const MpiCallInfo *M = Messages ? IrIndex::mpiCall(Call) : nullptr)
    for (unsigned A = 0; A < Call->arg_size() && M->Roles[A]; ++A)
      if (M->Roles[A] == 'n')
        value(Call->getArgOperand(A), C);
  const LibrarySummary *S = findLibraryCall(Name);
  if (!S)
    return;
  for (const char *P = S->KernelParams; *P; ++P) {
    unsigned A = unsigned(*P - 'a');
    if (A >= Call->arg_size())
      continue;
    const Value *V = Call->getArgOperand(A);
    if (!V->getType()->isPointerTy()) {
      value(V, C);
    } else if (auto At = target(V, C)) { // Fortran passes addresses
      if (!writtenInRun(*At))
        Found.push_back(*At);
    }
  }
  if (hasFact(Name, LibraryFact::Zeroed) ||
      hasFact(Name, LibraryFact::TakesTime))
    for (const Use &U : Call->args())
      if (U->getType()->isIntegerTy())
        value(U.get(), C);
}

void TripCounts::instruction(const Instruction *I, const Context &C) {
  auto *Call = dyn_cast<CallBase>(I);
  if (!Call)
    return;
  sizesOf(Call, C);
  for (auto Targets : {Pts.callees(Call), Pts.callbacks(Call)})
    for (const llvm::Function *G : Targets) {
      if (C.Depth >= MaxDepth || Contexts.size() > MaxContexts)
        return;
      bool Again = false;
      for (const Context *Up = &C; Up && Up->Call; Up = Up->Up)
        Again |= Up->Call->getFunction() == G;
      if (Again)
        continue;
      Contexts.push_back(
          std::make_unique<Context>(Context{Call, &C, C.Depth + 1}));
      callee(G, *Contexts.back());
    }
}

/// It points to memory that the run has allocated.
bool TripCounts::isOwn(const Value *Pointer) const {
  const PlaceSet &To = Pts.pointees(Pointer);
  for (unsigned P : To) {
    const MemObject &O = Objects.object(Objects.placeInfo(P).Object);
    auto *Site = dyn_cast_or_null<Instruction>(O.Site);
    if (O.K != MemObject::Heap || !Site ||
        !(InRun.count(Site) || Called.count(Site->getFunction())))
      return false;
  }
  return !To.empty();
}

/// Loop statements of the code: their conditions; calls: what is in them.
void TripCounts::code(ArrayRef<const Instruction *> Code, const Context &C) {
  for (const Instruction *I : Code) {
    int S = Index.stmtOf(I);
    auto *B = dyn_cast<BranchInst>(I);
    if (S >= 0 && B && B->isConditional()) {
      StmtKind K = Index.program().Stmts[S].Kind;
      if (K == StmtKind::For || K == StmtKind::While || K == StmtKind::Do ||
          K == StmtKind::Macro)
        value(B->getCondition(), C);
    }
    instruction(I, C);
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
}

std::vector<MemoryPath> TripCounts::leaves(ArrayRef<unsigned> Run,
                                           const llvm::Function *F,
                                           bool Values) {
  Messages = Values;
  Home = F;
  Written.clear();
  InRun.clear();
  Called.clear();
  Seen.clear();
  Contexts.clear();
  Found.clear();
  Tests = false;
  std::vector<const Instruction *> Code;
  SmallVector<unsigned, 32> Work(Run.begin(), Run.end());
  while (!Work.empty()) {
    unsigned S = Work.pop_back_val();
    for (const Instruction *I : Index.instructions(int(S)))
      if (I->getFunction() == F) {
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
  return Found;
}

} // namespace skel
