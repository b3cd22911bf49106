//===- ArenaPieces.cpp - addresses that begin pieces ----------------------===//
//
// An address that cannot be followed begins no piece.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/ArenaPieces.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace skel::arena {

/// A function that hands out pieces is no larger.
static constexpr unsigned MaxArenaSize = 300;

const Value *resolve(const Value *V) {
  while (true) {
    V = V->stripPointerCasts();
    auto *L = dyn_cast<LoadInst>(V);
    auto *Slot = L ? dyn_cast<AllocaInst>(L->getPointerOperand()) : nullptr;
    if (!Slot || !isPlain(Slot))
      return V;
    const Value *Only = nullptr;
    for (const User *U : Slot->users())
      if (auto *S = dyn_cast<StoreInst>(U)) {
        if (Only)
          return V;
        Only = S->getValueOperand();
      }
    if (!Only || Only->getType() != L->getType())
      return V;
    V = Only;
  }
}

/// The integer that V is, without sign or zero extensions.
static const Value *number(const Value *V) {
  while (true) {
    V = resolve(V);
    if (!isa<SExtInst>(V) && !isa<ZExtInst>(V))
      return V;
    V = cast<CastInst>(V)->getOperand(0);
  }
}

Cell cellOf(const Value *Address, const DataLayout &DL) {
  Cell C;
  while (true) {
    Address = resolve(Address);
    auto *G = dyn_cast<GEPOperator>(Address);
    if (!G)
      break;
    APInt Bytes(DL.getIndexTypeSizeInBits(G->getType()), 0);
    if (!G->accumulateConstantOffset(DL, Bytes))
      return {};
    C.Offset += Bytes.getSExtValue();
    Address = G->getPointerOperand();
  }
  C.Root = Address;
  return C;
}

static bool isNotNegative(const Value *V) {
  auto *C = dyn_cast<ConstantInt>(V);
  return C && !C->isNegative();
}

/// V is X, rounded up to a multiple of a constant.
static bool isRoundedUp(const Value *V, const Value *&X) {
  const APInt *C, *D, *E;
  if (match(V, m_And(m_c_Add(m_Value(X), m_APInt(C)), m_APInt(D))))
    return D->isNegative() && (-*D).isPowerOf2() && C->uge(~*D);
  if (match(V, m_Mul(m_UDiv(m_c_Add(m_Value(X), m_APInt(C)), m_APInt(D)),
                     m_APInt(E))))
    return *D == *E && C->uge(*D - 1);
  return false;
}

/// V is a number of bytes or elements that does not shrink when a parameter
/// grows. Given: a parameter is in it. Self: the variable whose value V is.
static bool isAmount(const Value *V, bool &Given, unsigned Depth,
                     const Value *Self = nullptr) {
  V = number(V);
  if (isa<Argument>(V)) {
    Given = true;
    return true;
  }
  if (auto *C = dyn_cast<ConstantInt>(V))
    return !C->isNegative();
  if (auto *L = dyn_cast<LoadInst>(V)) {
    // Each value of the variable counts: "size = (size + 7) & ~7".
    auto *Slot = dyn_cast<AllocaInst>(L->getPointerOperand());
    if (Slot && Slot == Self)
      return true;
    if (!Slot || !isPlain(Slot) || !Depth)
      return false;
    for (const User *U : Slot->users())
      if (auto *S = dyn_cast<StoreInst>(U))
        if (!isAmount(S->getValueOperand(), Given, Depth - 1, Slot))
          return false;
    return true;
  }
  if (!Depth)
    return false;
  const Value *X, *Y;
  const APInt *C;
  if (isRoundedUp(V, X))
    return isAmount(X, Given, Depth - 1, Self);
  if (match(V, m_Add(m_Value(X), m_Value(Y))) ||
      match(V, m_Mul(m_Value(X), m_Value(Y))))
    return isAmount(X, Given, Depth - 1, Self) &&
           isAmount(Y, Given, Depth - 1, Self);
  if (match(V, m_Shl(m_Value(X), m_APInt(C))))
    return isAmount(X, Given, Depth - 1, Self);
  return false;
}

/// V is a load of a cell that is no local variable.
static const LoadInst *cellLoad(const Value *V) {
  auto *L = dyn_cast<LoadInst>(number(V));
  return L && !isa<AllocaInst>(L->getPointerOperand()) ? L : nullptr;
}

const LoadInst *roundedLoad(const Value *V) {
  V = number(V);
  const Value *X;
  return isRoundedUp(V, X) ? cellLoad(X) : cellLoad(V);
}

bool addsTo(const StoreInst &S, const DataLayout &DL, Addition &A) {
  Cell To = cellOf(S.getPointerOperand(), DL);
  const Value *V = number(S.getValueOperand()), *X, *Y;
  if (!To)
    return false;
  if (isRoundedUp(V, X) && !roundedLoad(V))
    V = number(X);
  while (match(V, m_Add(m_Value(X), m_Value(Y)))) {
    const LoadInst *L = roundedLoad(X);
    bool Left = L && cellOf(L->getPointerOperand(), DL) == To;
    if (!Left) {
      L = roundedLoad(Y);
      if (L && cellOf(L->getPointerOperand(), DL) == To) {
        std::swap(X, Y);
        Left = true;
      }
    }
    if (!isAmount(Y, A.Given, 8))
      return false;
    if (Left) {
      A.Base = number(X);
      A.Before = L;
      return true;
    }
    V = number(X); // used + n + pad
  }
  return false;
}

