//===- PlanCheck.cpp - does the plan keep what it depends on? -------------===//
//
// Four walks: memory backwards over each block, values over their operands,
// calls into what they enter, and statements against the plan.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/plan/PlanCheck.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <map>
#include <set>

using namespace llvm;

namespace skel {

namespace {

class Checker {
public:
  Checker(const Phases &A, const Slicer &S, const Plan &R)
      : Index(A.Index), Pts(A.Pts), Memory(A.Memory), Control(A.Control),
        CallSites(A.CallSites), Match(A.Match), Filled(A.Filled), Slice(S),
        Result(R), Prog(A.Index.program()) {}

  bool run(std::string &Error) {
    for (const CallOnly &O : Result.CallsOnly)
      OnlyCall[O.Stmt] = O.Call;
    for (int Inside : {0, 1})
      for (auto &[I, Atoms] : Slice.before(Inside))
        if (!Atoms.empty())
          Asked[Inside].insert(I->getParent());
    for (const llvm::Function &F : Index.module()) {
      if (F.isDeclaration() || !Slice.reachable(&F))
        continue;
      for (const BasicBlock &B : F) {
        memory(B, false);
        memory(B, true);
      }
      exits(F);
      for (const Argument &A : F.args())
        if (Slice.isLive(&A))
          parameter(F, A);
      for (const Instruction &I : instructions(F)) {
        if (Slice.isLive(&I))
          value(I);
        if (Slice.executes(&I))
          executed(I);
        if (!Slice.liveWrites(&I).empty())
          writer(I);
      }
    }
    everywhere();
    statements();
    messages();
    if (!Count)
      return true;
    Error = "internal error: the plan of the skeleton lacks what decides "
            "communication; please report it with this program:" +
            Text;
    if (Count > MaxTold)
      Error += "\n  and " + std::to_string(Count - MaxTold) + " more";
    return false;
  }

private:
  static constexpr size_t MaxTold = 5;

  void fault(const std::string &Place, const std::string &What) {
    std::string Line = "\n  " + Place + ": " + What;
    if (Told.insert(Line).second && ++Count <= MaxTold)
      Text += Line;
  }
  void fault(const Instruction *I, const std::string &What) {
    fault(Index.place(I), What);
  }
  void lost(const Instruction *I, const AtomSet &Atoms, const char *What) {
    fault(I, Memory.atomName(unsigned(Atoms.find_first())) + What);
  }

  bool neverRuns(const Instruction *I) const {
    int S = Index.stmtOf(I);
    return S >= 0 && Control.isDead(S);
  }
  /// What runs in the skeleton runs only if its function does.
  bool stays(const Instruction *I) const {
    return Slice.executes(I) || !Slice.enters(I->getFunction());
  }

  //===-- Memory --------------------------------------------------------===//

  /// Stores of one block that replace an array together, between Last and the
  /// first of them: what was demanded in between they do not answer.
  struct Open {
    const WholeArrayStores::Sequence *Sequence;
    AtomSet Since;
  };

