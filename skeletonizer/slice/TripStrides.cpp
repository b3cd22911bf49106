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

/// What the loop gives a variable, in its only assignment: "k = i * n + j;".
const Value *madeIn(const Value *V, const Loop &L) {
  const AllocaInst *Variable = localOf(V);
  return Variable && changes(L, Variable) ? onlyStored(Variable) : nullptr;
}

/// Some of what the value is made of is in a variable that the loop changes.
bool moves(const Value *V, const Loop &L, unsigned Depth = 0) {
  auto *I = dyn_cast<Instruction>(withoutCast(V));
  if (!I || Depth > MaxIndexDepth)
    return false;
  if (const Value *Made = madeIn(I, L))
    return moves(Made, L, Depth + 1);
  if (const AllocaInst *Variable = localOf(I))
    return changes(L, Variable);
  return I->isBinaryOp() && any_of(I->operands(), [&](const Use &U) {
           return moves(U.get(), L, Depth + 1);
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

/// What multiplies, in an index, a variable that the loop changes.
void factorsOf(const Value *V, const Loop &L,
               SmallVectorImpl<const Value *> &Out, unsigned Depth = 0) {
  if (Depth > MaxIndexDepth)
    return;
  if (const Value *Made = madeIn(V, L)) {
    factorsOf(Made, L, Out, Depth + 1);
    return;
  }
  auto *B = dyn_cast<BinaryOperator>(withoutCast(V));
  if (!B)
    return;
  for (unsigned K = 0; K < 2; ++K) {
    const Value *Other = B->getOperand(1 - K);
    if (B->getOpcode() == Instruction::Mul && moves(B->getOperand(K), L) &&
        !moves(Other, L))
      Out.push_back(Other);
    factorsOf(B->getOperand(K), L, Out, Depth + 1);
  }
}

} // namespace

/// What the instruction, of a loop's innermost code, moves an address by. What
/// has no name in front of the run, as a number from an array, is data.
void TripCounts::strides(const Instruction *I, const Context &C) {
  if (Values || !Heavy || !(isa<StoreInst>(I) || isa<GetElementPtrInst>(I)))
    return;
  const llvm::Loop *L =
      controlOf(I->getFunction()).Loops.getLoopFor(I->getParent());
  if (!L)
    return;
  SmallVector<const Value *, 2> By;
  if (auto *S = dyn_cast<StoreInst>(I)) {
    if (const Value *Step = stepOf(S, *L))
      By.push_back(Step);
  } else {
    for (const Use &Index : cast<GetElementPtrInst>(I)->indices())
      factorsOf(Index.get(), *L, By);
  }
  for (const Value *V : By)
    if (std::optional<Sum> S = sum(V, C))
      for (const auto &[Path, Factor] : S->Terms)
        Strides.push_back({Path, I});
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
