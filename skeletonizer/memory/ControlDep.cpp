//===- ControlDep.cpp - which statements decide whether one runs ----------===//
//
// Builds the flow graph of each function from its statement tree, finds the
// functions that abort, and derives control dependence from post-dominators.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/ControlDep.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "skeletonizer/memory/FlowGraph.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include <algorithm>

using namespace llvm;

namespace skel {

/// Ends the process and says that it failed.
static bool aborts(const CallBase *C) {
  auto *Status =
      C->arg_empty() ? nullptr : dyn_cast<ConstantInt>(C->getArgOperand(0));
  if (Status && !Status->isZero() &&
      IrIndex::has(C, LibraryFact::AbortsByStatus))
    return true;
  return IrIndex::has(C, LibraryFact::Aborts) ||
         IrIndex::has(C, MpiFact::EndsProgram);
}

/// A library's function that ends the process.
static bool endsProcess(const CallBase *C) {
  return aborts(C) || IrIndex::has(C, LibraryFact::Exits);
}

/// The call is of a library function that never returns: the table of library
/// functions says so, or its declaration does.
static bool neverReturns(const CallBase *C) {
  if (endsProcess(C))
    return true;
  StringRef Name = IrIndex::externalName(C);
  const LibrarySummary *S = findLibraryCall(Name);
  return S ? S->Flags & LibrarySummary::NoReturn
           : !Name.empty() && C->doesNotReturn();
}

/// The call runs whenever the statement does: it is in the block of the
/// statement's first instruction.
static bool unconditional(const CallBase *C,
                          ArrayRef<const Instruction *> Statement) {
  for (const Instruction *I : Statement)
    if (I->getFunction() == C->getFunction())
      return I->getParent() == C->getParent();
  return false;
}

/// Whenever S runs, a call in it never returns.
bool ControlDep::endsHere(unsigned S) const {
  for (const Instruction *I : Index.instructions(int(S))) {
    auto *C = dyn_cast<CallBase>(I);
    if (!C)
      continue;
    bool Ends = neverReturns(C);
    auto Targets = Pts.callees(C);
    bool All = !Targets.empty();
    for (const llvm::Function *G : Targets) {
      int Id = Index.functionOf(G);
      All &= Id >= 0 && NoReturn[Id];
    }
    if ((Ends || All) && unconditional(C, Index.instructions(int(S))))
      return true;
  }
  return false;
}

bool ControlDep::mayNotReturn(const CallBase *C) const {
  return neverReturns(C) ||
         any_of(Pts.callees(C), [&](const llvm::Function *G) {
           int Id = Index.functionOf(G);
           return MayLeave.count(G) || (Id >= 0 && NoReturn[Id]);
         });
}

/// S may run a call that never returns and is no error. Where error paths are
/// kept, errors count as well.
bool ControlDep::conditionalEnd(unsigned S, bool WithErrors) const {
  for (const Instruction *I : Index.instructions(int(S))) {
    auto *C = dyn_cast<CallBase>(I);
    if (!C)
      continue;
    if (neverReturns(C) && (WithErrors || !endsProcess(C)))
      return true;
    for (const llvm::Function *G : Pts.callees(C)) {
      int Id = Index.functionOf(G);
      if (MayLeave.count(G))
        return true;
      if (Id >= 0 && NoReturn[Id] && (WithErrors || !Aborts[Id]))
        return true;
    }
  }
  return false;
}

bool ControlDep::conditionalEnd(unsigned S) const {
  return conditionalEnd(S, KeepErrorPaths || Watched.count(S));
}

/// The statement ends the process on a condition of its own, which is an error:
/// assert(n > 0), ok || die(), a macro with such an if.
bool ControlDep::checks(unsigned S) const {
  StmtKind K = Prog.Stmts[S].Kind;
  return (K == StmtKind::Expr || K == StmtKind::Declarator ||
          K == StmtKind::Macro) &&
         !conditionalEnd(S) && conditionalEnd(S, true) && !endsHere(S);
}

/// A path that leads to S is no error path: S communicates, or jumps out of the
/// function (longjmp) without ending the process.
bool ControlDep::mattersAfter(unsigned S) const {
  for (const Instruction *I : Index.instructions(int(S))) {
    auto *C = dyn_cast<CallBase>(I);
    if (!C)
      continue;
    if (Index.communicates(C) || (neverReturns(C) && !endsProcess(C)))
      return true;
    for (const llvm::Function *G : Pts.callees(C)) {
      int Id = Index.functionOf(G);
      if (Jumps.count(G) || (Id >= 0 && NoReturn[Id] && !Aborts[Id]))
        return true;
    }
  }
  return false;
}

static bool isFinalize(const CallBase *C) {
  return IrIndex::has(C, MpiFact::EndsMpi);
}

/// Finds the functions whose only communication is MPI_Finalize.
void ControlDep::findFinalizers() {
  DenseSet<const llvm::Function *> Others;
  auto CommunicatesOtherwise = [&](const CallBase *C) {
    if (!Index.communicates(C) || isFinalize(C))
      return false;
    auto Targets = Pts.callees(C);
    return Targets.empty() || !Pts.callbacks(C).empty() ||
           any_of(Targets,
                  [&](const llvm::Function *G) { return Others.count(G); });
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    Finalizers.clear();
    for (const llvm::Function &F : Index.module()) {
      bool Finalizes = false;
      for (const BasicBlock &B : F)
        for (const Instruction &I : B)
          if (auto *C = dyn_cast<CallBase>(&I)) {
            Finalizes |= Index.communicates(C);
            if (CommunicatesOtherwise(C))
              Changed |= Others.insert(&F).second;
          }
      if (Finalizes && !Others.count(&F))
        Finalizers.insert(&F);
    }
  }
}

/// S calls MPI_Finalize, does not communicate otherwise, and does not jump out
/// of the function.
bool ControlDep::onlyFinalizes(unsigned S) const {
  bool Result = false;
  for (const Instruction *I : Index.instructions(int(S))) {
    auto *C = dyn_cast<CallBase>(I);
    if (!C)
      continue;
    for (const llvm::Function *G : Pts.callees(C))
      if (Jumps.count(G))
        return false;
    if (!Index.communicates(C))
      continue;
    if (!isFinalize(C) &&
        (Pts.callees(C).empty() ||
         !all_of(Pts.callees(C),
                 [&](const llvm::Function *G) { return Finalizers.count(G); })))
      return false;
    Result = true;
  }
  return Result;
}

/// A value that tells the system of a failure.
static bool isFailure(const Value *Status) {
  auto K = knownConstant(Status);
  return K && (*K & 255) != 0;
}

/// S ends the process with a status that reports a failure, or returns such a
/// status from main.
bool ControlDep::fails(unsigned S) const {
  for (const Instruction *I : Index.instructions(int(S))) {
    if (auto *C = dyn_cast<CallBase>(I)) {
      if (aborts(C) || (IrIndex::has(C, LibraryFact::Exits) &&
                        isFailure(C->getArgOperand(0))))
        return true;
    } else if (Prog.Stmts[S].Kind == StmtKind::Return &&
               I->getFunction()->getName() == "main") {
      auto *To = dyn_cast<StoreInst>(I);
      if (To && isFailure(To->getValueOperand()))
        return true;
    }
  }
  return false;
}

/// Every path from N ends in a failure, without communication on the way.
bool ControlDep::failsAfter(const FlowGraph &G, unsigned N) const {
  bool Found = false;
  DenseSet<unsigned> Seen{N};
  SmallVector<unsigned, 8> Work{N};
  while (!Work.empty()) {
    unsigned M = Work.pop_back_val();
    bool Fails = M != N && fails(unsigned(G.StmtOf[M]));
    for (unsigned T : G.Real[M]) {
      if (T < FlowGraph::First) {
        if (!Fails)
          return false;
        Found = true;
      } else if (Seen.insert(T).second) {
        if (mattersAfter(unsigned(G.StmtOf[T])))
          return false;
        Work.push_back(T);
      }
    }
  }
  return Found;
}

/// The edges of the graph without those that leave an MPI_Finalize which only
/// failures follow: such an MPI_Finalize ends the process as an abort does. All
/// edges stay if the function would have no exit otherwise.
EdgeLists ControlDep::withoutFailures(const FlowGraph &G,
                                      DenseSet<unsigned> &Failing) const {
  auto Edges = G.Real;
  for (unsigned N = FlowGraph::First; N < G.size(); ++N)
    if (onlyFinalizes(unsigned(G.StmtOf[N])) && failsAfter(G, N)) {
      Edges[N].clear();
      Failing.insert(N);
    }
  if (Failing.empty() || reach(Edges, {FlowGraph::Entry})[FlowGraph::Exit])
    return Edges;
  Failing.clear();
  return G.Real;
}

/// Appends the labels of a switch: cases, and statements whose macro holds one.
void ControlDep::collectLabels(unsigned S, std::vector<unsigned> &Cases) const {
  for (unsigned C : Prog.Stmts[S].Children) {
    const Stmt &Child = Prog.Stmts[C];
    if (Child.Kind == StmtKind::Case || Child.HoldsCase)
      Cases.push_back(C);
    if (Child.Kind != StmtKind::Switch)
      collectLabels(C, Cases);
  }
}

/// The statement that runs first when S runs: the body of a do loop runs before
/// the loop's condition.
unsigned ControlDep::entryOf(unsigned S) const {
  while (Prog.Stmts[S].Kind == StmtKind::Do && !Prog.Stmts[S].Children.empty())
    S = Prog.Stmts[S].Children[0];
  return S;
}

/// Target follows N, with only statements that have no code of their own in
/// between.
bool ControlDep::mayFollow(const FlowGraph &G, unsigned N,
                           unsigned Target) const {
  DenseSet<unsigned> Seen;
  SmallVector<unsigned, 8> Work(G.Real[N].begin(), G.Real[N].end());
  while (!Work.empty()) {
    unsigned T = Work.pop_back_val();
    if (T == Target)
      return true;
    if (T >= FlowGraph::First && Seen.insert(T).second &&
        Index.instructions(G.StmtOf[T]).empty())
      Work.append(G.Real[T].begin(), G.Real[T].end());
  }
  return false;
}

/// I is a branch that stands for no statement of the source. Such branches lead
/// from one part of a loop or condition to the next.
bool ControlDep::joins(const Instruction *I) const {
  auto *B = dyn_cast<BranchInst>(I);
  int S = Index.stmtOf(I);
  return B && B->isUnconditional() &&
         (S < 0 || (Prog.Stmts[S].Kind != StmtKind::Goto &&
                    Prog.Stmts[S].Kind != StmtKind::Return));
}

/// Adds the edges of S that its code has but its kind does not show. Macros,
/// included text and statement expressions may hold jumps, labels and cases.
void ControlDep::addEscapes(FlowGraph &G, unsigned S) {
  unsigned N = G.node(S);
  auto Add = [&](unsigned T) {
    // The labels in front of a statement come first.
    while (T >= FlowGraph::First) {
      int Parent = Prog.Stmts[G.StmtOf[T]].Parent;
      if (Parent < 0 || (Prog.Stmts[Parent].Kind != StmtKind::Label &&
                         Prog.Stmts[Parent].Kind != StmtKind::Case))
        break;
      T = G.node(unsigned(Parent));
    }
    if (!mayFollow(G, N, T))
      FlowGraph::insert(G.Real[N], T);
  };
  for (const Instruction *I : Index.instructions(int(S))) {
    if (!I->isTerminator() || (joins(I) && !Prog.Stmts[S].HoldsJump))
      continue;
    for (unsigned K = 0; K < I->getNumSuccessors(); ++K) {
      const BasicBlock *B = I->getSuccessor(K);
      DenseSet<const BasicBlock *> Seen;
      while (B && Seen.insert(B).second) {
        int Target = -1;
        for (const Instruction &J : *B)
          if (int T = Index.stmtOf(&J); T == int(S) || (T >= 0 && !joins(&J))) {
            Target = T;
            break;
          }
        if (Target == int(S))
          break;
        if (Target >= 0) {
          auto It = G.NodeOf.find(unsigned(Target));
          if (It != G.NodeOf.end())
            Add(It->second);
          break;
        }
        if (isa<ReturnInst>(B->getTerminator())) {
          Add(FlowGraph::Exit);
          break;
        }
        B = B->getUniqueSuccessor();
      }
    }
  }
}

/// Adds the edges of S and of the statements in it. Next, Break and Continue
/// are the nodes that follow S, a break and a continue.
void ControlDep::buildStmt(FlowGraph &G, unsigned S, unsigned Next,
                           unsigned Break, unsigned Continue) {
  const Stmt &St = Prog.Stmts[S];
  unsigned N = G.node(S);
  auto Real = [&](unsigned To) { FlowGraph::insert(G.Real[N], To); };
  auto Child = [&](unsigned C) { return G.node(entryOf(C)); };
  switch (St.Kind) {
  case StmtKind::Compound:
  case StmtKind::Decl: {
    Real(St.Children.empty() ? Next : Child(St.Children[0]));
    for (size_t I = 0; I < St.Children.size(); ++I)
      buildStmt(G, St.Children[I],
                I + 1 < St.Children.size() ? Child(St.Children[I + 1]) : Next,
                Break, Continue);
    break;
  }
  case StmtKind::If:
    for (unsigned C : St.Children) {
      if (St.Constant < 0 || int(C) == constantPart(St))
        Real(Child(C));
      buildStmt(G, C, Next, Break, Continue);
    }
    if (St.Constant < 0 ? St.Children.size() < 2 : constantPart(St) < 0)
      Real(Next);
    break;
  case StmtKind::For:
  case StmtKind::While:
  case StmtKind::Do:
    if (!St.Children.empty()) {
      Real(Child(St.Children[0]));
      buildStmt(G, St.Children[0], N, Next, N);
    }
    Real(Next);
    break;
  case StmtKind::Switch: {
    std::vector<unsigned> Cases;
    for (unsigned C : St.Children)
      buildStmt(G, C, Next, Next, Continue);
    collectLabels(S, Cases);
    for (unsigned C : Cases)
      Real(G.node(C));
    Labels[S] = Cases;
    Real(Next); // there may be no default
    break;
  }
  case StmtKind::Case:
  case StmtKind::Label:
    if (St.Kind == StmtKind::Label)
      G.LabelNodes[St.Name] = N;
    Real(St.Children.empty() ? Next : Child(St.Children[0]));
    for (unsigned C : St.Children)
      buildStmt(G, C, Next, Break, Continue);
    break;
  case StmtKind::Goto:
    if (St.Name == "break")
      Real(Break);
    else if (St.Name == "continue")
      Real(Continue);
    else
      G.Gotos.push_back({N, S});
    FlowGraph::insert(G.Pseudo[N], Next);
    break;
  case StmtKind::Return:
    Real(FlowGraph::Exit);
    FlowGraph::insert(G.Pseudo[N], Next);
    break;
  case StmtKind::Expr:
  case StmtKind::Declarator:
  case StmtKind::Macro:
    if (endsHere(S)) {
      Real(FlowGraph::End);
      FlowGraph::insert(G.Pseudo[N], Next);
    } else {
      Real(Next);
    }
    break;
  }
  if (!endsHere(S) && conditionalEnd(S))
    Real(FlowGraph::End);
}

void ControlDep::buildFunction(unsigned Function, FlowGraph &G) {
  int Body = Prog.Functions[Function].Body;
  if (Body < 0) {
    G.Real[FlowGraph::Entry].push_back(FlowGraph::Exit);
    return;
  }
  buildStmt(G, unsigned(Body), FlowGraph::Exit, FlowGraph::Exit,
            FlowGraph::Exit);
  G.Real[FlowGraph::Entry].push_back(G.node(entryOf(unsigned(Body))));
  for (const auto &Goto : G.Gotos) {
    unsigned N = Goto.first, S = Goto.second;
    auto It = G.LabelNodes.find(Prog.Stmts[S].Name);
    if (It != G.LabelNodes.end()) {
      FlowGraph::insert(G.Real[N], It->second);
      Labels[S] = {unsigned(G.StmtOf[It->second])};
      continue;
    }
    auto Target = [&](unsigned T) {
      FlowGraph::insert(G.Real[N], T);
      Labels[S].push_back(unsigned(G.StmtOf[T]));
    };
    if (Prog.Stmts[S].Name.empty()) // computed goto
      for (auto &L : G.LabelNodes)
        Target(L.second);
    for (unsigned T = FlowGraph::First; T < G.size(); ++T)
      if (Prog.Stmts[G.StmtOf[T]].HoldsLabel)
        Target(T);
    FlowGraph::insert(G.Real[N], FlowGraph::Exit);
  }
  for (unsigned N = FlowGraph::First; N < G.size(); ++N)
    if (!endsHere(unsigned(G.StmtOf[N])))
      addEscapes(G, unsigned(G.StmtOf[N]));
}

/// Finds out whether the function never returns, and whether it aborts. True if
/// the answer has changed.
bool ControlDep::classify(unsigned Function) {
  FlowGraph G;
  buildFunction(Function, G);
  std::vector<char> Forward = reach(G.Real, {FlowGraph::Entry});
  bool Never = !Forward[FlowGraph::Exit] && Forward[FlowGraph::End];
  NodeList Good{FlowGraph::Exit};
  for (unsigned N = FlowGraph::First; N < G.size(); ++N)
    if (mattersAfter(unsigned(G.StmtOf[N])))
      Good.push_back(N);
  bool Abort = Never && !reach(reversed(G.Real), Good)[FlowGraph::Entry];
  bool Changed =
      Never != bool(NoReturn[Function]) || Abort != bool(Aborts[Function]);
  NoReturn[Function] = Never;
  Aborts[Function] = Abort;
  return Changed;
}

/// Removes the branches into error paths: neither communication nor the exit of
/// the function follows there.
void ControlDep::dropErrorPaths(FlowGraph &G) {
  DenseSet<unsigned> Failing;
  EdgeLists Edges = withoutFailures(G, Failing);
  NodeList Good{FlowGraph::Exit};
  for (unsigned N = FlowGraph::First; N < G.size(); ++N)
    if (mattersAfter(unsigned(G.StmtOf[N])) && !Failing.count(N))
      Good.push_back(N);
  std::vector<char> Fine = reach(reversed(Edges), Good);
  for (unsigned N = 0; N < G.size(); ++N) {
    if (!Fine[N] || G.Real[N].size() < 2)
      continue;
    unsigned S = N >= FlowGraph::First ? unsigned(G.StmtOf[N]) : ~0u;
    if (S != ~0u && Watched.count(S))
      continue;
    size_t Before = G.Real[N].size();
    llvm::erase_if(G.Real[N], [&](unsigned T) {
      // A call that may jump out of the function is no error.
      bool Jumps = T == FlowGraph::End && S != ~0u && conditionalEnd(S);
      return !Fine[T] && !Jumps;
    });
    if (S != ~0u && G.Real[N].size() < Before &&
        (Prog.Stmts[S].Kind == StmtKind::If || isLoop(Prog.Stmts[S].Kind) ||
         Prog.Stmts[S].Kind == StmtKind::Switch))
      ErrorBranches.push_back(S);
  }
}

/// Notes which statements run at all, and which may end the process or jump
/// out of the call.
void ControlDep::noteEnds(unsigned Function, const FlowGraph &G,
                          const std::vector<char> &Live) {
  bool Left = false;
  for (unsigned N = FlowGraph::First; N < G.size(); ++N) {
    unsigned S = unsigned(G.StmtOf[N]);
    Dead[S] = !Live[N];
    Leaves[S] = Live[N] && is_contained(G.Real[N], unsigned(FlowGraph::End));
    Left |= Leaves[S];
    if (Live[N] && checks(S))
      ErrorBranches.push_back(S);
  }
  // Nothing enters the body of a switch by its begin, but by its labels.
  for (unsigned N = G.size(); N-- > FlowGraph::First;) {
    const Stmt &S = Prog.Stmts[G.StmtOf[N]];
    if (S.Kind == StmtKind::Compound &&
        llvm::any_of(S.Children, [&](unsigned C) { return !Dead[C]; }))
      Dead[S.Id] = false;
  }
  if (Left)
    for (const llvm::Function *F : Index.copies(int(Function)))
      MayLeave.insert(F);
}

/// A statement depends on each branch that has an edge towards it, unless the
/// statement post-dominates the branch.
void ControlDep::findParents(const FlowGraph &G,
                             const std::vector<char> &Live) {
  AugmentedGraph Augmented(G);
  std::vector<int> Up = postDominators(Augmented);
  for (unsigned N = FlowGraph::First; N < G.size(); ++N)
    Parents[G.StmtOf[N]].clear();
  for (unsigned N = FlowGraph::First; N < G.size(); ++N) {
    const auto &Targets = Augmented.Edges[N];
    if (Targets.size() < 2 || !Live[N])
      continue;
    for (unsigned T : Targets)
      for (unsigned R = T; int(R) != Up[N] && R != FlowGraph::Exit;
           R = unsigned(Up[R])) {
        if (R < FlowGraph::First)
          continue;
        auto &List = Parents[G.StmtOf[R]];
        unsigned P = unsigned(G.StmtOf[N]);
        if (!is_contained(List, P))
          List.push_back(P);
      }
  }
}

/// A jump that is removed falls through to the statement behind it in the text.
/// Statements that never run are removed as well, jumps among them: then it
/// falls through to the first one behind them that runs.
static void passDead(FlowGraph &G, const std::vector<char> &Live) {
  for (unsigned N = FlowGraph::First; N < G.size(); ++N) {
    if (!Live[N] || G.Pseudo[N].empty())
      continue;
    DenseSet<unsigned> Seen;
    SmallVector<unsigned, 8> Work(G.Pseudo[N].begin(), G.Pseudo[N].end());
    while (!Work.empty()) {
      unsigned T = Work.pop_back_val();
      if (!Seen.insert(T).second)
        continue;
      if (T < FlowGraph::First || Live[T])
        FlowGraph::insert(G.Pseudo[N], T);
      else if (!G.Pseudo[T].empty()) // a jump: not to where it leads
        Work.append(G.Pseudo[T].begin(), G.Pseudo[T].end());
      else
        Work.append(G.Real[T].begin(), G.Real[T].end());
    }
  }
}

void ControlDep::analyseFunction(unsigned Function) {
  FlowGraph G;
  buildFunction(Function, G);
  if (!KeepErrorPaths &&
      none_of(Index.copies(int(Function)),
              [&](const llvm::Function *F) { return Forks.count(F) != 0; }))
    dropErrorPaths(G);
  std::vector<char> Live = reach(G.Real, {FlowGraph::Entry});
  noteEnds(Function, G, Live);
  passDead(G, Live);
  findParents(G, Live);
}

/// Finds the functions that may jump out of their callers.
void ControlDep::findJumps() {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const llvm::Function &F : Index.module())
      for (const BasicBlock &B : F)
        for (const Instruction &J : B)
          if (auto *C = dyn_cast<CallBase>(&J)) {
            bool Out = neverReturns(C) && !endsProcess(C);
            for (const llvm::Function *G : Pts.callees(C))
              Out |= Jumps.count(G) != 0;
            Changed |= Out && Jumps.insert(&F).second;
          }
  }
}

