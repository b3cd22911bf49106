//===- Ranges.cpp - between which bounds an integer lies ------------------===//
//
// Intervals with widening (Cousot and Cousot, 1977), on demand.
//
//===----------------------------------------------------------------------===//
#include "Ranges.h"
#include "Known.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace skel {

static constexpr unsigned MaxSteps = 4000;

void Range::join(const Range &O) {
  if (O.Empty)
    return;
  if (Empty) {
    *this = O;
    return;
  }
  Low = std::min(Low, O.Low);
  High = std::max(High, O.High);
}

static int64_t add(int64_t A, int64_t B, int64_t Limit) {
  int64_t R;
  if (A == Limit || B == Limit || __builtin_add_overflow(A, B, &R))
    return Limit;
  return R;
}

static Range sum(const Range &A, const Range &B) {
  if (A.Empty || B.Empty)
    return Range();
  return Range::of(add(A.Low, B.Low, Range::Least),
                   add(A.High, B.High, Range::Most));
}

static Range negative(const Range &A) {
  if (A.Empty)
    return A;
  return Range::of(A.High == Range::Most ? Range::Least : -A.High,
                   A.Low == Range::Least ? Range::Most : -A.Low);
}

Range Ranges::of(const Value *V) {
  Budget = MaxSteps;
  States.clear();
  OpenCycles = 0;
  Range R = eval(V);
  if (Budget == 0) {
    Done.clear();
    return Range::all();
  }
  return R;
}

/// A value that is being computed already has, so far, what is known of it.
Range Ranges::eval(const Value *V) {
  if (auto *C = dyn_cast<ConstantInt>(V))
    return C->getBitWidth() > 64
               ? Range::all()
               : Range::of(C->getSExtValue(), C->getSExtValue());
  auto It = Done.find(V);
  if (It != Done.end())
    return It->second;
  if (Budget == 0)
    return Range::all();
  --Budget;
  State &S = States[V];
  if (S.Open) {
    if (!S.Cyclic) {
      S.Cyclic = true;
      ++OpenCycles;
    }
    return S.Now;
  }
  S = State();
  S.Open = true;
  Range Result;
  for (unsigned Round = 0;; ++Round) {
    Range New = compute(V); // may move States
    State &T = States[V];
    if (!T.Cyclic) {
      Result = New;
      break;
    }
    Range Joined = T.Now;
    Joined.join(New);
    if (Joined == T.Now) {
      // Stable from above: one more step can only bound it more closely.
      T.Now = New;
      Result = compute(V);
      break;
    }
    if (Round >= 2 && !T.Now.Empty) {
      if (Joined.Low < T.Now.Low)
        Joined.Low = Range::Least;
      if (Joined.High > T.Now.High)
        Joined.High = Range::Most;
    }
    T.Now = Joined;
  }
  State &T = States[V];
  if (T.Cyclic)
    --OpenCycles;
  T.Open = T.Cyclic = false;
  if (OpenCycles == 0 && Budget > 0)
    Done[V] = Result;
  return Result;
}

Range Ranges::compute(const Value *V) {
  Range Result;
  if (auto *A = dyn_cast<Argument>(V)) {
    auto Callers = Index.callers(A->getParent());
    if (Callers.empty())
      return Range::all();
    for (const CallBase *C : Callers) {
      if (!is_contained(Pts.callees(C), A->getParent()) ||
          A->getArgNo() >= C->arg_size())
        return Range::all();
      Result.join(eval(C->getArgOperand(A->getArgNo())));
    }
    return Result;
  }
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !I->getType()->isIntegerTy())
    return Range::all();
  if (auto *L = dyn_cast<LoadInst>(I))
    return load(L);
  if (auto *C = dyn_cast<CastInst>(I)) {
    if (!C->getOperand(0)->getType()->isIntegerTy())
      return Range::all();
    Range R = eval(C->getOperand(0));
    // What is cut off or read without sign: only if nothing changes.
    bool Fits = !R.Empty && R.Low >= 0 && R.High <= INT32_MAX;
    return isa<SExtInst>(C) || R.Empty || Fits ? R : Range::all();
  }
  if (auto *S = dyn_cast<SelectInst>(I)) {
    Result = eval(S->getTrueValue());
    Result.join(eval(S->getFalseValue()));
    return Result;
  }
  if (auto *P = dyn_cast<PHINode>(I)) {
    for (unsigned A = 0; A < P->getNumIncomingValues(); ++A)
      Result.join(guarded(P, A));
    return Result;
  }
  if (auto *B = dyn_cast<BinaryOperator>(I)) {
    if (B->getOpcode() == Instruction::Add)
      return sum(eval(B->getOperand(0)), eval(B->getOperand(1)));
    if (B->getOpcode() == Instruction::Sub)
      return sum(eval(B->getOperand(0)), negative(eval(B->getOperand(1))));
  }
  return Range::all();
}

