//===- IrIndex.cpp - instructions and the statements they come from -------===//
//
// Walks the module once.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/IrIndex.h"
#include "skeletonizer/model/Units.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <algorithm>
#include <array>

using namespace llvm;

namespace skel {

IrIndex::IrIndex(Module &Mod, const Program &P, const PointsTo &Points,
                 ArrayRef<SourceRange> ModelText)
    : M(Mod), Prog(P), Pts(Points) {
  for (const SourceRange &R : ModelText) {
    for (const skel::Function &F : Prog.Functions)
      if (F.Body >= 0 && Prog.Stmts[F.Body].Range.File == R.File &&
          Prog.Stmts[F.Body].Range.Begin < R.Begin &&
          R.End < Prog.Stmts[F.Body].Range.End)
        Modelled.insert(int(F.Id));
    for (const Stmt &S : Prog.Stmts)
      if (S.Range.File == R.File && S.Range.Begin >= R.Begin &&
          S.Range.End <= R.End)
        Models.insert(int(S.Id));
  }
  OfStmt.resize(Prog.Stmts.size());
  CopiesOf.resize(Prog.Functions.size());
  for (llvm::Function &F : M) {
    if (F.isDeclaration())
      continue;
    int Id = -1;
    if (const DISubprogram *S = F.getSubprogram()) {
      int File = fileOf(S->getFile());
      if (File >= 0)
        Id = Prog.functionAt(unsigned(File), S->getLine(), S->getName().str());
    }
    FunctionOf[&F] = Id;
    if (Id >= 0)
      CopiesOf[Id].push_back(&F);
    for (Instruction &I : llvm::instructions(F)) {
      for (DbgVariableRecord &R : filterDbgVars(I.getDbgRecordRange()))
        if (R.isDbgDeclare())
          addVariable(R.getAddress(), R.getVariable(), R.getDebugLoc());
      if (isa<DbgInfoIntrinsic>(I)) {
        if (auto *D = dyn_cast<DbgDeclareInst>(&I))
          addVariable(D->getAddress(), D->getVariable(), D->getDebugLoc());
        continue;
      }
      int S = stmtAt(I.getDebugLoc(), &F);
      // A function's closing brace and the like: no statement of their own.
      if (S >= 0 && Prog.Stmts[S].Kind == StmtKind::Compound) {
        S = cleanedUp(I);
        if (S >= 0)
          Cleanups.insert(cast<CallBase>(&I));
      }
      if (!StmtOf.count(&I))
        StmtOf[&I] = S;
      if (auto *B = dyn_cast<BranchInst>(&I))
        placeDoCondition(B);
    }
    for (Instruction &I : llvm::instructions(F)) {
      auto It = StmtOf.find(&I);
      if (It != StmtOf.end() && It->second >= 0)
        OfStmt[It->second].push_back(&I);
    }
  }
  for (llvm::Function &F : M)
    for (Instruction &I : llvm::instructions(F))
      if (auto *C = dyn_cast<CallBase>(&I)) {
        for (llvm::Function *G : Pts.callees(C))
          CallersOf[G].push_back(C);
        for (auto Targets : {Pts.callbacks(C), Pts.registered(C)})
          for (llvm::Function *G : Targets)
            if (!is_contained(Pts.callees(C), G))
              CallersOf[G].push_back(C);
        if (const MpiCallInfo *Info = mpiCall(C))
          if (Info->isCommunication())
            Communicates.insert(&F);
        for (const llvm::Function *G : Pts.externals(C))
          if (const MpiCallInfo *Info = findMpiCall(G->getName()))
            if (Info->isCommunication())
              Communicates.insert(&F);
      }
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (llvm::Function &F : M)
      if (Communicates.count(&F))
        for (const CallBase *C : callers(&F))
          Changed |= Communicates.insert(C->getFunction()).second;
  }
}

/// The declaration of a variable that a function cleans up where its scope
/// ends; else -1.
int IrIndex::cleanedUp(const Instruction &I) const {
  auto *C = dyn_cast<CallBase>(&I);
  if (!C || isa<IntrinsicInst>(C) || C->arg_size() != 1)
    return -1;
  auto *A = dyn_cast<AllocaInst>(C->getArgOperand(0));
  return A ? declaratorOf(A) : -1;
}