  void memory(const BasicBlock &B, bool Inside) {
    const AtomSet &End = Slice.atEnd(&B, Inside);
    if (End.empty() && !Asked[Inside].count(&B))
      return;
    const llvm::Function *F = B.getParent();
    const AtomSet &Touched = Memory.touched(F);
    // Sequences by their last store.
    DenseMap<const Instruction *,
             SmallVector<const WholeArrayStores::Sequence *, 2>>
        Ends;
    for (const Instruction &I : B)
      if (isa<StoreInst>(I))
        for (const WholeArrayStores::Sequence &S : Filled.beginningAt(&I))
          Ends[S.Last].push_back(&S);
    std::vector<Open> Opened;
    AtomSet Wanted;
    auto Ask = [&](const AtomSet &Atoms) {
      AtomSet Rest = without(Atoms, Touched);
      if (!Rest.empty())
        entry(B, Inside, Rest);
      AtomSet Here = both(Atoms, Touched);
      Wanted |= Here;
      for (Open &O : Opened)
        O.Since |= Here;
    };
    Ask(End);
    for (const Instruction &I : reverse(B)) {
      for (const WholeArrayStores::Sequence *S : Ends.lookup(&I))
        Opened.push_back({S, {}});
      if (!Wanted.empty() && !neverRuns(&I) && !Slice.changesNothing(&I))
        pass(I, Wanted, Opened);
      if (Asked[Inside].count(&B))
        if (const AtomSet &Before = Slice.before(&I, Inside); !Before.empty())
          Ask(Before);
    }
    if (Wanted.empty())
      return;
    if (B.isEntryBlock())
      entry(B, Inside, Wanted);
    for (const BasicBlock *P : predecessors(&B)) {
      AtomSet Left = Wanted;
      if (const WholeArrayStores::Loop *L = Filled.leaving(P, &B)) {
        AtomSet Filled = without(both(Left, L->Atoms), Slice.neverKilled());
        for (const Instruction *W : L->Writers)
          written(W, Filled);
        Left.intersectWithComplement(Filled);
      }
      if (AtomSet Lost = without(Left, Slice.atEnd(P, Inside)); !Lost.empty())
        lost(P->getTerminator(), Lost, " is not looked for before this");
    }
  }

  /// From what is wanted behind I to what is wanted before it.
  void pass(const Instruction &I, AtomSet &Wanted, std::vector<Open> &Opened) {
    auto *C = dyn_cast<CallBase>(&I);
    if (C && IrIndex::has(C, LibraryFact::SavesPlace))
      for (unsigned A : Wanted)
        if (!Slice.isWantedAnywhere(A))
          lost(&I, only(A), " may change before a jump back to this");
    if (C && !(Pts.callees(C).empty() && Pts.callbacks(C).empty())) {
      call(*C, Wanted);
      return;
    }
    written(&I, Wanted);
    AtomSet Gone = Memory.kills(&I);
    for (const WholeArrayStores::Sequence &S : Filled.beginningAt(&I))
      for (size_t O = 0; O < Opened.size(); ++O)
        if (Opened[O].Sequence == &S) {
          Gone |= without(S.Atoms, Opened[O].Since);
          Opened.erase(Opened.begin() + long(O--));
        }
    Gone.intersectWithComplement(Slice.neverKilled());
    Wanted.intersectWithComplement(Gone);
  }

  /// What W writes of Wanted, the slice must know.
  void written(const Instruction *W, const AtomSet &Wanted) {
    AtomSet Hit = both(Wanted, Memory.writes(W));
    if (AtomSet Lost = without(Hit, Slice.liveWrites(W)); !Lost.empty())
      lost(W, Lost, ", which code that stays reads, is written here");
  }

  void call(const CallBase &C, AtomSet &Wanted) {
    AtomSet Around; // a hint stands for what the call does to it
    if (Index.isReplaced(&C))
      for (unsigned A : Wanted)
        if (Memory.isReplaced(&C, A))
          Around.set(A);
    Wanted.intersectWithComplement(Around);
    written(&C, Wanted);
    bool All = !Pts.callees(&C).empty() && Pts.callbacks(&C).empty() &&
               Pts.externals(&C).empty();
    AtomSet Replaced = All ? Wanted : AtomSet();
    bool Writes = false;
    for (auto Targets : {Pts.callees(&C), Pts.callbacks(&C)})
      for (const llvm::Function *G : Targets) {
        AtomSet Changed = both(Wanted, Memory.mod(G));
        Memory.dropUnreachable(&C, G, Changed);
        Writes |= !Changed.empty();
        if (AtomSet Lost = without(Changed, Slice.atExit(G)); !Lost.empty())
          lost(&C, Lost, (" is written in " + G->getName().str()).c_str());
        Replaced &= without(Changed, Slice.passing(G));
      }
    if (Writes && !stays(&C))
      fault(&C, "the call writes what code that stays reads");
    Replaced |= Memory.kills(&C);
    Replaced.intersectWithComplement(Slice.neverKilled());
    Wanted.intersectWithComplement(Replaced);
    Wanted |= Around;
  }

