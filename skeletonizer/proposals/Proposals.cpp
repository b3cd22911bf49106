//===- Proposals.cpp - cuts that free a skeleton of computation -----------===//
//
// Slices once with all demands written down, finds the places on the way from
// communication to kept blocks, and sets of them from the heaviest block on.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/proposals/Proposals.h"
#include "skeletonizer/blocks/Blocks.h"
#include "skeletonizer/proposals/Convergence.h"
#include "skeletonizer/proposals/CutGraph.h"
#include "skeletonizer/blocks/Estimate.h"
#include "skeletonizer/frontend/GotoLoops.h"
#include "skeletonizer/plan/SlicePlan.h"
#include "skeletonizer/memory/WrapperSizes.h"
#include "llvm/ADT/STLExtras.h"
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
/// Prices: the number of rounds of a loop that waits for communicated results
/// is the first choice, then a place where floating point ends.
const unsigned Rounds = 19, Natural = 20, Other = 21;

class Proposer {
public:
  Proposer(const Phases &A, const Sources &Src, const Plan &Done, Findings &Out)
      : A(A), Src(Src), Prog(A.Index.program()), Done(Done), Out(Out) {}

  void run() {
    estimate();
    Out.PlaceAt.assign(Prog.Stmts.size(), -1);
    findPlaces();
    for (auto Grain :
         {DemandGraph::Atoms, DemandGraph::Objects, DemandGraph::Together}) {
      Demands = std::make_unique<DemandGraph>(Grain);
      auto Slice = slice(nullptr, Demands.get());
      Out.Memory = Demands->full()                 ? Findings::NotFollowed
                   : Grain == DemandGraph::Atoms   ? Findings::ByVariable
                   : Grain == DemandGraph::Objects ? Findings::ByObject
                                                   : Findings::AsOne;
      if (!Demands->full()) {
        Demands->close();
        Out.Loops = findConvergence(A, *Slice, *Demands);
        break;
      }
    }
    if (Demands->full())
      return;
    Net = std::make_unique<CutGraph>(*Demands, Places);
    findRegions();
    choosePlaces();
    findSets();
  }

private:
  std::unique_ptr<Slicer> slice(const ValueCuts *Cut, DemandGraph *G) const {
    auto S = std::make_unique<Slicer>(A);
    S->leaveOut(Cut);
    S->record(G);
    S->addCriterion();
    S->run();
    return S;
  }

  void findPlaces() {
    WrapperSizes Wrappers(A.Index, A.Objects, A.Pts, A.Control);
    Places = findCutPlaces(A.Index, A.Pts, A.Control, Src);
    // A number of rounds says more than a condition that makes them.
    std::set<int> Counted;
    for (const GotoLoop &L : findGotoLoops(Prog))
      if (L.Counts)
        Counted.insert(L.If);
    llvm::erase_if(Places, [&](const CutPlace &P) {
      return P.What == CutPlace::Branch && Counted.count(P.Stmt);
    });
    llvm::erase_if(Places, [&](const CutPlace &P) {
      return P.What == CutPlace::Branch
                 ? Wrappers.decides(P.Stmt)
                 : any_of(P.At, [&](const Instruction *I) {
                     return Wrappers.computes(I);
                   });
    });
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
        unsigned N = Demands->find(DemandGraph::Runs, I, 0);
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
      if (N < Demands->size() && (*Demands)[N].K == DemandGraph::Stays)
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
      if (endsWaiting(P)) {
        Price[P] = Rounds;
      } else if (Places[P].FromFloat) {
        Price[P] = Natural;
        Float.push_back(P);
      } else if (Places[P].Float) {
        Price[P] = Other;
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
      if (N >= Demands->size())
        continue;
      const DemandGraph::Node &D = (*Demands)[N];
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

  /// The place is an exit of a loop that waits for communicated results.
  bool endsWaiting(unsigned P) const {
    bool Loop = Places[P].What == CutPlace::Loop;
    return (Loop || Places[P].What == CutPlace::Branch) &&
           any_of(Out.Loops, [&](const Findings::Convergence &F) {
             return Loop ? F.Stmt == Places[P].Stmt && F.Own
                         : is_contained(F.Exits, Places[P].Stmt);
           });
  }

  /// Where a break is cut that ended a loop, the loop needs a number of rounds:
  /// of its own, or at the return that ends it.
  void addRounds(std::vector<unsigned> &Cut) const {
    std::vector<unsigned> More;
    for (unsigned P : Cut)
      if (Places[P].What == CutPlace::Branch)
        for (const Findings::Convergence &F : Out.Loops)
          if (is_contained(F.Exits, Places[P].Stmt))
            for (unsigned Q = 0; Q < Places.size(); ++Q)
              if (countsRounds(Places[Q], F) && !is_contained(Cut, Q) &&
                  !is_contained(More, Q))
                More.push_back(Q);
    Cut.insert(Cut.end(), More.begin(), More.end());
  }

  static bool countsRounds(const CutPlace &P, const Findings::Convergence &F) {
    if (F.Through >= 0)
      return P.What == CutPlace::Branch && P.Stmt == F.Exits[size_t(F.Through)];
    return P.What == CutPlace::Loop && P.Stmt == F.Stmt;
  }

  void tryOut(const std::vector<unsigned> &Found) {
    Tried.insert(Tried.end(), Found.begin(), Found.end());
    std::vector<unsigned> Cut = needed(Found);
    addRounds(Cut);
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
    planOfSlice(A.Index, A.Pts, A.Memory, A.CallSites, *S, Set.Left);
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

  const Phases &A;
  const Sources &Src;
  const Program &Prog;
  const Plan &Done;
  Findings &Out;
  std::vector<CutPlace> Places;
  std::unique_ptr<DemandGraph> Demands;
  std::unique_ptr<CutGraph> Net;
  std::vector<std::vector<unsigned>> Regions; ///< by block id
  std::vector<int> Number;                    ///< in Out.Places; -1
  std::map<unsigned, std::vector<int>> AloneFrees;
  std::set<std::vector<unsigned>> Known; ///< cuts that were tried
  std::vector<unsigned> Tried;           ///< their places
};

} // namespace

void propose(const Phases &A, const Sources &Src, const Plan &Done,
             Findings &Out) {
  Proposer(A, Src, Done, Out).run();
}

} // namespace skel