/// The test at the end of a do loop has the place of what stands before it;
/// the loop's metadata knows where the loop begins.
void IrIndex::placeDoCondition(const BranchInst *B) {
  const MDNode *Loop = B->getMetadata(LLVMContext::MD_loop);
  if (!B->isConditional() || !Loop || Loop->getNumOperands() < 2)
    return;
  int S = stmtAt(dyn_cast_or_null<DILocation>(Loop->getOperand(1).get()),
                 B->getFunction());
  if (S < 0 || Prog.Stmts[S].Kind != StmtKind::Do)
    return;
  StmtOf[B] = S;
  const Value *V = B->getCondition();
  while (auto *I = dyn_cast<Instruction>(V)) {
    if (I->getParent() != B->getParent() || isa<LoadInst>(I) ||
        isa<CallBase>(I) || isa<PHINode>(I) || !I->getNumOperands())
      break;
    StmtOf[I] = S;
    V = I->getOperand(0);
  }
}

void IrIndex::addVariable(const Value *Address, const DILocalVariable *V,
                          const DILocation *L) {
  auto *A = dyn_cast_or_null<AllocaInst>(Address);
  if (!A)
    return;
  Variables[A] = V;
  int S = stmtAt(L, A->getFunction());
  if (S < 0)
    return;
  Scopes[A] = S;
  if (Prog.Stmts[S].Kind == StmtKind::Declarator)
    AllocaOf[S] = A;
}

int IrIndex::fileOf(const DIFile *F) const {
  if (!F)
    return -1;
  auto [It, New] = FileCache.try_emplace(F, -1);
  if (!New)
    return It->second;
  int Id = Prog.fileByPath(
      makeAbsolute(F->getDirectory().str(), F->getFilename().str()));
  FileCache[F] = Id;
  return Id;
}

int IrIndex::stmtAt(const DILocation *L, const llvm::Function *F) const {
  int Function = functionOf(F);
  if (!L || L->getLine() == 0 || Function < 0)
    return -1;
  int File = fileOf(L->getFile());
  return File < 0 ? -1
                  : Prog.stmtAt(unsigned(Function), unsigned(File),
                                L->getLine(), L->getColumn());
}

bool IrIndex::isReplaced(const Instruction *I) const {
  if (Modelled.empty() || !Modelled.count(functionOf(I->getFunction())))
    return false;
  return !isModel(stmtOf(I));
}

int IrIndex::stmtOf(const Instruction *I) const {
  auto It = StmtOf.find(I);
  return It == StmtOf.end() ? -1 : It->second;
}

int IrIndex::functionOf(const llvm::Function *F) const {
  auto It = FunctionOf.find(F);
  return It == FunctionOf.end() ? -1 : It->second;
}

bool IrIndex::returnsRecord(int Function) const {
  if (Function < 0)
    return false;
  for (const llvm::Function *F : copies(Function))
    if (const DISubprogram *P = F->getSubprogram()) {
      DITypeRefArray Types = P->getType()->getTypeArray();
      const DIType *T = Types.size() ? Types[0] : nullptr;
      while (auto *D = dyn_cast_or_null<DIDerivedType>(T)) {
        if (D->getTag() == dwarf::DW_TAG_pointer_type)
          return false;
        T = D->getBaseType();
      }
      auto *C = dyn_cast_or_null<DICompositeType>(T);
      return C && C->getTag() != dwarf::DW_TAG_enumeration_type;
    }
  return false;
}

StringRef IrIndex::externalName(const CallBase *C) {
  const Value *Target = C->getCalledOperand()->stripPointerCastsAndAliases();
  auto *F = dyn_cast<llvm::Function>(Target);
  return F && F->isDeclaration() ? F->getName() : StringRef();
}

const MpiCallInfo *IrIndex::mpiCall(const CallBase *C) {
  StringRef Name = externalName(C);
  return Name.empty() ? nullptr : findMpiCall(Name);
}

bool IrIndex::worksMuch(const CallBase *C) {
  const MpiCallInfo *M = mpiCall(C);
  int Count = M ? M->elementCount() : -1;
  if (Count < 0 || unsigned(Count) >= C->arg_size())
    return false;
  auto *K = dyn_cast<ConstantInt>(C->getArgOperand(unsigned(Count)));
  return !K || K->getSExtValue() >= 512 || ofUnknownType(C);
}

bool IrIndex::ofUnknownType(const CallBase *C) {
  unsigned Type = unsigned(mpiCall(C)->elementCount()) + 1;
  return Type < C->arg_size() && !isa<ConstantInt>(C->getArgOperand(Type));
}

const Value *IrIndex::passedBytes(const CallBase *C, StringRef Name) {
  return hasFact(Name, LibraryFact::PassesBytes) && !C->arg_empty()
             ? C->getArgOperand(C->arg_size() - 1)
             : nullptr;
}

