//===- ControlDep.cpp - which statements decide whether one runs ----------===//
//
// Flow graph of each function from its statement tree, classification of
// functions that abort, post-dominators, control dependence.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/memory/ControlDep.h"
#include "skeletonizer/memory/ConstantValues.h"
#include "llvm/IR/Instructions.h"
#include <algorithm>

using namespace llvm;

namespace skel {

struct ControlDep::Graph {
  enum : unsigned { Entry, Exit, End, First };
  DenseMap<unsigned, unsigned> NodeOf; ///< Stmt id -> node
  std::vector<int> StmtOf;             ///< node -> Stmt id
  std::vector<SmallVector<unsigned, 2>> Real, Pseudo;
  std::vector<std::pair<unsigned, unsigned>> Gotos; ///< node, Stmt id
  StringMap<unsigned> LabelNodes;
  bool Indirect = false;

  unsigned node(unsigned S) {
    auto [It, New] = NodeOf.try_emplace(S, StmtOf.size());
    if (New)
      add(int(S));
    return It->second;
  }
  void add(int S) {
    StmtOf.push_back(S);
    Real.emplace_back();
    Pseudo.emplace_back();
  }
  static void insert(SmallVector<unsigned, 2> &List, unsigned N) {
    if (!is_contained(List, N))
      List.push_back(N);
  }
  unsigned size() const { return StmtOf.size(); }
};

/// Ends the process and says that it failed, whatever its arguments are.
static bool aborts(const CallBase *C) {
  return IrIndex::has(C, LibraryFact::Aborts) ||
         IrIndex::has(C, MpiFact::EndsProgram);
}

/// A library's function that ends the process.
static bool endsProcess(const CallBase *C) {
  return aborts(C) || IrIndex::has(C, LibraryFact::Exits);
}

/// A library's function that does not come back: it is known, or declared so.
static bool neverReturns(const CallBase *C) {
  if (endsProcess(C))
    return true;
  StringRef Name = IrIndex::externalName(C);
  const LibrarySummary *S = findLibraryCall(Name);
  return S ? S->Flags & LibrarySummary::NoReturn
           : !Name.empty() && C->doesNotReturn();
}

/// The first instruction's block of a statement's code runs always.
static bool unconditional(const CallBase *C,
                          ArrayRef<const Instruction *> Statement) {
  for (const Instruction *I : Statement)
    if (I->getFunction() == C->getFunction())
      return I->getParent() == C->getParent();
  return false;
}

/// A call in S that does not come back; Always: whenever S runs.
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

bool ControlDep::conditionalEnd(unsigned S) const {
  for (const Instruction *I : Index.instructions(int(S))) {
    auto *C = dyn_cast<CallBase>(I);
    if (!C)
      continue;
    if (neverReturns(C) && (KeepErrorPaths || !endsProcess(C)))
      return true;
    for (const llvm::Function *G : Pts.callees(C)) {
      int Id = Index.functionOf(G);
      if (MayLeave.count(G))
        return true;
      if (Id >= 0 && NoReturn[Id] && (KeepErrorPaths || !Aborts[Id]))
        return true;
    }
  }
  return false;
}

/// What leads here is no error path: the statement communicates, or jumps out
/// of the function (longjmp) without ending the process.
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

static std::vector<char>
reach(const std::vector<SmallVector<unsigned, 2>> &Edges,
      SmallVector<unsigned, 16> Work);

static bool isFinalize(const CallBase *C) {
  return IrIndex::has(C, MpiFact::EndsMpi);
}

/// Functions that communicate by MPI_Finalize alone.
void ControlDep::findFinalizers() {
  DenseSet<const llvm::Function *> Others;
  auto Outside = [&](const CallBase *C) {
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
            if (Outside(C))
              Changed |= Others.insert(&F).second;
          }
      if (Finalizes && !Others.count(&F))
        Finalizers.insert(&F);
    }
  }
}

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

/// Ends the process and says that it failed; or returns so from main.
bool ControlDep::fails(unsigned S) const {
  auto Failure = [](const Value *V) {
    auto K = knownConstant(V);
    return K && (*K & 255) != 0;
  };
  for (const Instruction *I : Index.instructions(int(S))) {
    if (auto *C = dyn_cast<CallBase>(I)) {
      if (aborts(C) ||
          (IrIndex::has(C, LibraryFact::Exits) && Failure(C->getArgOperand(0))))
        return true;
    } else if (Prog.Stmts[S].Kind == StmtKind::Return &&
               I->getFunction()->getName() == "main") {
      auto *To = dyn_cast<StoreInst>(I);
      if (To && Failure(To->getValueOperand()))
        return true;
    }
  }
  return false;
}

