//===- Analysis.cpp - from linked IR and statements to the plan -----------===//
//
// Runs the phases in order: points-to, memory effects, control dependence,
// slice, blocks, plan.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/driver/Analysis.h"
#include "skeletonizer/memory/Arenas.h"
#include "skeletonizer/blocks/Blocks.h"
#include "skeletonizer/memory/Contexts.h"
#include "skeletonizer/memory/Implicit.h"
#include "skeletonizer/base/Laps.h"
#include "skeletonizer/memory/Leading.h"
#include "skeletonizer/proposals/LearnedParams.h"
#include "skeletonizer/plan/PlanBuilder.h"
#include "skeletonizer/plan/PlanCheck.h"
#include "skeletonizer/proposals/Proposals.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Timer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace skel {

/// What is known of memory, in the order in which it is found.
struct MemoryFacts {
  MemoryObjects Objects;
  PointsTo Pts;
  IrIndex Index;
  ModRef Plain;

  MemoryFacts(Module &M, const Program &Prog, const AnalysisOptions &Options)
      : Objects(M), Pts(M, Objects,
                        Options.PointsToBudget ? Options.PointsToBudget
                                               : PointsTo::DefaultBudget),
        Index(M, Prog, solved(Pts), Options.Models),
        Plain(M, Objects, Pts, Index, nullptr) {}

private:
  static PointsTo &solved(PointsTo &P) {
    P.solve();
    return P;
  }
};

static void dumpPointsTo(const MemoryObjects &Objects, const PointsTo &Pts) {
  for (unsigned P = 0; P < Objects.numPlaces(); ++P) {
    const PlaceSet &To = Pts.contents(P);
    if (To.empty())
      continue;
    errs() << Objects.placeName(P) << " ->";
    for (unsigned Q : To)
      errs() << " " << Objects.placeName(Q);
    errs() << "\n";
  }
}

/// Functions and data that nothing refers to would still count as callers and
/// writers.
static void dropUnused(Module &M) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (llvm::Function &F : make_early_inc_range(M.functions())) {
      F.removeDeadConstantUsers();
      if (F.getName() != "main" && F.use_empty() && !F.isDeclaration()) {
        F.eraseFromParent();
        Changed = true;
      }
    }
    for (GlobalVariable &G : make_early_inc_range(M.globals())) {
      G.removeDeadConstantUsers();
      if (G.use_empty() && !G.getName().starts_with("llvm.")) {
        G.eraseFromParent();
        Changed = true;
      }
    }
  }
}

/// The innermost statement around each place.
static std::vector<int>
statementsAt(const Program &Prog,
             const std::vector<std::pair<unsigned, unsigned>> &Places) {
  std::vector<int> Result;
  for (auto [File, At] : Places) {
    int Id = Prog.stmtAtByte(File, At);
    if (Id >= 0 && !llvm::is_contained(Result, Id))
      Result.push_back(Id);
  }
  return Result;
}

bool analyse(Module &M, const Program &Prog, const AnalysisOptions &Options,
             Plan &Result, std::string &Error) {
  llvm::Function *Main = M.getFunction("main");
  if (!Main || Main->isDeclaration()) {
    Error = "the program has no main()";
    return false;
  }
  Laps Time("analysis", Options.Statistics);
  addImplicitCalls(M);
  dropUnused(M);
  unsigned Pieces = markPieces(M);
  unsigned Copies = cloneHelpers(M);
  Time.lap("copies of helpers");
  auto Known = std::make_unique<MemoryFacts>(M, Prog, Options);
  Time.lap("points-to and memory effects");
  if (Pieces)
    while (unmarkShared(M, Known->Objects, Known->Pts, Known->Plain)) {
      Known.reset();
      Known = std::make_unique<MemoryFacts>(M, Prog, Options);
      Time.lap("the same without pieces that are shared");
    }
  MemoryObjects &Objects = Known->Objects;
  PointsTo &Pts = Known->Pts;
  IrIndex &Index = Known->Index;
  ModRef &Plain = Known->Plain;
  if (Options.DumpPointsTo)
    dumpPointsTo(Objects, Pts);
  Leading Front(Index, Objects, Pts, Plain);
  Time.lap("leading parts of buffers");
  std::unique_ptr<ModRef> Apart;
  if (!Front.empty())
    Apart = std::make_unique<ModRef>(M, Objects, Pts, Index, &Front);
  const ModRef &Memory = Apart ? *Apart : Plain;
  Time.lap("memory effects with them");
  ControlDep Control(Index, Pts, Options.KeepErrorPaths);
  Sites CallSites(Index, Pts);
  Matching Match(Index, Objects, Pts, Memory);
  Fills Filled(Objects, Pts, Memory);
  Time.lap("control dependence");
  const Phases Done{Index,  Objects, Pts,
                    Memory, Control, CallSites,
                    Match,  Filled,  Options.KeepErrorPaths};
  if (Options.Learn) {
    *Options.Learned = findLearnedParams(Done, *Options.Text, *Options.Learn);
    Time.lap("parameters of learned values");
    return true;
  }
  auto Slice = std::make_unique<Slicer>(Done);
  Slice->forget(Options.ForgetDemand);
  Slice->addCriterion();
  Slice->run();
  Time.lap("slice");
  Blocks Costs(Index, Objects, Pts, Memory, Control, Match);
  Costs.find(*Slice);
  Time.lap("blocks");
  buildPlan(Index, Pts, Memory, CallSites, *Slice, Result);
  Result.Blocks = Costs.blocks();
  Time.lap("plan");
  if (Options.BreakPlan &&
      !breakPlan(Prog, Index, *Slice, Result, Options.BreakPlan)) {
    Error = "the plan has fewer parts than that";
    return false;
  }
  if (!checkPlan(Done, *Slice, Result, Error))
    return false;
  Time.lap("check of the plan");
  if (!Options.Hints.empty()) {
    std::vector<int> Hinted = statementsAt(Prog, Options.Hints);
    llvm::append_range(Hinted, Index.models());
    for (CommCall &C : Result.Calls) {
      Slicer One(Done);
      One.addCriterion(C.Stmt);
      One.run();
      for (int S : Hinted)
        for (const Instruction *I : Index.instructions(S))
          C.Modelled |= One.executes(I);
    }
    Time.lap("what depends on hints");
  }
  size_t Demands = Slice->numDemands(), Steps = Slice->numSteps();
  Slice.reset();
  if (Options.Wanted) {
    propose(Done, *Options.Text, Result, *Options.Wanted);
    Time.lap("proposals");
  }
  if (Options.Statistics) {
    for (const std::string &Note : Costs.notes())
      errs() << "analysis: " << Note << "\n";
    size_t Code = 0;
    for (const llvm::Function &F : M)
      Code += F.getInstructionCount();
    errs() << "analysis: " << Code << " instructions, " << Objects.numObjects()
           << " objects, " << Objects.numPlaces() << " places, " << Copies
           << " copies, " << Pts.numWords() << " words of sets, "
           << Pts.numCoarse() << " pointers taken as one, " << Memory.numAtoms()
           << " atoms, " << Pts.numNodes() << " nodes, " << Pts.numEdges()
           << " edges, " << Demands << " demands, " << Steps << " steps, "
           << Result.Unknown.size() << " unknowns\n";
  }
  return true;
}

} // namespace skel
