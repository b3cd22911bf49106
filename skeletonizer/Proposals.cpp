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
#include <set>

using namespace llvm;

namespace skel {

namespace {

/// Sets that are tried.
const size_t MaxSets = 3;
/// Sets up to this size have each cut tried alone; else the demands tell.
const size_t TriedAlone = 8;
/// Computation below this share of the estimated time is not worth a cut.
const double Worth = 1e-3;
/// Prices: a place where floating point ends is the first choice.
const unsigned Natural = 20, Other = 21;

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
    auto S = std::make_unique<Slicer>(A.Index, A.Objects, A.Pts, A.Memory,
                                      A.Control, A.CallSites, A.Match, A.Filled,
                                      A.KeepErrorPaths);
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

  /// What a block does; of a call in a statement, the call: what is done with
  /// its value may stay.
  std::vector<const Instruction *> work(const Block &B) const {
    std::vector<const Instruction *> Result;
    bool Loops = false;
    for (unsigned S : inside(B)) {
      Loops |= isLoop(Prog.Stmts[S].Kind);
      for (const Instruction *I : A.Index.instructions(int(S)))
        Result.push_back(I);
    }
    if (!Loops)
      llvm::erase_if(Result,
                     [](const Instruction *I) { return !isa<CallBase>(I); });
    return Result;
  }