  /// Atoms are wanted at the beginning of the block's function.
  void entry(const BasicBlock &B, bool Inside, const AtomSet &Atoms) {
    const llvm::Function *F = B.getParent();
    AtomSet Left = without(Atoms, Memory.born(F));
    if (Inside && Left.intersects(Memory.varArgs(F))) {
      if (!Slice.readsVarArgs(F))
        fault(&B.front(), "variable arguments are read");
      Left.intersectWithComplement(Memory.varArgs(F));
    }
    Left.intersectWithComplement(Inside ? Slice.atEntry(F) : Slice.passing(F));
    if (!Left.empty())
      lost(&B.front(), Left, " is not looked for before the function");
  }

  void exits(const llvm::Function &F) {
    const AtomSet &Exit = Slice.atExit(&F);
    if (Exit.empty())
      return;
    for (const BasicBlock &B : F)
      if (isa<ReturnInst>(B.getTerminator()) ||
          (Control.mayLeave(&F) && succ_empty(&B)))
        if (AtomSet Lost = without(Exit, Slice.atEnd(&B, false)); !Lost.empty())
          lost(B.getTerminator(), Lost, " is not looked for here");
  }

  void everywhere() {
    for (unsigned A : Slice.wantedAnywhere())
      for (const Instruction *W : Memory.writers(A))
        if (Slice.reachable(W->getFunction()) && !neverRuns(W))
          written(W, only(A));
  }

  //===-- Values --------------------------------------------------------===//

  static bool isGiven(const Value *V) {
    return isa<Constant>(V) || isa<BasicBlock>(V) || isa<InlineAsm>(V) ||
           V->getType()->isMetadataTy();
  }

  void operand(const Instruction &I, const Value *V, const char *What) {
    if (!isGiven(V) && !Slice.isLive(V))
      fault(&I, std::string(What) + " is not computed");
  }

  /// What an access reads. An element of an array with a leading part that is
  /// only copied may be another one than the copy that is wanted.
  AtomSet wholeReads(const Instruction &I) const {
    AtomSet Atoms = Memory.reads(&I), Out;
    auto *To = I.hasOneUse() ? dyn_cast<StoreInst>(I.user_back()) : nullptr;
    if (!To || To->getValueOperand() != &I)
      return Atoms;
    for (unsigned A : Atoms)
      if (!Memory.isLeading(Memory.objectOfAtom(A)))
        Out.set(A);
    AtomSet Elements = without(Atoms, Out);
    if (!Elements.empty() && !Slice.liveWrites(To).empty() &&
        !Slice.before(&I, true).intersects(Elements))
      return Atoms;
    return Out;
  }

  void reads(const Instruction &I, const AtomSet &Atoms) {
    if (AtomSet Lost = without(Atoms, Slice.before(&I, true)); !Lost.empty())
      lost(&I, Lost, ", which is read here, is not looked for");
  }

  void value(const Instruction &I) {
    if (!stays(&I))
      fault(&I, "a value that is read is not computed");
    if (Memory.rounds(&I))
      reads(I, Memory.rounding());
    if (auto *C = dyn_cast<CallBase>(&I)) {
      for (const llvm::Function *G : Pts.callees(C))
        if (!Slice.readsResult(G))
          fault(&I, "the result of " + G->getName().str() + " is read");
      if (!isa<IntrinsicInst>(C) &&
          (!Pts.callees(C).empty() || IrIndex::mpiCall(C)))
        return;
      for (const Use &U : C->args())
        operand(I, U.get(), "an argument");
      return;
    }
    if (isa<LoadInst>(I) || isa<AtomicRMWInst>(I) ||
        isa<AtomicCmpXchgInst>(I) || isa<VAArgInst>(I))
      reads(I, wholeReads(I));
    if (auto *P = dyn_cast<PHINode>(&I))
      for (const BasicBlock *In : P->blocks())
        if (const BasicBlock *Test = In->getSinglePredecessor())
          if (auto *Br = dyn_cast<BranchInst>(Test->getTerminator()))
            if (Br->isConditional() && isHarmlessChoice(Br))
              operand(I, Br->getCondition(), "the test of a choice");
    for (const Use &U : I.operands())
      operand(I, U.get(), "an operand");
  }

