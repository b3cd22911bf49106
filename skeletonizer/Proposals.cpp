//===- Proposals.cpp - cuts that free a skeleton of computation -----------===//
//
// Slices once with all demands written down, finds the places on the way from
// communication to kept blocks, and sets of them from the heaviest block on.
//
//===----------------------------------------------------------------------===//
#include "Proposals.h"
#include "Blocks.h"
#include "CutGraph.h"
#include "Estimate.h"
#include "PlanBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include <map>

using namespace llvm;

namespace skel {

namespace {

/// Sets that are tried.
const size_t MaxSets = 5;
/// Computation below this share of the estimated time is not worth a cut.
const double Worth = 1e-3;
/// Prices: a place where floating point ends is the first choice.
const unsigned Natural = 20, Other = 21;

bool isLoop(StmtKind K) {
  return K == StmtKind::For || K == StmtKind::While || K == StmtKind::Do;
}

class Proposer {
public:
  Proposer(const Phases &A, const Plan &Done, Findings &Out)
      : A(A), Prog(A.Index.program()), Done(Done), Out(Out) {}

  void run() {
    estimate();
    Places = findCutPlaces(A.Index, A.Pts, A.Control, A.Src);
    auto Slice = slice(nullptr, &Demands);
    Net = std::make_unique<CutGraph>(Demands, Places);
    findRegions();
    choosePlaces();
    findSets();
    convergence(*Slice);
  }

private:
  std::unique_ptr<Slicer> slice(const ValueCuts *Cut, DemandGraph *G) const {
    auto S =
        std::make_unique<Slicer>(A.Index, A.Objects, A.Pts, A.Memory, A.Control,
                                 A.CallSites, A.Match, A.KeepErrorPaths);
    S->leaveOut(Cut);
    S->record(G);
    S->addCriterion();
    S->run();
    return S;
  }

  void estimate() {
    Estimate Cost(A.Index, A.Pts, A.Memory, A.Control);
    double Sum = 0;
    for (const Block &B : Done.Blocks) {
      Out.Share.push_back(Cost.of(B.First, B.Last));
      Sum += Out.Share.back();
    }
    for (double &S : Out.Share)
      S = Sum > 0 ? S / Sum : 0;
  }

  /// Statements of a block with all below them.
  SmallVector<unsigned, 32> inside(const Block &B) const {
    SmallVector<unsigned, 32> Result;
    const skel::Stmt &S = Prog.Stmts[B.First];
    if (S.Parent < 0 || B.First == B.Last) {
      Result.push_back(unsigned(B.First));
    } else {
      bool In = false;
      for (unsigned Child : Prog.Stmts[S.Parent].Children) {
        In |= int(Child) == B.First;
        if (In)
          Result.push_back(Child);
        if (int(Child) == B.Last)
          break;
      }
    }
    for (size_t I = 0; I < Result.size(); ++I)
      Result.append(Prog.Stmts[Result[I]].Children.begin(),
                    Prog.Stmts[Result[I]].Children.end());
    return Result;
  }

  /// The demands that keep each kept block.
  void findRegions() {
    Regions.resize(Done.Blocks.size());
    for (const Block &B : Done.Blocks) {
      if (!B.Kept)
        continue;
      for (unsigned S : inside(B))
        for (const Instruction *I : A.Index.instructions(int(S))) {
          unsigned N = Demands.find(DemandGraph::Runs, I, 0);
          if (N != ~0u)
            Regions[B.Id].push_back(N);
        }
    }
  }

  bool covers(const BitVector &Reached, int Block) const {
    for (unsigned N : Regions[Block])
      if (Reached.test(N))
        return true;
    return false;
  }

  /// What each place drags in; those that drag in a kept block are reported.
  void choosePlaces() {
    Number.assign(Places.size(), -1);
    Out.PlaceAt.assign(Prog.Stmts.size(), -1);
    for (unsigned P = 0; P < Places.size(); ++P) {
      const CutPlace &C = Places[P];
      if (!Net->isDemanded(P) || !C.FromFloat)
        continue;
      report(P);
    }
  }

  int report(unsigned P) {
    if (Number[P] >= 0)
      return Number[P];
    const CutPlace &C = Places[P];
    BitVector Reached = Net->from(P);
    Findings::Place F;
    F.What = Findings::Place::Kind(C.What);
    F.Stmt = C.Stmt;
    F.File = C.File;
    F.Line = C.Line;
    F.Name = C.Name;
    F.FromFloat = C.FromFloat;
    F.Why = C.Why;
    for (unsigned N : Reached.set_bits())
      if (N < Demands.size() && Demands[N].K == DemandGraph::Stays)
        ++F.Stmts;
    for (const Block &B : Done.Blocks)
      if (B.Kept && covers(Reached, B.Id)) {
        F.Blocks.push_back(B.Id);
        F.Share += Out.Share[B.Id];
      }
    Number[P] = int(Out.Places.size());
    int &At = Out.PlaceAt[C.Stmt];
    if (At < 0 || (C.FromFloat && !Out.Places[At].FromFloat))
      At = Number[P];
    Out.Places.push_back(std::move(F));
    return Number[P];
  }

