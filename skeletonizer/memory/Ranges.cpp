//===- Ranges.cpp - between which bounds an integer lies ------------------===//
//
// Intervals with widening (Cousot and Cousot, 1977), on demand. C's rules are
// taken as kept: signed arithmetic does not overflow, pointers stay in their
// objects; a counter of 64 bits does not get round.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/Ranges.h"
#include "skeletonizer/memory/StoredValues.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

static constexpr unsigned MaxTests = 16; ///< branches above one load

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

/// What an integer of so many bits can be, read with its sign.
static Range ofBits(unsigned Bits) {
  if (Bits >= 64)
    return Range::all();
  return Range::of(-(int64_t(1) << (Bits - 1)), (int64_t(1) << (Bits - 1)) - 1);
}

static bool within(const Range &A, const Range &B) {
  return A.Empty || (A.Low >= B.Low && A.High <= B.High);
}

/// Of numbers that are not negative.
static Range product(const Range &A, const Range &B) {
  if (A.Empty || B.Empty)
    return Range();
  if (A.Low < 0 || B.Low < 0)
    return Range::all();
  auto Times = [](int64_t X, int64_t Y) {
    int64_t R;
    bool Large = X == Range::Most || Y == Range::Most;
    if (X == 0 || Y == 0)
      return int64_t(0);
    return Large || __builtin_mul_overflow(X, Y, &R) ? Range::Most : R;
  };
  return Range::of(Times(A.Low, B.Low), Times(A.High, B.High));
}

/// So many elements of Size bytes.
static Range scaled(const Range &A, int64_t Size) {
  if (A.Empty)
    return A;
  auto Times = [Size](int64_t X, int64_t Limit) {
    int64_t R;
    return X == Limit || __builtin_mul_overflow(X, Size, &R) ? Limit : R;
  };
  return Range::of(Times(A.Low, Range::Least), Times(A.High, Range::Most));
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
  return Budget ? R : Range::all();
}

