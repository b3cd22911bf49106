//===- SlicePlan.cpp - from the slice to the plan -------------------------===//
//
// Writes down what the slicer found, by source places. Decides nothing more
// than what C asks for: functions that kept text names, final returns.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/plan/SlicePlan.h"
#include "skeletonizer/memory/Implicit.h"
#include "skeletonizer/memory/LeadingElements.h"
#include "skeletonizer/model/KeptCode.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <algorithm>
#include <map>

using namespace llvm;

namespace skel {

namespace {

class Builder {
public:
  Builder(const IrIndex &I, const PointsTo &P, const ModRef &M, const Sites &S,
          const Slicer &Sl, Plan &R)
      : Index(I), Pts(P), Memory(M), CallSites(S), Slice(Sl), Prog(I.program()),
        Result(R) {}

  void run() {
    size_t N = Prog.Stmts.size();
    Result.Keep.assign(N, 0);
    Result.Why.assign(N, Reason());
    Result.KeepFn.assign(Prog.Functions.size(), 0);
    Result.DeclOnly.assign(N, 0);
    Result.NullReturn.assign(N, 0);
    Result.Runs.assign(N, 0);
    for (const Stmt &S : Prog.Stmts) {
      for (const llvm::Function *F : Index.copies(int(S.Function)))
        Result.Runs[S.Id] |= Slice.reachable(F);
      if (Slice.neverRuns(int(S.Id)))
        Result.Runs[S.Id] = 0;
      statement(S);
    }
    functions();
    calls();
    code();
    keptCode();
    unknowns();
    overlooked();
  }

private:
  /// The code only stores or returns constants: it may stay as it is.
  static bool isConstant(ArrayRef<const Instruction *> Code) {
    for (const Instruction *I : Code) {
      if (auto *S = dyn_cast<StoreInst>(I)) {
        if (!isa<Constant>(S->getValueOperand()))
          return false;
      } else if (auto *T = dyn_cast<MemTransferInst>(I)) {
        if (!isa<Constant>(T->getSource()) || !isa<Constant>(T->getLength()))
          return false;
      } else if (auto *Ret = dyn_cast<ReturnInst>(I)) {
        if (Ret->getReturnValue() && !isa<Constant>(Ret->getReturnValue()))
          return false;
      } else if (!isa<BranchInst>(I) && !isa<MemSetInst>(I) &&
                 !isa<GetElementPtrInst>(I)) {
        return false;
      }
    }
    return true;
  }

  bool isConstantVariable(const AllocaInst *A) const {
    const DILocalVariable *V = Index.variableOf(A);
    auto *T = V ? dyn_cast_or_null<DIDerivedType>(V->getType()) : nullptr;
    return T && T->getTag() == dwarf::DW_TAG_const_type;
  }

  void statement(const Stmt &S) {
    int Id = int(S.Id);
    if (S.Kind == StmtKind::Declarator && Index.allocaOf(Id) &&
        !Index.instructions(Id).empty() &&
        (!Slice.keeps(Id) || Slice.standsAlone(Id)))
      Result.DeclOnly[Id] = isConstantVariable(Index.allocaOf(Id)) &&
                                    isConstant(Index.instructions(Id))
                                ? 2
                                : 1;
    if (!Slice.keeps(Id))
      return;
    Result.Keep[Id] = 1;
    Result.Why[Id] = Slice.reason(Id);
    if (const CallBase *C = Slice.standsAlone(Id)) {
      if (!isWholeText(Id, C))
        Result.CallsOnly.push_back({Id, unsigned(Index.callOf(C))});
    }
    if (S.Kind == StmtKind::Return &&
        (Slice.onlyJumps(Id) || Slice.standsAlone(Id)) &&
        (Index.returnsRecord(int(S.Function)) ||
         !isConstant(Index.instructions(Id))))
      Result.NullReturn[Id] = 1;
  }

