//===- Blocks.cpp - code that costs time ----------------------------------===//
//
// Runs, names, parameters. The loop slice -> blocks -> parameters -> slice.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/blocks/Blocks.h"
#include "skeletonizer/blocks/Estimate.h"
#include "skeletonizer/blocks/TimelessCode.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/memory/Implicit.h"
#include "skeletonizer/model/Borders.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include <algorithm>
#include <set>

using namespace llvm;

namespace skel {

/// The function has no statements, since it stands in a header that is none of
/// the program's, but loops.
bool Blocks::isForeignLoop(const llvm::Function &F) const {
  int Id = Index.functionOf(&F);
  if (Id >= 0 && Prog.Functions[Id].Body >= 0)
    return false;
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 4> Loops;
  FindFunctionBackedges(F, Loops);
  return !Loops.empty();
}

Blocks::Blocks(const IrIndex &I, MemoryObjects &O, const PointsTo &P,
               const ModRef &M, const ControlDep &C, const Matching &Mt)
    : Index(I), Objects(O), Pts(P), Memory(M), Control(C), Prog(I.program()),
      Judge(I, O, P, Mt), Ends(I, O, P, M, C, Judge),
      Unseen(I, P, C, Judge,
             [this](const CallBase *Call) { return entersCostly(Call); }),
      Rests(I, M, C, Judge) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const llvm::Function &F : Index.module()) {
      if (F.isDeclaration() || CostlyFunctions.count(&F))
        continue;
      bool Costly = Memory.isRecursive(&F) || isForeignLoop(F);
      unsigned Points = Costly ? Enough : 0;
      for (const Instruction &J : llvm::instructions(F)) {
        int S = Index.stmtOf(&J);
        if (S >= 0 && Control.isDead(S))
          continue;
        Points += cost(&J);
        if (S >= 0 && Points < Enough && isRepeated(Index, unsigned(S)))
          Points += Enough;
      }
      if (Points >= Enough) {
        CostlyFunctions.insert(&F);
        Changed = true;
      }
    }
  }
}

/// So many bytes take time to copy or to compare. A few, as of a structure,
/// take none.
static bool isLarge(const Value *Length) {
  auto *Bytes = dyn_cast<ConstantInt>(Length);
  return !Bytes || Bytes->getZExtValue() >= 4096;
}

/// The call enters a function that takes time.
bool Blocks::entersCostly(const CallBase *C) const {
  for (auto Targets : {Pts.callees(C), Pts.callbacks(C)})
    for (const llvm::Function *G : Targets)
      if (CostlyFunctions.count(G))
        return true;
  return false;
}

/// Points for the time that an instruction takes; see Enough.
unsigned Blocks::cost(const Instruction *I) const {
  if (isFloatArithmetic(I))
    return 1;
  auto *C = dyn_cast<CallBase>(I);
  if (!C || runsAtExit(C)) // behind the end of the program
    return 0;
  if (auto *M = dyn_cast<MemIntrinsic>(C))
    return isLarge(M->getLength()) ? Enough : 0;
  if (entersCostly(C))
    return Enough;
  if (isa<IntrinsicInst>(C))
    return 0;
  for (const llvm::Function *F : Memory.externals(C)) {
    StringRef Name = F->getName();
    if (findMpiCall(Name)) {
      if (IrIndex::worksMuch(C))
        return Enough;
      continue;
    }
    if (takesTime(Name))
      return Enough;
    if (const Value *Length = IrIndex::passedBytes(C, Name);
        Length && isLarge(Length))
      return Enough;
    if (hasFact(Name, LibraryFact::Zeroed) && C->arg_size() == 2 &&
        (!isa<ConstantInt>(C->getArgOperand(0)) ||
         !isa<ConstantInt>(C->getArgOperand(1))))
      return Enough;
    if (hasFact(Name, LibraryFact::Mathematics))
      return 2;
  }
  return 0;
}

unsigned Blocks::cost(unsigned Stmt) const {
  const skel::Stmt &S = Prog.Stmts[Stmt];
  if (Control.isDead(int(Stmt)))
    return 0;
  if (isLoop(S.Kind) ? !Index.instructions(int(Stmt)).empty()
                     : isRepeated(Index, Stmt))
    return Enough;
  unsigned Points = 0;
  for (const Instruction *I : Index.instructions(int(Stmt)))
    Points += Index.isCleanup(I) ? 0 : cost(I);
  for (unsigned Child : S.Children)
    Points += cost(Child) + costAtEnd(Child);
  return Points;
}

