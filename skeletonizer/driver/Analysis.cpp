//===- Analysis.cpp - from linked IR and statements to the plan -----------===//
//
// Runs the phases in order: facts, slice, blocks, plan.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/driver/Analysis.h"
#include "skeletonizer/driver/Facts.h"
#include "skeletonizer/blocks/AlikeRounds.h"
#include "skeletonizer/blocks/Blocks.h"
#include "skeletonizer/base/Laps.h"
#include "skeletonizer/memory/Implicit.h"
#include "skeletonizer/proposals/LearnedParams.h"
#include "skeletonizer/slice/ErrorChecks.h"
#include "skeletonizer/plan/SlicePlan.h"
#include "skeletonizer/plan/PlanCheck.h"
#include "skeletonizer/proposals/Proposals.h"
#include "skeletonizer/report/Explain.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Timer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace skel {

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

static std::unique_ptr<Slicer> sliceOf(const Phases &Known,
                                       const AnalysisOptions &Options) {
  auto Slice = std::make_unique<Slicer>(Known);
  Slice->forget(Options.ForgetDemand);
  Slice->addCriterion();
  Slice->run();
  return Slice;
}

/// With the chain from what would come back to the block.
static std::string refusalText(const Blocks::Refusal &R, const Program &Prog,
                               const AnalysisOptions &Options) {
  std::string Text =
      Options.HintFile + ":" + std::to_string(R.Line) + ": " + R.Why;
  auto Place = [&](int Stmt) {
    return "\n  " + Prog.place(Prog.Stmts[Stmt]) + ": " +
           statementText(*Options.Text, Prog.Stmts[Stmt]);
  };
  for (auto &[Stmt, Why] : R.From)
    Text += Place(Stmt) + "\n    " + reasonText(Why);
  if (!R.From.empty() && R.From.back().second.To >= 0)
    Text += Place(R.From.back().second.To);
  return Text;
}

/// Finds the calls whose slice, each by itself, has the place of a hint or a
/// model.
static void findModelled(const Phases &Known, const Program &Prog,
                         const AnalysisOptions &Options, Plan &Result) {
  std::vector<int> Hinted = statementsAt(Prog, Options.Hints);
  llvm::append_range(Hinted, Known.Index.models());
  for (CommCall &C : Result.Calls) {
    Slicer One(Known);
    One.addCriterion(C.Stmt);
    One.run();
    for (int S : Hinted)
      for (const Instruction *I : Known.Index.instructions(S))
        C.Modelled |= One.executes(I);
  }
}

static bool hasMain(const Module &M, std::string &Error) {
  const llvm::Function *Main = M.getFunction("main");
  if (Main && !Main->isDeclaration())
    return true;
  Error = "the program has no main()";
  return false;
}

/// A destructor runs once in a process, where no rank runs.
static std::string destructorThatCommunicates(const IrIndex &Index) {
  for (const llvm::Function &F : Index.module())
    for (const Instruction &I : instructions(F)) {
      auto *C = dyn_cast<CallBase>(&I);
      int Id = C && runsDestructor(C) && Index.communicates(C)
                   ? Index.functionOf(C->getCalledFunction())
                   : -1;
      if (Id >= 0 && Index.program().Functions[Id].Body >= 0)
        return Index.program().place(
                   Index.program().Stmts[Index.program().Functions[Id].Body]) +
               ": the destructor " + Index.program().Functions[Id].Name +
               "() communicates, but all ranks are in one process, which "
               "runs it once: register the function by atexit() instead";
    }
  return "";
}

bool analyse(Module &M, const Program &Prog, const AnalysisOptions &Options,
             Plan &Result, std::string &Error) {
  if (!hasMain(M, Error))
    return false;
  Laps Time("analysis", Options.Statistics);
  Facts Known(M, Prog, Options, Time);
  const Phases &Plain = Known.phases();
  MemoryObjects &Objects = Plain.Objects;
  const PointsTo &Pts = Plain.Pts;
  const IrIndex &Index = Plain.Index;
  const ModRef &Memory = Plain.Memory;
  if (Options.DumpPointsTo)
    dumpPointsTo(Objects, Pts);
  if (Options.Learn) {
    *Options.Learned = findLearnedParams(Plain, *Options.Text, *Options.Learn);
    Time.lap("parameters of learned values");
    return true;
  }
  Error = destructorThatCommunicates(Index);
  if (!Error.empty())
    return false;
  std::unique_ptr<Slicer> Slice = sliceOf(Plain, Options);
  Time.lap("slice");
  llvm::DenseSet<unsigned> Checks;
  if (!Options.KeepErrorPaths)
    Checks = cheapErrorChecks(Plain, *Slice);
  const Phases &Done = Checks.empty() ? Plain : Known.watching(Checks);
  if (!Checks.empty()) {
    Slice.reset();
    Slice = sliceOf(Done, Options);
    Time.lap("slice with error paths that are watched");
  }
  Blocks Costs(Index, Objects, Pts, Memory, Done.Control, Done.Match);
  Costs.find(*Slice, Options.Blocks);
  if (Costs.refusal()) {
    Error = refusalText(*Costs.refusal(), Prog, Options);
    return false;
  }
  Time.lap("blocks");
  planOfSlice(Index, Pts, Memory, Done.CallSites, *Slice, Result);
  Costs.putInto(Result);
  if (Options.FindAlikeRounds)
    Result.AlikeRounds = findAlikeRounds(Done, *Slice, Result.Blocks);
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
    findModelled(Done, Prog, Options, Result);
    Time.lap("what depends on hints");
  }
  size_t Demands = Slice->numDemands(), Steps = Slice->numSteps();
  Slice.reset();
  if (Options.Wanted) {
    // What a cut would free is not kept for error paths.
    propose(Plain, *Options.Text, Result, *Options.Wanted);
    Time.lap("proposals");
  }
  if (Options.Statistics) {
    for (const std::string &Note : Costs.notes())
      errs() << "analysis: " << Note << "\n";
    size_t Code = 0;
    for (const llvm::Function &F : M)
      Code += F.getInstructionCount();
    errs() << "analysis: " << Code << " instructions, " << Objects.numObjects()
           << " objects, " << Objects.numPlaces() << " places, "
           << Known.copies() << " copies, " << Pts.numWords()
           << " words of sets, " << Pts.numCoarse()
           << " pointers taken as one, " << Memory.numAtoms() << " atoms, "
           << Pts.numNodes() << " nodes, " << Pts.numEdges() << " edges, "
           << Demands << " demands, " << Steps << " steps, "
           << Result.Unknown.size() << " unknowns\n";
  }
  return true;
}

} // namespace skel
