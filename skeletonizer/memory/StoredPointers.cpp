//===- StoredPointers.cpp - pointers by where they are stored -------------===//
//
// Stores through pointers that can point to the same places are listed once.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/StoredPointers.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace skel {

StoredPointers::StoredPointers(const Module &M, const MemoryObjects &Objects,
                               const PointsTo &Pts)
    : Objects(Objects), Pts(Pts) {
  DenseMap<const PlaceSet *, unsigned> Known;
  for (const llvm::Function &F : M)
    for (const Instruction &I : instructions(F)) {
      auto *S = dyn_cast<StoreInst>(&I);
      if (!S || !S->getValueOperand()->getType()->isPointerTy())
        continue;
      const PlaceSet &At = Pts.pointees(S->getPointerOperand());
      auto [It, New] = Known.try_emplace(&At, unsigned(Values.size()));
      if (New) {
        Values.emplace_back();
        for (unsigned P : At)
          StoredAt[P].push_back(It->second);
      }
      Values[It->second].push_back(S->getValueOperand());
    }
}

bool StoredPointers::eachNew(const LoadInst &L, Search &S,
                             function_ref<void(const Value *)> Each) const {
  const PlaceSet &From = Pts.pointees(L.getPointerOperand());
  if (!S.Read.insert(&From).second)
    return true; // or the search had ended
  bool Stored = false;
  auto Read = [&](unsigned P) {
    auto It = StoredAt.find(P);
    if (It == StoredAt.end())
      return;
    Stored = true;
    if (S.Places.insert(P).second)
      for (unsigned K : It->second)
        if (S.Sets.insert(K).second)
          llvm::for_each(Values[K], Each);
  };
  for (unsigned P : From) {
    unsigned O = Objects.placeInfo(P).Object;
    Read(P);
    if (P != Objects.anywhere(O))
      Read(Objects.anywhere(O));
    else
      llvm::for_each(Objects.object(O).Places, Read);
  }
  return Stored;
}

} // namespace skel
