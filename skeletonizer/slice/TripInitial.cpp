//===- TripInitial.cpp - values that a run reads and then writes ----------===//
//
// A run may read what stood in a variable before it, and write it later:
// "while (n > 1) n /= 2;". Walks back from the read, through the functions that
// the run is in, to the beginning of the run, and stops at what certainly
// overwrites the variable.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/TripCounts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace skel {

static constexpr unsigned MaxBlocks = 2000, MaxCalls = 4;

static bool follows(const MemoryPath &P) {
  return llvm::any_of(P.Steps, [](const auto &S) { return S.Follow; });
}

/// Bytes from the beginning of the variable that the path names a part of; -1:
/// they are not known.
static int64_t offsetIn(const MemoryPath &P) {
  if (P.Steps.empty())
    return 0;
  return P.Steps.size() == 1 && !P.Steps[0].Follow && !P.Steps[0].By
             ? P.Steps[0].Bytes
             : -1;
}

/// Sets or copies a whole variable, or the beginning of one.
static bool coversFrom(const MemIntrinsic &M, const MemoryPath &To,
                       const MemoryPath &P) {
  auto *Bytes = dyn_cast<ConstantInt>(M.getLength());
  int64_t At = offsetIn(P), From = offsetIn(To);
  return Bytes && To.Root == P.Root && At >= 0 && From >= 0 && At >= From &&
         At < From + Bytes->getSExtValue();
}

/// I certainly overwrites what stands at the path.
bool TripCounts::overwrites(const Instruction *I, const Context &C,
                            InitialWalk &W, unsigned Calls) {
  if (isa<StoreInst>(I) && !Memory.writes(I).intersects(W.Atoms))
    return false;
  auto *S = dyn_cast<StoreInst>(I);
  BitRange Changed = S ? bitsWritten(S) : BitRange();
  if (Changed.Width && !(W.Path.Part.Width && Changed.covers(W.Path.Part)))
    return false;
  if (S) {
    Targets To = target(S->getPointerOperand(), C);
    for (MemoryPath &P : To)
      P.Part = W.Path.Part;
    if (To.size() == 1 && To.front() == W.Path)
      return true;
  } else if (auto *M = dyn_cast<MemIntrinsic>(I)) {
    Targets To = target(M->getRawDest(), C);
    if (To.size() == 1 && coversFrom(*M, To.front(), W.Path))
      return true;
  }
  if (!W.Atoms.empty() && without(W.Atoms, Memory.kills(I)).empty())
    return true;
  auto *Call = dyn_cast<CallBase>(I);
  const llvm::Function *G = Call ? Call->getCalledFunction() : nullptr;
  if (!G || G->isDeclaration() || Calls >= MaxCalls ||
      C.Depth >= MaxTripDepth || !Memory.mod(G).intersects(W.Atoms))
    return false;
  Context Inner{Call, &C, C.Depth + 1};
  for (const BasicBlock &B : *G)
    if (isa<ReturnInst>(B.getTerminator()) &&
        passes(B.getTerminator(), Inner, W, Calls + 1, nullptr))
      return false;
  return true;
}

/// Goes back from At; gives Outside the first instruction of another statement
/// than the run's on each way, or, without Outside, does not look for these.
/// True: it may come to the beginning of the function.
bool TripCounts::passes(const Instruction *At, const Context &C, InitialWalk &W,
                        unsigned Calls,
                        SmallVectorImpl<const Instruction *> *Outside) {
  SmallPtrSet<const BasicBlock *, 32> Seen;
  SmallVector<const Instruction *, 32> Work;
  auto Before = [&](const BasicBlock *B) {
    for (const BasicBlock *P : predecessors(B))
      if (Seen.insert(P).second)
        Work.push_back(P->getTerminator());
    return pred_empty(B);
  };
  bool Begins = false;
  if (At->getPrevNode())
    Work.push_back(At->getPrevNode());
  else
    Begins = Before(At->getParent());
  while (!Work.empty()) {
    const Instruction *I = Work.pop_back_val();
    const BasicBlock *B = I->getParent();
    if (++W.Blocks > MaxBlocks || ++Walked > MaxWalked)
      return true;
    for (; I; I = I->getPrevNode()) {
      if (isa<DbgInfoIntrinsic>(I) || isa<AllocaInst>(I))
        continue;
      if (Outside && Index.stmtOf(I) >= 0 && !InRun.count(I)) {
        Outside->push_back(I);
        break;
      }
      if (overwrites(I, C, W, Calls))
        break;
    }
    if (!I)
      Begins |= Before(B);
  }
  return Begins;
}

/// Goes back from what stands in front of the run to the stores of what the run
/// finds there. False: it is always the same constant, or nothing.
bool TripCounts::varies(ArrayRef<const Instruction *> Fronts, const Context &C,
                        InitialWalk &W) {
  bool Entry = isa<GlobalVariable>(W.Path.Root) || follows(W.Path);
  SmallPtrSet<const Instruction *, 32> Seen;
  SmallVector<const Instruction *, 32> Work(Fronts.begin(), Fronts.end());
  const Constant *Value = nullptr;
  while (!Work.empty()) {
    const Instruction *I = Work.pop_back_val();
    const BasicBlock *B = I->getParent();
    if (++W.Blocks > MaxBlocks || ++Walked > MaxWalked)
      return true;
    for (; I; I = I->getPrevNode()) {
      auto *S = dyn_cast<StoreInst>(I);
      if (S && overwrites(S, C, W, 0)) {
        auto *K = dyn_cast<Constant>(S->getValueOperand());
        if (!K || (Value && Value != K))
          return true;
        Value = K;
        break;
      }
      auto *Call = dyn_cast<CallBase>(I);
      if (Memory.writes(I).intersects(W.Atoms) ||
          (Call && Memory.callWrites(Call).intersects(W.Atoms)))
        return true;
    }
    if (I)
      continue;
    if (pred_empty(B) && Entry)
      return true;
    for (const BasicBlock *P : predecessors(B))
      if (Seen.insert(P->getTerminator()).second)
        Work.push_back(P->getTerminator());
  }
  return false;
}

