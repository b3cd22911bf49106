//===- Divisors.cpp - what a number is a multiple of ----------------------===//
//
// Values of variables and parameters are those of all stores and all callers;
// a greatest solution, so that "at += stride" in a loop is a multiple, too.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/Divisors.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include <numeric>
#include <vector>

using namespace llvm;

namespace skel {

/// More values than this are not looked at for one number.
static constexpr size_t MaxValues = 300;

namespace {

class Equations {
public:
  explicit Equations(const DenseMap<const Value *, uint64_t> &K) : Known(K) {}

  uint64_t solve(const Value *V) {
    if (!reach(V))
      return 1;
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const Value *W : Values) {
        uint64_t D = compute(W);
        Changed |= D != Now[W];
        Now[W] = D;
      }
    }
    return Now[V];
  }

private:
  /// What V is computed from is noted; false if that is too much.
  bool reach(const Value *V) {
    std::vector<const Value *> Work{V};
    while (!Work.empty()) {
      const Value *W = Work.back();
      Work.pop_back();
      if (isa<ConstantInt>(W) || Known.count(W) ||
          !Now.try_emplace(W, 0).second)
        continue;
      Values.push_back(W);
      if (Values.size() > MaxValues)
        return false;
      eachSource(W, [&](const Value *S) { Work.push_back(S); });
    }
    return true;
  }

  /// Calls Each for the values that V may be made of; false if nothing is
  /// known of V.
  template <typename Fn> static bool eachSource(const Value *V, Fn Each) {
    if (auto *A = dyn_cast<Argument>(V))
      return eachGiven(A, Each);
    if (auto *L = dyn_cast<LoadInst>(V)) {
      auto *Slot = dyn_cast<AllocaInst>(L->getPointerOperand());
      if (!Slot || !isPlain(Slot) || L->getType() != Slot->getAllocatedType())
        return false;
      for (const User *U : Slot->users())
        if (auto *S = dyn_cast<StoreInst>(U)) {
          if (S->getValueOperand()->getType() != L->getType())
            return false;
          Each(S->getValueOperand());
        }
      return true;
    }
    auto *I = dyn_cast<Instruction>(V);
    if (!I)
      return false;
    switch (I->getOpcode()) {
    case Instruction::PHI:
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
    case Instruction::SExt:
    case Instruction::ZExt:
      for (const Use &U : I->operands())
        Each(U.get());
      return true;
    case Instruction::Select:
      Each(I->getOperand(1));
      Each(I->getOperand(2));
      return true;
    case Instruction::Shl:
      Each(I->getOperand(0));
      return isa<ConstantInt>(I->getOperand(1));
    default:
      return false;
    }
  }

  /// The same of what the callers give, if all of them are in sight.
  template <typename Fn> static bool eachGiven(const Argument *A, Fn Each) {
    const llvm::Function *F = A->getParent();
    if (F->getName() == "main" || F->use_empty())
      return false;
    for (const Use &U : F->uses()) {
      auto *C = dyn_cast<CallBase>(U.getUser());
      if (!C || !C->isCallee(&U) || A->getArgNo() >= C->arg_size() ||
          C->getArgOperand(A->getArgNo())->getType() != A->getType())
        return false;
    }
    for (const User *U : F->users())
      Each(cast<CallBase>(U)->getArgOperand(A->getArgNo()));
    return true;
  }

  uint64_t of(const Value *V) const {
    if (auto *C = dyn_cast<ConstantInt>(V)) {
      if (C->getBitWidth() > 64)
        return 1;
      int64_t N = C->getSExtValue();
      return N < 0 ? -uint64_t(N) : uint64_t(N);
    }
    auto It = Known.find(V);
    return It != Known.end() ? It->second : Now.lookup(V);
  }

  uint64_t compute(const Value *V) const {
    uint64_t All = 0;
    if (!eachSource(V, [&](const Value *S) { All = std::gcd(All, of(S)); }))
      return 1;
    auto *I = dyn_cast<Instruction>(V);
    if (!I)
      return All;
    if (I->getOpcode() == Instruction::Mul) {
      uint64_t Product;
      if (__builtin_mul_overflow(of(I->getOperand(0)), of(I->getOperand(1)),
                                 &Product))
        return 1;
      return Product;
    }
    if (I->getOpcode() == Instruction::Shl) {
      uint64_t By = cast<ConstantInt>(I->getOperand(1))->getZExtValue();
      return By < 32 && All < (uint64_t(1) << 32) ? All << By : 1;
    }
    return All;
  }

  const DenseMap<const Value *, uint64_t> &Known;
  DenseMap<const Value *, uint64_t> Now;
  std::vector<const Value *> Values;
};

} // namespace

uint64_t divisorOf(const Value *V, DenseMap<const Value *, uint64_t> &Known) {
  if (auto It = Known.find(V); It != Known.end())
    return It->second;
  uint64_t D = Equations(Known).solve(V);
  Known[V] = D;
  return D;
}

} // namespace skel