bool IrIndex::communicates(const CallBase *C) const {
  if (const MpiCallInfo *Info = mpiCall(C))
    return Info->isCommunication();
  for (const llvm::Function *G : Pts.callees(C))
    if (Communicates.count(G))
      return true;
  for (const llvm::Function *G : Pts.callbacks(C))
    if (Communicates.count(G))
      return true;
  for (const llvm::Function *G : Pts.externals(C))
    if (const MpiCallInfo *Info = findMpiCall(G->getName()))
      if (Info->isCommunication())
        return true;
  return false;
}

/// Calls of the source at the place of C, with its callee's name.
std::vector<size_t> IrIndex::sourceCalls(const CallBase *C) const {
  std::vector<size_t> Result;
  const DebugLoc &L = C->getDebugLoc();
  int File = L ? fileOf(L->getFile()) : -1;
  if (File < 0)
    return Result;
  StringRef Name;
  const Value *Called = C->getCalledOperand()->stripPointerCasts();
  if (auto *A = dyn_cast<GlobalAlias>(Called)) {
    Name = A->getName();
  } else if (auto *F = dyn_cast<llvm::Function>(Called)) {
    // Clones and the linker's renamed statics keep the name in debug info.
    Name = F->getSubprogram() ? F->getSubprogram()->getName() : F->getName();
  }
  auto Before = [](const Call &A, const std::array<unsigned, 3> &At) {
    return std::array<unsigned, 3>{A.File, A.Line, A.Col} < At;
  };
  std::array<unsigned, 3> At{unsigned(File), L->getLine(), L->getColumn()};
  std::vector<size_t> Unnamed; // "(0, f)(x)": only the code has the name
  for (auto It =
           std::lower_bound(Prog.Calls.begin(), Prog.Calls.end(), At, Before);
       It != Prog.Calls.end() && It->File == At[0] && It->Line == At[1] &&
       It->Col == At[2];
       ++It)
    if (int(It->Function) != functionOf(C->getFunction()))
      continue; // the same text in another function
    else if (It->Callee.empty())
      Unnamed.push_back(size_t(It - Prog.Calls.begin()));
    else if (StringRef(It->Callee) == Name)
      Result.push_back(size_t(It - Prog.Calls.begin()));
  return Result.empty() ? Unnamed : Result;
}

int IrIndex::callOf(const CallBase *C) const {
  std::vector<size_t> Found = sourceCalls(C);
  // Two calls at one place (a macro) cannot be told apart.
  return Found.size() == 1 ? int(Found[0]) : -1;
}

std::vector<std::pair<unsigned, unsigned>>
IrIndex::macroNames(const CallBase *C) const {
  std::vector<std::pair<unsigned, unsigned>> Result;
  for (size_t I : sourceCalls(C))
    if (Prog.Calls[I].FromMacro)
      Result.push_back({Prog.Calls[I].NameFile, Prog.Calls[I].NameBegin});
  return Result;
}

const DILocalVariable *IrIndex::variableOf(const AllocaInst *A) const {
  auto It = Variables.find(A);
  return It == Variables.end() ? nullptr : It->second;
}

int IrIndex::scopeOf(const AllocaInst *A) const {
  auto It = Scopes.find(A);
  return It == Scopes.end() ? -1 : It->second;
}

int IrIndex::declaratorOf(const AllocaInst *A) const {
  int S = scopeOf(A);
  return S >= 0 && Prog.Stmts[S].Kind == StmtKind::Declarator ? S : -1;
}

const AllocaInst *IrIndex::allocaOf(int Declarator) const {
  auto It = AllocaOf.find(Declarator);
  return It == AllocaOf.end() ? nullptr : It->second;
}

ArrayRef<const CallBase *> IrIndex::callers(const llvm::Function *F) const {
  auto It = CallersOf.find(F);
  return It == CallersOf.end() ? ArrayRef<const CallBase *>()
                               : ArrayRef(It->second);
}

std::string IrIndex::place(const Instruction *I) const {
  const DebugLoc &L = I->getDebugLoc();
  if (!L)
    return I->getFunction()->getName().str();
  int File = fileOf(L->getFile());
  if (File < 0)
    return L->getFilename().str() + ":" + std::to_string(L->getLine());
  return Prog.place(unsigned(File), L->getLine());
}

SmallVector<const llvm::Function *, 4> programTargets(const IrIndex &Index,
                                                      const PointsTo &Pts,
                                                      const CallBase *Call) {
  SmallVector<const llvm::Function *, 4> Out;
  const Program &Prog = Index.program();
  for (auto Targets : {Pts.callees(Call), Pts.callbacks(Call)})
    for (const llvm::Function *G : Targets)
      if (int F = Index.functionOf(G); F >= 0 && Prog.Functions[F].Body >= 0)
        Out.push_back(G);
  return Out;
}

} // namespace skel