  std::vector<int> freed(const Slicer &S) const {
    std::vector<int> Result;
    for (const Block &B : Done.Blocks) {
      if (!B.Kept)
        continue;
      bool Runs = false;
      for (unsigned T : inside(B))
        for (const Instruction *I : A.Index.instructions(int(T)))
          Runs |= S.executes(I);
      if (!Runs)
        Result.push_back(B.Id);
    }
    return Result;
  }

  void findSets() {
    BitVector Stuck = Net->stuck();
    std::vector<int> Heavy;
    for (const Block &B : Done.Blocks) {
      if (!B.Kept || Regions[B.Id].empty())
        continue;
      if (covers(Stuck, B.Id)) {
        Out.Stuck.push_back(B.Id);
      } else if (Out.Share[B.Id] >= Worth || !B.Kernel.empty())
        Heavy.push_back(B.Id);
    }
    std::stable_sort(Heavy.begin(), Heavy.end(),
                     [&](int X, int Y) { return Out.Share[X] > Out.Share[Y]; });
    std::vector<unsigned> Price;
    for (const CutPlace &C : Places)
      Price.push_back(C.FromFloat ? Natural : Other);
    // From the heaviest block on; each set frees at least what the one before
    // it does. The last one is for all.
    std::vector<unsigned> Sinks;
    std::vector<char> Free(Done.Blocks.size(), 0);
    std::set<std::vector<unsigned>> Known;
    for (size_t I = 0; I < Heavy.size(); ++I) {
      if (Free[Heavy[I]])
        continue;
      bool Last = Out.Sets.size() + 1 == MaxSets;
      for (size_t K = I; K < (Last ? Heavy.size() : I + 1); ++K)
        Sinks.insert(Sinks.end(), Regions[Heavy[K]].begin(),
                     Regions[Heavy[K]].end());
      std::vector<unsigned> Cut = Net->minimumCut(Sinks, Price);
      if (Cut.empty())
        break;
      BitVector Left = Net->reach(Cut);
      for (int B : Heavy)
        if (!covers(Left, B) && !Free[B]) {
          Free[B] = 1;
          Sinks.insert(Sinks.end(), Regions[B].begin(), Regions[B].end());
        }
      if (Known.insert(Cut).second)
        tryOut(Cut);
      if (Last)
        break;
    }
  }

  void tryOut(const std::vector<unsigned> &Cut) {
    Findings::Set Set;
    ValueCuts All;
    for (unsigned P : Cut) {
      Places[P].addTo(All);
      Set.Places.push_back(unsigned(report(P)));
    }
    auto S = slice(&All, nullptr);
    Set.Frees = freed(*S);
    for (int B : Set.Frees)
      Set.Share += Out.Share[B];
    Blocks Costs(A.Index, A.Objects, A.Pts, A.Memory, A.Control, A.Match);
    Costs.find(S);
    buildPlan(A.Index, A.Pts, A.Memory, A.CallSites, *S, Set.Left);
    Set.Left.Blocks = Costs.blocks();
    for (unsigned P : Cut) {
      auto It = AloneFrees.find(P);
      if (It == AloneFrees.end()) {
        ValueCuts One;
        Places[P].addTo(One);
        auto Frees = Cut.size() == 1 ? Set.Frees : freed(*slice(&One, nullptr));
        It = AloneFrees.emplace(P, Frees).first;
      }
      Set.Alone.push_back(It->second);
    }
    Out.Sets.push_back(std::move(Set));
  }

  // Loops that wait for communicated results.

  bool within(int Stmt, int Loop) const {
    for (; Stmt >= 0; Stmt = Prog.Stmts[Stmt].Parent)
      if (Stmt == Loop)
        return true;
    return false;
  }

  /// A jump below Stmt that ends Loop.
  bool endsLoop(unsigned Stmt, unsigned Loop, bool Inner) const {
    const skel::Stmt &S = Prog.Stmts[Stmt];
    if (S.Kind == StmtKind::Return)
      return true;
    if (S.Kind == StmtKind::Goto)
      return S.Name == "break" ? !Inner : S.Name != "continue";
    Inner |= isLoop(S.Kind) || S.Kind == StmtKind::Switch;
    for (unsigned C : S.Children)
      if (endsLoop(C, Loop, Inner))
        return true;
    return false;
  }