/// Of a declaration: points for what runs where the variables' scope ends.
unsigned Blocks::costAtEnd(unsigned Stmt) const {
  unsigned Points = 0;
  if (Prog.Stmts[Stmt].Kind == StmtKind::Decl && !Control.isDead(int(Stmt)))
    for (unsigned Child : Prog.Stmts[Stmt].Children)
      for (const Instruction *I : Index.instructions(int(Child)))
        Points += Index.isCleanup(I) ? cost(I) : 0;
  return Points;
}

unsigned Blocks::costOf(ArrayRef<unsigned> Run) const {
  unsigned Points = 0;
  for (unsigned S : Run)
    Points += cost(S);
  return Points;
}

/// Points for what an instruction adds to the round of a loop that it is in.
/// Functions that the program does not define count whatever they do.
double Blocks::weight(const Instruction *I) {
  if (isFloatArithmetic(I))
    return 1;
  if (isa<BinaryOperator>(I))
    return 0.25;
  if (auto *G = dyn_cast<GetElementPtrInst>(I))
    return G->hasAllConstantIndices() ? 0 : 0.5;
  auto *C = dyn_cast<CallBase>(I);
  if (!C || isa<DbgInfoIntrinsic>(C))
    return 0;
  if (isa<IntrinsicInst>(C))
    return 1;
  double Points = 0;
  for (const llvm::Function *G : Pts.callees(C)) {
    auto [It, New] = Weights.try_emplace(G, 0.0);
    if (New) {
      double Sum = 0;
      for (const Instruction &J : llvm::instructions(*G))
        Sum += weight(&J);
      Weights[G] = Sum;
    }
    Points = std::max(Points, Weights[G]);
  }
  for (const llvm::Function *F : Memory.externals(C)) {
    StringRef Name = F->getName();
    if (isLongMathematics(Name))
      return Enough;
    if (!hasFact(Name, LibraryFact::Mathematics) &&
        !hasFact(Name, LibraryFact::Arithmetic) && !Name.starts_with("__"))
      Points = std::max(Points, 0.5 * Enough);
  }
  return Points;
}

double Blocks::weightOf(ArrayRef<unsigned> Run) {
  double Points = 0;
  for (unsigned S : Run) {
    if (Control.isDead(int(S)))
      continue;
    ArrayRef<const Instruction *> Code = Index.instructions(int(S));
    for (const Instruction *I : Code) // of one copy of the function
      if (I->getFunction() == Code.front()->getFunction())
        Points += weight(I);
    Points += weightOf(Prog.Stmts[S].Children);
  }
  return Points;
}

/// The statement is one call of a numerical kernel and nothing else.
const CallBase *Blocks::onlyKernel(unsigned Stmt) const {
  if (Prog.Stmts[Stmt].Kind != StmtKind::Expr)
    return nullptr;
  const CallBase *Result = nullptr;
  for (const Instruction *I : Index.instructions(int(Stmt)))
    if (auto *C = dyn_cast<CallBase>(I)) {
      if (isa<IntrinsicInst>(C))
        continue;
      const LibrarySummary *S = findLibraryCall(IrIndex::externalName(C));
      if (!S || !(S->Flags & LibrarySummary::Costly) ||
          (Result && IrIndex::externalName(Result) != S->Name))
        return nullptr;
      Result = C;
    }
  return Result;
}

/// What an argument's value is computed from in its own statement; false if a
/// call computes it.
static bool readsOf(const Value *V, const ModRef &Memory, AtomSet &Atoms,
                    SmallPtrSetImpl<const Value *> &Seen) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !Seen.insert(V).second)
    return true;
  if (isa<CallBase>(I) && !isa<IntrinsicInst>(I))
    return false;
  if (isa<LoadInst>(I))
    Atoms |= Memory.reads(I);
  for (const Use &U : I->operands())
    if (!isa<BasicBlock>(U.get()) && !readsOf(U.get(), Memory, Atoms, Seen))
      return false;
  if (auto *P = dyn_cast<PHINode>(I)) // a ?: b, a && b
    for (const BasicBlock *In : P->blocks())
      for (const BasicBlock *B : predecessors(In))
        if (auto *Br = dyn_cast<BranchInst>(B->getTerminator()))
          if (Br->isConditional() &&
              !readsOf(Br->getCondition(), Memory, Atoms, Seen))
            return false;
  return true;
}

