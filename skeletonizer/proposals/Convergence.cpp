//===- Convergence.cpp - loops that wait for communicated results ---------===//
//
// From each condition that may end a loop back along the demands that it
// brings, within the loop, to a message.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/proposals/Convergence.h"
#include "skeletonizer/frontend/GotoLoops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include <map>

using namespace llvm;

namespace skel {

namespace {

/// One loop: the code that runs in it, and what ends it.
class Inspector {
public:
  /// Goto: the loop, if gotos make it.
  Inspector(const Phases &A, const DemandGraph &Demands, unsigned Loop,
            const GotoLoop *Goto)
      : A(A), Demands(Demands), Prog(A.Index.program()), Loop(int(Loop)),
        Own(Goto ? Goto->If : int(Loop)), Goto(Goto) {
    if (!Goto) {
      Tops.push_back(Loop);
      return;
    }
    for (unsigned C : Prog.Stmts[Prog.Stmts[Loop].Parent].Children)
      if (Goto->holds(Prog, int(C)))
        Tops.push_back(C);
  }

  /// False if it does not wait for communicated results.
  bool run(const SliceState &Slice, Findings::Convergence &F) {
    findCalls(Slice);
    if (Calls.empty())
      return false;
    findBlocks();
    F.Stmt = Loop;
    F.Rounds = !Goto || Goto->Counts;
    auto Exits = exits();
    for (auto [X, WhenTrue] : Exits)
      if (int(X) != Own)
        Ends.insert(int(X));
    for (auto [X, WhenTrue] : Exits) {
      const CallBase *C = decidedBy(int(X));
      if (!C)
        continue;
      if (F.Exit < 0) {
        F.Exit = int(X);
        F.Source = A.Index.stmtOf(C);
        F.Call = IrIndex::externalName(C).str();
      }
      F.Own |= int(X) == Own;
      if ((int(X) != Own || !F.Rounds) && Prog.Stmts[X].Kind == StmtKind::If) {
        if (F.Through < 0 && endsFunction(X))
          F.Through = int(F.Exits.size());
        F.Exits.push_back(int(X));
        F.WhenTrue.push_back(WhenTrue);
      }
    }
    if (F.Own)
      F.Through = -1;
    return F.Exit >= 0;
  }

private:
  bool within(int Stmt, int In) const {
    for (; Stmt >= 0; Stmt = Prog.Stmts[Stmt].Parent)
      if (Stmt == In)
        return true;
    return false;
  }
  /// The if decides, once in each round, about a return out of this loop alone.
  bool endsFunction(unsigned If) const {
    int Body = Prog.Stmts[If].Parent;
    if (Goto || Prog.Stmts[If].FromMacro || !Returning.count(int(If)) ||
        Body < 0 || Prog.Stmts[Body].Parent != Loop ||
        skipsParts(unsigned(Body)))
      return false;
    for (int Up = Prog.Stmts[Loop].Parent; Up >= 0; Up = Prog.Stmts[Up].Parent)
      if (isLoop(Prog.Stmts[Up].Kind))
        return false;
    return true;
  }
  bool skipsParts(unsigned Stmt) const {
    const skel::Stmt &S = Prog.Stmts[Stmt];
    return (S.Kind == StmtKind::Goto && S.Name != "break") ||
           any_of(S.Children, [&](unsigned C) { return skipsParts(C); });
  }
  bool holds(int Stmt) const {
    return Goto ? Goto->holds(Prog, Stmt) : within(Stmt, Loop);
  }

  /// Jumps below Stmt that end the loop, or begin a round but are not what
  /// makes it one. Break, Continue: one that stands here ends it.
  void jumpsOut(unsigned Stmt, bool Break, bool Continue,
                std::vector<unsigned> &Result) const {
    const skel::Stmt &S = Prog.Stmts[Stmt];
    auto Leads = [&](unsigned L) {
      return !holds(int(L)) || (Goto && L == Goto->Label && Stmt != Goto->Goto);
    };
    if (S.Kind == StmtKind::Return ||
        (S.Kind == StmtKind::Goto &&
         (S.Name == "break"      ? Break
          : S.Name == "continue" ? Continue
                                 : any_of(A.Control.labels(int(Stmt)), Leads))))
      Result.push_back(Stmt);
    bool Inner = int(Stmt) != Loop && isLoop(S.Kind);
    for (unsigned C : S.Children)
      jumpsOut(C, Break && !Inner && S.Kind != StmtKind::Switch,
               Continue && !Inner, Result);
  }

