//===- TripFloats.cpp - floating-point numbers that decide ----------------===//
//
// A tolerance, a step of time or a probability decides how often a loop runs,
// though no sum of integers tells how often. It is a parameter if the run
// leaves it alone and no loop around the run changes it: numbers that are
// others in each execution are data.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/TripCounts.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

/// The run, and each loop around it, leaves alone the number that is read, or
/// those of which an integer is a sum.
bool TripCounts::isSteady(const Value *V, const Context &C,
                          std::vector<Leaf> &Out) {
  SmallVector<MemoryPath, 2> Of;
  auto *L = dyn_cast<LoadInst>(V);
  if (Values) {
    return false;
  } else if (L && isFloatingType(L->getType())) {
    if (!floating(L, C, Of.emplace_back()))
      return false;
  } else if (std::optional<Sum> S =
                 V->getType()->isIntegerTy() ? sum(V, C) : std::nullopt) {
    if (!S->Values.empty())
      return false;
    for (const auto &[Path, Factor] : S->Terms)
      Of.push_back(Path);
  } else {
    return false;
  }
  Paths Walk(Index, Objects, Pts, Memory);
  for (const MemoryPath &P : Of)
    if (llvm::any_of(P.Steps,
                     [](const MemoryPath::Step &S) { return bool(S.By); }) ||
        Around.write(Walk.atoms(P), Home, Begin))
      return false;
  for (const MemoryPath &P : Of)
    Out.push_back({P, cast<Instruction>(V), Loop});
  return true;
}

/// A number that is made of steady ones, of constants, of integers, and of what
/// stands in the variable before.
bool TripCounts::madeOfSteady(const Value *V, const AllocaInst *Variable,
                              const Context &C, unsigned Depth,
                              std::vector<Leaf> &Parts) {
  if (Depth > MaxTripDepth)
    return false;
  auto Rest = [&](const Value *W) {
    return madeOfSteady(W, Variable, C, Depth + 1, Parts);
  };
  if (isa<ConstantFP>(V))
    return true;
  if (auto *L = dyn_cast<LoadInst>(V)) {
    if (L->getPointerOperand() == Variable)
      return true;
    if (isSteady(L, C, Parts))
      return true;
    auto *Local = dyn_cast<AllocaInst>(L->getPointerOperand());
    const Value *Once = Local ? onlyStored(Local) : nullptr;
    return Once && Rest(Once);
  }
  auto *I = dyn_cast<Instruction>(V);
  if (isa<SIToFPInst>(V) || isa<UIToFPInst>(V)) {
    std::optional<Sum> S = sum(I->getOperand(0), C);
    for (const auto &[Path, Factor] : S ? S->Terms : decltype(S->Terms)())
      Parts.push_back({Path, I, Loop});
    return S && S->Values.empty();
  }
  if (auto *Call = dyn_cast<CallBase>(V)) {
    StringRef Name = IrIndex::externalName(Call);
    return (Call->getIntrinsicID() == Intrinsic::fmuladd ||
            isLongMathematics(Name)) &&
           llvm::all_of(Call->args(),
                        [&](const Use &U) { return Rest(U.get()); });
  }
  return I &&
         (I->isBinaryOp() || isa<FPExtInst>(I) || isa<FPTruncInst>(I) ||
          I->getOpcode() == Instruction::FNeg) &&
         llvm::all_of(I->operands(),
                      [&](const Use &U) { return Rest(U.get()); });
}

/// A variable of the run's function that counts in floating-point numbers: "for
/// (t = 0; t < end; t += dt)".
bool TripCounts::countsInFloats(const LoadInst *L, const Context &C) {
  auto *Variable = dyn_cast<AllocaInst>(L->getPointerOperand());
  std::vector<Leaf> Parts;
  if (Values || !Variable || !isFloatingType(L->getType()) ||
      !isPlain(Variable))
    return false;
  for (const User *U : Variable->users())
    if (auto *S = dyn_cast<StoreInst>(U))
      if (!madeOfSteady(S->getValueOperand(), Variable, C, 0, Parts))
        return false;
  for (const Leaf &P : Parts)
    Found.push_back(P);
  return true;
}

/// False: it is data.
bool TripCounts::numberThatDecides(const LoadInst *L, const Context &C) {
  if (const Argument *A = C.Up ? parameterOf(L) : nullptr) {
    value(A, C);
    return true;
  }
  return isSteady(L, C, Found) || countsInFloats(L, C);
}

/// There are floating-point numbers among what has been found from there on: no
/// sum tells how often a loop runs on which they decide, and so it is counted.
bool TripCounts::foundFloats(size_t From) const {
  return std::any_of(Found.begin() + long(From), Found.end(),
                     [](const Leaf &L) { return L.Path.Floating; });
}

} // namespace skel