/// The pointer is to an integer variable, or to a member of a structure that is
/// an integer: to no element of an array.
static bool isAlone(const Value *Pointer) {
  if (auto *A = dyn_cast<AllocaInst>(Pointer))
    return A->getAllocatedType()->isIntegerTy();
  if (auto *V = dyn_cast<GlobalVariable>(Pointer))
    return V->getValueType()->isIntegerTy();
  auto *G = dyn_cast<GEPOperator>(Pointer);
  return G && isa<StructType>(G->getSourceElementType()) &&
         G->getNumIndices() > 1 && G->getResultElementType()->isIntegerTy();
}

/// Two addresses in a function are made alike: from the same variables.
static bool isMadeAlike(const Value *A, const Value *B) {
  if (A == B)
    return true;
  auto *L = dyn_cast<LoadInst>(A), *M = dyn_cast<LoadInst>(B);
  if (L && M)
    return isMadeAlike(L->getPointerOperand(), M->getPointerOperand());
  auto *G = dyn_cast<GEPOperator>(A), *H = dyn_cast<GEPOperator>(B);
  return G && H && G->getNumIndices() == H->getNumIndices() &&
         std::equal(G->idx_begin(), G->idx_end(), H->idx_begin(),
                    [](const Use &U, const Use &V) {
                      return isMadeAlike(U.get(), V.get());
                    }) &&
         isMadeAlike(G->getPointerOperand(), H->getPointerOperand());
}

/// The beginning of what the address is an element or member of.
static const Value *beginning(const Value *Pointer) {
  while (auto *G = dyn_cast<GEPOperator>(Pointer))
    Pointer = G->getPointerOperand();
  return Pointer;
}

/// S may fill the array of which L reads an element: the elements have one
/// type, and, where both stand in a function, the arrays one name.
static bool mayFill(const StoreInst *S, const LoadInst *L) {
  auto *G = dyn_cast<GEPOperator>(S->getPointerOperand());
  return G && !G->hasAllConstantIndices() &&
         S->getValueOperand()->getType() == L->getType() &&
         (S->getFunction() != L->getFunction() ||
          isMadeAlike(beginning(G), beginning(L->getPointerOperand())));
}

/// Control comes to I, or to a loop that it is in and To is not, before it
/// comes to To.
static bool comesFirst(const BranchControl &By, const Instruction *I,
                       const Instruction *To) {
  const llvm::Loop *Around = nullptr;
  for (const llvm::Loop *L = By.Loops.getLoopFor(I->getParent());
       L && !L->contains(To); L = L->getParentLoop())
    Around = L;
  return Around ? By.Before.dominates(Around->getHeader(), To->getParent())
                : I != To && By.Before.dominates(I, To);
}

/// What the run writes into an array before L reads an element is taken to fill
/// it, but not a member beside it.
bool TripCounts::isFilled(const LoadInst *L, const Context &C,
                          const AtomSet &Atoms) {
  if (isAlone(L->getPointerOperand()))
    return false;
  auto Fills = [&](const Instruction *I) {
    auto *S = dyn_cast<StoreInst>(I);
    return S && mayFill(S, L) && Memory.writes(I).intersects(Atoms);
  };
  bool Behind = llvm::any_of(Called, [&](const llvm::Function *F) {
    return Memory.mod(F).intersects(Atoms) && llvm::any_of(storesOf(F), Fills);
  });
  const Instruction *At = L;
  for (const Context *Up = &C;; Up = Up->Up) {
    const llvm::Function *F = At->getFunction();
    auto Before = [&](const Instruction *I) {
      return (Up->Up || InRun.count(I)) && comesFirst(controlOf(F), I, At);
    };
    for (const Instruction *I : storesOf(F))
      if (Fills(I) && Before(I))
        return true;
    for (const CallBase *Call : Calls.of(F))
      if (Behind && Before(Call))
        for (auto Targets : {Pts.callees(Call), Pts.callbacks(Call)})
          for (const llvm::Function *G : Targets)
            if (Memory.mod(G).intersects(Atoms))
              return true;
    if (!Up->Up)
      return false;
    At = Up->Call;
  }
}

/// The run writes what stands at the path, but L may read what stood there in
/// front of the run, and that is not always the same.
bool TripCounts::readsInitial(const LoadInst *L, const Context &C,
                              const MemoryPath &P) {
  InitialWalk W{P, Paths(Index, Objects, Pts, Memory).endAtoms(P)};
  if (isFilled(L, C, W.Atoms))
    return false;
  const Instruction *At = L;
  const Context *Up = &C;
  for (; Up->Up; Up = Up->Up) {
    if (!passes(At, *Up, W, 0, nullptr))
      return false;
    At = Up->Call;
  }
  SmallVector<const Instruction *, 8> Fronts;
  bool Begins = passes(At, *Up, W, 0, &Fronts);
  return (Begins && (isa<GlobalVariable>(P.Root) || follows(P))) ||
         varies(Fronts, *Up, W);
}

} // namespace skel
