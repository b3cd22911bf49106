//===- Contexts.cpp - copies of helpers for each caller -------------------===//
//
// Callers come before callees, so that an allocator called by a constructor is
// copied for each copy of the constructor.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/Contexts.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/model/MpiTable.h"
#include "skeletonizer/model/Summaries.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include <vector>

using namespace llvm;

namespace skel {

/// Instructions of a function that is copied; copies of one function; growth
/// of the program by all copies.
static constexpr unsigned MaxContextSize = 600;
static constexpr unsigned MaxCopies = 64;
static constexpr size_t MaxGrowth = 40000;
/// The same for small ones, what wraps malloc and free in particular, in
/// addition, and again for those that only store what they compute: they have
/// hundreds of callers.
static constexpr unsigned MaxSmallSize = 64;
static constexpr unsigned MaxSmallCopies = 1000;
static constexpr size_t MaxSmallGrowth = 40000;

namespace {

/// The address lies behind a parameter.
static bool isBehindParameter(const Value *V, unsigned Depth) {
  V = V->stripInBoundsOffsets();
  if (isa<Argument>(V))
    return true;
  auto *L = dyn_cast<LoadInst>(V);
  auto *A = L ? dyn_cast<AllocaInst>(L->getPointerOperand()) : nullptr;
  if (!A || !Depth)
    return L && Depth && isBehindParameter(L->getPointerOperand(), Depth - 1);
  for (const User *U : A->users())
    if (auto *S = dyn_cast<StoreInst>(U))
      if (S->getPointerOperand() == A &&
          isBehindParameter(S->getValueOperand(), Depth - 1))
        return true;
  return false;
}

class Allocators {
public:
  explicit Allocators(Module &Mod) : M(Mod) {
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (llvm::Function &F : M)
        if (!F.isDeclaration() && !Found.count(&F) && givesFresh(F)) {
          Found.insert(&F);
          Changed = true;
        }
    }
  }
  bool contains(const llvm::Function *F) const { return Found.count(F) != 0; }

private:
  bool isAllocation(const Value *V) const {
    auto *C = dyn_cast<CallBase>(V);
    const llvm::Function *F = C ? C->getCalledFunction() : nullptr;
    if (!F)
      return false;
    if (!F->isDeclaration())
      return Found.count(F) != 0;
    const LibrarySummary *S = findLibraryCall(F->getName());
    return S && (givesFreshBlock(*C, *S) || S->Returns == 'R');
  }

  /// The call stores a fresh allocation behind one of its arguments.
  bool storesFresh(const CallBase *C, unsigned Arg) const {
    const llvm::Function *F = C->getCalledFunction();
    if (!F || !C->getArgOperand(Arg)->getType()->isPointerTy())
      return false;
    if (!F->isDeclaration())
      return Found.count(F) != 0;
    if (const MpiCallInfo *Info = findMpiCall(F->getName()))
      return Info->is(MpiFact::AllocatesMemory) &&
             StringRef(Info->Roles).find('O') == Arg;
    const LibrarySummary *S = findLibraryCall(F->getName());
    return S && summaryArg(*S, Arg) == 'd';
  }

  /// The value is, or may be, a fresh allocation made in this function, or
  /// lies in one.
  bool isFresh(const Value *Whole) const {
    SmallVector<const Value *, 16> Work{Whole};
    SmallPtrSet<const Value *, 16> Seen;
    while (!Work.empty()) {
      const Value *V = Work.pop_back_val()->stripPointerCasts();
      while (auto *G = dyn_cast<GEPOperator>(V)) // behind a header
        V = G->getPointerOperand()->stripPointerCasts();
      if (!Seen.insert(V).second)
        continue;
      if (isAllocation(V))
        return true;
      if (isa<IntToPtrInst>(V) || isa<PtrToIntInst>(V) || // aligned
          isa<BinaryOperator>(V)) {
        for (const Use &U : cast<User>(V)->operands())
          Work.push_back(U.get());
      } else if (auto *P = dyn_cast<PHINode>(V)) {
        for (const Use &U : P->incoming_values())
          Work.push_back(U.get());
      } else if (auto *S = dyn_cast<SelectInst>(V)) {
        Work.push_back(S->getTrueValue());
        Work.push_back(S->getFalseValue());
      }
      auto *L = dyn_cast<LoadInst>(V);
      auto *A = L ? dyn_cast<AllocaInst>(L->getPointerOperand()) : nullptr;
      if (!A || !Seen.insert(A).second)
        continue;
      for (const Use &U : A->uses())
        if (auto *S = dyn_cast<StoreInst>(U.getUser())) {
          if (S->getPointerOperand() == A)
            Work.push_back(S->getValueOperand());
        } else if (auto *C = dyn_cast<CallBase>(U.getUser())) {
          if (C->isArgOperand(&U) && storesFresh(C, C->getArgOperandNo(&U)))
            return true;
        }
    }
    return false;
  }

