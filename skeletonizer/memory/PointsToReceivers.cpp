//===- PointsToReceivers.cpp - calls through tables of functions ----------===//
//
// A call such as o->ops->solve(o, ...) finds the function in the object that it
// gives it: where objects have different tables, each function gets the objects
// only whose tables name it.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/memory/PointsTo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace skel {

/// Whether two values are certainly one: loads of a variable with no store to
/// it between them.
static bool isSame(const Value *V, const Value *W) {
  if (V == W)
    return true;
  auto *L = dyn_cast<LoadInst>(V), *R = dyn_cast<LoadInst>(W);
  if (!L || !R || L->getParent() != R->getParent() ||
      L->getPointerOperand() != R->getPointerOperand() || L->isVolatile() ||
      R->isVolatile() || L->getType() != R->getType())
    return false;
  auto *A = dyn_cast<AllocaInst>(L->getPointerOperand());
  if (!A || !isPlain(A))
    return false;
  const Instruction *First = L->comesBefore(R) ? L : R,
                    *Last = First == L ? R : L;
  for (const Instruction *I = First; I != Last; I = I->getNextNode())
    if (auto *S = dyn_cast<StoreInst>(I); S && S->getPointerOperand() == A)
      return false;
  return true;
}

void PointsTo::findReceiver(const CallBase &C) {
  std::vector<int> Steps; // from the function back to the object
  const Value *V = C.getCalledOperand();
  for (unsigned Loads = 0; Loads < 3; ++Loads) {
    auto *L = dyn_cast<LoadInst>(V);
    if (!L)
      return;
    Steps.push_back(Receiver::Load);
    V = L->getPointerOperand();
    while (auto *G = dyn_cast<GEPOperator>(V)) {
      if (Path P = pathOf(*G); !P.empty())
        Steps.push_back(pathId(P));
      V = G->getPointerOperand();
    }
    for (unsigned A = 0; A < C.arg_size(); ++A)
      if (!C.isByValArgument(A) && isSame(V, C.getArgOperand(A))) {
        std::reverse(Steps.begin(), Steps.end());
        ReceiverOf[&C] = unsigned(Receivers.size());
        Receivers.push_back({&C, A, std::move(Steps), false, {}});
        return;
      }
  }
}

/// Whether the argument reaches functions only by meetReceivers.
bool PointsTo::isReceiver(const CallBase &C, unsigned Arg) const {
  auto It = ReceiverOf.find(&C);
  return It != ReceiverOf.end() && Receivers[It->second].Arg == Arg &&
         !Receivers[It->second].Open;
}

/// A node with the functions that a call finds from one object.
unsigned PointsTo::targetsFrom(const Receiver &R, unsigned Place) {
  unsigned N = nodeOf(Place);
  for (int S : R.Steps) {
    unsigned Next = newNode();
    if (S == Receiver::Load)
      addLoad(N, Next, R.Call->getCalledOperand()->getType());
    else
      addEdge(N, Next, S);
    N = Next;
  }
  return N;
}

/// Gives each function that a call may enter the objects that lead to it.
void PointsTo::meetReceivers() {
  for (size_t I = 0; I < Receivers.size(); ++I) {
    if (Receivers[I].Open)
      continue;
    const CallBase *C = Receivers[I].Call;
    unsigned Arg = Receivers[I].Arg, Given = node(C->getArgOperand(Arg));
    auto Entered = Callees.find(C);
    if (Entered == Callees.end())
      continue;
    SmallVector<llvm::Function *, 4> Functions(Entered->second.begin(),
                                               Entered->second.end());
    for (unsigned P : PlaceSet(Nodes[find(Given)].Pts))
      if (!Receivers[I].TargetsOf.count(P) &&
          Receivers[I].TargetsOf.size() <= Receiver::Most)
        Receivers[I].TargetsOf[P] = targetsFrom(Receivers[I], P);
    // Where an object may be nearly any, its table says nothing.
    if (Receivers[I].TargetsOf.size() > Receiver::Most) {
      Receivers[I].Open = true;
      for (llvm::Function *F : Functions)
        if (Arg < F->arg_size())
          addEdge(Given, node(F->getArg(Arg)));
      continue;
    }
    for (auto [P, Targets] : Receivers[I].TargetsOf) {
      DenseSet<const Value *> Found;
      for (unsigned Q : Nodes[find(Targets)].Pts)
        Found.insert(Objects.object(Objects.placeInfo(Q).Object).Site);
      for (llvm::Function *F : Functions)
        if (Arg < F->arg_size() && Found.count(F) &&
            !Nodes[find(node(F->getArg(Arg)))].Pts.test(P))
          addPlace(node(F->getArg(Arg)), P);
    }
  }
}

} // namespace skel
