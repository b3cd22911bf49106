//===- ConstantValues.cpp - constants that reach a value ------------------===//
//
// Short walks with a bounded depth.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/ConstantValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace skel {

static constexpr unsigned MaxConstantDepth = 8;

const Argument *parameterOf(const Value *V) {
  V = V->stripPointerCasts();
  if (auto *A = dyn_cast<Argument>(V))
    return A;
  auto *L = dyn_cast<LoadInst>(V);
  auto *Slot = L ? dyn_cast<AllocaInst>(L->getPointerOperand()) : nullptr;
  if (!Slot)
    return nullptr;
  const Argument *Result = nullptr;
  for (const User *U : Slot->users()) {
    if (auto *S = dyn_cast<StoreInst>(U)) {
      auto *A = dyn_cast<Argument>(S->getValueOperand());
      if (!A || Result)
        return nullptr;
      Result = A;
    } else if (!isa<LoadInst>(U)) {
      return nullptr;
    }
  }
  return Result;
}

using Calls = SmallVector<const CallBase *, 4>;

/// Calls through a parameter that holds a function; false if it is used
/// otherwise.
static bool callsThrough(const Argument *A, Calls &Out, unsigned Depth);

static bool callsOfUse(const Use &U, Calls &Out, unsigned Depth) {
  auto *C = dyn_cast<CallBase>(U.getUser());
  if (!C || !Depth)
    return false;
  if (C->isCallee(&U)) {
    Out.push_back(C);
    return true;
  }
  const Function *G = C->getCalledFunction();
  unsigned Arg = C->isArgOperand(&U) ? C->getArgOperandNo(&U) : ~0u;
  return G && !G->isDeclaration() && Arg < G->arg_size() &&
         callsThrough(G->getArg(Arg), Out, Depth - 1);
}

static bool callsThrough(const Argument *A, Calls &Out, unsigned Depth) {
  for (const Use &U : A->uses()) {
    auto *S = dyn_cast<StoreInst>(U.getUser());
    if (!S) {
      if (!callsOfUse(U, Out, Depth))
        return false;
      continue;
    }
    auto *Slot = dyn_cast<AllocaInst>(S->getPointerOperand());
    if (!Slot || S->getValueOperand() != A)
      return false;
    for (const User *V : Slot->users()) {
      if (V == S)
        continue;
      auto *L = dyn_cast<LoadInst>(V);
      if (!L)
        return false;
      for (const Use &W : L->uses())
        if (!callsOfUse(W, Out, Depth))
          return false;
    }
  }
  return true;
}

/// What callers give for a parameter; empty if they are not all known.
static SmallVector<const Value *, 4> givenFor(const Argument *A) {
  SmallVector<const Value *, 4> Result;
  Calls All;
  for (const Use &U : A->getParent()->uses())
    if (!callsOfUse(U, All, 4))
      return {};
  for (const CallBase *C : All) {
    if (A->getArgNo() >= C->arg_size())
      return {};
    Result.push_back(C->getArgOperand(A->getArgNo()));
  }
  return Result;
}

static std::optional<int64_t> known(const Value *V, unsigned Depth);

static const Value *chosen(const Value *V, unsigned Depth) {
  if (!Depth)
    return V;
  if (const Argument *A = parameterOf(V)) {
    auto Given = givenFor(A);
    return Given.size() == 1 ? chosen(Given[0], Depth - 1) : V;
  }
  if (auto *S = dyn_cast<SelectInst>(V)) {
    auto C = known(S->getCondition(), Depth - 1);
    return C ? chosen(*C ? S->getTrueValue() : S->getFalseValue(), Depth - 1)
             : V;
  }
  auto *P = dyn_cast<PHINode>(V);
  if (!P || P->getNumIncomingValues() != 2)
    return V;
  for (unsigned Arm = 0; Arm < 2; ++Arm) {
    const BasicBlock *In = P->getIncomingBlock(Arm);
    const BasicBlock *Test = In->getSinglePredecessor();
    auto *B = Test ? dyn_cast<BranchInst>(Test->getTerminator()) : nullptr;
    if (!B || !B->isConditional() || B->getSuccessor(0) == B->getSuccessor(1))
      continue;
    auto C = known(B->getCondition(), Depth - 1);
    if (C && B->getSuccessor(*C ? 0 : 1) == In)
      return chosen(P->getIncomingValue(Arm), Depth - 1);
  }
  return V;
}

