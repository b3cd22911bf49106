//===- Reach.cpp - functions that main may reach --------------------------===//
//
// By names alone, which takes no analysis of pointers: a function whose address
// is named may be called.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/frontend/Reach.h"
#include "skeletonizer/model/Units.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace skel {

std::vector<char> reachedFunctions(const llvm::Module &M, const Program &P) {
  std::vector<char> Reached(P.Functions.size(), 0);
  DenseSet<const Value *> Seen;
  std::vector<const Value *> Work;
  auto Visit = [&](const Value *V) {
    if (V && isa<Constant>(V) && Seen.insert(V).second)
      Work.push_back(V);
  };
  Visit(M.getFunction("main"));
  for (StringRef Name : {"llvm.global_ctors", "llvm.global_dtors"})
    Visit(M.getGlobalVariable(Name));
  while (!Work.empty()) {
    const Value *V = Work.back();
    Work.pop_back();
    if (auto *F = dyn_cast<llvm::Function>(V)) {
      for (const Instruction &I : instructions(*F))
        for (const Use &U : I.operands())
          Visit(U.get());
      const DISubprogram *S = F->getSubprogram();
      int File = S ? P.fileByPath(makeAbsolute(S->getDirectory().str(),
                                               S->getFilename().str()))
                   : -1;
      int Id = File < 0 ? -1
                        : P.functionAt(unsigned(File), S->getLine(),
                                       S->getName().str());
      if (Id >= 0)
        Reached[size_t(Id)] = 1;
    } else if (auto *G = dyn_cast<GlobalVariable>(V)) {
      if (G->hasInitializer())
        Visit(G->getInitializer());
    } else if (auto *C = dyn_cast<Constant>(V)) {
      for (const Use &U : C->operands())
        Visit(U.get());
    }
  }
  return Reached;
}

} // namespace skel