/// An expression that can be evaluated once more.
static bool isPure(StringRef Text) {
  if (Text.empty() || Text.contains("++") || Text.contains("--") ||
      Text.contains("//") || Text.contains('\n'))
    return false;
  for (size_t I = Text.find('='); I != StringRef::npos; I = Text.find('=', I)) {
    bool Compares = (I > 0 && StringRef("=!<>").contains(Text[I - 1])) ||
                    (I + 1 < Text.size() && Text[I + 1] == '=');
    if (!Compares)
      return false;
    I += 2;
  }
  return true;
}

/// The statement is one call of a numerical kernel: its sizes are the
/// parameters. False if it is not, or they cannot be read in front of it.
bool Blocks::addKernel(unsigned Stmt, Candidate &C) const {
  const CallBase *Kernel = onlyKernel(Stmt);
  int Source = Kernel ? Index.callOf(Kernel) : -1;
  if (Source < 0)
    return false;
  const LibrarySummary &S = *findLibraryCall(IrIndex::externalName(Kernel));
  std::vector<Parameter> Params;
  for (size_t P = 0; S.KernelParams[P]; ++P) {
    unsigned A = unsigned(S.KernelParams[P] - 'a');
    if (A >= Prog.Calls[Source].Args.size())
      return false;
    StringRef Text = Prog.Calls[Source].Args[A].Text;
    if (!isPure(Text))
      return false;
    Parameter New{Text.str(), {}, {}, std::string(1, S.KernelNames[P])};
    bool Address = Kernel->getArgOperand(A)->getType()->isPointerTy();
    if (Address) // Fortran
      New.Text = Text.consume_front("&") ? Text.str() : "*(" + Text.str() + ")";
    if (Rejected.count({New.Text, Stmt}))
      return false;
    for (const Instruction *I : Index.instructions(int(Stmt))) {
      auto *K = dyn_cast<CallBase>(I);
      if (!K || IrIndex::externalName(K) != S.Name || A >= K->arg_size())
        continue;
      SmallPtrSet<const Value *, 16> Seen;
      if (!readsOf(K->getArgOperand(A), Memory, New.Atoms, Seen))
        return false;
      if (Address)
        New.Atoms |= Memory.region(K->getArgOperand(A), 4, false);
      New.Before.push_back(K);
    }
    Params.push_back(std::move(New));
  }
  C.B.Kernel = S.Name;
  C.Params = std::move(Params);
  return true;
}

/// Why the value is no parameter, in front of any block of the function: what a
/// sum takes is the same, and whether a run is divided must not depend on it.
const std::string *Blocks::takes(const std::string &Text, int Function) const {
  for (auto It = Rejected.lower_bound({Text, 0});
       It != Rejected.end() && It->first.first == Text; ++It)
    if (int(Prog.Stmts[It->first.second].Function) == Function)
      return &It->second.Takes;
  return nullptr;
}

bool Blocks::holds(const Known &Of, const Slicer &Slice) const {
  return llvm::all_of(
             Of.Needs,
             [&](auto &N) { return Slice.needs(N.first) == N.second; }) &&
         llvm::all_of(Of.Takes, [&](auto &T) {
           const std::string *Now = takes(T.first, Of.C.B.Function);
           return Now ? T.second == *Now : !T.second;
         });
}

/// What every copy of the function that runs can read in front of the run.
/// Asked: the answers on which that rests; may be null.
void Blocks::addParameters(const Slicer &Slice, ArrayRef<unsigned> Run,
                           Candidate &C, Known *Asked) {
  ParameterFinder Finder(
      Index, Objects, Pts, Memory,
      [&](ArrayRef<unsigned> Part, bool Repeated) {
        return costOf(Part) >= Enough || (Repeated && weightOf(Part) >= Enough);
      },
      [&](unsigned S) { return weightOf(S) >= Little; },
      [&](unsigned S) {
        return Control.isDead(int(S)) || Control.isLast(int(S));
      });
  if (C.B.Part >= 0)
    Finder.limitTo(
        [&](const Instruction *I) { return isIn(I, unsigned(C.B.Part)); });
  C.Params = Finder.find(
      Run, C.B,
      [&](const llvm::Function *F) {
        bool Needed = Slice.needs(F);
        if (Asked)
          Asked->Needs[F] = Needed;
        return Needed;
      },
      [&](const std::string &Text) {
        const std::string *Why = takes(Text, C.B.Function);
        if (Asked)
          Asked->Takes[Text] =
              Why ? std::optional<std::string>(*Why) : std::nullopt;
        return Why;
      });
  chooseCounts(Finder.decided(), C.B);
}

