//===- PointsToDoubts.cpp - pointers that may have been numbers -----------===//
//
// Numbers become pointers by casts, and by memory that is written as numbers
// (or by libraries) and read as pointers. Nodes that may hold such a number are
// marked as doubtful. A node that is neither doubtful nor points to any place
// holds null, or was never written.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/PointsTo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

/// Marks the doubtful nodes once the fixpoint is reached.
class PointsTo::DoubtFinder {
public:
  explicit DoubtFinder(PointsTo &P) : P(P) {}
  void run();

private:
  void doubt(unsigned Node);
  void doubtValue(const Value *V);
  void doubtTargets(const Value *Pointer, bool Whole);
  void doubtSources(const Instruction &I);
  void doubtOutputs(const CallBase &C);
  void spread();
  bool doubtReads();

  PointsTo &P;
  std::vector<unsigned> Work; ///< doubtful nodes that have not been spread
  DenseSet<std::pair<const PlaceSet *, unsigned>> Seen; ///< set, Whole
};

void PointsTo::DoubtFinder::doubt(unsigned Node) {
  Node = P.Rep[Node];
  if (!P.Nodes[Node].Doubtful) {
    P.Nodes[Node].Doubtful = true;
    Work.push_back(Node);
  }
}

void PointsTo::DoubtFinder::doubtValue(const Value *V) {
  auto It = P.NodeOf.find(V);
  if (It != P.NodeOf.end())
    doubt(It->second);
}

/// A number is written to the places behind the pointer. Whole: anywhere into
/// their objects.
void PointsTo::DoubtFinder::doubtTargets(const Value *Pointer, bool Whole) {
  const PlaceSet &To = P.pointees(Pointer);
  if (!Seen.insert({&To, unsigned(Whole)}).second)
    return;
  for (unsigned Target : To) {
    const MemoryObjects::Place &At = P.Objects.placeInfo(Target);
    if (P.CoarseObjects.test(At.Object)) {
      doubt(P.Blob);
      continue;
    }
    bool All = Whole || At.Offset == MemoryObjects::Anywhere;
    for (unsigned Place : P.Objects.object(At.Object).Places)
      if (All || Place == Target) {
        auto It = P.CellOf.find(Place);
        if (It != P.CellOf.end())
          doubt(It->second);
      }
  }
}

/// The instruction may turn a number into a pointer, or write a number.
void PointsTo::DoubtFinder::doubtSources(const Instruction &I) {
  if (isa<IntToPtrInst>(I) && !isa<Constant>(I.getOperand(0))) {
    doubtValue(&I);
  } else if (auto *S = dyn_cast<StoreInst>(&I)) {
    const Value *V = S->getValueOperand();
    if (!V->getType()->isPointerTy() && !isa<Constant>(V) &&
        P.pointees(V).empty())
      doubtTargets(S->getPointerOperand(), false);
  } else if (isa<VAArgInst>(I)) {
    doubtValue(&I);
  } else if (auto *C = dyn_cast<CallBase>(&I)) {
    doubtOutputs(*C);
  }
}

/// An external function may bring numbers from outside of the program.
void PointsTo::DoubtFinder::doubtOutputs(const CallBase &C) {
  auto *F = dyn_cast<llvm::Function>(
      C.getCalledOperand()->stripPointerCastsAndAliases());
  if (isa<IntrinsicInst>(C) || !(F && F->isDeclaration()))
    return;
  const MpiCallInfo *Info = findMpiCall(F->getName());
  const LibrarySummary *L = findLibraryCall(F->getName());
  for (unsigned A = 0; A < C.arg_size(); ++A)
    if (C.getArgOperand(A)->getType()->isPointerTy() &&
        (Info ? Info->hasBuffers() && A < StringRef(Info->Roles).size() &&
                    StringRef("rx").contains(Info->Roles[A])
              : !L || StringRef("wx").contains(summaryArg(*L, A))))
      doubtTargets(C.getArgOperand(A), true);
}

/// Marks the nodes that the doubtful nodes flow to.
void PointsTo::DoubtFinder::spread() {
  while (!Work.empty()) {
    unsigned N = Work.back();
    Work.pop_back();
    for (const Edge &E : P.Nodes[N].Out)
      doubt(E.To);
  }
}

/// Marks the pointers that are read from behind a lost pointer. True if there
/// is a new one.
bool PointsTo::DoubtFinder::doubtReads() {
  bool Changed = false;
  for (const llvm::Function &F : P.M)
    for (const Instruction &I : instructions(F)) {
      auto *L = dyn_cast<LoadInst>(&I);
      auto It =
          L && L->getType()->isPointerTy() ? P.NodeOf.find(L) : P.NodeOf.end();
      if (It == P.NodeOf.end() || !P.isLost(L->getPointerOperand()) ||
          P.Nodes[P.Rep[It->second]].Doubtful)
        continue;
      doubt(It->second);
      spread();
      Changed = true;
    }
  return Changed;
}

void PointsTo::DoubtFinder::run() {
  for (const llvm::Function &F : P.M)
    for (const Instruction &I : instructions(F))
      doubtSources(I);
  spread();
  while (doubtReads()) {
  }
}

void PointsTo::findDoubts() { DoubtFinder(*this).run(); }

} // namespace skel
