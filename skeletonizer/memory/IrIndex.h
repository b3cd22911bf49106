//===- IrIndex.h - instructions and their statements ------------*- C++ -*-===//
//
// Maps the linked module to the statement tree by debug locations, and calls
// in the module to call expressions. The call graph with its callers is here
// too. Decides nothing.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_IRINDEX_H
#define BSIM_SKELETONIZER_IRINDEX_H

#include "skeletonizer/memory/PointsTo.h"
#include "skeletonizer/model/Program.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"

namespace skel {

class IrIndex {
public:
  /// ModelText: where hints put what a function writes (see isModel).
  IrIndex(llvm::Module &M, const Program &Prog, const PointsTo &Pts,
          llvm::ArrayRef<SourceRange> ModelText);

  /// Statement of an instruction; -1 for what belongs to the function as a
  /// whole (parameters, the final return) or to no project file.
  int stmtOf(const llvm::Instruction *I) const;
  llvm::ArrayRef<const llvm::Instruction *> instructions(int Stmt) const {
    return OfStmt[Stmt];
  }
  /// The statement is a hint's: it writes what the rest of its function would
  /// have written.
  bool isModel(int Stmt) const { return Models.contains(Stmt); }
  llvm::ArrayRef<int> models() const { return Models.getArrayRef(); }
  /// What I writes reaches nobody outside of its function, for a hint stands
  /// for it.
  bool isReplaced(const llvm::Instruction *I) const;
  /// Program function; -1 if its source is not the project's.
  int functionOf(const llvm::Function *F) const;
  /// IR functions of a program function (copies of a header's inline function,
  /// clones).
  llvm::ArrayRef<llvm::Function *> copies(int Function) const {
    return CopiesOf[Function];
  }
  /// It returns a structure or a union.
  bool returnsRecord(int Function) const;
  /// Index into Program::Calls; -1 if the source's call is not found.
  int callOf(const llvm::CallBase *C) const;
  /// All that C may be: calls of one name at one place (a macro's).
  std::vector<size_t> sourceCalls(const llvm::CallBase *C) const;
  /// Where the name of a call is spelled in the body of a macro, so that all
  /// its expansions have one name: (file, byte); nothing for other calls.
  std::vector<std::pair<unsigned, unsigned>>
  macroNames(const llvm::CallBase *C) const;
  /// The variable of an alloca, and the declarator statement (-1: parameter).
  const llvm::DILocalVariable *variableOf(const llvm::AllocaInst *A) const;
  int declaratorOf(const llvm::AllocaInst *A) const;
  const llvm::AllocaInst *allocaOf(int Declarator) const;
  /// The declarator, or the statement whose header declares the variable; -1.
  int scopeOf(const llvm::AllocaInst *A) const;

  /// Calls that may enter a program function (also as a callback).
  llvm::ArrayRef<const llvm::CallBase *> callers(const llvm::Function *F) const;
  /// May perform communication, itself or in functions it calls.
  bool communicates(const llvm::Function *F) const {
    return Communicates.count(F) != 0;
  }
  bool communicates(const llvm::CallBase *C) const;
  /// A local call of MPI that copies or combines a number of elements which is
  /// not always the same small one.
  static bool worksMuch(const llvm::CallBase *C);
  /// Of such a call: its elements are of no predefined datatype, as far as can
  /// be seen here, so that one of them may be large.
  static bool ofUnknownType(const llvm::CallBase *C);
  /// The number of bytes that a call of the library function of this name goes
  /// through to compare or copy them; null if it does nothing of the kind.
  static const llvm::Value *passedBytes(const llvm::CallBase *C,
                                        llvm::StringRef Name);
  /// The MPI call that C makes directly, or null.
  static const MpiCallInfo *mpiCall(const llvm::CallBase *C);
  /// Name of a directly called external function, or empty.
  static llvm::StringRef externalName(const llvm::CallBase *C);
  /// C calls an external function directly that has the fact.
  static bool has(const llvm::CallBase *C, LibraryFact F) {
    return hasFact(externalName(C), F);
  }
  static bool has(const llvm::CallBase *C, MpiFact F) {
    const MpiCallInfo *Info = mpiCall(C);
    return Info && Info->is(F);
  }
  /// C allocates a block of which nothing may be read before it is written. A
  /// block that it makes larger keeps its contents; the pointer may still name
  /// the old block, too.
  static bool givesUnset(const llvm::CallBase *C) {
    return has(C, LibraryFact::Unset) || has(C, MpiFact::AllocatesMemory);
  }

  /// Calls of functions that clean up variables, which run where a scope ends.
  /// Their statements are the declarations.
  const llvm::SetVector<const llvm::CallBase *> &cleanups() const {
    return Cleanups;
  }
  bool isCleanup(const llvm::Instruction *I) const {
    auto *C = llvm::dyn_cast<llvm::CallBase>(I);
    return C && Cleanups.contains(C);
  }

  std::string place(const llvm::Instruction *I) const;
  /// Of a debug location; -1 if the program does not have it.
  int fileOf(const llvm::DIFile *F) const;
  const Program &program() const { return Prog; }
  llvm::Module &module() const { return M; }

private:
  void addVariable(const llvm::Value *Address, const llvm::DILocalVariable *V,
                   const llvm::DILocation *L);
  int cleanedUp(const llvm::Instruction &I) const;
  void placeDoCondition(const llvm::BranchInst *B);
  int stmtAt(const llvm::DILocation *L, const llvm::Function *F) const;

  llvm::Module &M;
  const Program &Prog;
  const PointsTo &Pts;
  llvm::DenseMap<const llvm::Instruction *, int> StmtOf;
  std::vector<std::vector<const llvm::Instruction *>> OfStmt;
  llvm::DenseMap<const llvm::Function *, int> FunctionOf;
  std::vector<std::vector<llvm::Function *>> CopiesOf;
  llvm::DenseMap<const llvm::AllocaInst *, const llvm::DILocalVariable *>
      Variables;
  llvm::DenseMap<const llvm::AllocaInst *, int> Scopes;
  llvm::DenseMap<int, const llvm::AllocaInst *> AllocaOf;
  llvm::DenseMap<const llvm::Function *, std::vector<const llvm::CallBase *>>
      CallersOf;
  llvm::DenseSet<const llvm::Function *> Communicates;
  mutable llvm::DenseMap<const llvm::DIFile *, int> FileCache;
  llvm::SetVector<const llvm::CallBase *> Cleanups;
  llvm::SetVector<int> Models;
  llvm::DenseSet<int> Modelled; ///< functions
};

/// Functions of the program, with a body, that a call enters: at once, or
/// called back.
llvm::SmallVector<const llvm::Function *, 4>
programTargets(const IrIndex &Index, const PointsTo &Pts,
               const llvm::CallBase *Call);

} // namespace skel

#endif