  /// The statement is nothing but this call.
  bool isWholeText(int Id, const CallBase *C) const {
    if (Prog.Stmts[Id].Kind != StmtKind::Expr)
      return false;
    for (const Instruction *I : Index.instructions(Id)) {
      if (I->getFunction() != C->getFunction() || I == C)
        continue;
      if (auto *S = dyn_cast<StoreInst>(I))
        if (S->getValueOperand()->stripPointerCasts() == C ||
            isa<CastInst>(S->getValueOperand()))
          return false;
      if (!I->comesBefore(C))
        return false;
    }
    const Call &K = Prog.Calls[Index.callOf(C)];
    const Stmt &S = Prog.Stmts[Id];
    return K.Line == S.Range.Line && K.Col == S.Range.Col;
  }

  void functions() {
    DenseSet<const Value *> Seen;
    SmallVector<const Value *, 32> Work;
    for (const llvm::Function &F : Index.module()) {
      if (Slice.needs(&F))
        Work.push_back(&F);
      for (const Instruction &I : llvm::instructions(F))
        if (Slice.executes(&I))
          for (const Use &U : I.operands())
            if (isa<Constant>(U.get()))
              Work.push_back(U.get());
    }
    // Functions in tables that kept code names, too.
    while (!Work.empty()) {
      const Value *V = Work.pop_back_val();
      if (!Seen.insert(V).second)
        continue;
      if (auto *F = dyn_cast<llvm::Function>(V)) {
        int Id = Index.functionOf(F);
        if (Id >= 0)
          Result.KeepFn[Id] = 1;
      } else if (auto *G = dyn_cast<GlobalVariable>(V)) {
        if (G->hasInitializer())
          Work.push_back(G->getInitializer());
      } else if (auto *C = dyn_cast<Constant>(V)) {
        for (const Use &U : C->operands())
          Work.push_back(U.get());
      }
    }
    for (size_t F = 0; F < Prog.Functions.size(); ++F)
      if (Result.KeepFn[F])
        finalReturn(int(F));
  }

  /// A function with a result keeps the return at its end.
  void finalReturn(int F) {
    int Body = Prog.Functions[F].Body;
    if (Body < 0 || Prog.Stmts[Body].Children.empty())
      return;
    Result.Keep[Body] = 1;
    int Last = int(Prog.Stmts[Body].Children.back());
    if (Prog.Stmts[Last].Kind != StmtKind::Return || Result.Keep[Last] ||
        Slice.neverRuns(Last))
      return;
    bool Void = true;
    for (const llvm::Function *Copy : Index.copies(F))
      Void &= Copy->getReturnType()->isVoidTy() && !Copy->hasStructRetAttr();
    if (Void)
      return;
    Result.Keep[Last] = 1;
    Result.Why[Last].Why = Reason::Syntax;
    Result.NullReturn[Last] =
        Index.returnsRecord(F) || !isConstant(Index.instructions(Last));
  }

  void calls() {
    DenseSet<int> Done;
    for (const llvm::Function &F : Index.module())
      for (const Instruction &I : llvm::instructions(F)) {
        auto *C = dyn_cast<CallBase>(&I);
        if (!C || !Slice.executes(C) || isa<IntrinsicInst>(C))
          continue;
        int Site = CallSites.siteOf(C);
        if (Site < 0 || !Done.insert(Site).second)
          continue;
        call(C, Site);
      }
    std::sort(Result.Calls.begin(), Result.Calls.end(),
              [](const CommCall &A, const CommCall &B) {
                return std::tie(A.File, A.Line, A.Col) <
                       std::tie(B.File, B.Line, B.Col);
              });
    mergeCalls();
    std::sort(
        Result.DeadArguments.begin(), Result.DeadArguments.end(),
        [](const DeadArgs &A, const DeadArgs &B) { return A.Call < B.Call; });
  }

