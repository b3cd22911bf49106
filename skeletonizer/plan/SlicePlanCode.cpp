//===- SlicePlanCode.cpp - the code that a plan keeps ---------------------===//
#include "skeletonizer/plan/SlicePlanParts.h"
#include "skeletonizer/memory/Implicit.h"
#include "skeletonizer/model/KeptCode.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <map>

using namespace llvm;

namespace skel {

namespace {

/// Lists code by its places in the sources.
class CodeLister {
public:
  CodeLister(const SlicedProgram &S, Plan &R)
      : Index(S.Index), Slice(S.Slice), Prog(S.Index.program()), Result(R) {}

  /// The lines with code of functions that main reaches.
  void lines() {
    for (const Stmt &S : Prog.Stmts) {
      std::map<unsigned, bool> Lines;
      if (!Index.isModel(int(S.Id)))
        for (const Instruction *I : Index.instructions(int(S.Id)))
          if (const DebugLoc &L = I->getDebugLoc();
              L && L.getLine() && Slice.reachable(I->getFunction()) &&
              !isa<DbgInfoIntrinsic>(I))
            Lines[L.getLine()] |= Slice.executes(I);
      for (auto &[Line, Sliced] : Lines)
        Result.Code.push_back({int(S.Id), Line, Sliced});
    }
  }

  /// The code that ReadBack looks for in the text of the skeleton.
  void kept() {
    for (const llvm::Function &F : Index.module())
      for (const Instruction &I : llvm::instructions(F)) {
        KeptCode Code;
        int S = Index.stmtOf(&I);
        const DILocation *L = placeOfCode(I);
        if (S < 0 || !L || !Slice.executes(&I) || isImplicit(&I) ||
            !kindOfCode(I, Code.What, Code.Name) ||
            !matters(&I, Code.What, Prog.Stmts[size_t(S)]))
          continue;
        int File = Index.fileOf(L->getFile());
        if (File < 0)
          continue;
        Code.File = unsigned(File);
        Code.Line = L->getLine();
        Code.Col = L->getColumn();
        Code.Stmt = S;
        Code.Copy = isa<MemIntrinsic>(&I);
        if (auto *C = dyn_cast<CallBase>(&I); C && Index.callOf(C) >= 0)
          if (const Call &K = Prog.Calls[size_t(Index.callOf(C))];
              K.Begin < K.End && K.File == Code.File)
            Code.At = K.Begin;
        if (auto *A = Code.What == KeptCode::Store ? variableOf(I) : nullptr)
          if (const DILocalVariable *V = Index.variableOf(A))
            Code.Variable = V->getName().str();
        Result.Kept.push_back(Code);
      }
  }

private:
  /// A statement below this one stays.
  bool hasKeptPart(const Stmt &S) const {
    return any_of(S.Children, [&](unsigned C) {
      return Result.Keep[C] || hasKeptPart(Prog.Stmts[C]);
    });
  }

  /// Communication depends on the instruction, so that the text must have it.
  bool matters(const Instruction *I, KeptCode::Kind K, const Stmt &S) const {
    switch (K) {
    case KeptCode::Store:
      return Slice.writesForLive(I);
    case KeptCode::Branch:
      return isLoop(S.Kind) ||
             ((S.Kind == StmtKind::If || S.Kind == StmtKind::Switch) &&
              hasKeptPart(S));
    case KeptCode::Call: {
      auto *C = cast<CallBase>(I);
      const LibrarySummary *L = findLibraryCall(IrIndex::externalName(C));
      return Slice.isLive(C) || Slice.writesForLive(C) || !L ||
             StringRef(L->Args).contains('s') || *L->State;
    }
    }
    return true;
  }

  /// The local variable that I stores to, whole or in part; null if none.
  static const AllocaInst *variableOf(const Instruction &I) {
    auto *M = dyn_cast<MemIntrinsic>(&I);
    const Value *To = M ? M->getDest() : getPointerOperand(&I);
    for (int Step = 0; To && Step < 8; ++Step) {
      To = To->stripInBoundsOffsets();
      if (auto *P = dyn_cast<PHINode>(To)) // the rest of an array's list
        To = P->getIncomingValue(0);
    }
    return dyn_cast_or_null<AllocaInst>(To);
  }

  const IrIndex &Index;
  const SliceState &Slice;
  const Program &Prog;
  Plan &Result;
};

} // namespace

void listCode(const SlicedProgram &S, Plan &Result) {
  CodeLister List(S, Result);
  List.lines();
  List.kept();
}

} // namespace skel