  bool givesFresh(const llvm::Function &F) const {
    if (F.getInstructionCount() > MaxContextSize || F.getName() == "main")
      return false;
    for (const Instruction &I : instructions(F)) {
      if (auto *R = dyn_cast<ReturnInst>(&I)) {
        if (R->getReturnValue() && isFresh(R->getReturnValue()))
          return true;
      } else if (auto *S = dyn_cast<StoreInst>(&I)) {
        if (S->getValueOperand()->getType()->isPointerTy() &&
            isFresh(S->getValueOperand()) &&
            isBehindParameter(S->getPointerOperand(), 6))
          return true;
      } else if (auto *C = dyn_cast<CallBase>(&I)) {
        // It releases what a parameter leads to, or passes it on to another
        // function that allocates or releases.
        const llvm::Function *G = C->getCalledFunction();
        const LibrarySummary *L =
            G && G->isDeclaration() ? findLibraryCall(G->getName()) : nullptr;
        const MpiCallInfo *Info = G ? findMpiCall(G->getName()) : nullptr;
        bool Frees = (L && L->Flags & LibrarySummary::Frees) ||
                     (Info && Info->is(MpiFact::FreesMemory));
        for (const Use &U : C->args())
          if (U->getType()->isPointerTy() &&
              (Frees || storesFresh(C, C->getArgOperandNo(&U))) &&
              isBehindParameter(U.get(), 6))
            return true;
      }
    }
    return false;
  }

  Module &M;
  DenseSet<const llvm::Function *> Found;
};

/// Functions that send or receive what a parameter points to, or in whose
/// messages a parameter tells the datatype or the operator.
class Carriers {
public:
  explicit Carriers(Module &M) {
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (llvm::Function &F : M)
        if (!F.isDeclaration() && !Found.count(&F) && carries(F)) {
          Found.insert(&F);
          Changed = true;
        }
    }
  }
  bool contains(const llvm::Function *F) const { return Found.count(F) != 0; }

private:
  bool carries(const llvm::Function &F) const {
    if (F.getInstructionCount() > MaxContextSize || F.getName() == "main")
      return false;
    for (const Instruction &I : instructions(F)) {
      auto *C = dyn_cast<CallBase>(&I);
      const llvm::Function *G = C ? C->getCalledFunction() : nullptr;
      if (!G)
        continue;
      const MpiCallInfo *Info =
          G->isDeclaration() ? findMpiCall(G->getName()) : nullptr;
      StringRef Roles = Info && Info->hasBuffers() ? Info->Roles : "";
      for (unsigned A = 0; A < C->arg_size(); ++A)
        if (Info ? A < Roles.size() &&
                       (isBufferRole(Roles[A]) || Roles[A] == 't' ||
                        Roles[A] == 'o') &&
                       parameterOf(C->getArgOperand(A))
                 : Found.count(G) && parameterOf(C->getArgOperand(A)))
          return true;
    }
    return false;
  }

  DenseSet<const llvm::Function *> Found;
};

/// A small function that stores what it computes behind a parameter: a sum of
/// vectors.
static bool storesBehindParameter(const llvm::Function &F) {
  if (F.isDeclaration() || F.getInstructionCount() > MaxSmallSize)
    return false;
  for (const Instruction &I : instructions(F))
    if (auto *S = dyn_cast<StoreInst>(&I))
      if (!isa<AllocaInst>(S->getPointerOperand()) &&
          isBehindParameter(S->getPointerOperand(), 2))
        return true;
  return false;
}

} // namespace

static std::vector<CallBase *> directCalls(llvm::Function &F) {
  std::vector<CallBase *> Result;
  for (User *U : F.users())
    if (auto *C = dyn_cast<CallBase>(U))
      if (C->getCalledFunction() == &F)
        Result.push_back(C);
  // In the order of the program, whatever the order of uses.
  llvm::sort(Result, [](CallBase *A, CallBase *B) {
    if (A->getFunction() != B->getFunction())
      return A->getFunction()->getName() < B->getFunction()->getName();
    if (A->getParent() == B->getParent())
      return A->comesBefore(B);
    for (BasicBlock &Block : *A->getFunction())
      if (&Block == A->getParent() || &Block == B->getParent())
        return &Block == A->getParent();
    return false;
  });
  return Result;
}

/// Functions, callers before callees (as far as there is no recursion).
static std::vector<llvm::Function *> topDown(Module &M) {
  std::vector<llvm::Function *> Order;
  DenseMap<llvm::Function *, char> State;
  struct Frame {
    llvm::Function *F;
    std::vector<llvm::Function *> Callees;
    size_t Next = 0;
  };
  std::vector<Frame> Stack;
  auto Enter = [&](llvm::Function &F) {
    Frame Fr{&F, {}, 0};
    for (Instruction &I : instructions(F))
      if (auto *C = dyn_cast<CallBase>(&I))
        if (llvm::Function *G = C->getCalledFunction())
          if (!G->isDeclaration())
            Fr.Callees.push_back(G);
    State[&F] = 1;
    Stack.push_back(std::move(Fr));
  };
  for (llvm::Function &Root : M) {
    if (Root.isDeclaration() || State[&Root])
      continue;
    Enter(Root);
    while (!Stack.empty()) {
      Frame &Top = Stack.back();
      if (Top.Next < Top.Callees.size()) {
        llvm::Function *G = Top.Callees[Top.Next++];
        if (!State[G])
          Enter(*G);
      } else {
        Order.push_back(Top.F);
        Stack.pop_back();
      }
    }
  }
  std::reverse(Order.begin(), Order.end());
  return Order;
}

