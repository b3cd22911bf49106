//===- LearnedParams.cpp - what a learned value may depend on -------------===//
//
// The leaves of the trip counts at the place, of its condition or value and of
// the sizes of its messages; then the other integers of the structures that
// these stand in, where a solver's settings are; then other variables, if all
// of the leaves differ between ranks. What is equal on all ranks comes first.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/proposals/LearnedParams.h"
#include "skeletonizer/proposals/CutPlaces.h"
#include "skeletonizer/frontend/GotoLoops.h"
#include "skeletonizer/proposals/RankValues.h"
#include "skeletonizer/slice/SliceTrial.h"
#include "skeletonizer/slice/TripCounts.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace skel {

namespace {

/// More would not be told apart by a few runs.
const size_t MaxFound = 8;

struct Candidate {
  std::string Text;
  AtomSet Atoms;
  AtomSet End;                             ///< of these, the value's own
  std::vector<const Instruction *> Before; ///< one for each copy
};

class LearnedFinder {
public:
  LearnedFinder(const Phases &A, const Sources &Src,
                const std::vector<LearnedPlace> &Places)
      : A(A), Src(Src), Places(Places), Prog(A.Index.program()),
        Gotos(findGotoLoops(Prog)), Judge(A.Index, A.Objects, A.Pts, A.Match),
        Ranks(A) {}

  std::vector<LearnedParams> run() {
    // The slice as it will be with the hints.
    ValueCuts Cut;
    for (const CutPlace &C : findCutPlaces(A.Index, A.Pts, A.Control, Src))
      for (const LearnedPlace &P : Places) {
        bool Control = C.What == CutPlace::Loop || C.What == CutPlace::Branch;
        if (C.Stmt == P.Stmt && Control == P.Control)
          C.addTo(Cut);
      }
    Slice = std::make_unique<Slicer>(A);
    Slice->leaveOut(&Cut);
    Slice->addCriterion();
    Slice->run();
    std::vector<LearnedParams> Result(Places.size());
    for (size_t I = 0; I < Places.size(); ++I)
      if (Places[I].Wanted && Places[I].Stmt >= 0)
        Result[I] = paramsAt(Places[I].Stmt, Places[I].Control);
    return Result;
  }

private:
  /// The first instruction of the statement, or of what is in it.
  const Instruction *firstOf(int Stmt, const llvm::Function *F) const {
    SmallVector<int, 16> Work{Stmt};
    for (size_t I = 0; I < Work.size(); ++I) {
      for (const Instruction *J : A.Index.instructions(Work[I]))
        if (J->getFunction() == F && !isa<PHINode>(J))
          return J;
      Work.append(Prog.Stmts[Work[I]].Children.begin(),
                  Prog.Stmts[Work[I]].Children.end());
    }
    return nullptr;
  }

  void offer(std::vector<Candidate> &Out, const Paths &Render,
             const MemoryPath &P, const llvm::Function *F, int Stmt,
             bool Guarded, const Instruction *First) const {
    auto Guard = [&](const MemoryPath &Q, size_t Step,
                     std::vector<std::string> &Guards) {
      return (Q.Steps[Step].Follow && !Guarded) ||
             Render.guard(Q, Step, F, Stmt, Guards);
    };
    std::string Text = Render.renderGuarded(P, F, Stmt, Guard);
    if (Text.empty())
      return;
    auto It =
        llvm::find_if(Out, [&](const Candidate &C) { return C.Text == Text; });
    if (It == Out.end())
      It = Out.insert(It, {Text, {}, {}, {}});
    It->Atoms |= Render.atoms(P);
    It->End |= Render.endAtoms(P);
    if (!is_contained(It->Before, First))
      It->Before.push_back(First);
  }

  /// What the place runs: of a loop that gotos make, all between its label and
  /// the last of them, the condition first.
  SmallVector<unsigned, 8> runOf(int Stmt) const {
    SmallVector<unsigned, 8> Run;
    for (const GotoLoop &L : Gotos)
      if (int(L.Label) == Stmt) {
        if (L.If >= 0)
          Run.push_back(unsigned(L.If));
        for (unsigned C : Prog.Stmts[Prog.Stmts[Stmt].Parent].Children)
          if (L.holds(Prog, int(C)) && !is_contained(Run, C))
            Run.push_back(C);
      }
    if (Run.empty())
      Run.push_back(unsigned(Stmt));
    return Run;
  }

