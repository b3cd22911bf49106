//===- Facts.cpp - what is known of a program before its slice ------------===//
//
// Points-to, memory effects, leading parts of buffers, control dependence.
//
//===----------------------------------------------------------------------===//
#include "skeletonizer/driver/Facts.h"
#include "skeletonizer/memory/Arenas.h"
#include "skeletonizer/memory/Contexts.h"
#include "skeletonizer/memory/Implicit.h"
#include "skeletonizer/memory/LeadingElements.h"

using namespace llvm;

namespace skel {

/// What is known of memory, in the order in which it is found.
struct Facts::MemoryFacts {
  MemoryObjects Objects;
  PointsTo Pts;
  IrIndex Index;
  ModRef Plain;

  MemoryFacts(Module &M, const Program &Prog, const AnalysisOptions &Options)
      : Objects(M, Prog.Rows),
        Pts(M, Objects,
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

Facts::Facts(Module &M, const Program &Prog, const AnalysisOptions &Options,
             Laps &Time)
    : KeepErrorPaths(Options.KeepErrorPaths) {
  addImplicitCalls(M);
  dropUnused(M);
  unsigned Pieces = markPieces(M);
  Copies = cloneHelpers(M);
  Time.lap("copies of helpers");
  Known = std::make_unique<MemoryFacts>(M, Prog, Options);
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
  Front = std::make_unique<LeadingElements>(Index, Objects, Pts, Known->Plain);
  Time.lap("leading parts of buffers");
  if (!Front->empty())
    Apart = std::make_unique<ModRef>(M, Objects, Pts, Index, Front.get());
  const ModRef &Memory = Apart ? *Apart : Known->Plain;
  Time.lap("memory effects with them");
  CallSites = std::make_unique<Sites>(Index, Pts);
  Match = std::make_unique<Matching>(Index, Objects, Pts, Memory);
  Filled = std::make_unique<WholeArrayStores>(Objects, Pts, Memory);
  Control = std::make_unique<ControlDep>(Index, Pts, KeepErrorPaths);
  All = phasesWith(*Control);
  Time.lap("control dependence");
}

std::unique_ptr<Phases> Facts::phasesWith(const ControlDep &Of) const {
  const ModRef &Memory = Apart ? *Apart : Known->Plain;
  return std::unique_ptr<Phases>(new Phases{Known->Index, Known->Objects,
                                            Known->Pts, Memory, Of, *CallSites,
                                            *Match, *Filled, KeepErrorPaths});
}

const Phases &Facts::watching(DenseSet<unsigned> ErrorChecks) {
  WatchingControl = std::make_unique<ControlDep>(
      Known->Index, Known->Pts, KeepErrorPaths, std::move(ErrorChecks));
  Watching = phasesWith(*WatchingControl);
  return *Watching;
}

Facts::~Facts() = default;

} // namespace skel