static std::optional<int64_t> known(const Value *V, unsigned Depth) {
  if (auto *C = dyn_cast<ConstantInt>(V))
    return C->getBitWidth() <= 64
               ? std::optional<int64_t>(C->getBitWidth() == 1
                                            ? int64_t(C->getZExtValue())
                                            : C->getSExtValue())
               : std::nullopt;
  if (!Depth)
    return std::nullopt;
  if (const Argument *A = parameterOf(V)) {
    std::optional<int64_t> Result;
    for (const Value *Given : givenFor(A)) {
      auto K = known(Given, Depth - 1);
      if (!K || (Result && *Result != *K))
        return std::nullopt;
      Result = K;
    }
    return Result;
  }
  if (auto *C = dyn_cast<ICmpInst>(V)) {
    auto L = known(C->getOperand(0), Depth - 1),
         R = known(C->getOperand(1), Depth - 1);
    if (!L || !R)
      return std::nullopt;
    switch (C->getPredicate()) {
    case CmpInst::ICMP_EQ:
      return *L == *R;
    case CmpInst::ICMP_NE:
      return *L != *R;
    case CmpInst::ICMP_SLT:
      return *L < *R;
    case CmpInst::ICMP_SLE:
      return *L <= *R;
    case CmpInst::ICMP_SGT:
      return *L > *R;
    case CmpInst::ICMP_SGE:
      return *L >= *R;
    default:
      return std::nullopt;
    }
  }
  if (isa<SExtInst>(V) || isa<ZExtInst>(V)) {
    auto K = known(cast<CastInst>(V)->getOperand(0), Depth - 1);
    return K && *K >= 0 ? K : std::nullopt;
  }
  if (auto *T = dyn_cast<TruncInst>(V)) {
    auto K = known(T->getOperand(0), Depth - 1);
    unsigned Bits = T->getType()->getScalarSizeInBits();
    if (!K || Bits == 1)
      return K ? std::optional<int64_t>(*K & 1) : K;
    return SignExtend64(uint64_t(*K), Bits);
  }
  const Value *W = chosen(V, Depth);
  return W != V ? known(W, Depth - 1) : std::nullopt;
}

static bool same(const Value *A, const Value *B, unsigned Depth) {
  if (A == B)
    return true;
  auto *I = dyn_cast<Instruction>(A), *J = dyn_cast<Instruction>(B);
  if (!I || !J || Depth == 0 || I->getOpcode() != J->getOpcode() ||
      I->getType() != J->getType() ||
      I->getNumOperands() != J->getNumOperands() || isa<CallBase>(I) ||
      isa<PHINode>(I))
    return false;
  if (isa<LoadInst>(I)) {
    if (J->getParent() != I->getParent() &&
        J->getParent()->getSinglePredecessor() != I->getParent())
      return false;
    for (const Instruction *K = I->getNextNode(); K; K = K->getNextNode())
      if (K->mayWriteToMemory())
        return false;
    for (const Instruction &K : *J->getParent()) {
      if (&K == J)
        break;
      if (K.mayWriteToMemory())
        return false;
    }
  }
  for (unsigned K = 0; K < I->getNumOperands(); ++K)
    if (!same(I->getOperand(K), J->getOperand(K), Depth - 1))
      return false;
  return true;
}

bool sameValue(const Value *A, const Value *B) {
  return same(A, B, MaxConstantDepth);
}

