//===- SliceState.cpp - what a slice demands ------------------------------===//
//
// What holds before the first demand, answers that need more than a look-up,
// and attempts that can be taken back.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/SliceState.h"
#include "skeletonizer/memory/LeadingElements.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

SliceState::SliceState(const Phases &A)
    : Index(A.Index), Objects(A.Objects), Pts(A.Pts), Memory(A.Memory),
      Control(A.Control), CallSites(A.CallSites), Match(A.Match),
      Prog(A.Index.program()) {
  size_t N = Prog.Stmts.size();
  Kept.resize(N);
  Why.resize(N);
  Modes.resize(N, Gone);
  AloneSite.resize(N, -1);
  for (const CallBase *C : Match.calls()) {
    const MpiCallInfo &Info = *IrIndex::mpiCall(C);
    bool Later = StringRef(Info.Roles).contains('R'); // ends with a request
    for (unsigned A = 0; Later && A < C->arg_size(); ++A)
      if (Info.Roles[A] == 'r')
        NeverKilled |= Memory.buffer(C, A);
  }
  NeverKilled |= Memory.windows();
  for (const llvm::Function &F : Index.module())
    if (const MpiCallInfo *Info = findMpiCall(F.getName()))
      ErrorsReturn |= (Info->is(MpiFact::SetsErrhandler) ||
                       Info->is(MpiFact::MakesErrhandler)) &&
                      !F.use_empty();
  findReachable();
}

void SliceState::findReachable() {
  const llvm::Function *Main = Index.module().getFunction("main");
  std::vector<const llvm::Function *> Work;
  auto Visit = [&](const llvm::Function *F) {
    if (F && !F->isDeclaration() && Reachable.insert(F).second)
      Work.push_back(F);
  };
  Visit(Main);
  while (!Work.empty()) {
    const llvm::Function *F = Work.back();
    Work.pop_back();
    for (const Instruction &I : instructions(*F)) {
      auto *C = dyn_cast<CallBase>(&I);
      if (!C)
        continue;
      int S = Index.stmtOf(C);
      if (S >= 0 && Control.isDead(S))
        continue;
      for (auto Targets : {Pts.callees(C), Pts.callbacks(C), Pts.registered(C)})
        for (const llvm::Function *G : Targets)
          Visit(G);
    }
  }
}

/// "err = MPI_Send(...)" in a variable that is MPI_SUCCESS from the function's
/// first block on and gets nothing but results of MPI calls, which return only
/// if they succeed: the assignment changes nothing.
bool SliceState::changesNothing(const Instruction *W) const {
  auto Result = [](const StoreInst *S) {
    auto *C = dyn_cast<CallBase>(S->getValueOperand());
    const MpiCallInfo *Info = C ? IrIndex::mpiCall(C) : nullptr;
    return Info && !Info->isOfFiles();
  };
  auto Success = [](const StoreInst *S) {
    auto *K = dyn_cast<ConstantInt>(S->getValueOperand());
    return K && K->isZero(); // MPI_SUCCESS
  };
  auto *S = dyn_cast<StoreInst>(W);
  auto *V = S ? dyn_cast<AllocaInst>(S->getPointerOperand()) : nullptr;
  if (!V || ErrorsReturn || !Result(S))
    return false;
  const StoreInst *First = nullptr;
  for (const User *U : V->users()) {
    auto *Other = dyn_cast<StoreInst>(U);
    if (isa<LoadInst>(U) || isa<DbgInfoIntrinsic>(U))
      continue;
    if (!Other || Other->getPointerOperand() != V ||
        !(Result(Other) || Success(Other)))
      return false;
    if (Success(Other) && Other->getParent()->isEntryBlock() &&
        (!First || Other->comesBefore(First)))
      First = Other;
  }
  return First &&
         (First->getParent() != S->getParent() || First->comesBefore(S));
}

bool SliceState::isResult(const llvm::Function *F, unsigned Atom) const {
  if (!F->hasStructRetAttr())
    return false;
  for (unsigned P : Pts.pointees(F->getArg(0)))
    if (Objects.placeInfo(P).Object == Memory.objectOfAtom(Atom))
      return true;
  return false;
}

const CallBase *SliceState::standsAlone(int Stmt) const {
  return Modes[Stmt] == Alone ? CallSites.copies(AloneSite[Stmt])[0] : nullptr;
}

int64_t SliceState::liveBytes(int Site, unsigned Arg) const {
  int64_t Result = 0;
  for (const CallBase *C : CallSites.copies(Site)) {
    const MpiCallInfo &Info = *IrIndex::mpiCall(C);
    if (!Moving.count(C))
      continue;
    if (!hasParts(Info) || !Memory.isBasic(C, Info, Arg))
      return AllBytes;
    int64_t Length = Memory.bufferLength(C, Info, Arg), Bytes = 0;
    if (Info.Roles[Arg] != 'b')
      Bytes = bytesIn(Received, C);
    if (Info.Roles[Arg] != 'r')
      Bytes = std::max(Bytes, bytesIn(Sent, C));
    if (Length >= 0 && Length <= std::max(Bytes, LeadingElements::MaxBytes))
      return AllBytes;
    Result = std::max(Result, Bytes);
  }
  return Result;
}

void SliceState::attempt() {
  Trying = true;
  NewlyExecuted.clear();
  NewlyKept.clear();
  NewlyReal.clear();
}

void SliceState::accept() {
  Trying = false;
  Undo.clear();
}

void SliceState::takeBack() {
  for (; !Undo.empty(); Undo.pop_back())
    Undo.back()();
  NewlyExecuted.clear();
  NewlyKept.clear();
  NewlyReal.clear();
  Trying = false;
}

void SliceState::remember(int Id) {
  if (!Trying)
    return;
  if (!Kept[Id])
    NewlyKept.insert(Id);
  Undo.push_back([this, Id, K = Kept[Id], M = Modes[Id], A = AloneSite[Id]] {
    Kept[Id] = K;
    Modes[Id] = M;
    AloneSite[Id] = A;
  });
}

bool SliceState::usersOperator(const CallBase *C) const {
  StringRef Roles = IrIndex::mpiCall(C)->Roles;
  for (unsigned A = 0; A < C->arg_size() && A < Roles.size(); ++A)
    if (Roles[A] == 'o') {
      const PlaceSet &To = Pts.pointees(C->getArgOperand(A));
      if (To.empty())
        return true;
      for (unsigned P : To)
        if (Objects.object(Objects.placeInfo(P).Object).Site)
          return true;
    }
  return false;
}

} // namespace skel