/// From N the process comes to failures alone, without communication.
bool ControlDep::failsAfter(const Graph &G, unsigned N) const {
  bool Found = false;
  DenseSet<unsigned> Seen{N};
  SmallVector<unsigned, 8> Work{N};
  while (!Work.empty()) {
    unsigned M = Work.pop_back_val();
    bool Fails = M != N && fails(unsigned(G.StmtOf[M]));
    for (unsigned T : G.Real[M]) {
      if (T < Graph::First) {
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

/// The edges of the graph, but those behind an MPI_Finalize that only failures
/// follow: it ends the process as an abort does. Not if the function has no
/// other end.
std::vector<SmallVector<unsigned, 2>>
ControlDep::withoutFailures(const Graph &G, DenseSet<unsigned> &Failing) const {
  auto Edges = G.Real;
  for (unsigned N = Graph::First; N < G.size(); ++N)
    if (onlyFinalizes(unsigned(G.StmtOf[N])) && failsAfter(G, N)) {
      Edges[N].clear();
      Failing.insert(N);
    }
  if (Failing.empty() || reach(Edges, {Graph::Entry})[Graph::Exit])
    return Edges;
  Failing.clear();
  return G.Real;
}

void ControlDep::collectLabels(unsigned S, std::vector<unsigned> &Cases) const {
  for (unsigned C : Prog.Stmts[S].Children) {
    const Stmt &Child = Prog.Stmts[C];
    if (Child.Kind == StmtKind::Case || Child.HoldsCase)
      Cases.push_back(C);
    if (Child.Kind != StmtKind::Switch)
      collectLabels(C, Cases);
  }
}

unsigned ControlDep::entryOf(const Graph &, unsigned S) const {
  while (Prog.Stmts[S].Kind == StmtKind::Do && !Prog.Stmts[S].Children.empty())
    S = Prog.Stmts[S].Children[0];
  return S;
}

/// Over statements without code of their own, Target comes directly behind N.
bool ControlDep::mayFollow(const Graph &G, unsigned N, unsigned Target) const {
  DenseSet<unsigned> Seen;
  SmallVector<unsigned, 8> Work(G.Real[N].begin(), G.Real[N].end());
  while (!Work.empty()) {
    unsigned T = Work.pop_back_val();
    if (T == Target)
      return true;
    if (T >= Graph::First && Seen.insert(T).second &&
        Index.instructions(G.StmtOf[T]).empty())
      Work.append(G.Real[T].begin(), G.Real[T].end());
  }
  return false;
}

/// A branch that no statement of the source is: from one part of a loop or
/// condition to the next.
bool ControlDep::joins(const Instruction *I) const {
  auto *B = dyn_cast<BranchInst>(I);
  int S = Index.stmtOf(I);
  return B && B->isUnconditional() &&
         (S < 0 || (Prog.Stmts[S].Kind != StmtKind::Goto &&
                    Prog.Stmts[S].Kind != StmtKind::Return));
}

/// Edges that the code of a statement has and its kind does not tell: macros,
/// included text and statement expressions may hold jumps, labels and cases.
void ControlDep::addEscapes(Graph &G, unsigned S) {
  unsigned N = G.node(S);
  auto Add = [&](unsigned T) {
    // With the labels in front of it.
    while (T >= Graph::First) {
      int Parent = Prog.Stmts[G.StmtOf[T]].Parent;
      if (Parent < 0 || (Prog.Stmts[Parent].Kind != StmtKind::Label &&
                         Prog.Stmts[Parent].Kind != StmtKind::Case))
        break;
      T = G.node(unsigned(Parent));
    }
    if (!mayFollow(G, N, T))
      Graph::insert(G.Real[N], T);
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
          Add(Graph::Exit);
          break;
        }
        B = B->getUniqueSuccessor();
      }
    }
  }
}

void ControlDep::buildStmt(Graph &G, unsigned S, unsigned Next, unsigned Break,
                           unsigned Continue) {
  const Stmt &St = Prog.Stmts[S];
  unsigned N = G.node(S);
  auto Real = [&](unsigned To) { Graph::insert(G.Real[N], To); };
  auto Child = [&](unsigned C) { return G.node(entryOf(G, C)); };
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
    Graph::insert(G.Pseudo[N], Next);
    break;
  case StmtKind::Return:
    Real(Graph::Exit);
    Graph::insert(G.Pseudo[N], Next);
    break;
  case StmtKind::Expr:
  case StmtKind::Declarator:
  case StmtKind::Macro:
    if (endsHere(S)) {
      Real(Graph::End);
      Graph::insert(G.Pseudo[N], Next);
    } else {
      Real(Next);
    }
    break;
  }
  if (!endsHere(S) && conditionalEnd(S))
    Real(Graph::End);
}