  /// Statements whose condition may end the loop: its own, and those on which
  /// jumps out of it depend. For each if, whether it ends the loop when it
  /// holds.
  std::vector<std::pair<unsigned, bool>> exits() {
    std::vector<std::pair<unsigned, bool>> Result;
    if (Own >= 0)
      Result.push_back({unsigned(Own), Goto && !Goto->WhenTrue});
    std::vector<unsigned> Jumps;
    for (unsigned T : Tops)
      jumpsOut(T, true, Goto != nullptr, Jumps);
    for (unsigned J : Jumps) {
      std::vector<unsigned> Work{J};
      for (size_t I = 0; I < Work.size(); ++I)
        for (unsigned P : A.Control.parents(int(Work[I])))
          if (int(P) != Own && holds(int(P)) && !is_contained(Work, P))
            Work.push_back(P);
      for (unsigned S : Work) {
        const skel::Stmt &If = Prog.Stmts[S];
        if (S == J ||
            (If.Kind != StmtKind::If && If.Kind != StmtKind::Switch) ||
            A.Control.isDead(int(S)) ||
            any_of(Result, [&](auto &R) { return R.first == S; }))
          continue;
        if (Prog.Stmts[J].Kind == StmtKind::Return)
          Returning.insert(int(S));
        Result.push_back(
            {S, !If.Children.empty() && within(int(J), int(If.Children[0]))});
      }
    }
    llvm::sort(Result.begin() + (Own >= 0), Result.end());
    return Result;
  }

  /// Calls that move data, in the loop or what it calls.
  void findCalls(const SliceState &Slice) {
    SmallVector<unsigned, 32> Work(Tops.begin(), Tops.end());
    SmallVector<const llvm::Function *, 16> Functions;
    auto Visit = [&](const Instruction *I) {
      auto *C = dyn_cast<CallBase>(I);
      if (!C || !Slice.executes(C))
        return;
      int Site = A.CallSites.siteOf(C);
      if (Site >= 0 && IrIndex::mpiCall(C) && Slice.isReal(Site))
        Calls.emplace(unsigned(Site), C);
      for (const llvm::Function *G : A.Pts.callees(C))
        if (Called.insert(G).second)
          Functions.push_back(G);
    };
    for (size_t I = 0; I < Work.size(); ++I) {
      for (const Instruction *J : A.Index.instructions(int(Work[I])))
        Visit(J);
      Work.append(Prog.Stmts[Work[I]].Children.begin(),
                  Prog.Stmts[Work[I]].Children.end());
    }
    for (size_t I = 0; I < Functions.size(); ++I)
      for (const Instruction &J : instructions(*Functions[I]))
        Visit(&J);
  }

  /// Blocks with statements of the loop, and those between them that have none,
  /// as where the parts of an if meet.
  void findBlocks() {
    std::vector<const BasicBlock *> Bare;
    for (const llvm::Function *F :
         A.Index.copies(int(Prog.Stmts[Loop].Function)))
      for (const BasicBlock &B : *F) {
        bool Any = false, Here = false;
        for (const Instruction &I : B) {
          int S = A.Index.stmtOf(&I);
          Any |= S >= 0;
          Here |= holds(S);
        }
        if (Here)
          Blocks.insert(&B);
        else if (!Any)
          Bare.push_back(&B);
      }
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const BasicBlock *B : Bare)
        if (!Blocks.count(B) && !succ_empty(B) &&
            all_of(successors(B),
                   [&](const BasicBlock *To) { return Blocks.count(To) != 0; }))
          Changed |= Blocks.insert(B).second;
    }
  }

  bool isInner(int Stmt) const {
    return holds(Stmt) ||
           any_of(A.Index.copies(int(Prog.Stmts[Stmt].Function)),
                  [&](const llvm::Function *F) { return Called.count(F); });
  }

  bool isInner(const Instruction *I) const {
    int S = A.Index.stmtOf(I);
    return Called.count(I->getFunction()) ||
           (S < 0 ? Blocks.count(I->getParent()) != 0 : holds(S));
  }

  bool isInner(const BasicBlock *B) const {
    return Called.count(B->getParent()) || Blocks.count(B);
  }