static bool callsItself(const llvm::Function &F) {
  DenseSet<const llvm::Function *> Seen;
  std::vector<const llvm::Function *> Work{&F};
  while (!Work.empty()) {
    const llvm::Function *G = Work.back();
    Work.pop_back();
    for (const Instruction &I : instructions(*G))
      if (auto *C = dyn_cast<CallBase>(&I))
        if (const llvm::Function *H = C->getCalledFunction()) {
          if (H == &F)
            return true;
          if (!H->isDeclaration() && Seen.insert(H).second)
            Work.push_back(H);
        }
  }
  return false;
}

/// A function that is given to a helper, to be called there, is copied too.
static unsigned cloneOperators(Module &M,
                               const DenseSet<llvm::Function *> &Copied) {
  unsigned Copies = 0;
  SmallVector<Use *, 32> Uses;
  for (llvm::Function &F : M) {
    if (F.isDeclaration() || F.getInstructionCount() > MaxContextSize ||
        F.hasOneUse())
      continue;
    for (Use &U : F.uses())
      if (auto *C = dyn_cast<CallBase>(U.getUser()))
        if (C->isArgOperand(&U) && C->getCalledFunction() &&
            Copied.count(C->getCalledFunction()))
          Uses.push_back(&U);
  }
  llvm::stable_sort(Uses, [](Use *A, Use *B) {
    auto Name = [](Use *U) {
      auto *C = cast<CallBase>(U->getUser());
      return std::make_pair(C->getFunction()->getName(),
                            C->getCalledFunction()->getName());
    };
    return Name(A) < Name(B);
  });
  for (Use *U : Uses) {
    ValueToValueMapTy Map;
    U->set(CloneFunction(cast<llvm::Function>(U->get()), Map));
    ++Copies;
  }
  return Copies;
}

/// Code of a copy that its constant arguments rule out. The test itself stays,
/// for the sake of the text.
static void prune(llvm::Function &F) {
  SmallVector<std::pair<BranchInst *, unsigned>, 8> Never;
  for (BasicBlock &B : F)
    if (auto *Br = dyn_cast<BranchInst>(B.getTerminator()))
      if (Br->isConditional())
        if (auto K = knownConstant(Br->getCondition()))
          Never.push_back({Br, *K ? 1 : 0});
  if (Never.empty())
    return;
  BasicBlock *Nowhere = BasicBlock::Create(F.getContext(), "", &F);
  new UnreachableInst(F.getContext(), Nowhere);
  for (auto [Br, Arm] : Never) {
    Br->getSuccessor(Arm)->removePredecessor(Br->getParent(), true);
    Br->setSuccessor(Arm, Nowhere);
  }
  removeUnreachableBlocks(F);
}

unsigned cloneHelpers(Module &M) {
  Allocators Fresh(M);
  Carriers Messages(M);
  unsigned Copies = 0;
  size_t SliceTrial = 0, SmallGrowth = 0, StoreGrowth = 0;
  DenseSet<llvm::Function *> Copied;
  for (llvm::Function *F : topDown(M)) {
    bool Helper = Fresh.contains(F) || Messages.contains(F);
    if (!(Helper || storesBehindParameter(*F)) || callsItself(*F))
      continue;
    std::vector<CallBase *> Calls = directCalls(*F);
    size_t Size = F->getInstructionCount();
    size_t All = Size * Calls.size();
    bool Fits =
        Helper && Calls.size() <= MaxCopies && SliceTrial + All <= MaxGrowth;
    size_t &Grows = Fits ? SliceTrial : Helper ? SmallGrowth : StoreGrowth;
    bool Small = !Fits && Size <= MaxSmallSize &&
                 Calls.size() <= MaxSmallCopies &&
                 Grows + All <= MaxSmallGrowth;
    if (Calls.size() < 2 || !(Fits || Small))
      continue;
    Grows += All - Size;
    // The last call keeps the function itself, for what else names it.
    Calls.pop_back();
    if (Helper)
      Copied.insert(F);
    for (CallBase *C : Calls) {
      ValueToValueMapTy Map;
      llvm::Function *Copy = CloneFunction(F, Map);
      C->setCalledFunction(Copy);
      if (Helper)
        Copied.insert(Copy);
      ++Copies;
    }
  }
  Copies += cloneOperators(M, Copied);
  for (llvm::Function &F : M)
    if (!F.isDeclaration() && F.getName() != "main")
      prune(F);
  return Copies;
}

} // namespace skel