void ControlDep::buildFunction(unsigned Function, Graph &G) {
  G.add(-1);
  G.add(-1);
  G.add(-1);
  int Body = Prog.Functions[Function].Body;
  if (Body < 0) {
    G.Real[Graph::Entry].push_back(Graph::Exit);
    return;
  }
  buildStmt(G, unsigned(Body), Graph::Exit, Graph::Exit, Graph::Exit);
  G.Real[Graph::Entry].push_back(G.node(entryOf(G, unsigned(Body))));
  for (const auto &Goto : G.Gotos) {
    unsigned N = Goto.first, S = Goto.second;
    auto It = G.LabelNodes.find(Prog.Stmts[S].Name);
    if (It != G.LabelNodes.end()) {
      Graph::insert(G.Real[N], It->second);
      Labels[S] = {unsigned(G.StmtOf[It->second])};
      continue;
    }
    auto Target = [&](unsigned T) {
      Graph::insert(G.Real[N], T);
      Labels[S].push_back(unsigned(G.StmtOf[T]));
    };
    if (Prog.Stmts[S].Name.empty()) // computed goto
      for (auto &L : G.LabelNodes)
        Target(L.second);
    for (unsigned T = Graph::First; T < G.size(); ++T)
      if (Prog.Stmts[G.StmtOf[T]].HoldsLabel)
        Target(T);
    Graph::insert(G.Real[N], Graph::Exit);
  }
  for (unsigned N = Graph::First; N < G.size(); ++N)
    if (!endsHere(unsigned(G.StmtOf[N])))
      addEscapes(G, unsigned(G.StmtOf[N]));
}

static std::vector<char>
reach(const std::vector<SmallVector<unsigned, 2>> &Edges,
      SmallVector<unsigned, 16> Work) {
  std::vector<char> Seen(Edges.size(), 0);
  for (unsigned N : Work)
    Seen[N] = 1;
  while (!Work.empty()) {
    unsigned N = Work.pop_back_val();
    for (unsigned T : Edges[N])
      if (!Seen[T]) {
        Seen[T] = 1;
        Work.push_back(T);
      }
  }
  return Seen;
}

static std::vector<SmallVector<unsigned, 2>>
reversed(const std::vector<SmallVector<unsigned, 2>> &Edges) {
  std::vector<SmallVector<unsigned, 2>> Result(Edges.size());
  for (unsigned N = 0; N < Edges.size(); ++N)
    for (unsigned T : Edges[N])
      Result[T].push_back(N);
  return Result;
}

/// True if what is known of the function has changed.
bool ControlDep::classify(unsigned Function) {
  Graph G;
  buildFunction(Function, G);
  std::vector<char> Forward = reach(G.Real, {Graph::Entry});
  bool Never = !Forward[Graph::Exit] && Forward[Graph::End];
  SmallVector<unsigned, 16> Good{Graph::Exit};
  for (unsigned N = Graph::First; N < G.size(); ++N)
    if (mattersAfter(unsigned(G.StmtOf[N])))
      Good.push_back(N);
  bool Abort = Never && !reach(reversed(G.Real), Good)[Graph::Entry];
  bool Changed =
      Never != bool(NoReturn[Function]) || Abort != bool(Aborts[Function]);
  NoReturn[Function] = Never;
  Aborts[Function] = Abort;
  return Changed;
}

