//===- TripStrides.cpp - how far apart a loop's accesses are --------------===//
//
// A loop over every hundredth element takes a cache line for each of them, and
// one over neighbours a line for eight: what an index moves by in each round
// decides on the time, as the number of rounds does.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/slice/TripCounts.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace skel {

namespace {

/// How far indices are followed through sums and products.
constexpr unsigned MaxIndexDepth = 6;

/// The variable that is read; null for other values.
const AllocaInst *localOf(const Value *V) {
  auto *Read = dyn_cast<LoadInst>(withoutCast(V));
  return Read ? dyn_cast<AllocaInst>(Read->getPointerOperand()) : nullptr;
}

bool changes(const Loop &L, const AllocaInst *Variable) {
  return any_of(Variable->users(), [&](const User *U) {
    auto *S = dyn_cast<StoreInst>(U);
    return S && S->getPointerOperand() == Variable && L.contains(S);
  });
}

/// The value is part of an index.
bool isIndex(const Value *V, unsigned Depth = 0) {
  return Depth <= MaxIndexDepth && any_of(V->users(), [&](const User *U) {
           auto *Address = dyn_cast<GetElementPtrInst>(U);
           if (Address)
             return Address->getPointerOperand() != V;
           auto *I = dyn_cast<Instruction>(U);
           return I && (I->isCast() || I->isBinaryOp()) &&
                  isIndex(I, Depth + 1);
         });
}

/// What a variable that is an index in the loop, or a pointer, is set forward
/// by.
const Value *stepOf(const StoreInst *S, const Loop &Around) {
  auto *Variable = dyn_cast<AllocaInst>(S->getPointerOperand());
  auto *By = dyn_cast<Instruction>(withoutCast(S->getValueOperand()));
  auto IsIt = [&](const Value *V) { return localOf(V) == Variable; };
  if (!Variable || !By)
    return nullptr;
  if (auto *Address = dyn_cast<GetElementPtrInst>(By))
    return Address->getNumIndices() == 1 && IsIt(Address->getPointerOperand())
               ? Address->getOperand(1)
               : nullptr;
  bool Sum = By->getOpcode() == Instruction::Add ||
             By->getOpcode() == Instruction::Sub;
  bool Used = any_of(Variable->users(), [&](const User *U) {
    auto *L = dyn_cast<LoadInst>(U);
    return L && Around.contains(L) && isIndex(L);
  });
  if (!Sum || !Used)
    return nullptr;
  return IsIt(By->getOperand(0))   ? By->getOperand(1)
         : IsIt(By->getOperand(1)) ? By->getOperand(0)
                                   : nullptr;
}

bool isAmong(ArrayRef<TripValues::Leaf> Found, const MemoryPath &Path) {
  return any_of(Found, [&](const auto &L) { return L.Path == Path; });
}

} // namespace

/// An index, back to what it is made of, through arguments and results of
/// functions that the loop calls.
struct TripCounts::StrideWalk {
  struct Place {
    const Value *V;
    const Context *C;
  };
  TripCounts &Of;
  const llvm::Loop *Around = nullptr; ///< the innermost one
  const Context *Home = nullptr;      ///< of the function that the loop is in

  /// Finds the loop. A call of the run may be in a loop around it.
  StrideWalk(TripCounts &Of, const Instruction *I, const Context &C)
      : Of(Of), Home(&C) {
    for (const Instruction *At = I;; At = Home->Call, Home = Home->Up) {
      Around =
          Of.controlOf(At->getFunction()).Loops.getLoopFor(At->getParent());
      if (At != I && Around && !Home->Up &&
          !Of.InRun.count(Around->getHeader()->getTerminator()))
        Around = nullptr;
      if (Around || !Home->Up)
        return;
    }
  }

  /// What the loop gives a variable, in its only assignment ("k = i * n + j;"),
  /// what a call gives a parameter, and what a function returns.
  Place before(const Value *V, const Context *C) const {
    V = withoutCast(V);
    const Place None = {nullptr, nullptr};
    if (auto *Call = dyn_cast<CallBase>(V)) {
      const llvm::Function *F = Call->getCalledFunction();
      bool Known = F && !F->isDeclaration() && !Of.Memory.isRecursive(F);
      const Value *Result = Known ? returnedBy(F) : nullptr;
      const Context *Inner = Result ? Of.contextOf(Call, *C) : nullptr;
      return Inner ? Place{Result, Inner} : None;
    }
    const Argument *A = C == Home ? nullptr : parameterOf(V);
    if (A)
      return {Of.given(A, *C), C->Up};
    const AllocaInst *Variable = localOf(V);
    if (!Variable || (C == Home && !changes(*Around, Variable)))
      return None;
    return {onlyStored(Variable), C};
  }