bool isHarmlessChoice(const BranchInst *Br) {
  if (!Br->isConditional())
    return true;
  const BasicBlock *Test = Br->getParent(), *Join = nullptr;
  for (const BasicBlock *Arm : successors(Br)) {
    if (Arm->getSinglePredecessor() != Test || !Arm->getSingleSuccessor() ||
        (Join && Arm->getSingleSuccessor() != Join))
      return false;
    Join = Arm->getSingleSuccessor();
    for (const Instruction &I : *Arm) {
      if (isa<DbgInfoIntrinsic>(I) || I.isTerminator() || isa<CastInst>(I) ||
          isa<GetElementPtrInst>(I) || isa<CmpInst>(I))
        continue;
      if (isa<BinaryOperator>(I) && !I.isIntDivRem())
        continue;
      if (I.getOpcode() == Instruction::FNeg)
        continue;
      auto *L = dyn_cast<LoadInst>(&I);
      if (!L)
        return false;
      bool Safe = isa<AllocaInst>(L->getPointerOperand());
      for (const Instruction &J : *Test)
        Safe |= isa<LoadInst>(J) && sameValue(&J, L);
      if (!Safe)
        return false;
    }
  }
  return Join && isa<PHINode>(Join->front());
}

bool isFloatArithmetic(const Instruction *I) {
  return isa<BinaryOperator>(I) &&
         I->getType()->getScalarType()->isFloatingPointTy();
}

bool givesFreshBlock(const CallBase &C, const LibrarySummary &S) {
  if (S.Returns == 'h')
    return true;
  if (!hasFact(S.Name, LibraryFact::MapsDescriptor) || C.arg_size() < 5)
    return false;
  auto Descriptor = knownConstant(C.getArgOperand(4));
  return Descriptor && *Descriptor == -1;
}

std::optional<int64_t> knownConstant(const Value *V) {
  return known(V, MaxConstantDepth);
}

const Value *chosenValue(const Value *V) { return chosen(V, MaxConstantDepth); }

/// What the variable begins with, if it is text.
static std::optional<StringRef> textOf(const GlobalVariable &Variable) {
  auto *Text = Variable.hasInitializer()
                   ? dyn_cast<ConstantDataSequential>(Variable.getInitializer())
                   : nullptr;
  if (!Text || !Text->isString())
    return std::nullopt;
  return Text->getAsString();
}

bool converts(const GlobalVariable &Variable, char Letter) {
  StringRef T = textOf(Variable).value_or("");
  for (size_t At = T.find('%'); At != StringRef::npos; At = T.find('%', At)) {
    size_t End = T.find_first_not_of("0123456789*.-+ #$'lhLqjzt", At + 1);
    if (End == StringRef::npos)
      return false;
    if (T[End] == Letter)
      return true;
    At = End + 1;
  }
  return false;
}

int64_t namedArrayBytes(const Value *Pointer, const DataLayout &DL) {
  auto *G = dyn_cast<GEPOperator>(Pointer);
  if (!G || G->getNumIndices() < 2)
    return -1;
  Type *T = G->getSourceElementType();
  if (!isa<ArrayType>(T))
    T = G->getResultElementType();
  auto *A = dyn_cast<ArrayType>(T);
  return A && A->getNumElements() > 1 ? int64_t(DL.getTypeAllocSize(T)) : -1;
}

StringRef knownText(const Value *Pointer) {
  auto *G = dyn_cast<GlobalVariable>(chosenValue(Pointer)->stripPointerCasts());
  StringRef T = G && G->isConstant() ? textOf(*G).value_or("") : "";
  return T.substr(0, T.find('\0'));
}

bool mayConvert(const Value *Format, char Letter) {
  auto *G = dyn_cast<GlobalVariable>(Format->stripPointerCasts());
  return !G || !G->isConstant() || !textOf(*G) || converts(*G, Letter);
}

const Value *onlyStored(const AllocaInst *A) {
  const Value *Result = nullptr;
  for (const User *U : A->users()) {
    if (isa<LoadInst>(U))
      continue;
    auto *S = dyn_cast<StoreInst>(U);
    if (!S || S->getPointerOperand() != A || Result)
      return nullptr;
    Result = S->getValueOperand();
  }
  return Result;
}

bool isPlain(const Value *Variable) {
  return all_of(Variable->users(), [&](const User *U) {
    auto *S = dyn_cast<StoreInst>(U);
    return isa<LoadInst>(U) || isa<DbgInfoIntrinsic>(U) ||
           (S && S->getPointerOperand() == Variable);
  });
}

} // namespace skel
