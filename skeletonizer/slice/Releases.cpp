//===- Releases.cpp - what is allocated is freed --------------------------===//
//
// All at once, if that costs nothing; else one by one.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/slice/Releases.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace skel {

void Releases::demand(Slicer &Slice, const Release &R) const {
  Slice.demandRelease(R.At, R.Allocation,
                      "end of " + Objects.object(R.Object).Name);
}

void Releases::keep(Slicer &Slice) {
  for (bool More = true; More;) {
    std::vector<Release> Found;
    DenseSet<int> Own;                           // statements that release
    DenseMap<const Instruction *, size_t> Order; // of their first mention
    for (const llvm::Function &F : Index.module())
      for (const Instruction &I : instructions(F)) {
        auto *C = dyn_cast<CallBase>(&I);
        unsigned O = C ? Pts.heapObject(C) : ~0u;
        if (O == ~0u || !Slice.executes(C))
          continue;
        for (const Instruction *E : Memory.enders(O)) {
          int S = Index.stmtOf(E);
          if (Slice.reachable(E->getFunction()) &&
              !(S >= 0 && Control.isDead(S)) && Tried.insert({E, O}).second) {
            Order.try_emplace(E, Found.size());
            Found.push_back({E, Index.stmtOf(C), O});
            Own.insert(S);
          }
        }
      }
    // What a release needs may allocate.
    More = !Found.empty();
    if (!More)
      return;
    llvm::stable_sort(Found, [&](const Release &A, const Release &B) {
      return Order[A.At] < Order[B.At];
    });
    auto All = [&] {
      for (const Release &R : Found)
        demand(Slice, R);
    };
    if (Judge.grow(Slice, All, Own))
      continue;
    // Apart, but for the objects that one instruction releases: of copies of a
    // function each has its own.
    for (size_t I = 0, Next; I < Found.size(); I = Next) {
      for (Next = I; Next < Found.size() && Found[Next].At == Found[I].At;)
        ++Next;
      Judge.grow(Slice,
                 [&] {
                   for (size_t K = I; K < Next; ++K)
                     demand(Slice, Found[K]);
                 },
                 {Index.stmtOf(Found[I].At)});
    }
  }
}

} // namespace skel