  /// Some of what the value is made of is in a variable that the loop changes.
  bool moves(const Value *V, const Context *C, unsigned Depth = 0) const {
    auto *I = dyn_cast<Instruction>(withoutCast(V));
    if (!I || Depth > MaxIndexDepth)
      return false;
    if (Place From = before(I, C); From.V)
      return moves(From.V, From.C, Depth + 1);
    if (const AllocaInst *Variable = localOf(I))
      return C == Home && changes(*Around, Variable);
    return I->isBinaryOp() && any_of(I->operands(), [&](const Use &U) {
             return moves(U.get(), C, Depth + 1);
           });
  }

  /// What multiplies, in an index, a variable that the loop changes, or what it
  /// is shifted by.
  void factors(const Value *V, const Context *C, SmallVectorImpl<Place> &Out,
               unsigned Depth = 0) const {
    if (Depth > MaxIndexDepth)
      return;
    if (Place From = before(V, C); From.V) {
      factors(From.V, From.C, Out, Depth + 1);
      return;
    }
    auto *B = dyn_cast<BinaryOperator>(withoutCast(V));
    for (unsigned K = 0; B && K < 2; ++K) {
      const Value *Other = B->getOperand(1 - K);
      bool By = B->getOpcode() == Instruction::Mul ||
                (B->getOpcode() == Instruction::Shl && K == 0);
      if (By && moves(B->getOperand(K), C) && !moves(Other, C))
        Out.push_back({Other, C});
      factors(B->getOperand(K), C, Out, Depth + 1);
    }
  }

  /// Its parts that have names in front of the run: "ny" and "nz" of "ny * nz".
  void name(Place P, const Instruction *At, unsigned Depth = 0) const {
    if (std::optional<Sum> S = Of.sum(P.V, *P.C)) {
      for (const auto &[Path, Factor] : S->Terms)
        Of.Strides.push_back({Path, At});
      return;
    }
    auto *B = dyn_cast<BinaryOperator>(withoutCast(P.V));
    for (unsigned K = 0; B && K < 2 && Depth < MaxIndexDepth; ++K)
      name({B->getOperand(K), P.C}, At, Depth + 1);
  }
};

/// What the instruction, of a loop's innermost code, moves an address by. What
/// has no name in front of the run, as a number from an array, is data.
void TripCounts::strides(const Instruction *I, const Context &C) {
  if (Values || !Heavy || !(isa<StoreInst>(I) || isa<GetElementPtrInst>(I)))
    return;
  const StrideWalk Walk(*this, I, C);
  if (!Walk.Around)
    return;
  SmallVector<StrideWalk::Place, 2> By;
  if (auto *S = dyn_cast<StoreInst>(I)) {
    const Value *Step = Walk.Home == &C ? stepOf(S, *Walk.Around) : nullptr;
    if (Step)
      By.push_back({Step, &C});
  } else {
    for (const Use &Index : cast<GetElementPtrInst>(I)->indices())
      Walk.factors(Index.get(), &C, By);
  }
  for (const StrideWalk::Place &P : By)
    Walk.name(P, I);
}

/// The value is made of what has been found, and of constants.
bool TripCounts::followsFrom(const Value *V, unsigned Depth) const {
  V = withoutCast(V);
  if (isa<ConstantInt>(V))
    return true;
  if (auto *L = dyn_cast<LoadInst>(V)) {
    Targets At = scalar(L, *Contexts.front());
    if (At.size() == 1 && isAmong(Found, At.front()))
      return true;
    const AllocaInst *Local = localOf(L);
    const Value *Once = Local ? onlyStored(Local) : nullptr;
    return Once && Depth < MaxIndexDepth && followsFrom(Once, Depth + 1);
  }
  auto *B = dyn_cast<BinaryOperator>(V);
  return B && Depth < MaxIndexDepth &&
         all_of(
             B->operands(),
             [&](const Use &U) { return followsFrom(U.get(), Depth + 1); });
}

/// Distances are parameters, but for those that follow from others: "int rows =
/// n + 8;" tells nothing besides n.
void TripCounts::addStrides() {
  for (const Leaf &L : Strides) {
    auto *Local = dyn_cast<AllocaInst>(L.Path.Root);
    const Value *Once =
        Local && L.Path.Steps.empty() ? onlyStored(Local) : nullptr;
    if (!isAmong(Found, L.Path) && !(Once && followsFrom(Once, 0)))
      Found.push_back(L);
  }
}

} // namespace skel