void Blocks::addRun(const Slicer &Slice, ArrayRef<unsigned> Run,
                    std::vector<Candidate> &Out) {
  // A kernel is a block by itself.
  for (size_t I = 0; I < Run.size(); ++I) {
    Candidate Kernel;
    if (!addKernel(Run[I], Kernel))
      continue;
    addPart(Slice, Run.take_front(I), Out);
    addPart(Slice, Run.slice(I, 1), Out);
    addRun(Slice, Run.drop_front(I + 1), Out);
    return;
  }
  addPart(Slice, Run, Out);
}

/// The statement calls a function of the program.
bool Blocks::callsProgram(unsigned Stmt) const {
  for (const Instruction *I : Index.instructions(int(Stmt)))
    if (auto *C = dyn_cast<CallBase>(I))
      for (const llvm::Function *G : Pts.callees(C))
        if (!G->isDeclaration())
          return true;
  return llvm::any_of(Prog.Stmts[Stmt].Children,
                      [&](unsigned Child) { return callsProgram(Child); });
}

/// The statement writes some of the memory.
bool Blocks::writes(unsigned Stmt, const AtomSet &Memory) const {
  for (const Instruction *I : Index.instructions(int(Stmt)))
    if (this->Memory.writes(I).intersects(Memory))
      return true;
  return llvm::any_of(Prog.Stmts[Stmt].Children,
                      [&](unsigned Child) { return writes(Child, Memory); });
}

/// How many leading statements of a run make values on which the time of the
/// others depends, and which can be read behind the former: C, the block of the
/// whole run, lacks them. 0: none, or all that the others would gain are known
/// to be too dear.
size_t Blocks::madeWithin(const Slicer &Slice, ArrayRef<unsigned> Run,
                          const Candidate &C) {
  auto Gains = [&](const Candidate &Rest) {
    return llvm::any_of(Rest.Params, [&](const Parameter &P) {
      return !Rejected.count({P.Text, unsigned(Rest.B.First)}) &&
             llvm::none_of(C.Params, [&](const Parameter &Q) {
               return Q.Text == P.Text;
             });
    });
  };
  auto Lacks = [](const Block &B) { return B.Missing.size() + B.MakesBounds; };
  for (size_t I = 1; I < Run.size() && Lacks(C.B); ++I) {
    auto MadeHere = [&](const struct Block::Missing &M) {
      return Prog.isIn(M.Stmt, int(Run[I - 1]));
    };
    auto WrittenHere = [&](const struct Block::Missing &M) {
      AtomSet Read;
      for (const Instruction *J : Index.instructions(M.Stmt))
        Read |= Memory.reads(J);
      return writes(Run[I - 1], Read);
    };
    if (!C.B.MakesBounds && !callsProgram(Run[I - 1]) &&
        llvm::none_of(C.B.Missing, MadeHere) &&
        llvm::none_of(C.B.Missing, WrittenHere))
      continue;
    std::vector<Candidate> Rest;
    addWhole(Slice, Run.drop_front(I), Rest);
    if (!Rest.empty() && Gains(Rest.front()) &&
        Lacks(Rest.front().B) < Lacks(C.B))
      return I;
  }
  return 0;
}

/// Removed siblings cost time, or little of it in rounds that do little else.
bool Blocks::makesBlock(ArrayRef<unsigned> Run) {
  return costOf(Run) >= Enough || Quiet->computes(Run);
}

/// The block of a run, if it takes time, without the ends that take none and
/// that do not jump over it.
void Blocks::addWhole(const Slicer &Slice, ArrayRef<unsigned> Run,
                      std::vector<Candidate> &Out) {
  bool Few = costOf(Run) < Enough;
  auto TakesNone = [&](unsigned S) {
    return Few ? !Quiet->worksAt(S) : !cost(S);
  };
  while (!Run.empty() && TakesNone(Run.front()) &&
         !Leading.count(int(Run.front())))
    Run = Run.drop_front();
  while (!Run.empty() && TakesNone(Run.back()))
    Run = Run.drop_back();
  if (!makesBlock(Run))
    return;
  addBlock(Slice, Run, Out);
}

void Blocks::addPart(const Slicer &Slice, ArrayRef<unsigned> Run,
                     std::vector<Candidate> &Out) {
  if (!makesBlock(Run))
    return;
  auto IsOpen = [&](ArrayRef<unsigned> Part) {
    return whyOpen(Prog, int(Part.front()), int(Part.back())) != nullptr;
  };
  if (IsOpen(Run)) { // as much as has a beginning and an end
    size_t Part = Run.size() - 1;
    while (Part > 1 && IsOpen(Run.take_front(Part)))
      --Part;
    if (Part == 0)
      return;
    addPart(Slice, Run.take_front(Part), Out);
    addPart(Slice, Run.drop_front(Part), Out);
    return;
  }
  std::vector<Candidate> Whole;
  addWhole(Slice, Run, Whole);
  if (Whole.empty())
    return;
  if (size_t Leading = madeWithin(Slice, Run, Whole.front())) {
    addPart(Slice, Run.take_front(Leading), Out);
    addPart(Slice, Run.drop_front(Leading), Out);
  } else {
    Out.push_back(std::move(Whole.front()));
  }
}

