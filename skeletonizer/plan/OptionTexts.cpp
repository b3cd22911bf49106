//===- OptionTexts.cpp - what reads the texts of options ------------------===//
#include "skeletonizer/plan/OptionTexts.h"
#include "skeletonizer/memory/IrIndex.h"
#include "skeletonizer/model/MpiTable.h"
#include "skeletonizer/model/Summaries.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace skel {

/// "static struct argp argp = {options, parse, ...};"
void OptionTexts::followParsers(const Module &M) {
  for (const GlobalVariable &G : M.globals()) {
    auto *Type = dyn_cast<StructType>(G.getValueType());
    if (!Type || !Type->hasName() || Type->getName() != "struct.argp" ||
        !G.hasInitializer())
      continue;
    auto *Fields = dyn_cast<ConstantStruct>(G.getInitializer());
    auto *Parser = Fields && Fields->getNumOperands() > 1
                       ? dyn_cast<llvm::Function>(Fields->getOperand(1))
                       : nullptr;
    if (Parser && Parser->arg_size() > 1)
      follow(Parser->getArg(1), nullptr);
  }
}

/// A library's function whose result may point into the text.
static bool pointsInto(const CallBase *C) {
  return C->getType()->isPointerTy() &&
         !hasFact(IrIndex::externalName(C), LibraryFact::Scans);
}

/// The use leads the text to other uses; false: it reads it.
bool OptionTexts::handsOn(const Use &U, const Instruction *Origin) {
  auto *I = cast<Instruction>(U.getUser());
  if (isa<CastInst, GetElementPtrInst, PHINode, SelectInst>(I)) {
    if (I->getType()->isPointerTy())
      follow(I, Origin);
    return true;
  }
  if (auto *S = dyn_cast<StoreInst>(I)) {
    const Value *To = S->getPointerOperand();
    if (S->getValueOperand() != U.get())
      return true;
    if (!isa<AllocaInst, GlobalVariable>(To))
      return false;
    for (const User *By : To->users())
      if (isa<LoadInst>(By) && By->getType()->isPointerTy())
        follow(By, Origin);
    return true;
  }
  auto *C = dyn_cast<CallBase>(I);
  const llvm::Function *F = C ? C->getCalledFunction() : nullptr;
  if (F && isMpiName(F->getName()))
    return true;
  if (F && !F->isDeclaration() && C->isArgOperand(&U) &&
      C->getArgOperandNo(&U) < F->arg_size()) {
    follow(F->getArg(C->getArgOperandNo(&U)), Origin);
    return true;
  }
  if (C && pointsInto(C))
    follow(C, Origin);
  return false;
}

std::vector<OptionTexts::Read> OptionTexts::reads() {
  std::vector<Read> Out;
  while (!Work.empty()) {
    auto [Text, Origin] = Work.pop_back_val();
    for (const Use &U : Text->uses()) {
      auto *I = dyn_cast<Instruction>(U.getUser());
      if (I && !isa<IntrinsicInst>(I) && !handsOn(U, Origin))
        Out.push_back({&U, Origin});
    }
  }
  return Out;
}

} // namespace skel