void ControlDep::analyseFunction(unsigned Function) {
  Graph G;
  buildFunction(Function, G);
  // Error paths: nothing that communicates, nor the function's end, follows.
  if (!KeepErrorPaths) {
    DenseSet<unsigned> Failing;
    auto Edges = withoutFailures(G, Failing);
    SmallVector<unsigned, 16> Good{Graph::Exit};
    for (unsigned N = Graph::First; N < G.size(); ++N)
      if (mattersAfter(unsigned(G.StmtOf[N])) && !Failing.count(N))
        Good.push_back(N);
    std::vector<char> Fine = reach(reversed(Edges), Good);
    for (unsigned N = 0; N < G.size(); ++N)
      if (Fine[N] && G.Real[N].size() > 1)
        llvm::erase_if(G.Real[N], [&](unsigned T) {
          // A call that may jump out of the function is no error.
          bool Jumps = T == Graph::End && N >= Graph::First &&
                       conditionalEnd(unsigned(G.StmtOf[N]));
          return !Fine[T] && !Jumps;
        });
  }
  std::vector<char> Live = reach(G.Real, {Graph::Entry});
  bool Left = false;
  for (unsigned N = Graph::First; N < G.size(); ++N) {
    unsigned S = unsigned(G.StmtOf[N]);
    Dead[S] = !Live[N];
    Leaves[S] = Live[N] && is_contained(G.Real[N], unsigned(Graph::End));
    Left |= Leaves[S];
    Parents[S].clear();
  }
  if (Left)
    for (const llvm::Function *F : Index.copies(int(Function)))
      MayLeave.insert(F);

  // Augmented graph.
  auto Edges = G.Real;
  for (unsigned N = 0; N < G.size(); ++N)
    for (unsigned T : G.Pseudo[N])
      Graph::insert(Edges[N], T);
  Graph::insert(Edges[Graph::End], Graph::Exit);
  auto Back = reversed(Edges);
  while (true) {
    std::vector<char> Ends = reach(Back, {Graph::Exit});
    unsigned Stuck = 0;
    for (unsigned N = 0; N < G.size() && !Stuck; ++N)
      if (!Ends[N])
        Stuck = N;
    if (!Stuck)
      break;
    Edges[Stuck].push_back(Graph::Exit);
    Back[Graph::Exit].push_back(Stuck);
  }

  // Post-dominators (Cooper, Harvey, Kennedy 2001) on the reversed graph.
  std::vector<unsigned> Order, Number(G.size(), 0);
  std::vector<char> State(G.size(), 0);
  SmallVector<std::pair<unsigned, unsigned>, 32> Stack{{Graph::Exit, 0}};
  State[Graph::Exit] = 1;
  while (!Stack.empty()) {
    auto &[N, I] = Stack.back();
    if (I < Back[N].size()) {
      unsigned T = Back[N][I++];
      if (!State[T]) {
        State[T] = 1;
        Stack.push_back({T, 0});
      }
    } else {
      Number[N] = Order.size();
      Order.push_back(N);
      Stack.pop_back();
    }
  }
  std::vector<int> Up(G.size(), -1);
  Up[Graph::Exit] = Graph::Exit;
  auto Common = [&](unsigned A, unsigned B) {
    while (A != B) {
      while (Number[A] < Number[B])
        A = unsigned(Up[A]);
      while (Number[B] < Number[A])
        B = unsigned(Up[B]);
    }
    return A;
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto It = Order.rbegin(); It != Order.rend(); ++It) {
      unsigned N = *It;
      if (N == Graph::Exit)
        continue;
      int New = -1;
      for (unsigned T : Edges[N])
        if (Up[T] >= 0)
          New = New < 0 ? int(T) : int(Common(T, unsigned(New)));
      if (New != Up[N]) {
        Up[N] = New;
        Changed = true;
      }
    }
  }
  for (unsigned N = Graph::First; N < G.size(); ++N) {
    if (Edges[N].size() < 2 || !Live[N])
      continue;
    for (unsigned T : Edges[N])
      for (unsigned R = T; int(R) != Up[N] && R != Graph::Exit;
           R = unsigned(Up[R])) {
        if (R < Graph::First)
          continue;
        auto &List = Parents[G.StmtOf[R]];
        unsigned P = unsigned(G.StmtOf[N]);
        if (!is_contained(List, P))
          List.push_back(P);
      }
  }
}

ControlDep::ControlDep(const IrIndex &I, const PointsTo &P, bool KeepErrors)
    : Index(I), Pts(P), Prog(I.program()), KeepErrorPaths(KeepErrors) {
  Parents.resize(Prog.Stmts.size());
  Labels.resize(Prog.Stmts.size());
  Dead.resize(Prog.Stmts.size());
  Leaves.resize(Prog.Stmts.size());
  NoReturn.resize(Prog.Functions.size());
  Aborts.resize(Prog.Functions.size());
  findFinalizers();
  // Functions that may jump out of their callers.
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
  // Both rounds go one way (more never returns, more may leave), so they end.
  unsigned Limit = unsigned(Prog.Functions.size()) + 2;
  for (bool Changed = true; Changed && Limit--;) {
    Changed = false;
    for (unsigned F = 0; F < Prog.Functions.size(); ++F)
      Changed |= classify(F);
  }
  size_t Before;
  do {
    Before = MayLeave.size();
    for (unsigned F = 0; F < Prog.Functions.size(); ++F)
      analyseFunction(F);
  } while (MayLeave.size() != Before);
}

} // namespace skel