  /// Of functions that come out of one macro, or that include one text, on one
  /// line a call is one call of the source.
  void mergeCalls() {
    std::vector<CommCall> Merged;
    std::map<std::tuple<unsigned, unsigned, unsigned, unsigned>, size_t> Seen;
    for (CommCall &C : Result.Calls) {
      auto Text = std::find_if(Prog.Calls.begin(), Prog.Calls.end(),
                               [&](const Call &K) {
                                 return K.File == C.File && K.Line == C.Line &&
                                        K.Col == C.Col && K.Callee == C.Name;
                               });
      if (Text == Prog.Calls.end() || !Text->FromMacro) {
        Merged.push_back(C);
        continue;
      }
      auto [It, New] = Seen.try_emplace(
          {C.File, C.Line, Text->NameFile, Text->NameBegin}, Merged.size());
      if (New) {
        Merged.push_back(C);
        continue;
      }
      CommCall &Same = Merged[It->second];
      if (C.Real && !Same.Real)
        std::swap(Same, C);
      for (size_t A = 0; A < C.NullArg.size() && A < Same.NullArg.size(); ++A)
        Same.NullArg[A] = Same.NullArg[A] && C.NullArg[A];
      Same.Leading.assign(Same.Leading.size(), 0);
    }
    Result.Calls = std::move(Merged);
  }

  void call(const CallBase *C, int Site) {
    int Stmt = Index.stmtOf(C);
    std::vector<bool> Null(C->arg_size());
    bool Any = false;
    for (unsigned A = 0; A < C->arg_size(); ++A) {
      bool Dead = true;
      for (const CallBase *Copy : CallSites.copies(Site))
        Dead &= A < Copy->arg_size() && CallSites.replaceable(Copy, A) &&
                !Slice.needsArgument(Copy, A);
      Null[A] = Dead;
      Any |= Dead;
    }
    unsigned File = Prog.Stmts[Stmt].Range.File;
    const MpiCallInfo *Info = IrIndex::mpiCall(C);
    if (!Info) {
      if (Any && !Pts.callees(C).empty())
        Result.DeadArguments.push_back({unsigned(Index.callOf(C)), Null});
      return;
    }
    CommCall Out;
    Out.Name = IrIndex::externalName(C).str();
    Out.File = File;
    const DebugLoc &L = C->getDebugLoc();
    Out.Line = L->getLine();
    Out.Col = L.getCol();
    Out.Stmt = Stmt;
    Out.NullArg = Null;
    Out.Real = !Info->hasBuffers() || Slice.isReal(Site);
    Out.Why = !Info->hasBuffers() ? "has no buffers"
              : Out.Real          ? Slice.realBecause(Site).str()
                                  : "no live data";
    Out.For = Slice.realFor(Site);
    Out.Leading.resize(C->arg_size());
    if (Info->hasBuffers() && Out.Real)
      leading(*Info, Site, Out);
    Result.Calls.push_back(Out);
  }

  /// Buffers of which only the first bytes are live.
  void leading(const MpiCallInfo &Info, int Site, CommCall &Out) {
    std::string Text;
    bool Both = Info.Family == P2P_SENDRECV;
    for (unsigned A = 0; A < Out.Leading.size(); ++A) {
      if (!isBufferRole(Info.Roles[A]) || Out.NullArg[A])
        continue;
      int64_t Bytes = Slice.liveBytes(Site, A);
      if (Bytes == 0 || Bytes > LeadingElements::MaxBytes)
        continue;
      Out.Leading[A] = int(Bytes);
      Text += (Text.empty() ? "; of the message " : ", ") +
              std::string(!Both || Info.Roles[A] == 'x' ? ""
                          : Info.Roles[A] == 'b'        ? "sent "
                                                        : "received ") +
              "only the first " + std::to_string(Bytes) + " bytes are live";
    }
    Out.Why += Text;
  }

