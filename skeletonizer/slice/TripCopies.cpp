//===- TripCopies.cpp - structures that are assigned and passed by value --===//
//
// What a function reads of a copy, the original has too. A structure that is
// passed by value may come in registers that hold several of its members.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/TripCounts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

/// What the call on the way gives for the argument; null if it is not known,
/// as of a function that a library calls.
const Value *TripCounts::given(const Argument *A, const Context &C) const {
  const llvm::Function *F = A->getParent();
  if (!C.Up || A->getArgNo() >= C.Call->arg_size())
    return nullptr;
  for (const llvm::Function *G : Pts.callees(C.Call))
    if (G == F)
      return C.Call->getArgOperand(A->getArgNo());
  return nullptr;
}

/// What the load reads, as paths that know how much of it is used. Of a union
/// that is only what the run always reads: another member may be set.
TripCounts::Targets TripCounts::scalar(const LoadInst *L,
                                       const Context &C) const {
  Targets At = target(L->getPointerOperand(), C);
  BitRange Part = bitsRead(L);
  if (!L->getType()->isIntegerTy())
    return At;
  for (MemoryPath &P : At) {
    P.Bytes = unsigned(Objects.layout().getTypeStoreSize(L->getType()));
    P.Part = Part;
    Paths Named(Index, Objects, Pts, Memory);
    if (!Named.isBitField(P))
      P.Part = {};
    if (Named.isInUnion(P) && !(Front && alwaysRuns(L, C)))
      return {};
  }
  note(At, L, C);
  return At;
}

/// It only brings the other bits of a number of which a bit field is set.
bool TripCounts::isForOthers(const LoadInst *L, const Context &C) const {
  BitRange Part = bitsReplaced(L);
  Targets At = Part.Width ? target(L->getPointerOperand(), C) : Targets();
  return !At.empty() && llvm::all_of(At, [&](MemoryPath &P) {
    P.Part = Part;
    return Paths(Index, Objects, Pts, Memory).isBitField(P);
  });
}

/// The load reads the whole of the scalar that the path names, and no more.
bool TripCounts::isWhole(const MemoryPath &P, const Instruction *Read) const {
  auto *L = dyn_cast<LoadInst>(Read);
  if (!L || !L->getType()->isIntegerTy() || P.Part.Width)
    return true;
  uint64_t Bytes = Paths(Index, Objects, Pts, Memory).bytesAt(P);
  return !Bytes || Bytes == Objects.layout().getTypeStoreSize(L->getType());
}

/// What makes a variable the copy of another one, and is all that writes it.
struct Fills {
  const MemTransferInst *Copy = nullptr;
  /// Of parts, by their offsets.
  SmallVector<std::pair<int64_t, const Argument *>, 2> Parts;
};

/// False: it is written otherwise, or may be.
static bool fillsOf(const Value *At, int64_t Offset, const DataLayout &Layout,
                    Fills &Out) {
  for (const User *U : At->users()) {
    if (auto *G = dyn_cast<GEPOperator>(U)) {
      APInt By(64, 0);
      bool Fixed = Offset >= 0 && G->accumulateConstantOffset(Layout, By);
      if (!fillsOf(G, Fixed ? Offset + By.getSExtValue() : -1, Layout, Out))
        return false;
    } else if (auto *M = dyn_cast<MemTransferInst>(U)) {
      if (M->getRawDest() != At)
        continue;
      if (Out.Copy || Offset || M->getRawSource() == At)
        return false;
      Out.Copy = M;
    } else if (auto *S = dyn_cast<StoreInst>(U)) {
      auto *A = dyn_cast<Argument>(S->getValueOperand());
      if (!A || Offset < 0)
        return false;
      Out.Parts.push_back({Offset, A});
    } else if (auto *Call = dyn_cast<CallBase>(U)) {
      for (const Use &Given : Call->args())
        if (Given == At && !isa<DbgInfoIntrinsic>(Call) &&
            !Call->isLifetimeStartOrEnd() &&
            !Call->isByValArgument(Call->getArgOperandNo(&Given)))
          return false;
    } else if (!isa<LoadInst>(U)) {
      return false;
    }
  }
  return true;
}

/// Where the variable stands of which A is a copy, if the run leaves that
/// alone; else none.
TripCounts::Targets TripCounts::original(const AllocaInst *A,
                                         const Context &C) const {
  Fills By;
  if (!A->isStaticAlloca() || !fillsOf(A, 0, Objects.layout(), By) ||
      !By.Copy == By.Parts.empty())
    return {};
  Targets Of;
  if (By.Copy) {
    auto *Length = dyn_cast<ConstantInt>(By.Copy->getLength());
    std::optional<TypeSize> Size = A->getAllocationSize(Objects.layout());
    if (!Length || !Size || Length->getZExtValue() < Size->getFixedValue() ||
        (A->getFunction() == Home && !InRun.count(By.Copy)))
      return {};
    Of = target(By.Copy->getRawSource(), C);
  } else {
    llvm::sort(By.Parts);
    for (const auto &[Offset, Part] : By.Parts) {
      auto *Actual = dyn_cast_or_null<LoadInst>(given(Part, C));
      Targets To =
          Actual ? target(Actual->getPointerOperand(), *C.Up) : Targets();
      if (To.size() != 1 || (Of.empty() && Offset))
        return {};
      if (Of.empty())
        Of = To;
      MemoryPath Place = Of.front();
      Place.add(Offset);
      if (!(Place == To.front()))
        return {};
    }
  }
  for (const MemoryPath &P : Of)
    if (writtenInRun(P))
      return {};
  return Of;
}

/// The function gives or takes a structure: debug information tells what the
/// code has in registers.
bool takesStructures(const llvm::Function *F) {
  const DISubprogram *D = F->getSubprogram();
  if (!D || !D->getType())
    return false;
  for (const DIType *T : D->getType()->getTypeArray()) {
    auto *S = dyn_cast_or_null<DICompositeType>(plainType(T));
    if (S && (S->getTag() == dwarf::DW_TAG_structure_type ||
              S->getTag() == dwarf::DW_TAG_union_type))
      return true;
  }
  return false;
}

} // namespace skel
