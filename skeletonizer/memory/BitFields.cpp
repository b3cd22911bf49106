//===- BitFields.cpp - reads and writes of a part of a number -------------===//
//
// The forms that Clang gives to them without optimisation: a read is a shift
// down and a mask, or two shifts that keep the sign; a write is a load, a mask
// that clears the field, and an "or" with the new bits.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/BitFields.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"

using namespace llvm;

namespace skel {

/// An operation of this kind with a constant; null: it is another one.
static const ConstantInt *by(const Value *V, unsigned Opcode) {
  auto *B = dyn_cast_or_null<BinaryOperator>(V);
  return B && B->getOpcode() == Opcode ? dyn_cast<ConstantInt>(B->getOperand(1))
                                       : nullptr;
}

static const User *onlyUser(const Value *V) {
  return V->hasOneUse() ? *V->user_begin() : nullptr;
}

static bool isDownShift(const Value *V) {
  return by(V, Instruction::LShr) || by(V, Instruction::AShr);
}

static unsigned amount(const Value *V) {
  return unsigned(
      cast<ConstantInt>(cast<User>(V)->getOperand(1))->getLimitedValue(64));
}

BitRange bitsReplaced(const LoadInst *L) {
  const User *Cleared = onlyUser(L);
  const ConstantInt *Mask = by(Cleared, Instruction::And);
  const User *Set = Mask ? onlyUser(Cleared) : nullptr;
  if (auto *Or = dyn_cast_or_null<BinaryOperator>(Set);
      Or && Or->getOpcode() == Instruction::Or)
    Set = onlyUser(Or);
  auto *S = dyn_cast_or_null<StoreInst>(Set);
  unsigned First = 0, Width = 0;
  if (!S || S->getPointerOperand() != L->getPointerOperand() ||
      !(~Mask->getValue()).isShiftedMask(First, Width))
    return {};
  return {First, Width};
}

BitRange bitsRead(const LoadInst *L) {
  if (!L->getType()->isIntegerTy() || bitsReplaced(L).Width)
    return {};
  unsigned All = L->getType()->getIntegerBitWidth();
  const User *U = onlyUser(L);
  if (by(U, Instruction::Shl)) {
    const User *Down = onlyUser(U);
    unsigned Up = amount(U);
    if (!isDownShift(Down) || amount(Down) < Up || amount(Down) >= All)
      return {};
    return {amount(Down) - Up, All - amount(Down)};
  }
  unsigned First = 0;
  const User *Masked = U;
  if (isDownShift(U)) {
    First = amount(U);
    Masked = onlyUser(U);
    if (First >= All)
      return {};
  }
  const ConstantInt *Mask = by(Masked, Instruction::And);
  if (Mask && Mask->getValue().isMask())
    return {First, Mask->getValue().countr_one()};
  return First ? BitRange{First, All - First} : BitRange{};
}

const LoadInst *bitsOf(const Value *V) {
  const ConstantInt *Mask = by(V, Instruction::And);
  const Value *Of = V;
  if (Mask && Mask->getValue().isMask())
    Of = cast<User>(V)->getOperand(0);
  if (isDownShift(Of)) {
    Of = cast<User>(Of)->getOperand(0);
    if (Of != V && by(Of, Instruction::Shl) && !Mask)
      Of = cast<User>(Of)->getOperand(0);
  }
  auto *L = Of == V ? nullptr : dyn_cast<LoadInst>(Of);
  return L && bitsRead(L).Width ? L : nullptr;
}

BitRange bitsWritten(const StoreInst *S) {
  const Value *V = S->getValueOperand();
  auto Others = [](const Value *Cleared) -> const LoadInst * {
    return by(Cleared, Instruction::And)
               ? dyn_cast<LoadInst>(cast<User>(Cleared)->getOperand(0))
               : nullptr;
  };
  const LoadInst *L = Others(V);
  if (auto *Or = dyn_cast<BinaryOperator>(V);
      Or && Or->getOpcode() == Instruction::Or) {
    L = Others(Or->getOperand(0));
    if (!L || !bitsReplaced(L).Width)
      L = Others(Or->getOperand(1));
  }
  return L && L->getPointerOperand() == S->getPointerOperand() ? bitsReplaced(L)
                                                               : BitRange{};
}

} // namespace skel