  /// Statements whose condition may end the loop.
  void exits(unsigned Stmt, unsigned Loop, bool Inner,
             std::vector<unsigned> &Result) const {
    const skel::Stmt &S = Prog.Stmts[Stmt];
    if (Stmt == Loop)
      Result.push_back(Stmt);
    else if (S.Kind == StmtKind::If && !A.Control.isDead(int(Stmt)) &&
             endsLoop(Stmt, Loop, Inner))
      Result.push_back(Stmt);
    Inner |= Stmt != Loop && (isLoop(S.Kind) || S.Kind == StmtKind::Switch);
    for (unsigned C : S.Children)
      exits(C, Loop, Inner, Result);
  }

  void convergence(const Slicer &Slice) {
    for (const skel::Stmt &L : Prog.Stmts) {
      if (!isLoop(L.Kind) || !Slice.keeps(int(L.Id)))
        continue;
      // Calls of MPI that the loop makes.
      std::map<unsigned, const CallBase *> Inside;
      callsIn(L.Id, Slice, Inside);
      if (Inside.empty())
        continue;
      std::vector<unsigned> Exits;
      exits(L.Id, L.Id, false, Exits);
      for (unsigned X : Exits)
        if (const CallBase *C = decidedBy(int(X), int(L.Id), Inside)) {
          Findings::Convergence F;
          F.Stmt = int(L.Id);
          F.Exit = int(X);
          F.Source = A.Index.stmtOf(C);
          F.Call = IrIndex::externalName(C).str();
          Out.Loops.push_back(F);
          break;
        }
    }
  }

  /// Sites of calls that move data, in the statement or what it calls.
  void callsIn(unsigned Stmt, const Slicer &Slice,
               std::map<unsigned, const CallBase *> &Result) const {
    SmallVector<unsigned, 32> Work{Stmt};
    SmallVector<const llvm::Function *, 16> Functions;
    DenseSet<const llvm::Function *> Seen;
    auto Visit = [&](const Instruction *I) {
      auto *C = dyn_cast<CallBase>(I);
      if (!C || !Slice.executes(C))
        return;
      int Site = A.CallSites.siteOf(C);
      if (Site >= 0 && IrIndex::mpiCall(C) && Slice.isReal(Site))
        Result.emplace(unsigned(Site), C);
      for (const llvm::Function *G : A.Pts.callees(C))
        if (A.Index.communicates(G) && Seen.insert(G).second)
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

  /// The call inside the loop whose data decides the condition of Exit.
  const CallBase *
  decidedBy(int Exit, int Loop,
            const std::map<unsigned, const CallBase *> &Inside) const {
    std::vector<unsigned> Work;
    BitVector Seen(unsigned(Demands.size()));
    auto Push = [&](unsigned N) {
      if (N != ~0u && !Seen.test(N)) {
        Seen.set(N);
        Work.push_back(N);
      }
    };
    for (const Instruction *I : A.Index.instructions(Exit))
      if (auto *B = dyn_cast<BranchInst>(I))
        if (B->isConditional())
          Push(Demands.find(DemandGraph::Value, B->getCondition(), 0));
    for (size_t I = 0; I < Work.size(); ++I) {
      const DemandGraph::Node &N = Demands[Work[I]];
      if (N.K == DemandGraph::Moves) {
        auto It = Inside.find(N.Number);
        if (It != Inside.end())
          return It->second;
        continue;
      }
      for (unsigned M : Demands.next(Work[I]))
        switch (Demands[M].K) {
        case DemandGraph::Stays:
          // What decides whether a value is set, inside of the loop.
          if (within(int(Demands[M].Number), Loop) &&
              int(Demands[M].Number) != Loop)
            Push(M);
          break;
        case DemandGraph::Whole:
          if (N.K == DemandGraph::Stays && within(int(Demands[M].Number), Loop))
            conditionOf(Demands[M].Number, Push);
          break;
        case DemandGraph::Runs:
        case DemandGraph::Needed:
        case DemandGraph::Called:
        case DemandGraph::All:
        case DemandGraph::Argument:
          break;
        default:
          Push(M);
        }
    }
    return nullptr;
  }

  template <typename Fn> void conditionOf(unsigned Stmt, Fn Push) const {
    for (const Instruction *I : A.Index.instructions(int(Stmt)))
      if (auto *B = dyn_cast<BranchInst>(I))
        if (B->isConditional())
          Push(Demands.find(DemandGraph::Value, B->getCondition(), 0));
  }

  const Phases &A;
  const Program &Prog;
  const Plan &Done;
  Findings &Out;
  std::vector<CutPlace> Places;
  DemandGraph Demands;
  std::unique_ptr<CutGraph> Net;
  std::vector<std::vector<unsigned>> Regions; ///< by block id
  std::vector<int> Number;                    ///< in Out.Places; -1
  std::map<unsigned, std::vector<int>> AloneFrees;
};

} // namespace

void propose(const Phases &A, const Plan &Done, Findings &Out) {
  Proposer(A, Done, Out).run();
}

} // namespace skel
