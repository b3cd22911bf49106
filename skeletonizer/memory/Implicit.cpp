//===- Implicit.cpp - calls that the text does not show -------------------===//
//
// A function that is registered is stored to a table, at an index that nobody
// knows: whatever was registered before may be called, as often as it likes to
// be. A handler of a signal that comes from outside (a fault, another process)
// is taken to change nothing.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/Implicit.h"
#include "skeletonizer/model/Summaries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include <vector>

using namespace llvm;

namespace skel {

static const char Mark[] = "bsim.implicit", AtEnd[] = "bsim.at.end";

bool isImplicit(const Instruction *I) {
  return I->getMetadata(Mark) != nullptr;
}

void setImplicit(Instruction *I) {
  I->setMetadata(Mark, MDNode::get(I->getContext(), {}));
}

bool runsAtExit(const Instruction *I) {
  return I->getMetadata(AtEnd) != nullptr;
}

bool runsDestructor(const Instruction *I) {
  return runsAtExit(I) && cast<CallBase>(I)->getCalledFunction();
}

static void setAtExit(Instruction *I) {
  I->setMetadata(AtEnd, MDNode::get(I->getContext(), {}));
}

/// The instructions from First to in front of End are none of the source's.
static void mark(Instruction *First, const Instruction *End) {
  for (Instruction *I = First; I && I != End; I = I->getNextNode())
    setImplicit(I);
}

namespace {

/// Functions that the program registers, and the number of the next one.
class Registered {
public:
  Registered(Module &M, StringRef Name) : M(M), Name(Name) {}

  bool empty() const { return !Table; }

  /// Arg: what the function is given, behind another argument; or null.
  void add(Value *Handler, Value *Arg, Instruction *Behind) {
    if (!Table) {
      Type *T = ArrayType::get(PointerType::get(M.getContext(), 0), 32);
      Table = new GlobalVariable(M, T, false, GlobalValue::InternalLinkage,
                                 Constant::getNullValue(T), Name);
      if (Arg)
        Given = new GlobalVariable(M, T, false, GlobalValue::InternalLinkage,
                                   Constant::getNullValue(T), Name + ".given");
      Type *I = Type::getInt64Ty(M.getContext());
      Next = new GlobalVariable(M, I, false, GlobalValue::InternalLinkage,
                                Constant::getNullValue(I), Name + ".next");
    }
    Instruction *End = Behind->getNextNode();
    IRBuilder<> B(End);
    B.SetCurrentDebugLocation(Behind->getDebugLoc());
    Value *N = B.CreateLoad(B.getInt64Ty(), Next);
    B.CreateStore(Handler, place(B, Table, N));
    if (Arg)
      B.CreateStore(Arg, place(B, Given, N));
    B.CreateStore(B.CreateAdd(N, B.getInt64(1)), Next);
    mark(Behind->getNextNode(), End);
  }

  /// Calls some of them, one after the other, with Arg if it is not null; in
  /// front of Before.
  CallInst *call(Instruction *Before, Value *Arg) {
    BasicBlock *Front = Before->getParent();
    BasicBlock *Behind = Front->splitBasicBlock(Before);
    BasicBlock *Head =
        BasicBlock::Create(M.getContext(), "", Front->getParent(), Behind);
    BasicBlock *Body =
        BasicBlock::Create(M.getContext(), "", Front->getParent(), Behind);
    Front->getTerminator()->setSuccessor(0, Head);
    IRBuilder<> B(Head);
    Instruction *N = B.CreateLoad(B.getInt64Ty(), Next);
    B.CreateCondBr(B.CreateICmpEQ(N, B.getInt64(0)), Behind, Body);
    B.SetInsertPoint(Body);
    B.SetCurrentDebugLocation(Before->getDebugLoc());
    Instruction *F = B.CreateLoad(B.getPtrTy(), place(B, Table, N));
    SmallVector<Value *, 2> Args;
    if (Arg)
      Args.push_back(Arg);
    if (Given)
      Args.push_back(B.CreateLoad(B.getPtrTy(), place(B, Given, N)));
    SmallVector<Type *, 2> Types;
    for (Value *A : Args)
      Types.push_back(A->getType());
    CallInst *C =
        B.CreateCall(FunctionType::get(B.getVoidTy(), Types, false), F, Args);
    B.SetCurrentDebugLocation(DebugLoc());
    B.CreateBr(Head);
    mark(N, nullptr);
    mark(&Body->front(), nullptr);
    mark(Front->getTerminator(), nullptr);
    return C;
  }

private:
  Value *place(IRBuilder<> &B, GlobalVariable *In, Value *N) {
    return B.CreateGEP(In->getValueType(), In, {B.getInt64(0), N});
  }

