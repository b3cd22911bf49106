//===- CallsBehind.cpp - the calls of functions, found once ---------------===//
#include "skeletonizer/slice/CallsBehind.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

ArrayRef<const CallBase *> CallsBehind::of(const llvm::Function *F) {
  auto [It, New] = Calls.try_emplace(F);
  if (New)
    for (const Instruction &I : instructions(*F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && !isa<IntrinsicInst>(I))
        It->second.push_back(Call);
  return It->second;
}

const CallsBehind::Functions &CallsBehind::behind(const llvm::Function *F) {
  auto [It, New] = Behind.try_emplace(F);
  if (!New)
    return *It->second;
  It->second = std::make_unique<Functions>();
  Functions &All = *It->second;
  SmallVector<const llvm::Function *, 16> Work{F};
  while (!Work.empty()) {
    const llvm::Function *At = Work.pop_back_val();
    if (!All.insert(At).second)
      continue;
    for (const CallBase *Call : of(At))
      for (auto Targets : {Pts.callees(Call), Pts.callbacks(Call)})
        Work.append(Targets.begin(), Targets.end());
  }
  return All;
}

} // namespace skel