void Blocks::addBlock(const Slicer &Slice, ArrayRef<unsigned> Run,
                      std::vector<Candidate> &Out) {
  Candidate C;
  C.B.First = int(Run.front());
  C.B.Last = int(Run.back());
  C.B.Function = int(Prog.Stmts[Run.front()].Function);
  // The same runs are looked at again and again, as the slice grows and as
  // longer ones are divided.
  if (Run.size() != 1 || !addKernel(Run.front(), C)) {
    Known &Of = Runs[Run.vec()];
    if (Of.C.B.Function < 0 || !holds(Of, Slice)) {
      Of = Known();
      addParameters(Slice, Run, C, &Of);
      Of.C = C;
    }
    C = Of.C;
  }
  Out.push_back(std::move(C));
}

/// The statement stays, and calls that take time leave it.
bool Blocks::leavesCalls(const Slicer &Slice, unsigned Stmt) const {
  Leaving Calls = leavingCalls(Slice, Stmt);
  return !Calls.Calls.empty() || !Calls.Apart;
}

/// Runs among the children of a kept statement, and below its kept children.
void Blocks::collectIn(const Slicer &Slice, const KeptComputation &Work,
                       unsigned Stmt, std::vector<Candidate> &Out) {
  const skel::Stmt &S = Prog.Stmts[Stmt];
  if (S.Kind == StmtKind::Decl)
    return;
  SmallVector<unsigned, 16> Run, Light;
  auto EndLight = [&] {
    if (!Light.empty() && Quiet->stayAndCompute(Light)) {
      addBlock(Slice, Light, Out);
      Out.back().B.Kept = true;
    }
    Light.clear();
  };
  for (unsigned Child : S.Children) {
    bool Stays = S.Kind == StmtKind::Compound && !Work.isBlock(Child) &&
                 Quiet->mayStay(Child) && !leavesCalls(Slice, Child) &&
                 !callsBlocks(Slice, Child);
    if (!Stays)
      EndLight();
    if (Work.isBlock(Child)) {
      addRun(Slice, Run, Out);
      Run.clear();
      addBlock(Slice, Child, Out);
      Out.back().B.Kept = true;
    } else if (Stays) {
      addRun(Slice, Run, Out);
      Run.clear();
      Light.push_back(Child);
    } else if (Slice.keeps(int(Child))) {
      addRun(Slice, Run, Out);
      Run.clear();
      addLeaving(Slice, Child, Out);
      collectIn(Slice, Work, Child, Out);
    } else if (Prog.Stmts[Child].Kind == StmtKind::Return ||
               Prog.Stmts[Child].Kind == StmtKind::Goto) {
      addRun(Slice, Run, Out);
      Run.clear();
      addLeaving(Slice, Child, Out);
    } else if (costAtEnd(Child)) { // behind what is behind the declaration
      addRun(Slice, Run, Out);
      Run.clear();
    } else if (!Control.isDead(int(Child))) {
      Run.push_back(Child);
      if (S.Kind != StmtKind::Compound) { // then and else are apart
        addRun(Slice, Run, Out);
        Run.clear();
      }
    }
  }
  EndLight();
  addRun(Slice, Run, Out);
}

/// An MPI call that combines values, with what an operator computes.
static bool combines(const CallBase *C) {
  const MpiCallInfo *M = IrIndex::mpiCall(C);
  return M && M->combines();
}

/// It runs inside of MPI calls alone, as an operator of reductions, which have
/// its time. Other functions that MPI calls back have blocks.
bool Blocks::runsInMpi(const llvm::Function *F) const {
  ArrayRef<const CallBase *> Callers = Index.callers(F);
  return llvm::any_of(Callers, combines) &&
         llvm::all_of(Callers, IrIndex::mpiCall);
}

/// A destructor that the program does not call itself.
bool Blocks::runsInNoRank(const llvm::Function *F) const {
  ArrayRef<const CallBase *> Callers = Index.callers(F);
  return !Callers.empty() && llvm::all_of(Callers, runsDestructor);
}