bool hasLoops(const llvm::Function &F) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 4> Edges;
  FindFunctionBackedges(F, Edges);
  return !Edges.empty();
}

bool leaves(const Value *V, unsigned Depth) {
  if (!Depth)
    return false;
  for (const User *U : V->users()) {
    if (isa<ReturnInst>(U))
      return true;
    if (auto *S = dyn_cast<StoreInst>(U)) {
      auto *Slot = dyn_cast<AllocaInst>(S->getPointerOperand());
      if (S->getValueOperand() != V)
        continue;
      if (!Slot)
        return true;
      for (const User *W : Slot->users())
        if (isa<LoadInst>(W) && leaves(W, Depth - 1))
          return true;
    } else if ((isa<GetElementPtrInst>(U) || isa<CastInst>(U) ||
                isa<PHINode>(U) || isa<SelectInst>(U)) &&
               leaves(U, Depth - 1)) {
      return true;
    }
  }
  return false;
}

/// The address is only compared, or moved to be compared.
static bool isCompared(const Value *V) {
  return llvm::all_of(V->users(), [](const User *U) {
    return isa<ICmpInst>(U) || (isa<GetElementPtrInst>(U) && isCompared(U));
  });
}

bool isBehind(const Instruction *A, const Instruction *B) {
  return A != B && isPotentiallyReachable(A, B);
}

/// Finds the cells "used" and "base" of the address. False if there are none,
/// or if they are of different arenas.
static bool findCells(const GetElementPtrInst &G, Piece &P, Cell &Used) {
  const llvm::Function &F = *G.getFunction();
  const DataLayout &DL = F.getDataLayout();
  if (G.getNumIndices() > 2 || G.hasAllConstantIndices() ||
      F.getInstructionCount() > MaxArenaSize || F.getName() == "main")
    return false;
  if (G.getNumIndices() == 2 &&
      (!isNotNegative(G.getOperand(1)) ||
       !cast<ConstantInt>(G.getOperand(1))->isZero() ||
       !isa<ArrayType>(G.getSourceElementType())))
    return false;
  P.At = &G;
  P.Taken = roundedLoad(G.getOperand(G.getNumOperands() - 1));
  if (!P.Taken || isCompared(&G))
    return false;
  Used = cellOf(P.Taken->getPointerOperand(), DL);
  const Value *Base = resolve(G.getPointerOperand());
  P.Block = dyn_cast<LoadInst>(Base);
  if (!P.Block)
    return isa<GlobalVariable>(Base) && Used && isa<GlobalVariable>(Used.Root);
  // Cells of one arena are in one structure, or they are variables.
  P.Base = P.Block->getPointerOperand();
  Cell At = cellOf(P.Base, DL);
  return At && Used &&
         (At.Root == Used.Root ||
          (isa<GlobalVariable>(At.Root) && isa<GlobalVariable>(Used.Root)));
}

/// Finds the store that adds to "used" whenever the address is computed. The
/// amount goes on top of the number that is in the address.
static bool findAddition(Piece &P, ArrayRef<const StoreInst *> Stores) {
  auto &F = const_cast<llvm::Function &>(*P.At->getFunction());
  DominatorTree Dom(F);
  PostDominatorTree Post(F);
  const Value *Here = number(P.At->getOperand(P.At->getNumOperands() - 1));
  for (const StoreInst *S : Stores) {
    Addition A;
    if (!addsTo(*S, F.getDataLayout(), A) || !A.Given)
      continue;
    bool Same =
        A.Base == Here || (isa<LoadInst>(A.Base) && isa<LoadInst>(Here));
    bool Both = Dom.dominates(S, P.At) || Post.dominates(S, P.At);
    if (Same && Both && Dom.dominates(P.Taken, S)) {
      P.Added = S;
      P.Before = A.Before;
    }
  }
  return P.Added;
}

/// No store changes "used" between its two reads, nor "used" or "base" where
/// the address would not fit them any more.
static bool isUndisturbed(const Piece &P, ArrayRef<const StoreInst *> Stores) {
  for (const StoreInst *S : Stores) {
    if (isBehind(P.Taken, S) && isBehind(S, P.Before))
      return false;
    if (isBehind(P.Before, S) &&
        (isBehind(S, P.Taken) || (S != P.Added && isBehind(S, P.Added))))
      return false;
    if (P.Block && S != P.Added &&
        ((isBehind(P.Taken, S)) || isBehind(P.Block, S)))
      return false;
  }
  if (!P.Block)
    return true;
  const llvm::Function &F = *P.At->getFunction();
  const DataLayout &DL = F.getDataLayout();
  for (const Instruction &I : instructions(F))
    if (auto *S = dyn_cast<StoreInst>(&I))
      if (cellOf(S->getPointerOperand(), DL) == cellOf(P.Base, DL) &&
          (isBehind(P.Block, S) || isBehind(P.Taken, S) ||
           isBehind(P.Before, S)))
        return false;
  return true;
}

bool describe(const GetElementPtrInst &G, Piece &P) {
  const llvm::Function &F = *G.getFunction();
  Cell Used;
  if (!findCells(G, P, Used) || hasLoops(F))
    return false;
  SmallVector<const StoreInst *, 4> Stores; ///< to "used"
  for (const Instruction &I : instructions(F))
    if (auto *S = dyn_cast<StoreInst>(&I))
      if (cellOf(S->getPointerOperand(), F.getDataLayout()) == Used)
        Stores.push_back(S);
  return findAddition(P, Stores) && isUndisturbed(P, Stores);
}

} // namespace skel::arena