  void parameter(const llvm::Function &F, const Argument &A) {
    for (const CallBase *C : Index.callers(&F)) {
      if (!Slice.executes(C))
        continue;
      if (!is_contained(Pts.callees(C), &F)) {
        for (const Use &U : C->args())
          operand(*C, U.get(), "an argument");
      } else if (A.getArgNo() < C->arg_size()) {
        operand(*C, C->getArgOperand(A.getArgNo()), "an argument");
        if (!Slice.needsArgument(C, A.getArgNo()))
          fault(C, "an argument that is read is taken away");
      }
    }
  }

  void writer(const Instruction &I) {
    if (!stays(&I)) {
      fault(&I, Memory.atomName(unsigned(Slice.liveWrites(&I).find_first())) +
                    ", which code that stays reads, is written here");
      return;
    }
    if (auto *S = dyn_cast<StoreInst>(&I)) {
      operand(I, S->getValueOperand(), "what is stored");
      operand(I, S->getPointerOperand(), "the place of a store");
    } else if (auto *M = dyn_cast<MemIntrinsic>(&I)) {
      for (const Use &U : M->args())
        operand(I, U.get(), "an operand");
      if (AtomSet From = Memory.reads(&I);
          !From.empty() && !Slice.before(&I, true).intersects(From))
        lost(&I, From, ", which is copied here, is not looked for");
    }
  }

  //===-- What runs -----------------------------------------------------===//

  void executed(const Instruction &I) {
    int F = Index.functionOf(I.getFunction());
    if (F >= 0 && !Result.KeepFn[size_t(F)])
      fault(&I, "the function is gone");
    inPlan(I);
    switch (I.getOpcode()) {
    case Instruction::Load:
    case Instruction::AtomicRMW:
    case Instruction::AtomicCmpXchg:
      operand(I, I.getOperand(0), "an address");
      break;
    case Instruction::Store:
      operand(I, I.getOperand(1), "an address");
      break;
    case Instruction::Br:
      if (auto &Br = cast<BranchInst>(I);
          Br.isConditional() && !isHarmlessChoice(&Br))
        operand(I, Br.getCondition(), "a condition");
      break;
    case Instruction::Switch:
      operand(I, I.getOperand(0), "a condition");
      break;
    case Instruction::SDiv:
    case Instruction::UDiv:
    case Instruction::SRem:
    case Instruction::URem:
      operand(I, I.getOperand(1), "a divisor");
      break;
    default:
      if (auto *C = dyn_cast<CallBase>(&I); C && !isa<IntrinsicInst>(C))
        executedCall(*C);
    }
  }