/// An operator that combines values in a loop, as a function of several values
/// does.
bool Blocks::isOperator(const skel::Function &F) const {
  if (F.Body < 0 || cost(unsigned(F.Body)) < Enough)
    return false;
  return llvm::any_of(Index.copies(int(F.Id)), [&](const llvm::Function *Copy) {
    return llvm::any_of(Index.callers(Copy), combines);
  });
}

std::vector<Blocks::Candidate> Blocks::collect(const Slicer &Slice) {
  Quiet = std::make_unique<QuietRounds>(
      Index, Pts, Memory, Control, Slice,
      [&](unsigned S) { return cost(S) >= Enough; },
      [&](const CallBase *C) { return cost(C) >= Enough; });
  WithBlocks.clear();
  for (;;) {
    std::vector<Candidate> Out;
    KeptComputation Work(
        Index, Objects, Pts, Memory, Control, Slice,
        [&](ArrayRef<unsigned> Run) { return costOf(Run) >= Enough; },
        WithBlocks);
    NoTime.clear();
    for (const skel::Function &F : Prog.Functions) {
      bool Needed = false;
      for (const llvm::Function *Copy : Index.copies(int(F.Id)))
        Needed |= Slice.needs(Copy) && !runsInMpi(Copy) && !runsInNoRank(Copy);
      if (Needed && F.Body >= 0)
        collectIn(Slice, Work, unsigned(F.Body), Out);
      if (isOperator(F))
        NoTime.push_back({F.Body, Untimed::Operator});
    }
    if (timeOnce(Slice, Out))
      continue;
    for (const Untimed &U : Unseen.missing(Slice))
      NoTime.push_back(U);
    tellTimeless(Slice, Work, Out);
    for (const Untimed &U : Rests.left(Slice))
      NoTime.push_back(U);
    return Out;
  }
}

/// A call that makes a block where it leaves, and is next to nothing where it
/// stays: all of its numbers are constants with a small product, or it is an
/// allocation, whose pages the host clears.
static bool isSmallWhereItStays(const CallBase *C) {
  static constexpr uint64_t Few = 65536;
  if (IrIndex::has(C, LibraryFact::Zeroed))
    return true;
  uint64_t Product = 0;
  auto *M = dyn_cast<MemIntrinsic>(C);
  for (const Value *A : C->args()) {
    if (!A->getType()->isIntegerTy() || (M && A != M->getLength()))
      continue;
    auto *Number = dyn_cast<ConstantInt>(A);
    if (!Number || Number->getValue().uge(Few))
      return false;
    Product = std::max<uint64_t>(Product, 1) *
              std::max<uint64_t>(Number->getZExtValue(), 1);
    if (Product >= Few)
      return false;
  }
  return Product > 0;
}

/// What costs time and is in no block.
void Blocks::tellTimeless(const Slicer &Slice, const KeptComputation &Work,
                          ArrayRef<Candidate> Found) {
  TimelessCode Rest(
      Index, Pts, Memory, Control, Slice, Work,
      [&](const CallBase *C) {
        return cost(C) >= Enough && !isSmallWhereItStays(C);
      },
      [&](unsigned S) { return cost(S) >= Enough; });
  for (const Candidate &C : Found)
    if (C.B.Part >= 0)
      Rest.addPart(C.B.First);
    else
      Rest.addBlock(runOf(C.B));
  for (const Untimed &U : NoTime)
    Rest.addTold(U.Stmt);
  std::vector<Untimed> More = Rest.find();
  NoTime.insert(NoTime.end(), More.begin(), More.end());
}

void Blocks::demand(Slicer &Slice, const Candidate &C, const Parameter &P) {
  for (const Instruction *I : P.Before) {
    Slice.demandParameter(I, P.Atoms, C.B.First, P.Text);
    for (const llvm::Function *G : P.Runs)
      Slice.demandCall(I, G, C.B.First);
  }
}

/// A function that a parameter runs must not have a block: its time would count
/// once more. False: none has.
bool Blocks::refuseTimed(const std::vector<Candidate> &Found) {
  bool Any = false;
  for (const Candidate &C : Found)
    for (const Parameter &P : C.Params)
      for (const llvm::Function *G : P.Runs)
        for (const Candidate &D : Found)
          if (D.B.Function == Index.functionOf(G))
            Any |= Rejected
                       .try_emplace({P.Text, unsigned(C.B.First)},
                                    Dear{"the time of the block at " +
                                             Prog.place(Prog.Stmts[D.B.First]),
                                         {}})
                       .second;
  return Any;
}

