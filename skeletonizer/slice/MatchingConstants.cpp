//===- MatchingConstants.cpp - integers that a value can be ---------------===//
//
// A short walk over loads, stores, arguments and arithmetic. It gives up at
// the first value that it cannot tell.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/MatchingConstants.h"
#include "skeletonizer/memory/StoredValues.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"
#include <optional>

using namespace llvm;

namespace skel {

static constexpr size_t MaxConstants = 64;
static constexpr unsigned MaxSteps = 1000, MaxMatchDepth = 8;

/// The value of the lowest Bits bits, sign-extended.
static int64_t inBits(int64_t Value, unsigned Bits) {
  return Bits >= 64 ? Value : SignExtend64(uint64_t(Value), Bits);
}

/// What a cast makes of values.
static IntegerConstants castOf(const CastInst &C, IntegerConstants From) {
  unsigned Old = C.getSrcTy()->getIntegerBitWidth();
  unsigned New = C.getDestTy()->getIntegerBitWidth();
  IntegerConstants Result;
  Result.Known = From.Known && Old <= 64 && New <= 64;
  for (int64_t V : From.Values)
    Result.Values.insert(isa<ZExtInst>(C) && Old < 64
                             ? V & int64_t(maskTrailingOnes<uint64_t>(Old))
                             : inBits(V, New));
  return Result;
}

/// X op Y; nothing if the operation is not followed.
static std::optional<int64_t> combined(Instruction::BinaryOps Op, int64_t X,
                                       int64_t Y, unsigned Bits) {
  switch (Op) {
  case Instruction::Add:
    return inBits(int64_t(uint64_t(X) + uint64_t(Y)), Bits);
  case Instruction::Sub:
    return inBits(int64_t(uint64_t(X) - uint64_t(Y)), Bits);
  case Instruction::Mul:
    return inBits(int64_t(uint64_t(X) * uint64_t(Y)), Bits);
  default:
    return std::nullopt;
  }
}

namespace {

/// One search. Each function below adds the values of one kind of source to
/// Result, and returns false if they are not known or too many.
class ConstantSearch {
public:
  ConstantSearch(const IrIndex &I, const MemoryObjects &O, const PointsTo &P,
                 const ModRef &M)
      : Index(I), Objects(O), Pts(P), Memory(M) {}

  IntegerConstants of(const Value *V, unsigned Depth) {
    IntegerConstants Result;
    if (auto *C = dyn_cast<ConstantInt>(V)) {
      if (C->getBitWidth() > 64)
        return {};
      Result.Known = true;
      Result.Values.insert(C->getSExtValue());
      return Result;
    }
    if (Depth == 0 || Budget == 0)
      return {};
    --Budget;
    bool Known = false;
    auto Join = [&](const Value *One) {
      return One && join(One, Depth, Result);
    };
    if (auto *A = dyn_cast<Argument>(V))
      Known = eachArgument(A, Index, Pts, Join);
    else if (isa<CastInst>(V) && V->getType()->isIntegerTy() &&
             cast<CastInst>(V)->getOperand(0)->getType()->isIntegerTy())
      return castOf(*cast<CastInst>(V),
                    of(cast<CastInst>(V)->getOperand(0), Depth));
    else if (auto *S = dyn_cast<SelectInst>(V))
      Known = Join(S->getTrueValue()) && Join(S->getFalseValue());
    else if (auto *P = dyn_cast<PHINode>(V))
      Known = all_of(P->incoming_values(),
                     [&](const Use &U) { return Join(U.get()); });
    else if (auto *B = dyn_cast<BinaryOperator>(V))
      Known = arithmetic(B, Depth, Result);
    else if (auto *L = dyn_cast<LoadInst>(V))
      Known = eachStoredValue(L, Objects, Pts, Memory, Join) && Result.Known;
    return Known ? Result : IntegerConstants();
  }

private:
  bool join(const Value *V, unsigned Depth, IntegerConstants &Result) {
    IntegerConstants More = of(V, Depth - 1);
    if (!More.Known)
      return false;
    Result.Values.insert(More.Values.begin(), More.Values.end());
    Result.Known = true;
    return Result.Values.size() <= MaxConstants;
  }

  bool arithmetic(const BinaryOperator *B, unsigned Depth,
                  IntegerConstants &Result) {
    IntegerConstants L = of(B->getOperand(0), Depth - 1),
                     R = of(B->getOperand(1), Depth - 1);
    if (!L.Known || !R.Known ||
        L.Values.size() * R.Values.size() > MaxConstants)
      return false;
    unsigned Bits = B->getType()->getIntegerBitWidth();
    for (int64_t X : L.Values)
      for (int64_t Y : R.Values) {
        auto Value = combined(B->getOpcode(), X, Y, Bits);
        if (!Value)
          return false;
        Result.Values.insert(*Value);
      }
    Result.Known = true;
    return true;
  }

  const IrIndex &Index;
  const MemoryObjects &Objects;
  const PointsTo &Pts;
  const ModRef &Memory;
  unsigned Budget = MaxSteps;
};

} // namespace

IntegerConstants constantsOf(const Value *V, const IrIndex &Index,
                             const MemoryObjects &Objects, const PointsTo &Pts,
                             const ModRef &Memory) {
  return ConstantSearch(Index, Objects, Pts, Memory).of(V, MaxMatchDepth);
}

} // namespace skel