  bool differs(const Candidate &C) const { return Ranks.differ(C.End); }

  /// Variables of the function that are equal on all ranks.
  void offerVariables(std::vector<Candidate> &Out, const Paths &Render,
                      const llvm::Function *F, int Stmt,
                      const Instruction *First) const {
    std::vector<Candidate> Scope;
    for (const Instruction &I : instructions(*F))
      if (auto *V = dyn_cast<AllocaInst>(&I)) {
        MemoryPath P;
        P.Root = V;
        offer(Scope, Render, P, F, Stmt, false, First);
      }
    llvm::erase_if(Scope, [&](const Candidate &C) { return differs(C); });
    addNew(Out, Scope);
  }

  static void addNew(std::vector<Candidate> &Out,
                     const std::vector<Candidate> &More) {
    for (const Candidate &S : More)
      if (llvm::none_of(Out,
                        [&](const Candidate &C) { return C.Text == S.Text; }))
        Out.push_back(S);
  }

  /// Something that is executed writes the value, and no constant: it may be
  /// another one in another run. The slice has it.
  bool isSet(const Candidate &C) const {
    for (const llvm::Function &F : A.Index.module())
      if (Slice->needs(&F))
        for (const Instruction &I : instructions(F)) {
          auto *S = dyn_cast<StoreInst>(&I);
          if (!(S && isa<ConstantInt>(S->getValueOperand())) &&
              Slice->writesForLive(&I) && A.Memory.writes(&I).intersects(C.End))
            return true;
        }
    return false;
  }

  LearnedParams paramsAt(int Stmt, bool Control) {
    Paths Render(A.Index, A.Objects, A.Pts, A.Memory);
    TripCounts Counts(A.Index, A.Objects, A.Pts, A.Memory);
    std::vector<Candidate> Found, Siblings, Variables;
    size_t Copies = 0;
    for (const llvm::Function *F :
         A.Index.copies(int(Prog.Stmts[Stmt].Function))) {
      const Instruction *First = Slice->needs(F) ? firstOf(Stmt, F) : nullptr;
      if (!First)
        continue;
      ++Copies;
      std::vector<TripCounts::Leaf> Leaves =
          Counts.leaves(runOf(Stmt), F, /*Values=*/true);
      bool Guarded = Counts.testsPointers();
      for (const TripCounts::Leaf &L : Leaves) {
        offer(Found, Render, L.Path, F, Stmt, Guarded, First);
        for (const MemoryPath &Q : Render.siblings(L.Path))
          offer(Siblings, Render, Q, F, Stmt, Guarded, First);
      }
      offerVariables(Variables, Render, F, Stmt, First);
    }
    auto Differs = [&](const Candidate &C) { return differs(C); };
    bool AllDiffer = llvm::all_of(Found, Differs);
    addNew(Found, Siblings);
    if (AllDiffer && llvm::any_of(Found, Differs))
      addNew(Found, Variables);
    llvm::stable_sort(Found, [&](const Candidate &X, const Candidate &Y) {
      return differs(X) < differs(Y);
    });
    LearnedParams Result;
    bool Equal = false;
    for (const Candidate &C : Found) {
      // How often a loop runs must be equal on all ranks, or they would not
      // meet: what differs serves only if there is nothing else.
      if (Result.size() >= MaxFound || (Control && Equal && differs(C)))
        break;
      if (C.Before.size() != Copies || !isCheap(C, Stmt) || !isSet(C))
        continue;
      Result.push_back(C.Text);
      Equal |= !differs(C);
    }
    return Result;
  }

  /// Reading it brings no computation back; the slice then has it.
  bool isCheap(const Candidate &C, int Stmt) {
    auto Read = [&] {
      for (const Instruction *I : C.Before)
        Slice->demandParameter(I, C.Atoms, Stmt, C.Text);
    };
    return Judge.attempt(*Slice, Read).empty();
  }

  const Phases &A;
  const Sources &Src;
  const std::vector<LearnedPlace> &Places;
  const Program &Prog;
  const std::vector<GotoLoop> Gotos;
  SliceTrial Judge;
  const RankValues Ranks;
  std::unique_ptr<Slicer> Slice;
};

} // namespace

std::vector<LearnedParams>
findLearnedParams(const Phases &A, const Sources &Src,
                  const std::vector<LearnedPlace> &Places) {
  return LearnedFinder(A, Src, Places).run();
}

} // namespace skel