  void executedCall(const CallBase &C) {
    if (!C.getCalledFunction())
      operand(C, C.getCalledOperand(), "the function that is called");
    for (auto Targets : {Pts.callees(&C), Pts.callbacks(&C)})
      for (const llvm::Function *G : Targets) {
        if (!Slice.enters(G))
          fault(&C, G->getName().str() + " is called, and is not there");
        AtomSet Entry = Slice.atEntry(G);
        Memory.dropUnreachable(&C, G, Entry);
        reads(C, Entry);
        if (Slice.readsVarArgs(G))
          for (unsigned A = unsigned(G->arg_size()); A < C.arg_size(); ++A)
            operand(C, C.getArgOperand(A), "a variable argument");
        if (Slice.readsVarArgs(G))
          reads(C, Memory.givenByValue(&C, G));
      }
    for (const llvm::Function *G : Memory.externals(&C)) {
      if (const MpiCallInfo *Info = findMpiCall(G->getName())) {
        StringRef Roles = Info->Roles;
        for (unsigned A = 0; A < C.arg_size() && A < Roles.size(); ++A)
          if (Roles[A] != 'l' &&
              !(Info->hasBuffers() && isBufferRole(Roles[A])))
            operand(C, C.getArgOperand(A), "an argument");
        reads(C, Memory.reads(&C));
        continue;
      }
      const LibrarySummary *S = findLibraryCall(G->getName());
      if (S && !S->Name[0] && S->Args[0] == '*')
        continue;
      for (const Use &U : C.args())
        operand(C, U.get(), "an argument");
    }
  }

  //===-- The plan ------------------------------------------------------===//

  bool isAt(const CallBase *C, unsigned Call) const {
    return Index.callOf(C) == int(Call);
  }

  /// I computes what the one call that stays of its statement is given, or it
  /// is that call.
  bool belongsTo(const Instruction *I, unsigned Call) {
    SmallVector<const Instruction *, 8> Work{I};
    DenseSet<const Instruction *> Seen;
    int S = Index.stmtOf(I);
    while (!Work.empty()) {
      const Instruction *J = Work.pop_back_val();
      if (Index.stmtOf(J) != S || !Seen.insert(J).second)
        continue;
      if (auto *C = dyn_cast<CallBase>(J); C && isAt(C, Call))
        return true;
      for (const User *U : J->users())
        if (auto *K = dyn_cast<Instruction>(U))
          Work.push_back(K);
      // What is stored where the call looks for it: a structure's copy.
      if (auto *St = dyn_cast<StoreInst>(J))
        if (auto *A = dyn_cast<AllocaInst>(
                St->getPointerOperand()->stripInBoundsOffsets()))
          Work.push_back(A);
      if (auto *M = dyn_cast<MemIntrinsic>(J))
        if (auto *A =
                dyn_cast<AllocaInst>(M->getDest()->stripInBoundsOffsets()))
          for (const User *U : A->users())
            if (auto *K = dyn_cast<Instruction>(U))
              Work.push_back(K);
    }
    return false;
  }

  bool hasEffect(const Instruction &I) const {
    if (Slice.isLive(&I) || !Slice.liveWrites(&I).empty())
      return true;
    auto *C = dyn_cast<CallBase>(&I);
    return C && !isa<IntrinsicInst>(C);
  }

  void inPlan(const Instruction &I) {
    int S = Index.stmtOf(&I);
    if (S < 0)
      return;
    if (!Result.Keep[size_t(S)]) {
      fault(&I, "the statement is gone");
      return;
    }
    if (isa<AllocaInst>(I) || !hasEffect(I))
      return;
    auto Only = OnlyCall.find(S);
    if (Only != OnlyCall.end()) {
      if (!belongsTo(&I, Only->second))
        fault(&I, "of the statement only a call stays");
    } else if (Result.NullReturn[size_t(S)]) {
      fault(&I, "the value that is returned is gone");
    }
  }

