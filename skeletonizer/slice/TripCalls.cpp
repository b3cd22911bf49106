//===- TripCalls.cpp - results of functions as values ---------------------===//
//
// A function whose call changes nothing gives the same in front of a run as in
// it, if the run leaves alone what the function reads. Where the run may not
// make the call, it counts only if it cannot fail.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/slice/TripCounts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

/// The pointer leads into a variable of the function that uses it.
static bool isOwnVariable(const Value *Pointer) {
  return isa<AllocaInst>(getUnderlyingObject(Pointer, 0));
}

/// The pointer is a known place in a global variable.
static bool isGlobalPlace(const Value *Pointer) {
  return isa<GlobalVariable>(Pointer->stripInBoundsConstantOffsets());
}

/// What one instruction says of its function.
void TripCounts::judge(const Instruction &I, Purity &P) const {
  auto Changes = [&](const Value *To) {
    AtomSet Hit = Memory.writes(&I);
    if (!isOwnVariable(To))
      P.Why = "which changes " +
              (Hit.empty() ? "memory"
                           : Memory.atomName(unsigned(Hit.find_first())));
  };
  auto Reads = [&](const Value *From) {
    if (isOwnVariable(From))
      return;
    P.Reads |= Memory.reads(&I);
    P.Total &= isGlobalPlace(From);
  };
  if (I.isAtomic() || I.isVolatile()) {
    P.Why = "which accesses volatile or atomic memory";
  } else if (auto *S = dyn_cast<StoreInst>(&I)) {
    Changes(S->getPointerOperand());
  } else if (auto *L = dyn_cast<LoadInst>(&I)) {
    Reads(L->getPointerOperand());
  } else if (auto *M = dyn_cast<MemIntrinsic>(&I)) {
    Changes(M->getDest());
    if (auto *T = dyn_cast<MemTransferInst>(M))
      Reads(T->getSource());
    P.Total &= isa<ConstantInt>(M->getLength());
  } else if (auto *A = dyn_cast<AllocaInst>(&I)) {
    P.Total &= A->isStaticAlloca();
  } else if (auto *B = dyn_cast<BinaryOperator>(&I); B && B->isIntDivRem()) {
    auto *By = dyn_cast<ConstantInt>(B->getOperand(1));
    P.Total &= By && !By->isZero() && !By->isMinusOne();
  } else if (auto *C = dyn_cast<CallBase>(&I)) {
    const llvm::Function *G = C->getCalledFunction();
    bool Numbers = llvm::none_of(
        C->args(), [](const Use &U) { return U->getType()->isPointerTy(); });
    if (isa<DbgInfoIntrinsic>(C) || C->isLifetimeStartOrEnd() ||
        (isa<IntrinsicInst>(C) && C->doesNotAccessMemory()))
      return;
    StringRef Name = IrIndex::externalName(C);
    if (G && !G->isDeclaration()) {
      const Purity &Inner = purityOf(G);
      if (!Inner.Why.empty())
        P.Why = "which calls " + nameOf(G) + "(), " + Inner.Why;
      P.Total &= Inner.Total;
      P.Reads |= Inner.Reads;
      for (const llvm::Function *H : Inner.Code)
        if (!is_contained(P.Code, H))
          P.Code.push_back(H);
    } else if (!(Numbers && G && !isa<IntrinsicInst>(C) && !setsErrno(Name) &&
                 (hasFact(Name, LibraryFact::Mathematics) ||
                  hasFact(Name, LibraryFact::Arithmetic)))) {
      P.Why = "which calls " + (Name.empty() ? "others" : Name.str() + "()");
    }
  } else if (isa<UnreachableInst>(I) || isa<IndirectBrInst>(I) ||
             isa<VAArgInst>(I) || I.mayWriteToMemory()) {
    P.Why = "which may do more than return";
  }
}

const Purity &TripCounts::purityOf(const llvm::Function *G) const {
  auto [It, New] = Pure.try_emplace(G);
  Purity &P = It->second;
  if (!New)
    return P;
  P.Code.push_back(G);
  int Id = Index.functionOf(G);
  const Program &Prog = Index.program();
  if (G->isDeclaration() || Id < 0 || Prog.Functions[Id].Body < 0) {
    P.Why = "which is no function of the program";
  } else if (G->isVarArg()) {
    P.Why = "which has variable arguments";
  } else if (Memory.isRecursive(G)) {
    P.Why = "which is recursive";
  } else {
    SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 4> Loops;
    FindFunctionBackedges(*G, Loops);
    P.Total = Loops.empty();
    for (const Instruction &I : llvm::instructions(*G)) {
      judge(I, P);
      if (P.Why.empty())
        continue;
      P.Why += " (" + Index.place(&I) + ")";
      break;
    }
  }
  return P;
}

std::string TripCounts::nameOf(const llvm::Function *G) const {
  int Id = Index.functionOf(G);
  return Id < 0 ? G->getName().str() : Index.program().Functions[Id].Name;
}