  /// The call inside the loop whose data decides the condition of Exit: along
  /// values, memory and conditions in the loop, not those before it.
  const CallBase *decidedBy(int Exit) const {
    std::vector<unsigned> Work;
    BitVector Seen(unsigned(Demands.size()));
    auto Push = [&](unsigned N) {
      if (N != ~0u && !Seen.test(N)) {
        Seen.set(N);
        Work.push_back(N);
      }
    };
    auto Conditions = [&](int Stmt) {
      for (const Instruction *I : A.Index.instructions(Stmt))
        if (auto *B = dyn_cast<BranchInst>(I)) {
          if (B->isConditional())
            Push(Demands.find(DemandGraph::Value, B->getCondition(), 0));
        } else if (auto *S = dyn_cast<SwitchInst>(I)) {
          Push(Demands.find(DemandGraph::Value, S->getCondition(), 0));
        }
    };
    // Of what decides, in the loop, whether a statement of it runs.
    DenseSet<int> Decided;
    auto Deciding = [&](int Stmt) {
      SmallVector<int, 8> Up{Stmt};
      while (!Up.empty())
        for (unsigned P : A.Control.parents(Up.pop_back_val()))
          if (int(P) != Own && !Ends.count(int(P)) && isInner(int(P)) &&
              Decided.insert(int(P)).second) {
            Conditions(int(P));
            Up.push_back(int(P));
          }
    };
    Conditions(Exit);
    for (size_t I = 0; I < Work.size(); ++I) {
      for (unsigned M : Demands.next(Work[I])) {
        const DemandGraph::Node &N = Demands[M];
        switch (N.K) {
        case DemandGraph::Moves: {
          auto It = Calls.find(N.Number);
          if (It != Calls.end())
            return It->second;
          break;
        }
        case DemandGraph::Value:
        case DemandGraph::PieceAt:
        case DemandGraph::Write: {
          auto *V = static_cast<const Value *>(N.What);
          auto *J = dyn_cast<Instruction>(V);
          auto *P = dyn_cast<Argument>(V);
          if (J ? isInner(J) : P && Called.count(P->getParent()))
            Push(M);
          // a || b, a ? b : c
          if (auto *Choice = dyn_cast_or_null<PHINode>(J))
            for (const BasicBlock *From : Choice->blocks())
              if (auto *B = dyn_cast<BranchInst>(From->getTerminator()))
                if (B->isConditional() && isInner(B))
                  Push(Demands.find(DemandGraph::Value, B->getCondition(), 0));
          break;
        }
        case DemandGraph::Piece:
          if (isInner(static_cast<const BasicBlock *>(N.What)))
            Push(M);
          break;
        case DemandGraph::Entry:
        case DemandGraph::Exit:
        case DemandGraph::Result:
          if (Called.count(static_cast<const llvm::Function *>(N.What)))
            Push(M);
          break;
        case DemandGraph::Stays:
          // What decides whether a value is set.
          if (Demands[Work[I]].K == DemandGraph::Write)
            Deciding(int(N.Number));
          break;
        default:
          break;
        }
      }
    }
    return nullptr;
  }

  const Phases &A;
  const DemandGraph &Demands;
  const Program &Prog;
  const int Loop; ///< the loop's statement, or its label
  const int Own;  ///< whose condition makes it go round; -1: nothing
  const GotoLoop *Goto;
  std::vector<unsigned> Tops; ///< statements of it that are not in others
  std::map<unsigned, const CallBase *> Calls; ///< by site
  DenseSet<const llvm::Function *> Called;
  DenseSet<const BasicBlock *> Blocks;
  DenseSet<int> Returning; ///< ifs on which a return depends
  DenseSet<int> Ends;      ///< those that end it have no say in what it sets
};

} // namespace

std::vector<Findings::Convergence> findConvergence(const Phases &A,
                                                   const SliceState &Slice,
                                                   const DemandGraph &Demands) {
  std::vector<Findings::Convergence> Result;
  const Program &Prog = A.Index.program();
  std::map<unsigned, GotoLoop> ByLabel;
  for (const GotoLoop &L : findGotoLoops(Prog))
    ByLabel[L.Label] = L;
  for (const skel::Stmt &L : Prog.Stmts) {
    auto It = ByLabel.find(L.Id);
    const GotoLoop *Goto = It == ByLabel.end() ? nullptr : &It->second;
    Findings::Convergence F;
    if (Goto ? Slice.keeps(int(Goto->Goto))
             : isLoop(L.Kind) && Slice.keeps(int(L.Id)))
      if (Inspector(A, Demands, L.Id, Goto).run(Slice, F))
        Result.push_back(F);
  }
  return Result;
}

} // namespace skel