  /// What decides whether a kept statement runs is kept, and what it stands in.
  void statements() {
    for (const Stmt &S : Prog.Stmts) {
      if (!Result.Keep[S.Id] || !Slice.keeps(int(S.Id)))
        continue;
      auto Gone = [&](unsigned P, bool Whole) {
        return !Result.Keep[P] || (Whole && OnlyCall.count(int(P)));
      };
      for (unsigned P : Control.parents(int(S.Id))) {
        StmtKind K = Prog.Stmts[P].Kind;
        bool Jump = K == StmtKind::Goto || K == StmtKind::Return;
        if (Gone(P, !Jump))
          fault(Prog.place(Prog.Stmts[P]),
                "what decides whether " + Prog.place(S) + " runs is gone");
      }
      if (S.Parent >= 0 && Gone(unsigned(S.Parent), true))
        fault(Prog.place(Prog.Stmts[size_t(S.Parent)]),
              "what holds " + Prog.place(S) + " is gone");
      if (Result.NullReturn[S.Id])
        for (const llvm::Function *F : Index.copies(int(S.Function)))
          if (Slice.enters(F) && isRead(*F))
            fault(Prog.place(S), "the value that is returned is gone");
      if (S.Kind == StmtKind::Switch || S.Kind == StmtKind::Goto)
        for (unsigned L : Control.labels(int(S.Id)))
          if (Gone(L, false))
            fault(Prog.place(Prog.Stmts[L]),
                  "the label that " + Prog.place(S) + " jumps to is gone");
    }
    for (const DeadArgs &D : Result.DeadArguments)
      Dead[D.Call] = &D.NullArg;
    for (const llvm::Function &F : Index.module())
      for (const Instruction &I : instructions(F)) {
        auto *C = dyn_cast<CallBase>(&I);
        if (!C || !Slice.executes(C) || isa<IntrinsicInst>(C))
          continue;
        auto It = Dead.find(unsigned(Index.callOf(C)));
        if (Index.callOf(C) >= 0 && It != Dead.end())
          deadArguments(*C, *It->second);
      }
  }

  /// A kept call reads what F returns: its value, or the structure that it
  /// writes where the caller says.
  bool isRead(const llvm::Function &F) const {
    if (Slice.readsResult(&F))
      return true;
    if (!F.hasStructRetAttr())
      return false;
    for (unsigned A : Slice.atExit(&F))
      if (Slice.isResult(&F, A))
        return true;
    return false;
  }

  void deadArguments(const CallBase &C, const std::vector<bool> &Null) {
    for (unsigned A = 0; A < C.arg_size() && A < Null.size(); ++A) {
      if (!Null[A])
        continue;
      for (const llvm::Function *G : Pts.callees(&C))
        if (A < G->arg_size() ? Slice.enters(G) && Slice.isLive(G->getArg(A))
                              : Slice.readsVarArgs(G))
          fault(&C, "an argument that is read is gone");
      for (const Instruction *I : CallSites.owned(&C, A))
        if (Slice.executes(I) && hasEffect(*I))
          fault(I, "an argument that has an effect is gone");
    }
  }

  /// Calls whose messages are read move their data, with all that they meet.
  void messages() {
    for (const CommCall &C : Result.Calls)
      At[{C.File, C.Line, C.Col}].push_back(&C);
    for (const CallBase *C : Match.calls()) {
      if (!Slice.executes(C) || neverRuns(C))
        continue;
      const MpiCallInfo &Info = *IrIndex::mpiCall(C);
      const AtomSet &Live = Slice.liveWrites(C);
      int64_t Bytes = 0; // of the message, leading ones
      for (unsigned A = 0; A < C->arg_size(); ++A)
        if (Info.Roles[A] == 'r' || Info.Roles[A] == 'x')
          if (AtomSet In = both(Live, Memory.buffer(C, A)); !In.empty()) {
            Bytes = std::max(Bytes, Memory.messageBytes(C, A, In));
            moves(*C, A, Bytes);
          }
      if (Bytes == 0)
        continue;
      for (const CallBase *P : Match.partners(C).Senders) {
        if (!Slice.reachable(P->getFunction()) || neverRuns(P))
          continue;
        if (!stays(P))
          fault(P, "what is sent here is read by a call that stays");
        else if (Slice.executes(P))
          for (unsigned A = 0; A < P->arg_size(); ++A)
            if (char R = IrIndex::mpiCall(P)->Roles[A]; R == 'b' || R == 'x')
              moves(*P, A, Bytes);
      }
    }
  }

