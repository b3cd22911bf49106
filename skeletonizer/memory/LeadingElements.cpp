//===- LeadingElements.cpp - leading parts of message buffers -------------===//
//
// Chooses the arrays, and asks Ranges where pointers stand.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/LeadingElements.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace skel {

LeadingElements::LeadingElements(const IrIndex &I, const MemoryObjects &O,
                                 const PointsTo &P, const ModRef &Memory)
    : Index(I), Objects(O), Pts(P), Where(I, O, P, Memory, 1000) {
  findBuffers(Memory);
  if (!Parts.empty())
    measure();
}

const LeadingElements::Part *LeadingElements::partOf(unsigned Object) const {
  auto It = Parts.find(Object);
  return It == Parts.end() ? nullptr : &It->second;
}

Range LeadingElements::position(const Value *Pointer) const {
  auto [It, New] = Known.try_emplace(Pointer);
  if (New) {
    Range R = Where.of(Pointer);
    Known[Pointer] = R.Empty ? Range::all() : R;
  }
  return Known[Pointer];
}

/// Of scalars, as far as is known: a heap block, or an array of the language.
bool LeadingElements::isArray(unsigned Object) const {
  const MemObject &O = Objects.object(Object);
  Type *T = O.Type;
  if (O.K == MemObject::Heap)
    return !T;
  if (O.K != MemObject::Local && O.K != MemObject::Global)
    return false;
  if (!T) // a variable-length array
    T = cast<AllocaInst>(O.Site)->getAllocatedType();
  else if (!isa<ArrayType>(T))
    return false;
  while (auto *A = dyn_cast<ArrayType>(T))
    T = A->getElementType();
  return T->isIntegerTy() || T->isFloatingPointTy();
}

void LeadingElements::findBuffers(const ModRef &Memory) {
  for (llvm::Function &F : Index.module())
    for (Instruction &I : instructions(F)) {
      auto *C = dyn_cast<CallBase>(&I);
      const MpiCallInfo *Info = C ? IrIndex::mpiCall(C) : nullptr;
      if (!Info || !Info->hasBuffers())
        continue;
      for (unsigned A = 0; A < C->arg_size(); ++A)
        if (isBufferRole(Info->Roles[A]))
          for (unsigned P : Pts.pointees(C->getArgOperand(A))) {
            unsigned O = Objects.placeInfo(P).Object;
            if (isArray(O) && !Memory.hasLayout(O))
              Parts.try_emplace(O, Part{0, 0, nullptr});
          }
    }
}

/// "p[3]", "*p": only such a place may be known.
static bool hasConstantIndex(const Value *Pointer) {
  auto *G = dyn_cast<GEPOperator>(Pointer);
  return !G || G->hasAllConstantIndices();
}

/// Elements that the program reads or writes at places it knows.
void LeadingElements::measure() {
  DenseSet<unsigned> Mixed;
  for (llvm::Function &F : Index.module())
    for (Instruction &I : instructions(F)) {
      const Value *V = getLoadStorePointerOperand(&I);
      Type *T = V ? getLoadStoreType(&I) : nullptr;
      if (!T || T->isAggregateType() || isa<VectorType>(T) ||
          !hasConstantIndex(V))
        continue;
      SmallVector<unsigned, 4> Found;
      for (unsigned P : Pts.pointees(V))
        if (unsigned O = Objects.placeInfo(P).Object; Parts.count(O))
          Found.push_back(O);
      if (Found.empty())
        continue;
      Range At = position(V);
      int64_t Size = Objects.layout().getTypeStoreSize(T);
      if (!At.isExact() || At.Low < 0 || At.Low + Size > MaxBytes ||
          At.Low / Size >= MaxElements)
        continue;
      for (unsigned O : Found) {
        Part &Of = Parts[O];
        if (At.Low % Size || (Of.Element && Of.Element != Size))
          Mixed.insert(O);
        Of.Element = Size;
        Of.Type = T;
        Of.Count = std::max(Of.Count, unsigned(At.Low / Size) + 1);
      }
    }
  for (unsigned O : Mixed)
    Parts.erase(O);
  // What is copied from one array to another has its place in both.
  int64_t Longest = 0;
  for (auto &[O, Of] : Parts)
    Longest = std::max(Longest, Of.Element * Of.Count);
  SmallVector<unsigned, 16> Away;
  for (auto &[O, Of] : Parts) {
    if (!Of.Count)
      Of.Element = elementSize(O);
    int64_t Size =
        Objects.object(O).Type ? int64_t(Objects.object(O).Size) : Longest;
    Of.Count = unsigned(std::min(Longest, Size) / Of.Element);
    if (!Of.Count)
      Away.push_back(O);
  }
  for (unsigned O : Away)
    Parts.erase(O);
}

/// Of an array that is used at no place that is known.
int64_t LeadingElements::elementSize(unsigned Object) const {
  const MemObject &O = Objects.object(Object);
  if (O.K == MemObject::Heap)
    return 8;
  Type *T = O.Type ? O.Type : cast<AllocaInst>(O.Site)->getAllocatedType();
  while (auto *A = dyn_cast<ArrayType>(T))
    T = A->getElementType();
  return Objects.layout().getTypeStoreSize(T);
}

} // namespace skel