/// Kernels in removed control flow.
void Blocks::kernelsIn(const Slicer &Slice, unsigned Stmt, bool Removed,
                       std::vector<unsigned> &Out) const {
  Candidate Kernel;
  if (Control.isDead(int(Stmt)))
    return;
  if (Removed && addKernel(Stmt, Kernel))
    Out.push_back(Stmt);
  const skel::Stmt &S = Prog.Stmts[Stmt];
  bool Inside =
      Removed || (!Slice.keeps(int(Stmt)) && S.Kind != StmtKind::Compound);
  for (unsigned Child : S.Children)
    kernelsIn(Slice, Child, Inside, Out);
}

/// What decides whether and how often a kernel runs stays, if that does not
/// bring computation back.
void Blocks::findKernels(Slicer &Slice) {
  std::vector<unsigned> Kernels;
  for (const skel::Function &F : Prog.Functions)
    if (F.Body >= 0)
      for (const llvm::Function *Copy : Index.copies(int(F.Id)))
        if (Slice.needs(Copy)) {
          kernelsIn(Slice, unsigned(F.Body), false, Kernels);
          break;
        }
  if (Kernels.empty())
    return;
  auto All = [&] {
    for (unsigned K : Kernels)
      Slice.demandPlace(int(K));
  };
  if (Judge.attempt(Slice, All).empty())
    return;
  for (unsigned K : Kernels) {
    std::string Heavy =
        Judge.attempt(Slice, [&] { Slice.demandPlace(int(K)); });
    if (Heavy.empty())
      continue;
    Notes.push_back(Prog.place(Prog.Stmts[K]) +
                    " is a part of a larger block: whether it runs takes " +
                    Heavy);
  }
}

/// Parameters that are known to be too dear are none.
void Blocks::leaveOutRejected(std::vector<Candidate> &Found) {
  for (Candidate &C : Found)
    llvm::erase_if(C.Params, [&](const Parameter &P) {
      auto It = Rejected.find({P.Text, unsigned(C.B.First)});
      if (It == Rejected.end())
        return false;
      C.B.Missing.push_back(
          {C.B.First, P.Text + ", whose value takes " + It->second.Takes});
      if (C.B.Kernel.empty() && !P.Floating)
        countValue(P.Text, C.B);
      if (C.Given && !Refused)
        Refused = {C.HintLine,
                   "parameter " + P.Name + " of the block at " +
                       Prog.place(Prog.Stmts[C.B.First]) + ": " + P.Text +
                       " would keep " + It->second.Takes,
                   It->second.From};
      return true;
    });
}

/// Memory that the parameter goes through is new to the slice.
bool Blocks::bringsBack(const Slicer &Slice, const Parameter &P) const {
  return !P.Through.empty() &&
         llvm::any_of(Slice.newlyExecuted(), [&](const Instruction *I) {
           return Memory.writes(I).intersects(P.Through);
         });
}

/// Demands each parameter by itself.
void Blocks::tryEach(Slicer &Slice, const std::vector<Candidate> &Found) {
  for (const Candidate &C : Found)
    for (const Parameter &P : C.Params) {
      Dear Costs;
      bool Brings = false;
      Costs.Takes = Judge.attempt(
          Slice, [&] { demand(Slice, C, P); }, {},
          [&] { return Brings = bringsBack(Slice, P); }, &Costs.From);
      if (Costs.Takes.empty())
        continue;
      if (Brings)
        Costs.Takes = "memory that the skeleton does not keep";
      Notes.push_back(Prog.place(Prog.Stmts[C.B.First]) + ": " + P.Text +
                      " is no parameter of the block: its value takes " +
                      Costs.Takes);
      Rejected[{P.Text, unsigned(C.B.First)}] = std::move(Costs);
    }
}

/// A loop of few rounds stays, if its body makes what its block lacks, and if
/// that brings no computation back: "for (side = 0; side < 2; side++) {
/// bounds(side, lo, hi); copy(lo, hi); }". False: there is none.
bool Blocks::keepLoops(Slicer &Slice, ArrayRef<Candidate> Found) {
  static constexpr int64_t Few = 8;
  bool Any = false;
  for (const Candidate &C : Found) {
    if (C.B.First != C.B.Last || C.B.Rounds < 1 || C.B.Rounds > Few ||
        (C.B.Missing.empty() && !C.B.MakesBounds) ||
        !Tried.insert(C.B.First).second)
      continue;
    std::vector<Candidate> Whole;
    for (unsigned Body : Prog.Stmts[C.B.First].Children) {
      ArrayRef<unsigned> Run = Prog.Stmts[Body].Children;
      if (Prog.Stmts[Body].Kind != StmtKind::Compound)
        continue;
      addWhole(Slice, Run, Whole);
      if (!Whole.empty() && madeWithin(Slice, Run, Whole.front()))
        Any |=
            Judge.attempt(Slice, [&] { Slice.demandPlace(int(Run.front())); })
                .empty();
    }
  }
  return Any;
}