/// Finds the functions that may make child processes, and their callers.
void ControlDep::findForks() {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const llvm::Function &F : Index.module())
      for (const Instruction &I : instructions(F))
        if (auto *C = dyn_cast<CallBase>(&I)) {
          bool Made = IrIndex::has(C, LibraryFact::Forks);
          for (const llvm::Function *G : Pts.callees(C))
            Made |= Forks.count(G) != 0;
          Changed |= Made && Forks.insert(&F).second;
        }
  }
}

/// The call ends the process, and does not communicate before.
bool ControlDep::endsProgram(const CallBase *C) const {
  auto Targets = Pts.callees(C);
  return !Index.communicates(C) &&
         (endsProcess(C) ||
          (!Targets.empty() && all_of(Targets, [&](const llvm::Function *G) {
            int Id = Index.functionOf(G);
            return Id >= 0 && Aborts[Id];
          })));
}

/// I is the "return 1;" of main.
static bool failsInMain(const Instruction &I) {
  auto *S = dyn_cast<StoreInst>(&I);
  if (!S || I.getFunction()->getName() != "main" ||
      !isFailure(S->getValueOperand()))
    return false;
  const BasicBlock *Next = I.getParent()->getSingleSuccessor();
  auto *R = Next ? dyn_cast<ReturnInst>(Next->getTerminator()) : nullptr;
  auto *L = R && R->getReturnValue() ? dyn_cast<LoadInst>(R->getReturnValue())
                                     : nullptr;
  return L && L == &Next->front() &&
         L->getPointerOperand() == S->getPointerOperand();
}