Range Ranges::load(const LoadInst *L) {
  AtomSet Atoms = Memory.reads(L);
  if (Atoms.empty())
    return Range::all();
  Range Result;
  for (unsigned A : Atoms) {
    const MemObject &O = Objects.object(Memory.objectOfAtom(A));
    if (O.K == MemObject::Global) {
      auto *G = cast<GlobalVariable>(O.Site);
      if (!G->hasInitializer() || !isa<ConstantInt>(G->getInitializer()))
        return Range::all();
      Result.join(eval(G->getInitializer()));
    } else if (O.K != MemObject::Local && O.K != MemObject::Heap) {
      return Range::all();
    }
    for (const Instruction *W : Memory.writers(A)) {
      auto *S = dyn_cast<StoreInst>(W);
      if (!S || S->getValueOperand()->getType() != L->getType())
        return Range::all();
      Result.join(eval(S->getValueOperand()));
      if (!Result.Empty && Result.Low == Range::Least &&
          Result.High == Range::Most)
        return Result;
    }
  }
  return Result;
}

/// A value that a branch lets through: bounded by the branch's comparison.
Range Ranges::guarded(const PHINode *P, unsigned Arm) {
  const Value *V = P->getIncomingValue(Arm);
  Range R = eval(V);
  const BasicBlock *From = P->getIncomingBlock(Arm);
  const BasicBlock *Test = From->getSinglePredecessor();
  auto *Br = Test ? dyn_cast<BranchInst>(Test->getTerminator()) : nullptr;
  auto *Cmp = Br && Br->isConditional() ? dyn_cast<ICmpInst>(Br->getCondition())
                                        : nullptr;
  if (!Cmp || R.Empty || Br->getSuccessor(0) == Br->getSuccessor(1))
    return R;
  CmpInst::Predicate Pred = Cmp->getPredicate();
  if (Br->getSuccessor(1) == From)
    Pred = CmpInst::getInversePredicate(Pred);
  const Value *Other = Cmp->getOperand(1);
  if (!sameValue(Cmp->getOperand(0), V)) {
    if (!sameValue(Cmp->getOperand(1), V))
      return R;
    Other = Cmp->getOperand(0);
    Pred = CmpInst::getSwappedPredicate(Pred);
  }
  Range Bound = eval(Other);
  if (Bound.Empty)
    return R;
  switch (Pred) {
  case CmpInst::ICMP_SLE:
    R.High = std::min(R.High, Bound.High);
    break;
  case CmpInst::ICMP_SLT:
    R.High = std::min(R.High, add(Bound.High, -1, Range::Most));
    break;
  case CmpInst::ICMP_SGE:
    R.Low = std::max(R.Low, Bound.Low);
    break;
  case CmpInst::ICMP_SGT:
    R.Low = std::max(R.Low, add(Bound.Low, 1, Range::Least));
    break;
  case CmpInst::ICMP_EQ:
    R.Low = std::max(R.Low, Bound.Low);
    R.High = std::min(R.High, Bound.High);
    break;
  default:
    break;
  }
  R.Empty = R.Low > R.High;
  return R;
}

} // namespace skel