/// A run that ends with another exit code has failed: what main returns stays,
/// if that takes no loop and little else.
void Blocks::keepExitCode(Slicer &Slice) {
  size_t Before = Slice.numKept(), Few = 20 + Before / 10;
  auto Loops = [&](const Instruction *I) {
    int S = Index.stmtOf(I);
    return S >= 0 && isRepeated(Index, unsigned(S));
  };
  Judge.attempt(
      Slice, [&] { Slice.demandExitCode(); }, {},
      [&] {
        return Slice.numKept() > Before + Few ||
               llvm::any_of(Slice.newlyExecuted(), Loops);
      });
}

void Blocks::find(Slicer &Slice, const std::vector<Hint> &Given) {
  keepExitCode(Slice);
  Rests.keep(Slice);
  findKernels(Slice);
  std::vector<Candidate> Found;
  for (bool Grown = true; Grown;) {
    Unseen.keep(Slice);
    Ends.keep(Slice);
    Found = collect(Slice);
    Refused.reset();
    giveParameters(Slice, Given, Found);
    if (refuseTimed(Found))
      continue;
    if (keepLoops(Slice, Found) || keepPartLoops(Slice, Found) ||
        keepGuards(Slice, Found))
      continue;
    leaveOutRejected(Found);
    // All at once, if that costs nothing; else one by one.
    size_t Before = Slice.numKept();
    auto All = [&] {
      for (const Candidate &C : Found)
        for (const Parameter &P : C.Params)
          demand(Slice, C, P);
    };
    auto Brings = [&] {
      for (const Candidate &C : Found)
        for (const Parameter &P : C.Params)
          if (bringsBack(Slice, P))
            return true;
      return false;
    };
    Grown = !Judge.attempt(Slice, All, {}, Brings).empty();
    if (Grown)
      tryEach(Slice, Found);
    else
      Grown = Slice.numKept() != Before;
  }
  tellGuards(Slice, Found);
  name(Found);
}

/// The blocks that were found, with their names.
void Blocks::name(const std::vector<Candidate> &Found) {
  // Static functions of several files may share a name; models are found by it.
  // A function that is not static keeps its name when a static one appears.
  std::map<std::string, std::set<unsigned>> FilesOf, Extern;
  for (const Function &F : Prog.Functions) {
    FilesOf[F.Name].insert(F.Range.File);
    if (!F.Static)
      Extern[F.Name].insert(F.Range.File);
  }
  std::map<std::string, int> Ordinal;
  const Estimate Cost(Index, Pts, Memory, Control);
  Result.clear();
  for (const Candidate &C : Found) {
    Block B = C.B;
    B.Id = int(Result.size());
    nameCounts(B);
    B.Estimate = Cost.of(B.First, B.Last);
    std::string Name = Prog.Functions[B.Function].Name;
    B.Subject = Cost.mostlyCalls(B.First, B.Last);
    if (B.Subject.empty())
      B.Subject = Name;
    if (Prog.Functions[B.Function].Static ? FilesOf[Name].size() > 1
                                          : Extern[Name].size() > 1)
      Name += "@" + Prog.Files[Prog.Functions[B.Function].Range.File].Relative;
    // Kernels count as well, so that names stay when a kernel goes.
    int N = ++Ordinal[Name];
    B.Name = !B.Kernel.empty() ? B.Kernel : Name + "." + std::to_string(N);
    bool Named = llvm::any_of(
        C.Params, [](const Parameter &P) { return !P.Name.empty(); });
    for (const Parameter &P : C.Params) {
      B.Differences |= unsigned(P.Difference) << B.Params.size();
      B.Params.push_back(P.Text);
      if (Named)
        B.Names.push_back(P.Name.empty() ? P.Text : P.Name);
      if (P.AskedFor >= 0)
        B.AskedFor.insert(P.AskedFor);
    }
    Result.push_back(B);
  }
  for (Untimed &U : NoTime)
    U.Estimate = Cost.of(U.Stmt, U.Stmt);
  llvm::stable_sort(NoTime, [](const Untimed &A, const Untimed &B) {
    return A.Estimate > B.Estimate;
  });
}

} // namespace skel
