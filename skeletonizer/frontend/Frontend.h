//===- Frontend.h - from sources to statements and linked IR ----*- C++ -*-===//
//
// Reads each translation unit once with Clang: statements and source facts
// from its AST, a module of unoptimised LLVM IR with full debug information
// from its code generator; links the modules into one.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_FRONTEND_H
#define BSIM_SKELETONIZER_FRONTEND_H

#include "skeletonizer/frontend/Folds.h"
#include "skeletonizer/model/Program.h"
#include "skeletonizer/model/Sources.h"
#include "skeletonizer/model/Units.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <map>
#include <memory>
#include <set>
#include <string>

namespace skel {

struct FrontendResult {
  Program Prog;
  Sources Src;
  FoldFacts Folds;
  std::unique_ptr<llvm::LLVMContext> Context;
  std::unique_ptr<llvm::Module> Linked;
  /// Files with a definition of main().
  std::vector<std::string> Mains;
  /// For each the units that its program needs, as a linker takes them from an
  /// archive.
  std::map<std::string, std::set<std::string>> Needed;
  /// Units that the one main does not need, and a symbol that each of them
  /// needs and that nothing defines: members of a library that has more.
  std::map<std::string, std::string> Lacking;
  /// Why the units cannot be linked, where not all of them are needed; Linked
  /// is of no use then.
  std::string LinkError;
};

/// Path of a file -> text that is read in its place. A name that is no file's
/// is read in front of every unit.
using Overlay = std::map<std::string, std::string>;

/// Reads all units. Compile errors are printed as the compiler prints them;
/// Error then says which unit. NeedIR false: statements and facts only. Shared:
/// what an earlier reading has found, which saves one; what is found is added.
bool readProgram(const UnitList &List, const Overlay &Changed, bool NeedIR,
                 SharedTexts &Shared, FrontendResult &Out, std::string &Error);

/// Compiles a unit of a skeleton, whose texts stand for the program's own, with
/// places of lines and columns only. Null with what the compiler says in Said.
std::unique_ptr<llvm::Module> compileUnit(const Unit &U, const Overlay &Texts,
                                          llvm::LLVMContext &Context,
                                          std::string &Said);

} // namespace skel

#endif
