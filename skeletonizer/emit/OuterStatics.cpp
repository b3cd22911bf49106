//===- OuterStatics.cpp - variables that are not each rank's own ----------===//
//
// Looks at the linked IR: there only what the program uses of a header is left,
// with inline functions and their own static variables.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/emit/OuterStatics.h"
#include "skeletonizer/model/Summaries.h"
#include "skeletonizer/model/Units.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include <set>

namespace skel {

// Whether something is stored there, or its address is handed on.
static bool mayBeWritten(const llvm::Value &Address,
                         std::set<const llvm::Value *> &Seen) {
  if (!Seen.insert(&Address).second)
    return false;
  for (const llvm::User *U : Address.users()) {
    if (llvm::isa<llvm::LoadInst>(U) || llvm::isa<llvm::CmpInst>(U))
      continue;
    if (llvm::isa<llvm::GetElementPtrInst>(U) || llvm::isa<llvm::CastInst>(U) ||
        llvm::isa<llvm::ConstantExpr>(U) || llvm::isa<llvm::PHINode>(U) ||
        llvm::isa<llvm::SelectInst>(U)) {
      if (mayBeWritten(*U, Seen))
        return true;
      continue;
    }
    return true;
  }
  return false;
}

static const llvm::DIGlobalVariable *
debugInfo(const llvm::GlobalVariable &Variable) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression *, 1> All;
  Variable.getDebugInfo(All);
  return All.empty() ? nullptr : All[0]->getVariable();
}

std::string warnOfOuterStatics(const llvm::Module &M, const Program &P) {
  std::string Out;
  std::set<std::string> Told;
  for (const llvm::GlobalVariable &G : M.globals()) {
    const llvm::DIGlobalVariable *Info =
        G.isDeclaration() || G.isConstant() ? nullptr : debugInfo(G);
    if (!Info || !Info->getFile())
      continue;
    std::string Path =
        realPath(makeAbsolute(Info->getFile()->getDirectory().str(),
                              Info->getFile()->getFilename().str()));
    int File = P.fileByPath(Path);
    std::set<const llvm::Value *> Seen;
    if (Path.empty() || (File >= 0 && P.Files[File].Project) ||
        !mayBeWritten(G, Seen))
      continue;
    std::string Text = Path + ":" + std::to_string(Info->getLine()) +
                       ": all ranks share the variable '" +
                       Info->getName().str() +
                       "', which the program writes and of which each process "
                       "of MPI has its own: name a top folder that holds the "
                       "file too (--root DIR), or put a copy of it beside the "
                       "sources";
    if (Told.insert(Text).second)
      Out += "skeletonize: warning: " + Text + "\n";
  }
  return Out;
}

std::string warnOfThreadLocals(const llvm::Module &M) {
  std::string Out;
  llvm::StringRef Makes;
  for (llvm::StringRef Name : namesWith(LibraryFact::StartsThread))
    if (const llvm::Function *F = M.getFunction(Name); F && !F->use_empty())
      Makes = Name;
  for (const llvm::GlobalVariable &G : M.globals()) {
    std::set<const llvm::Value *> Seen;
    const llvm::DIGlobalVariable *Info =
        !Makes.empty() && G.isThreadLocal() ? debugInfo(G) : nullptr;
    if (!Info || !Info->getFile() || !mayBeWritten(G, Seen))
      continue;
    Out += "skeletonize: warning: " + Info->getFile()->getFilename().str() +
           ":" + std::to_string(Info->getLine()) +
           ": all threads of a rank share the variable '" +
           Info->getName().str() + "', of which each thread that " +
           Makes.str() +
           "() makes has its own: what communication depends on must not " +
           "depend on it (--verify shows whether it does)\n";
  }
  return Out;
}

} // namespace skel