/// A value that is being computed already has, so far, what is known of it.
Range Ranges::eval(const Value *V) {
  if (auto *C = dyn_cast<Constant>(V))
    return constant(C);
  auto It = Done.find(V);
  if (It != Done.end())
    return It->second;
  if (Budget == 0)
    return Range::all();
  if (--Budget == 0) // what needs so much is taken as unknown from now on
    for (auto &[Other, At] : States)
      if (At.Open && Other->getType()->isPointerTy())
        Done[Other] = Range::all();
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

Range Ranges::constant(const Constant *C) {
  if (auto *N = dyn_cast<ConstantInt>(C))
    return N->getBitWidth() > 64
               ? Range::all()
               : Range::of(N->getSExtValue(), N->getSExtValue());
  if (C->getType()->isPointerTy()) {
    if (isa<ConstantPointerNull>(C) || isa<UndefValue>(C))
      return Range();
    if (isa<GlobalVariable>(C))
      return Range::of(0, 0);
    if (auto *G = dyn_cast<GEPOperator>(C))
      return address(G);
  }
  return Range::all();
}

Range Ranges::address(const GEPOperator *G) {
  const DataLayout &DL = Objects.layout();
  Range At = eval(G->getPointerOperand());
  for (auto T = gep_type_begin(G), End = gep_type_end(G); T != End; ++T) {
    if (StructType *S = T.getStructTypeOrNull()) {
      unsigned Field = cast<ConstantInt>(T.getOperand())->getZExtValue();
      int64_t Start = DL.getStructLayout(S)->getElementOffset(Field);
      At = sum(At, Range::of(Start, Start));
    } else {
      At = sum(At, scaled(eval(T.getOperand()),
                          DL.getTypeAllocSize(T.getIndexedType())));
    }
  }
  return At;
}

Range Ranges::arithmetic(const BinaryOperator *B) {
  Range L = eval(B->getOperand(0)), R = eval(B->getOperand(1)), Result;
  auto *Known = dyn_cast<ConstantInt>(B->getOperand(1));
  unsigned Bits = B->getType()->getIntegerBitWidth();
  bool Signed = false, Counts = false;
  switch (B->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
    Result = sum(L, B->getOpcode() == Instruction::Add ? R : negative(R));
    Signed = B->hasNoSignedWrap();
    Counts = Bits == 64 && Known && Known->getValue().abs().ult(UINT32_MAX);
    break;
  case Instruction::Mul:
    Result = product(L, R);
    Signed = B->hasNoSignedWrap();
    break;
  case Instruction::And:
    if (!Known || Known->isNegative() || Bits > 64)
      return ofBits(Bits);
    return Range::of(0, Known->getSExtValue());
  case Instruction::SRem:
    if (L.Empty || L.Low < 0 || !Known ||
        !Known->getValue().isStrictlyPositive())
      return ofBits(Bits);
    return Range::of(0, std::min(L.High, Known->getSExtValue() - 1));
  case Instruction::SDiv:
    if (L.Empty || L.Low < 0 || !Known ||
        !Known->getValue().isStrictlyPositive())
      return ofBits(Bits);
    return Range::of(L.Low / Known->getSExtValue(),
                     L.High == Range::Most ? Range::Most
                                           : L.High / Known->getSExtValue());
  default:
    return Bits <= 64 ? ofBits(Bits) : Range::all();
  }
  if (Result.Empty || Bits > 64)
    return Result.Empty ? Result : Range::all();
  Range Fits = ofBits(Bits);
  if (Signed) {
    Result.Low = std::max(Result.Low, Fits.Low);
    Result.High = std::min(Result.High, Fits.High);
    Result.Empty = Result.Low > Result.High;
    return Result;
  }
  if (Bits == 64 && !Counts &&
      (Result.Low == Range::Least || Result.High == Range::Most))
    return Range::all();
  return within(Result, Fits) ? Result : Fits;
}

Range Ranges::result(const CallBase *C) {
  auto Callees = Pts.callees(C);
  if (Callees.empty()) {
    StringRef Name = IrIndex::externalName(C);
    const LibrarySummary *S = Name.empty() ? nullptr : findLibraryCall(Name);
    bool Fresh = S && (S->Returns == 'h' || S->Returns == 'R');
    return Fresh && C->getType()->isPointerTy() ? Range::of(0, 0)
                                                : Range::all();
  }
  Range Result;
  if (!Pts.externals(C).empty())
    return Range::all();
  for (const llvm::Function *F : Callees)
    for (const BasicBlock &B : *F)
      if (auto *Ret = dyn_cast<ReturnInst>(B.getTerminator())) {
        if (!Ret->getReturnValue() ||
            Ret->getReturnValue()->getType() != C->getType())
          return Range::all();
        Result.join(eval(Ret->getReturnValue()));
      }
  return Result;
}

Range Ranges::compute(const Value *V) {
  Range Result;
  if (auto *A = dyn_cast<Argument>(V)) {
    bool Known = eachArgument(A, Index, Pts, [&](const Value *Given) {
      Result.join(eval(Given));
      return true;
    });
    return Known ? Result : Range::all();
  }
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !(I->getType()->isIntegerTy() || I->getType()->isPointerTy()))
    return Range::all();
  if (auto *L = dyn_cast<LoadInst>(I))
    return tested(L, load(L));
  if (isa<AllocaInst>(I))
    return Range::of(0, 0);
  if (auto *G = dyn_cast<GEPOperator>(I))
    return address(G);
  if (auto *C = dyn_cast<CallBase>(I))
    return result(C);
  if (auto *C = dyn_cast<CastInst>(I)) {
    if (!C->getOperand(0)->getType()->isIntegerTy() ||
        !C->getType()->isIntegerTy())
      return Range::all();
    Range R = eval(C->getOperand(0));
    unsigned From = C->getOperand(0)->getType()->getIntegerBitWidth(),
             To = C->getType()->getIntegerBitWidth();
    if (isa<SExtInst>(C) || R.Empty)
      return R;
    if (isa<ZExtInst>(C))
      return R.Low >= 0 && within(R, ofBits(From)) ? R
             : From < 63 ? Range::of(0, (int64_t(1) << From) - 1)
                         : Range::all();
    return within(R, ofBits(To)) ? R : ofBits(To); // what is cut off is nothing
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
  if (auto *B = dyn_cast<BinaryOperator>(I))
    return arithmetic(B);
  return Range::all();
}

Range Ranges::load(const LoadInst *L) {
  Range Result;
  bool Known = eachStoredValue(L, Objects, Pts, Memory, [&](const Value *V) {
    Result.join(V ? eval(V) : Range::of(0, 0));
    return !(Result == Range::all());
  });
  return Known ? Result : Range::all();
}

/// Takes out of R what a comparison with Other excludes.
bool Ranges::bound(Range &R, CmpInst::Predicate Pred, const Range &Other) {
  if (Other.Empty)
    return false;
  switch (Pred) {
  case CmpInst::ICMP_SLE:
    R.High = std::min(R.High, Other.High);
    break;
  case CmpInst::ICMP_SLT:
    R.High = std::min(R.High, add(Other.High, -1, Range::Most));
    break;
  case CmpInst::ICMP_SGE:
    R.Low = std::max(R.Low, Other.Low);
    break;
  case CmpInst::ICMP_SGT:
    R.Low = std::max(R.Low, add(Other.Low, 1, Range::Least));
    break;
  case CmpInst::ICMP_EQ:
    R.Low = std::max(R.Low, Other.Low);
    R.High = std::min(R.High, Other.High);
    break;
  default:
    return false;
  }
  R.Empty = R.Low > R.High;
  return true;
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
  if (!Cmp || R.Empty || Br->getSuccessor(0) == Br->getSuccessor(1) ||
      !V->getType()->isIntegerTy())
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
  bound(R, Pred, eval(Other));
  return R;
}

/// The load's variable, if it is written by plain stores alone.
static const AllocaInst *plainVariable(const LoadInst *L) {
  auto *A = dyn_cast<AllocaInst>(L->getPointerOperand());
  return A && isPlain(A) ? A : nullptr;
}

/// The nearest block that all ways to B lead through; null at the entry.
const BasicBlock *Ranges::before(const BasicBlock *B) {
  auto &Tree = Dominators[B->getParent()];
  if (!Tree)
    Tree = std::make_unique<DominatorTree>(
        *const_cast<llvm::Function *>(B->getParent()));
  const DomTreeNode *Node = Tree->getNode(B);
  return Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
}

/// A block between From, which dominates To, and To fulfils the test; To itself
/// counts where it can come again.
static bool between(const BasicBlock *From, const BasicBlock *To,
                    function_ref<bool(const BasicBlock &)> Test) {
  SmallVector<const BasicBlock *, 16> Work{To};
  DenseSet<const BasicBlock *> Seen{From};
  while (!Work.empty())
    for (const BasicBlock *B : predecessors(Work.pop_back_val()))
      if (Seen.insert(B).second) {
        if (Test(*B))
          return true;
        Work.push_back(B);
      }
  return false;
}

/// A variable that is read where a branch on it has led, with no store in
/// between: bounded by the branch's comparison.
Range Ranges::tested(const LoadInst *L, Range R) {
  const AllocaInst *A = plainVariable(L);
  if (!A || R.Empty || !L->getType()->isIntegerTy())
    return R;
  auto Stores = [A](const Instruction &I) {
    auto *S = dyn_cast<StoreInst>(&I);
    return S && S->getPointerOperand() == A;
  };
  auto StoresIn = [&](const BasicBlock &B) { return any_of(B, Stores); };
  const BasicBlock *B = L->getParent();
  for (const Instruction *I = L; I; I = I->getPrevNode())
    if (Stores(*I))
      return R;
  for (unsigned Steps = 0; Steps < MaxTests; ++Steps) {
    const BasicBlock *From = B->getSinglePredecessor();
    bool Merged = !From;
    if (Merged)
      From = before(B);
    if (!From || (Merged && between(From, B, StoresIn)))
      break;
    auto *Br = dyn_cast<BranchInst>(From->getTerminator());
    auto *Cmp = !Merged && Br && Br->isConditional() &&
                        Br->getSuccessor(0) != Br->getSuccessor(1)
                    ? dyn_cast<ICmpInst>(Br->getCondition())
                    : nullptr;
    for (unsigned Side = 0; Cmp && Side < 2; ++Side) {
      auto *M = dyn_cast<LoadInst>(Cmp->getOperand(Side));
      if (!M || M->getPointerOperand() != A || M->getType() != L->getType() ||
          M->getParent() != From)
        continue;
      bool Changed = false;
      for (const Instruction *I = M; I; I = I->getNextNode())
        Changed |= Stores(*I);
      if (Changed)
        continue;
      CmpInst::Predicate Pred =
          Side ? Cmp->getSwappedPredicate() : Cmp->getPredicate();
      if (Br->getSuccessor(1) == B)
        Pred = CmpInst::getInversePredicate(Pred);
      bound(R, Pred, eval(Cmp->getOperand(1 - Side)));
    }
    if (StoresIn(*From))
      return R;
    B = From;
  }
  return R;
}

} // namespace skel