  void code() {
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

  /// A part of the statement stays, or a block that is in it.
  bool hasKeptPart(const Stmt &S) const {
    return any_of(S.Children, [&](unsigned C) {
      return Result.Keep[C] || hasKeptPart(Prog.Stmts[C]);
    });
  }

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

  /// The local variable that I stores to, or to a part of which; or null.
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

  /// What the text must have, for ReadBack.
  void keptCode() {
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

  void unknowns() {
    auto Add = [&](const Instruction *I, const std::string &Text) {
      std::string Line = Index.place(I) + ": " + Text;
      if (!is_contained(Result.Unknown, Line))
        Result.Unknown.push_back(Line);
    };
    for (const CallBase *C : Pts.unknownCalls())
      if (int S = Index.stmtOf(C); Slice.reachable(C->getFunction()) &&
                                   !(S >= 0 && Slice.neverRuns(S))) {
        StringRef Name = IrIndex::externalName(C);
        Add(C, C->isInlineAsm() ? "assembler code"
               : Name.empty()   ? "call through a pointer to a function of "
                                  "which nothing is known"
                                : ("call of " + Name +
                                 "(), of which nothing is known: it may "
                                   "read and write all it can reach")
                                    .str());
      }
    for (const llvm::Function &F : Index.module())
      for (const Instruction &I : llvm::instructions(F)) {
        auto *C = dyn_cast<CallBase>(&I);
        if (!C || !Slice.reachable(&F) || C->isInlineAsm() ||
            isa<IntrinsicInst>(C))
          continue;
        if (!C->getCalledFunction() && Pts.callees(C).empty() &&
            Memory.externals(C).empty() && Pts.isLost(C->getCalledOperand()))
          Add(C, "call through a pointer without known target");
      }
    for (const llvm::Function &F : Index.module())
      for (const Instruction &I : llvm::instructions(F)) {
        int S = Index.stmtOf(&I);
        if (Slice.reachable(&F) && !(S >= 0 && Slice.neverRuns(S)) &&
            Memory.writesLost(&I))
          Add(&I, "store through a pointer without known target: what it "
                  "changes is not followed");
      }
    for (const llvm::GlobalVariable &G : Index.module().globals())
      if (G.isDeclaration() && (G.getName().starts_with("__start_") ||
                                G.getName().starts_with("__stop_")))
        for (const llvm::User *U : G.users())
          if (auto *I = dyn_cast<Instruction>(U))
            Add(I, "variables of a section are found by the linker's " +
                       G.getName().str() + ": they are not followed");
    for (const Instruction *I : Slice.lostPointers())
      Add(I, "pointer without known target");
    if (Pts.numCoarse()) {
      int Main = Index.functionOf(Index.module().getFunction("main"));
      Result.Unknown.push_back(
          (Main < 0 ? "main"
                    : Prog.place(Prog.Functions[size_t(Main)].Range.File,
                                 Prog.Functions[size_t(Main)].Range.Line)) +
          ": " + std::to_string(Pts.numCoarse()) +
          " pointers of the program may each point to so much that they are "
          "taken as one, with the " +
          std::to_string(Pts.numCoarseObjects()) + " objects behind them");
    }
    std::sort(Result.Unknown.begin(), Result.Unknown.end());
  }

  void overlooked() {
    std::map<std::string, std::string> ReaderOf;
    for (auto &[Written, Reader] : Slice.overlooked()) {
      auto [F, Atom] = Written;
      const Function &Of = Prog.Functions[size_t(Index.functionOf(F))];
      std::string Name = Memory.atomName(Atom);
      size_t Dot = Name.find('.'), Colon = Name.find(':');
      if (Dot < Colon && Colon != std::string::npos) // a copy for one caller
        Name.erase(Dot, Colon - Dot);
      std::string At = Reader < 0 ? "" : Prog.place(Prog.Stmts[size_t(Reader)]);
      std::string &First =
          ReaderOf
              .try_emplace(Prog.place(Of.Range.File, Of.Range.Line) + ": " +
                               Of.Name + " writes " + Name,
                           At)
              .first->second;
      First = std::min(First, At);
    }
    for (auto &[What, At] : ReaderOf)
      Result.Overlooked.push_back(
          What + (At.empty() ? "" : ", which " + At + " reads"));
  }

  const IrIndex &Index;
  const PointsTo &Pts;
  const ModRef &Memory;
  const Sites &CallSites;
  const Slicer &Slice;
  const Program &Prog;
  Plan &Result;
};

} // namespace

void planOfSlice(const IrIndex &Index, const PointsTo &Pts,
                 const ModRef &Memory, const Sites &CallSites,
                 const Slicer &Slice, Plan &Result) {
  Builder(Index, Pts, Memory, CallSites, Slice, Result).run();
}

} // namespace skel
