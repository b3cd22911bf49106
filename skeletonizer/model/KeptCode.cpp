//===- KeptCode.cpp - code that is looked for in the result ---------------===//
//
// Calls, stores and branches of the IR, under the names that the sources have.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/model/KeptCode.h"
#include "skeletonizer/model/MpiTable.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

bool kindOfCode(const Instruction &I, KeptCode::Kind &K, std::string &Name) {
  auto *C = dyn_cast<CallBase>(&I);
  if (isa<StoreInst>(&I) || isa<MemIntrinsic>(&I)) {
    K = KeptCode::Store;
  } else if (C && !isa<IntrinsicInst>(C)) {
    K = KeptCode::Call;
    auto *F = dyn_cast<llvm::Function>(
        C->getCalledOperand()->stripPointerCastsAndAliases());
    if (F)
      Name = F->getSubprogram() ? F->getSubprogram()->getName().str()
             // The linker numbers what units have of their own.
             : F->hasLocalLinkage() ? F->getName().split('.').first.str()
                                    : F->getName().str();
    if (StringRef(Name).starts_with("LMPI_") || isProfilingName(Name))
      Name.erase(0, 1);
    if (StringRef Twin = Name; Twin.consume_front(DecisivePrefix))
      Name = Twin.str();
    if (StringRef(Name).starts_with_insensitive("bsim_"))
      return false; // of hints; macros in the result
  } else if (I.isTerminator() && I.getNumSuccessors() > 1) {
    K = KeptCode::Branch;
  } else {
    return false;
  }
  return true;
}

const DILocation *placeOfCode(const Instruction &I) {
  // The test of a do loop has the place of whatever stands in front of it.
  const MDNode *Loop = I.getMetadata(LLVMContext::MD_loop);
  if (Loop && I.getNumSuccessors() > 1 && Loop->getNumOperands() > 1)
    if (auto *Begin = dyn_cast_or_null<DILocation>(Loop->getOperand(1).get()))
      return Begin;
  return I.getDebugLoc();
}

} // namespace skel
