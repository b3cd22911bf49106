//===- SlicePlanArguments.cpp - which of its arguments a skeleton reads ---===//
//
// Follows argv through variables and calls to the loads of its elements. An
// element that no code of the slice loads decides nothing of the skeleton: not
// how often it does something, and no parameter of a block.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/model/MpiTable.h"
#include "skeletonizer/plan/SlicePlanParts.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <optional>
#include <set>

using namespace llvm;

namespace skel {

namespace {

class ArgumentReads {
public:
  ArgumentReads(const SlicedProgram &P, Plan &R) : Sliced(P), Result(R) {}

  void run() {
    for (const auto &F : Sliced.Index.module())
      if (F.getName() == "main" && F.arg_size() > 1)
        vector(F.getArg(1));
    while (!Work.empty()) {
      auto [V, Variable] = Work.pop_back_val();
      for (const Use &U : V->uses())
        Variable ? ofVariable(U) : ofVector(U);
    }
    for (const auto &[At, Place] : Found)
      element(At, Moves ? std::nullopt : Place);
    for (unsigned Place : Read)
      Left.erase(Place);
    Result.LeavesArguments = !ReadsAny && (LeavesAny || !Left.empty());
    Result.ReadArguments = std::move(Read);
    if (!ReadsAny)
      return;
    Result.LeftOptions = optionsLeft(Sliced, LeftReads, KeptReads);
    for (unsigned Place : Left)
      Result.LeftOptions.insert("#" + std::to_string(Place));
  }

private:
  void vector(const Value *V) { follow(V, false); }
  /// A variable holds argv; or the value is argv.
  void follow(const Value *V, bool Variable) {
    if (Seen.emplace(V, Variable).second)
      Work.push_back({V, Variable});
  }

  void found(const Instruction *At, std::optional<unsigned> Place) {
    Moves |= isa<StoreInst>(At);
    Found.push_back({At, Place});
  }

  /// An element is read; without a place, one that is not known.
  void element(const Instruction *At, std::optional<unsigned> Place) {
    bool Stays = Sliced.uses(At);
    if (Place == 0u)
      return; // the program's name
    if (!Place && !Stays && !isa<StoreInst>(At))
      LeftReads.push_back(At);
    if (!Place && Stays && isa<LoadInst>(At))
      KeptReads.push_back(At);
    if (Place)
      (Stays ? Read : Left).insert(*Place);
    else
      (Stays ? ReadsAny : LeavesAny) = true;
  }

  /// The parameter of a function of the program, as far as calls are known.
  bool intoFunction(const CallBase *C, const Use &U, bool Variable) {
    const llvm::Function *F = C->getCalledFunction();
    if (!F || F->isDeclaration() || !C->isArgOperand(&U) ||
        C->getArgOperandNo(&U) >= F->arg_size())
      return false;
    follow(F->getArg(C->getArgOperandNo(&U)), Variable);
    return true;
  }

  void ofVariable(const Use &U) {
    auto *I = dyn_cast<Instruction>(U.getUser());
    if (!I || isa<IntrinsicInst>(I))
      return;
    if (isa<LoadInst>(I))
      return vector(I);
    if (auto *S = dyn_cast<StoreInst>(I);
        S && U.getOperandNo() == StoreInst::getPointerOperandIndex())
      return S->getValueOperand()->getType()->isPointerTy() &&
                     Seen.count({S->getValueOperand(), false})
                 ? void()
                 : found(I, {}); // "argv++"
    auto *C = dyn_cast<CallBase>(I);
    if (C && C->getCalledFunction() &&
        isMpiName(C->getCalledFunction()->getName()))
      return; // MPI_Init() leaves them as they are
    if (!C || !intoFunction(C, U, true))
      found(I, {});
  }

  void ofVector(const Use &U) {
    auto *I = dyn_cast<Instruction>(U.getUser());
    if (!I || isa<ICmpInst>(I) || isa<IntrinsicInst>(I))
      return;
    if (isa<LoadInst>(I))
      return found(I, 0);
    if (auto *S = dyn_cast<StoreInst>(I);
        S && isa<AllocaInst, GlobalVariable>(S->getPointerOperand()))
      return follow(S->getPointerOperand(), true);
    auto *G = dyn_cast<GetElementPtrInst>(I);
    if (G && G->getNumIndices() == 1 &&
        G->getSourceElementType()->isPointerTy())
      return elementAt(G);
    auto *C = dyn_cast<CallBase>(I);
    if (!C || !intoFunction(C, U, false))
      found(I, {});
  }

  void elementAt(const GetElementPtrInst *G) {
    auto *Place = dyn_cast<ConstantInt>(*G->idx_begin());
    for (const User *U : G->users()) {
      auto *I = dyn_cast<Instruction>(U);
      std::optional<unsigned> Known;
      if (Place && !Place->isNegative() && isa<LoadInst>(U))
        Known = unsigned(Place->getZExtValue());
      if (I)
        found(I, Known);
    }
  }

  const SlicedProgram &Sliced;
  Plan &Result;
  std::set<unsigned> Read, Left; ///< places, in the slice and elsewhere
  std::vector<std::pair<const Instruction *, std::optional<unsigned>>> Found;
  bool Moves = false; ///< places are not those of the arguments: "argv++"
  std::vector<const Instruction *> LeftReads, KeptReads; ///< no place
  bool ReadsAny = false, LeavesAny = false; ///< places that are not known
  SmallVector<std::pair<const Value *, bool>, 8> Work;
  std::set<std::pair<const Value *, bool>> Seen; ///< true: a variable
};

} // namespace

bool SlicedProgram::uses(const Instruction *I) const {
  if (!isa<LoadInst>(I))
    return Slice.isLive(I) || Slice.executes(I);
  return Slice.isLive(I) && any_of(I->users(), [&](const User *U) {
           auto *C = dyn_cast<CallBase>(U);
           return !C || Slice.isLive(C) || !Slice.liveWrites(C).empty() ||
                  !Pts.callees(C).empty();
         });
}

void planArguments(const SlicedProgram &S, Plan &Result) {
  ArgumentReads(S, Result).run();
}

} // namespace skel