/// The function returns, communicates or jumps in the block, with the process
/// alive. Ends: the process ends in it.
bool ControlDep::goesOn(const BasicBlock *B, bool &Ends) const {
  bool Finalized = false;
  for (const Instruction &I : *B) {
    if (failsInMain(I)) {
      Ends = true;
      return false;
    }
    auto *C = dyn_cast<CallBase>(&I);
    if (!C)
      continue;
    if (endsProgram(C)) {
      Ends = true;
      return Finalized && !aborts(C) &&
             !(IrIndex::has(C, LibraryFact::Exits) &&
               isFailure(C->getArgOperand(0)));
    }
    if (isFinalize(C))
      Finalized = true;
    else if (Index.communicates(C) || mayNotReturn(C))
      return true;
  }
  return Finalized || isa<ReturnInst>(B->getTerminator());
}

bool ControlDep::isLast(int Stmt) const {
  ArrayRef<const Instruction *> Code = Index.instructions(Stmt);
  return !Code.empty() && all_of(Code, [&](const Instruction *I) {
    return isLast(I->getParent());
  });
}

/// Finds the code that the process does not survive.
void ControlDep::findLast() {
  for (const llvm::Function &F : Index.module()) {
    DenseSet<const BasicBlock *> Ends, Good, ToEnd;
    SmallVector<const BasicBlock *, 16> Work;
    for (const BasicBlock &B : F) {
      bool End = false;
      if (goesOn(&B, End))
        Good.insert(&B);
      if (End)
        Ends.insert(&B);
    }
    auto Reach = [&](DenseSet<const BasicBlock *> &Of) {
      Work.assign(Of.begin(), Of.end());
      while (!Work.empty())
        for (const BasicBlock *P : predecessors(Work.pop_back_val()))
          if (!Ends.count(P) && Of.insert(P).second)
            Work.push_back(P);
    };
    ToEnd = Ends;
    Reach(Good);
    Reach(ToEnd);
    for (const BasicBlock *B : ToEnd)
      if (!Good.count(B))
        Last.insert(B);
  }
}

ControlDep::ControlDep(const IrIndex &I, const PointsTo &P, bool KeepErrors,
                       DenseSet<unsigned> W)
    : Index(I), Pts(P), Prog(I.program()), KeepErrorPaths(KeepErrors),
      Watched(std::move(W)) {
  Parents.resize(Prog.Stmts.size());
  Labels.resize(Prog.Stmts.size());
  Dead.resize(Prog.Stmts.size());
  Leaves.resize(Prog.Stmts.size());
  NoReturn.resize(Prog.Functions.size());
  Aborts.resize(Prog.Functions.size());
  findFinalizers();
  findJumps();
  findForks();
  // Both loops end: the sets of functions that never return and that may leave
  // only grow.
  unsigned Limit = unsigned(Prog.Functions.size()) + 2;
  for (bool Changed = true; Changed && Limit--;) {
    Changed = false;
    for (unsigned F = 0; F < Prog.Functions.size(); ++F)
      Changed |= classify(F);
  }
  size_t Before;
  do {
    Before = MayLeave.size();
    ErrorBranches.clear();
    for (unsigned F = 0; F < Prog.Functions.size(); ++F)
      analyseFunction(F);
  } while (MayLeave.size() != Before);
  findLast();
}

} // namespace skel
