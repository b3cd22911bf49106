//===- Proposals.cpp - cuts that free a skeleton of computation -----------===//
//
// Slices once and records all demands. Finds the places on the way from
// communication to kept blocks, and sets of places that free these blocks,
// beginning with the heaviest block.
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

/// How many sets are tried.
const size_t MaxSets = 3;
/// In sets up to this size each cut is tried alone. For larger sets the
/// recorded demands tell what a cut frees.
const size_t TriedAlone = 8;
/// Computation below this share of the estimated time is not worth a cut.
const double Worth = 1e-3;
/// Prices of cuts. The first choice is the number of rounds of a loop that
/// waits for communicated results, then a place where floating point ends.
const unsigned Rounds = 19, Natural = 20, Other = 21;

/// The blocks that stay as code, and the demands that keep them.
class KeptBlocks {
public:
  KeptBlocks(const Phases &A, const Plan &Done)
      : A(A), Prog(A.Index.program()), Done(Done) {}

  /// The shares of all blocks in the estimated time, by block id.
  std::vector<double> shares() const {
    std::vector<double> Share;
    Estimate Cost(A.Index, A.Pts, A.Memory, A.Control);
    double Sum = 0;
    for (const Block &B : Done.Blocks) {
      Share.push_back(Cost.of(B.First, B.Last));
      Sum += Share.back();
    }
    for (double &S : Share)
      S = Sum > 0 ? S / Sum : 0;
    return Share;
  }

  /// Looks up the demands that keep each kept block.
  void findDemands(const DemandGraph &Demands) {
    DemandsOf.resize(Done.Blocks.size());
    for (const Block &B : Done.Blocks) {
      if (!B.Kept)
        continue;
      for (const Instruction *I : work(B)) {
        unsigned N = Demands.find(DemandGraph::Runs, I, 0);
        if (N != ~0u)
          DemandsOf[B.Id].push_back(N);
      }
    }
  }

  const std::vector<unsigned> &demandsOf(int Block) const {
    return DemandsOf[Block];
  }

  /// One of the demands that keep the block is in the set.
  bool isKeptBy(const BitVector &Reached, int Block) const {
    for (unsigned N : DemandsOf[Block])
      if (Reached.test(N))
        return true;
    return false;
  }

  /// The kept blocks that a slice does not run.
  std::vector<int> freedIn(const SliceState &S) const {
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

private:
  /// The statements of a block with all statements below them.
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

  /// The instructions of a block that cost time. Where the block is no loop,
  /// these are its calls; what uses their values may stay.
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

  const Phases &A;
  const Program &Prog;
  const Plan &Done;
  std::vector<std::vector<unsigned>> DemandsOf; ///< by block id
};

/// The loops that wait for communicated results, among the places.
class WaitingLoops {
public:
  WaitingLoops(const std::vector<Findings::Convergence> &L,
               const std::vector<CutPlace> &P)
      : Loops(L), Places(P) {}

  /// The place is an exit of one of the loops.
  bool isExit(const CutPlace &P) const {
    bool Loop = P.What == CutPlace::Loop;
    return (Loop || P.What == CutPlace::Branch) &&
           any_of(Loops, [&](const Findings::Convergence &F) {
             return Loop ? F.Stmt == P.Stmt && F.Own
                         : is_contained(F.Exits, P.Stmt);
           });
  }

  /// A loop whose break is cut needs a number of rounds. Adds the place that
  /// gives it: the loop, or the return that ends it.
  void addRounds(std::vector<unsigned> &Cut) const {
    std::vector<unsigned> More;
    for (unsigned P : Cut)
      if (Places[P].What == CutPlace::Branch)
        for (const Findings::Convergence &F : Loops)
          if (is_contained(F.Exits, Places[P].Stmt))
            for (unsigned Q = 0; Q < Places.size(); ++Q)
              if (countsRounds(Places[Q], F) && !is_contained(Cut, Q) &&
                  !is_contained(More, Q))
                More.push_back(Q);
    Cut.insert(Cut.end(), More.begin(), More.end());
  }

private:
  /// A hint for the place P gives the number of rounds of a loop.
  static bool countsRounds(const CutPlace &P, const Findings::Convergence &F) {
    if (F.Through >= 0)
      return P.What == CutPlace::Branch && P.Stmt == F.Exits[size_t(F.Through)];
    return P.What == CutPlace::Loop && P.Stmt == F.Stmt;
  }