  /// The demands that keep each kept block.
  void findRegions() {
    Regions.resize(Done.Blocks.size());
    for (const Block &B : Done.Blocks) {
      if (!B.Kept)
        continue;
      for (const Instruction *I : work(B)) {
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
      for (const Instruction *I : work(B))
        Runs |= S.executes(I);
      if (!Runs)
        Result.push_back(B.Id);
    }
    return Result;
  }

  void findSets() {
    std::vector<int> Heavy;
    for (const Block &B : Done.Blocks)
      if (B.Kept && !Regions[B.Id].empty() && Out.Share[B.Id] >= Worth)
        Heavy.push_back(B.Id);
    std::stable_sort(Heavy.begin(), Heavy.end(),
                     [&](int X, int Y) { return Out.Share[X] > Out.Share[Y]; });
    // First where floating point ends; then also what is computed from that.
    std::vector<unsigned> Price(Places.size(), 0), Float;
    for (unsigned P = 0; P < Places.size(); ++P)
      if (Places[P].FromFloat) {
        Price[P] = Natural;
        Float.push_back(P);
      }
    growSets(Heavy, Price);
    auto More = [&](const BitVector &Above) {
      for (unsigned P : Above.set_bits())
        if (!Price[P])
          Price[P] = Other;
      growSets(Heavy, Price);
    };
    More(Net->above(Out.Sets.empty() ? Float : Tried, false));
    // Where there is no floating point, counts that messages bring.
    if (Out.Sets.empty())
      More(Net->above({}, true));
    dropBeaten();
    std::vector<unsigned> Before = Net->openWays(Price);
    for (const Block &B : Done.Blocks)
      for (unsigned N : Regions[B.Id])
        if (Before[N] != ~0u) {
          Out.Stuck.push_back({B.Id, way(Before, N)});
          break;
        }
  }

  /// Sets that are larger than another one that frees as much.
  void dropBeaten() {
    auto Beats = [](const Findings::Set &X, const Findings::Set &Y) {
      return X.Places.size() < Y.Places.size() &&
             std::includes(X.Frees.begin(), X.Frees.end(), Y.Frees.begin(),
                           Y.Frees.end());
    };
    for (size_t I = Out.Sets.size(); I-- > 0;)
      if (any_of(Out.Sets, [&](const Findings::Set &Other) {
            return Beats(Other, Out.Sets[I]);
          }))
        Out.Sets.erase(Out.Sets.begin() + long(I));
  }

  /// The statements on a way from a demand back to communication.
  std::vector<int> way(const std::vector<unsigned> &Before, unsigned N) const {
    std::vector<int> Result;
    for (; N; N = Before[N]) {
      if (N >= Demands.size())
        continue;
      const DemandGraph::Node &D = Demands[N];
      int S = -1;
      if (D.K == DemandGraph::Stays || D.K == DemandGraph::Whole)
        S = int(D.Number);
      else if (D.K == DemandGraph::Value || D.K == DemandGraph::Runs ||
               D.K == DemandGraph::Write || D.K == DemandGraph::Moves)
        if (auto *I = dyn_cast_or_null<Instruction>(
                static_cast<const llvm::Value *>(D.What)))
          S = A.Index.stmtOf(I);
      if (S >= 0 && Prog.Stmts[S].Kind != StmtKind::Compound &&
          (Result.empty() || Result.back() != S))
        Result.push_back(S);
    }
    return Result;
  }

  /// From the heaviest block on, sets of which each frees at least what the
  /// one before it does; the last one is for all.
  void growSets(const std::vector<int> &Heavy,
                const std::vector<unsigned> &Price) {
    BitVector Stuck = Net->stuck(Price);
    std::vector<char> Free(Done.Blocks.size(), 0);
    std::vector<unsigned> Sinks;
    auto Add = [&](int B) {
      if (!Free[B])
        Sinks.insert(Sinks.end(), Regions[B].begin(), Regions[B].end());
      Free[B] = 1;
    };
    if (!Out.Sets.empty())
      for (int B : Out.Sets.back().Frees)
        if (!covers(Stuck, B))
          Add(B);
    for (size_t I = 0, Rounds = 0; I < Heavy.size(); ++I) {
      if (Free[Heavy[I]] || covers(Stuck, Heavy[I]))
        continue;
      bool Last = ++Rounds == MaxSets;
      for (size_t K = I; K < (Last ? Heavy.size() : I + 1); ++K)
        if (!covers(Stuck, Heavy[K]))
          Add(Heavy[K]);
      std::vector<unsigned> Cut = Net->minimumCut(Sinks, Price);
      if (Cut.empty())
        break;
      BitVector Left = Net->reach(Cut);
      for (int B : Heavy)
        if (!covers(Left, B))
          Add(B);
      if (Known.insert(Cut).second)
        tryOut(Cut);
      if (Last)
        break;
    }
  }

  /// The recorded demands are more than slicing again makes: of a small set,
  /// those places without which as much is freed are left out.
  std::vector<unsigned> needed(std::vector<unsigned> Cut) const {
    if (Cut.size() < 2 || Cut.size() > TriedAlone)
      return Cut;
    auto Frees = [&](const std::vector<unsigned> &Of) {
      ValueCuts All;
      for (unsigned P : Of)
        Places[P].addTo(All);
      return freed(*slice(&All, nullptr));
    };
    std::vector<int> All = Frees(Cut);
    for (size_t I = Cut.size(); I-- > 0 && Cut.size() > 1;) {
      std::vector<unsigned> Fewer;
      for (size_t K = 0; K < Cut.size(); ++K)
        if (K != I)
          Fewer.push_back(Cut[K]);
      if (Frees(Fewer) == All)
        Cut = std::move(Fewer);
    }
    return Cut;
  }

  void tryOut(const std::vector<unsigned> &Found) {
    Tried.insert(Tried.end(), Found.begin(), Found.end());
    std::vector<unsigned> Cut = needed(Found);
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
    Costs.find(*S);
    buildPlan(A.Index, A.Pts, A.Memory, A.CallSites, *S, Set.Left);
    Set.Left.Blocks = Costs.blocks();
    for (unsigned P : Cut) {
      auto It = AloneFrees.find(P);
      if (It == AloneFrees.end()) {
        It = AloneFrees.emplace(P, Cut.size() == 1 ? Set.Frees : alone(P, Cut))
                 .first;
      }
      Set.Alone.push_back(It->second);
    }
    Out.Sets.push_back(std::move(Set));
  }

  /// What one place of a cut frees alone.
  std::vector<int> alone(unsigned P, const std::vector<unsigned> &Cut) const {
    if (Cut.size() <= TriedAlone) {
      ValueCuts One;
      Places[P].addTo(One);
      return freed(*slice(&One, nullptr));
    }
    std::vector<int> Result;
    BitVector Left = Net->reach(P);
    for (const Block &B : Done.Blocks)
      if (B.Kept && !Regions[B.Id].empty() && !covers(Left, B.Id))
        Result.push_back(B.Id);
    return Result;
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
      Inner In{int(L.Id), {}};
      callsIn(L.Id, Slice, Inside, In.Called);
      if (Inside.empty())
        continue;
      std::vector<unsigned> Exits;
      exits(L.Id, L.Id, false, Exits);
      for (unsigned X : Exits)
        if (const CallBase *C = decidedBy(int(X), In, Inside)) {
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
               std::map<unsigned, const CallBase *> &Result,
               DenseSet<const llvm::Function *> &Called) const {
    SmallVector<unsigned, 32> Work{Stmt};
    SmallVector<const llvm::Function *, 16> Functions;
    auto Visit = [&](const Instruction *I) {
      auto *C = dyn_cast<CallBase>(I);
      if (!C || !Slice.executes(C))
        return;
      int Site = A.CallSites.siteOf(C);
      if (Site >= 0 && IrIndex::mpiCall(C) && Slice.isReal(Site))
        Result.emplace(unsigned(Site), C);
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

  /// Code that runs inside of a loop: statements, and functions it calls.
  struct Inner {
    int Loop;
    DenseSet<const llvm::Function *> Called;
  };

  bool isInner(const Instruction *I, const Inner &In) const {
    return In.Called.count(I->getFunction()) ||
           within(A.Index.stmtOf(I), In.Loop);
  }

  bool isInner(const BasicBlock *B, const Inner &In) const {
    if (In.Called.count(B->getParent()))
      return true;
    for (const Instruction &I : *B)
      if (within(A.Index.stmtOf(&I), In.Loop))
        return true;
    return false;
  }

  /// The call inside the loop whose data decides the condition of Exit: along
  /// values, memory and conditions in the loop, not those before it.
  const CallBase *
  decidedBy(int Exit, const Inner &In,
            const std::map<unsigned, const CallBase *> &Calls) const {
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
        if (auto *B = dyn_cast<BranchInst>(I))
          if (B->isConditional())
            Push(Demands.find(DemandGraph::Value, B->getCondition(), 0));
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
          if (J ? isInner(J, In) : P && In.Called.count(P->getParent()))
            Push(M);
          break;
        }
        case DemandGraph::Piece:
          if (isInner(static_cast<const BasicBlock *>(N.What), In))
            Push(M);
          break;
        case DemandGraph::Entry:
        case DemandGraph::Exit:
        case DemandGraph::Result:
          if (In.Called.count(static_cast<const llvm::Function *>(N.What)))
            Push(M);
          break;
        case DemandGraph::Stays:
          // What decides whether a value is set.
          if (Demands[Work[I]].K == DemandGraph::Write)
            for (int Up = Prog.Stmts[N.Number].Parent; Up >= 0 && Up != In.Loop;
                 Up = Prog.Stmts[Up].Parent)
              if (within(Up, In.Loop))
                Conditions(Up);
          break;
        default:
          break;
        }
      }
    }
    return nullptr;
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
  std::set<std::vector<unsigned>> Known; ///< cuts that were tried
  std::vector<unsigned> Tried;           ///< their places
};

} // namespace

void propose(const Phases &A, const Plan &Done, Findings &Out) {
  Proposer(A, Done, Out).run();
}

} // namespace skel