  Module &M;
  std::string Name;
  GlobalVariable *Table = nullptr, *Given = nullptr, *Next = nullptr;
};

/// Functions of llvm.global_ctors or llvm.global_dtors, in the order in which
/// they run.
std::vector<llvm::Function *> listed(Module &M, StringRef Name) {
  std::vector<std::pair<uint64_t, llvm::Function *>> List;
  GlobalVariable *G = M.getGlobalVariable(Name);
  auto *A = G && G->hasInitializer()
                ? dyn_cast<ConstantArray>(G->getInitializer())
                : nullptr;
  for (unsigned I = 0; A && I < A->getNumOperands(); ++I) {
    auto *Entry = cast<ConstantStruct>(A->getOperand(I));
    if (auto *F =
            dyn_cast<llvm::Function>(Entry->getOperand(1)->stripPointerCasts()))
      List.push_back(
          {cast<ConstantInt>(Entry->getOperand(0))->getZExtValue(), F});
  }
  stable_sort(List, [](auto &X, auto &Y) { return X.first < Y.first; });
  std::vector<llvm::Function *> Out;
  for (auto &[Priority, F] : List)
    Out.push_back(F);
  return Out;
}

enum class Role { None, AtExit, Exit, Signal, SigAction, Raise };

Role roleOf(const CallBase *C) {
  auto *F =
      dyn_cast<llvm::Function>(C->getCalledOperand()->stripPointerCasts());
  if (!F || !F->isDeclaration())
    return Role::None;
  static const std::pair<LibraryFact, Role> RoleOf[] = {
      {LibraryFact::AtExit, Role::AtExit},
      {LibraryFact::RunsAtExit, Role::Exit},
      {LibraryFact::SetsHandler, Role::Signal},
      {LibraryFact::SetsAction, Role::SigAction},
      {LibraryFact::MayRaise, Role::Raise}};
  for (auto &[Fact, R] : RoleOf)
    if (hasFact(F->getName(), Fact))
      return R;
  return Role::None;
}

} // namespace

/// A structure that a function is given by value in memory is its own: what it
/// stores there does not change the caller's, and what becomes of the caller's
/// does not change it.
static void copyByValue(llvm::Function &F) {
  for (Argument &A : F.args()) {
    if (F.isDeclaration() || !A.hasByValAttr())
      continue;
    IRBuilder<> B(&*F.getEntryBlock().getFirstInsertionPt());
    Type *T = A.getParamByValType();
    Align Alignment = A.getParamAlign().valueOrOne();
    AllocaInst *Own = B.CreateAlloca(T, nullptr, A.getName() + ".own");
    Own->setAlignment(Alignment);
    A.replaceAllUsesWith(Own);
    setImplicit(
        B.CreateMemCpy(Own, Alignment, &A, Alignment,
                       F.getParent()->getDataLayout().getTypeAllocSize(T)));
  }
}

void addImplicitCalls(Module &M) {
  for (llvm::Function &F : M)
    copyByValue(F);
  llvm::Function *Main = M.getFunction("main");
  if (!Main || Main->isDeclaration())
    return;
  Registered AtExit(M, "at exit"), OnExit(M, "on exit"),
      Handlers(M, "signal handlers");
  std::vector<CallBase *> Exits, Raises, Calls;
  for (llvm::Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *C = dyn_cast<CallBase>(&I))
        Calls.push_back(C);
  Type *Pointer = PointerType::get(M.getContext(), 0);
  for (CallBase *C : Calls)
    switch (roleOf(C)) {
    case Role::None:
      break;
    case Role::AtExit:
      if (C->arg_size() == 2) // the code of the end, and the argument
        OnExit.add(C->getArgOperand(0), C->getArgOperand(1), C);
      else if (C->arg_size())
        AtExit.add(C->getArgOperand(0), nullptr, C);
      break;
    case Role::Signal:
      if (C->arg_size() > 1)
        Handlers.add(C->getArgOperand(1), nullptr, C);
      break;
    case Role::SigAction:
      // The handler is the structure's first member.
      if (C->arg_size() > 1 && !isa<ConstantPointerNull>(C->getArgOperand(1))) {
        auto *L =
            new LoadInst(Pointer, C->getArgOperand(1), "", C->getNextNode());
        L->setDebugLoc(C->getDebugLoc());
        Handlers.add(L, nullptr, L);
      }
      break;
    case Role::Exit:
      Exits.push_back(C);
      break;
    case Role::Raise:
      Raises.push_back(C);
      break;
    }
  if (!Handlers.empty())
    for (CallBase *C : Raises) {
      Type *Int = Type::getInt32Ty(M.getContext());
      Value *Signal = UndefValue::get(Int);
      for (Value *A : C->args())
        if (A->getType() == Int)
          Signal = A;
      Handlers.call(C, Signal);
    }
  std::vector<Instruction *> Ends(Exits.begin(), Exits.end());
  for (BasicBlock &B : *Main)
    if (auto *R = dyn_cast<ReturnInst>(B.getTerminator()))
      Ends.push_back(R);
  std::vector<llvm::Function *> Destructors = listed(M, "llvm.global_dtors");
  Value *Code = UndefValue::get(Type::getInt32Ty(M.getContext()));
  for (Instruction *End : Ends) {
    if (!AtExit.empty())
      setAtExit(AtExit.call(End, nullptr));
    if (!OnExit.empty())
      setAtExit(OnExit.call(End, Code));
    for (llvm::Function *F : reverse(Destructors)) {
      CallInst *C = IRBuilder<>(End).CreateCall(F->getFunctionType(), F);
      setImplicit(C);
      setAtExit(C);
    }
  }
  Instruction *First = &*Main->getEntryBlock().getFirstInsertionPt();
  for (llvm::Function *F : listed(M, "llvm.global_ctors"))
    if (F->arg_size() == 0)
      IRBuilder<>(First).CreateCall(F->getFunctionType(), F);
}

} // namespace skel