  const std::vector<Findings::Convergence> &Loops;
  const std::vector<CutPlace> &Places;
};

/// The places that hints may name in the program.
std::vector<CutPlace> usefulPlaces(const Phases &A, const Sources &Src) {
  WrapperSizes Wrappers(A.Index, A.Objects, A.Pts, A.Control);
  std::vector<CutPlace> Places = findCutPlaces(A.Index, A.Pts, A.Control, Src);
  // A number of rounds says more than a condition that makes them.
  std::set<int> Counted;
  for (const GotoLoop &L : findGotoLoops(A.Index.program()))
    if (L.Counts)
      Counted.insert(L.If);
  llvm::erase_if(Places, [&](const CutPlace &P) {
    return P.What == CutPlace::Branch && Counted.count(P.Stmt);
  });
  llvm::erase_if(Places, [&](const CutPlace &P) {
    return P.What == CutPlace::Branch ? Wrappers.decides(P.Stmt)
                                      : any_of(P.At, [&](const Instruction *I) {
                                          return Wrappers.computes(I);
                                        });
  });
  return Places;
}

/// The statements on the way from the demand N back to communication. Before:
/// the demand before each demand on a way.
std::vector<int> wayBack(const Phases &A, const DemandGraph &Demands,
                         const std::vector<unsigned> &Before, unsigned N) {
  const Program &Prog = A.Index.program();
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

/// Finds cuts and sets of them that free kept blocks.
class Proposer {
public:
  Proposer(const Phases &A, const Sources &Src, const Plan &Done, Findings &Out)
      : A(A), Prog(A.Index.program()), Done(Done), Out(Out), Kept(A, Done),
        Places(usefulPlaces(A, Src)), Waiting(Out.Loops, Places) {}

  void run() {
    Out.Share = Kept.shares();
    Out.PlaceAt.assign(Prog.Stmts.size(), -1);
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
    Kept.findDemands(*Demands);
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

  /// Reports the demanded places at which floating point ends.
  void choosePlaces() {
    Number.assign(Places.size(), -1);
    for (unsigned P = 0; P < Places.size(); ++P) {
      const CutPlace &C = Places[P];
      if (!Net->isDemanded(P) || !C.FromFloat)
        continue;
      report(P);
    }
  }

  /// Adds a place with what it drags in to the findings, once. Returns its
  /// index there.
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
      if (B.Kept && Kept.isKeptBy(Reached, B.Id)) {
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

  void findSets() {
    std::vector<int> Heavy;
    for (const Block &B : Done.Blocks)
      if (B.Kept && !Kept.demandsOf(B.Id).empty() && Out.Share[B.Id] >= Worth)
        Heavy.push_back(B.Id);
    std::stable_sort(Heavy.begin(), Heavy.end(),
                     [&](int X, int Y) { return Out.Share[X] > Out.Share[Y]; });
    // First where floating point ends, then also what is computed from that.
    std::vector<unsigned> Price(Places.size(), 0), Float;
    for (unsigned P = 0; P < Places.size(); ++P)
      if (Waiting.isExit(Places[P])) {
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
      for (unsigned N : Kept.demandsOf(B.Id))
        if (Before[N] != ~0u) {
          Out.Stuck.push_back({B.Id, wayBack(A, *Demands, Before, N)});
          break;
        }
  }

  /// Drops each set if a smaller one frees as much.
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

  /// Begins with a set for the heaviest block. Each further set frees at least
  /// the blocks of the set before it. The last one is for all blocks.
  void growSets(const std::vector<int> &Heavy,
                const std::vector<unsigned> &Price) {
    BitVector Stuck = Net->stuck(Price);
    std::vector<char> Free(Done.Blocks.size(), 0);
    std::vector<unsigned> Sinks;
    auto Add = [&](int B) {
      if (!Free[B])
        Sinks.insert(Sinks.end(), Kept.demandsOf(B).begin(),
                     Kept.demandsOf(B).end());
      Free[B] = 1;
    };
    if (!Out.Sets.empty())
      for (int B : Out.Sets.back().Frees)
        if (!Kept.isKeptBy(Stuck, B))
          Add(B);
    for (size_t I = 0, Rounds = 0; I < Heavy.size(); ++I) {
      if (Free[Heavy[I]] || Kept.isKeptBy(Stuck, Heavy[I]))
        continue;
      bool Last = ++Rounds == MaxSets;
      for (size_t K = I; K < (Last ? Heavy.size() : I + 1); ++K)
        if (!Kept.isKeptBy(Stuck, Heavy[K]))
          Add(Heavy[K]);
      std::vector<unsigned> Cut = Net->minimumCut(Sinks, Price);
      if (Cut.empty())
        break;
      BitVector Left = Net->reach(Cut);
      for (int B : Heavy)
        if (!Kept.isKeptBy(Left, B))
          Add(B);
      if (Known.insert(Cut).second)
        tryOut(Cut);
      if (Last)
        break;
    }
  }

  /// The recorded demands are more than those of a new slice, so that a cut may
  /// be too large. Leaves out places of a small cut without which as much is
  /// freed.
  std::vector<unsigned> needed(std::vector<unsigned> Cut) const {
    if (Cut.size() < 2 || Cut.size() > TriedAlone)
      return Cut;
    auto Frees = [&](const std::vector<unsigned> &Of) {
      ValueCuts All;
      for (unsigned P : Of)
        Places[P].addTo(All);
      return Kept.freedIn(*slice(&All, nullptr));
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

  /// Slices with a cut and adds the result to the findings.
  void tryOut(const std::vector<unsigned> &Found) {
    Tried.insert(Tried.end(), Found.begin(), Found.end());
    std::vector<unsigned> Cut = needed(Found);
    Waiting.addRounds(Cut);
    Findings::Set Set;
    ValueCuts All;
    for (unsigned P : Cut) {
      Places[P].addTo(All);
      Set.Places.push_back(unsigned(report(P)));
    }
    auto S = slice(&All, nullptr);
    Set.Frees = Kept.freedIn(*S);
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
      return Kept.freedIn(*slice(&One, nullptr));
    }
    std::vector<int> Result;
    BitVector Left = Net->reach(P);
    for (const Block &B : Done.Blocks)
      if (B.Kept && !Kept.demandsOf(B.Id).empty() && !Kept.isKeptBy(Left, B.Id))
        Result.push_back(B.Id);
    return Result;
  }

  const Phases &A;
  const Program &Prog;
  const Plan &Done;
  Findings &Out;
  KeptBlocks Kept;
  std::vector<CutPlace> Places;
  WaitingLoops Waiting;
  std::unique_ptr<DemandGraph> Demands;
  std::unique_ptr<CutGraph> Net;
  std::vector<int> Number; ///< in Out.Places; -1
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
