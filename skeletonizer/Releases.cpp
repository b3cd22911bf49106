//===- Releases.cpp - what is allocated is freed --------------------------===//
//
// All at once, if that costs nothing; else one by one.
//
//===----------------------------------------------------------------------===//
#include "Releases.h"
#include "llvm/IR/InstIterator.h"
#include <map>

using namespace llvm;

namespace skel {

void Releases::demand(Slicer &Slice, const Release &R) const {
  Slice.demandRelease(R.At, R.Allocation,
                      "end of " + Objects.object(R.Object).Name);
}

void Releases::keep(Slicer &Slice) {
  for (bool More = true; More;) {
    std::vector<Release> Found;
    DenseSet<int> Own; // statements that release
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
            Found.push_back({E, Index.stmtOf(C), O});
            Own.insert(S);
          }
        }
      }
    // What a release needs may allocate.
    More = !Found.empty();
    if (!More)
      return;
    auto All = [&] {
      for (const Release &R : Found)
        demand(Slice, R);
    };
    if (Judge.attempt(Slice, All, Own).empty())
      continue;
    // One by one; those of one statement, in copies of its function or of other
    // memory, together.
    std::map<int, std::vector<Release>> ByStatement;
    for (const Release &R : Found)
      ByStatement[Index.stmtOf(R.At)].push_back(R);
    for (auto &[S, All] : ByStatement)
      Judge.attempt(Slice,
                    [&, &All = All] {
                      for (const Release &R : All)
                        demand(Slice, R);
                    },
                    {S});
  }
}

} // namespace skel