  /// The call, as it is planned, gives so many leading bytes of its data to
  /// MPI.
  void moves(const CallBase &C, unsigned Arg, int64_t Bytes) {
    const DebugLoc &L = C.getDebugLoc();
    int S = Index.stmtOf(&C);
    if (!L || S < 0)
      return;
    unsigned File = Prog.Stmts[size_t(S)].Range.File;
    // Of a macro's text, all on a line are one.
    bool Macro = !Index.macroNames(&C).empty(), Planned = false;
    for (auto It = At.lower_bound({File, L->getLine(), Macro ? 0 : L.getCol()});
         It != At.end() && std::get<0>(It->first) == File &&
         std::get<1>(It->first) == L->getLine() &&
         (Macro || std::get<2>(It->first) == L.getCol());
         ++It)
      for (const CommCall *K : It->second) {
        if (K->Name != IrIndex::externalName(&C))
          continue;
        Planned = true;
        if (!Macro &&
            (!K->Real || (Arg < K->NullArg.size() && K->NullArg[Arg])))
          fault(&C, "a message that is read moves no data");
        if (!Macro && K->Real && Arg < K->Leading.size() && K->Leading[Arg] &&
            K->Leading[Arg] < Bytes)
          fault(&C, "a message moves less data than is read");
      }
    if (!Planned)
      fault(&C, "a message that is read is not planned");
  }

  const IrIndex &Index;
  const PointsTo &Pts;
  const ModRef &Memory;
  const ControlDep &Control;
  const Sites &CallSites;
  const Matching &Match;
  WholeArrayStores &Filled;
  const Slicer &Slice;
  const Plan &Result;
  const Program &Prog;
  DenseSet<const BasicBlock *> Asked[2]; ///< something is read in the block
  std::map<int, unsigned> OnlyCall;      ///< by statement
  std::map<unsigned, const std::vector<bool> *> Dead; ///< by call
  std::map<std::tuple<unsigned, unsigned, unsigned>,
           std::vector<const CommCall *>>
      At; ///< by file, line and column
  std::set<std::string> Told;
  std::string Text;
  size_t Count = 0;
};

} // namespace

bool checkPlan(const Phases &A, const Slicer &Slice, const Plan &Result,
               std::string &Error) {
  return Checker(A, Slice, Result).run(Error);
}

bool breakPlan(const Program &P, const IrIndex &Index, const Slicer &Slice,
               Plan &Result, size_t N) {
  auto IsNext = [&] { return --N == 0; };
  for (const Stmt &S : P.Stmts)
    if (Slice.keeps(int(S.Id)) && Result.Keep[S.Id] &&
        S.Kind != StmtKind::Compound && IsNext()) {
      Result.Keep[S.Id] = 0;
      return true;
    }
  for (const Stmt &S : P.Stmts)
    if (Slice.keeps(int(S.Id)) && !Slice.standsAlone(int(S.Id)))
      for (const Instruction *I : Index.instructions(int(S.Id)))
        if (auto *C = dyn_cast<CallBase>(I);
            C && Index.callOf(C) >= 0 && Slice.isLive(C) && IsNext()) {
          Result.CallsOnly.push_back({int(S.Id), unsigned(Index.callOf(C))});
          return true;
        }
  for (const Stmt &S : P.Stmts)
    if (S.Kind == StmtKind::Return && Slice.keeps(int(S.Id)) &&
        !Result.NullReturn[S.Id] && !Slice.onlyJumps(int(S.Id)) && IsNext()) {
      Result.NullReturn[S.Id] = 1;
      return true;
    }
  for (CommCall &C : Result.Calls)
    if (C.Real && C.For >= 0 && IsNext()) {
      C.Real = false;
      return true;
    }
  for (DeadArgs &D : Result.DeadArguments)
    for (size_t A = 0; A < D.NullArg.size(); ++A)
      if (!D.NullArg[A] && IsNext()) {
        D.NullArg[A] = true;
        return true;
      }
  return false;
}

} // namespace skel