/// Whenever control comes to the front of the run, it comes to I.
bool TripCounts::alwaysRuns(const Instruction *I, const Context &C) const {
  const Context *Up = &C;
  for (;; Up = Up->Up) {
    const llvm::Function *F = I->getFunction();
    const BasicBlock *From = Up->Up ? &F->getEntryBlock() : Front->getParent();
    if (I->getParent() != From) {
      if (!controlOf(F).After.dominates(I->getParent(), From))
        return false;
    }
    if (!Up->Up)
      return true;
    if (Up->Call->getCalledFunction() != F)
      return false;
    I = Up->Call;
  }
}

const Value *returnedBy(const llvm::Function *F) {
  const Value *Result = nullptr;
  for (const BasicBlock &B : *F)
    if (auto *Ret = dyn_cast<ReturnInst>(B.getTerminator())) {
      if (Result)
        return nullptr;
      Result = Ret->getReturnValue();
    }
  return Result;
}

/// What a function returns that has one return, if that is a sum of what can be
/// read in front of the run.
std::optional<TripCounts::Sum> TripCounts::resultOf(const CallBase *Call,
                                                    const Context &C,
                                                    unsigned Depth) const {
  const llvm::Function *G = Call->getCalledFunction();
  if (!G || G->isDeclaration() || !Call->getType()->isIntegerTy() ||
      Depth > MaxTripDepth || Memory.isRecursive(G))
    return std::nullopt;
  const Value *Result = returnedBy(G);
  const Context Inner{Call, &C, C.Depth + 1};
  return Result ? sum(Result, Inner, false, Depth + 1) : std::nullopt;
}

/// An argument of a call, as it can be written in front of the run.
bool TripCounts::argument(const Value *V, const Context &C,
                          Computed::Argument &Out) const {
  if (!V->getType()->isPointerTy()) {
    if (!V->getType()->isIntegerTy())
      return false;
    auto *Call = dyn_cast<CallBase>(withoutCast(V));
    if (Call && !resultOf(Call, C, 0)) {
      std::shared_ptr<const Computed> P = pureCall(Call, C);
      if (P)
        Out.Number.Values.push_back({P, 1});
      return P != nullptr;
    }
    std::optional<Sum> S = sum(V, C);
    if (S)
      Out.Number = *S;
    return S.has_value();
  }
  if (C.Up)
    if (const Argument *A = parameterOf(V)) {
      const Value *Actual = given(A, C);
      return Actual && argument(Actual, *C.Up, Out);
    }
  const Value *Of = V->stripPointerCasts();
  Targets At;
  if (auto *L = dyn_cast<LoadInst>(Of)) {
    At = target(L->getPointerOperand(), C);
    if (At.empty() || writtenInRun(At.front())) {
      auto *A = dyn_cast<AllocaInst>(L->getPointerOperand());
      const Value *Once = A ? onlyStored(A) : nullptr; // "cell *c = s->cells;"
      return Once && Once != V && argument(Once, C, Out);
    }
  } else if (isa<AllocaInst>(Of) || isa<GlobalVariable>(Of)) {
    At = target(Of, C);
    Out.Address = true;
  }
  if (At.size() != 1)
    return false;
  Out.Pointer = At.front();
  return true;
}

/// The call, if its value can be computed once more in front of the run; else
/// null, and Refused has the reason.
std::shared_ptr<const TripCounts::Computed>
TripCounts::pureCall(const CallBase *Call, const Context &C) const {
  const llvm::Function *G = Call->getCalledFunction();
  if (!Front || Values || !G || G->isDeclaration() ||
      !Call->getType()->isIntegerTy() || takesStructures(G))
    return nullptr;
  auto Refuse = [&](const Twine &Why) {
    Refused.push_back(
        {Call, ("the result of " + nameOf(G) + "(), " + Why).str()});
    return nullptr;
  };
  if (auto It = NoValue.find(Call); It != NoValue.end())
    return Refuse(It->second);
  const Purity &P = purityOf(G);
  if (!P.Why.empty())
    return Refuse(P.Why);
  if (AtomSet Changed = both(P.Reads, Written); !Changed.empty())
    return Refuse("which reads what the block changes: " +
                  Memory.atomName(unsigned(Changed.find_first())));
  if (!P.Total && !alwaysRuns(Call, C))
    return Refuse("which the block may not call, and which may then fail");
  auto Out = std::make_shared<Computed>();
  Out->At = Call;
  Out->Function = Index.functionOf(G);
  Out->Code = P.Code;
  for (unsigned A = 0; A < Call->arg_size(); ++A) {
    Computed::Argument Given;
    if (Call->isByValArgument(A) || !argument(Call->getArgOperand(A), C, Given))
      return Refuse("whose arguments have no name in front of the block");
    Out->Arguments.push_back(std::move(Given));
  }
  return Out;
}

} // namespace skel
