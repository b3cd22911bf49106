//===- Facts.h - what is known of a program before its slice ----*- C++ -*-===//
//
// Runs the analyses that the slicer asks, in their order, and holds what they
// found.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_FACTS_H
#define BSIM_SKELETONIZER_FACTS_H

#include "skeletonizer/base/Laps.h"
#include "skeletonizer/driver/Analysis.h"
#include "skeletonizer/slice/Slicer.h"
#include <memory>

namespace skel {

class Facts {
public:
  /// M is changed: helpers are cloned, calls that the text does not show are
  /// added.
  Facts(llvm::Module &M, const Program &Prog, const AnalysisOptions &Options,
        Laps &Time);
  ~Facts();

  /// No run enters an error path (unless all are kept).
  const Phases &phases() const { return *All; }
  /// The same, with these branches into error paths taken as branches like any
  /// other.
  const Phases &watching(llvm::DenseSet<unsigned> ErrorChecks);
  unsigned copies() const { return Copies; } ///< of helpers

private:
  struct MemoryFacts;
  std::unique_ptr<Phases> phasesWith(const ControlDep &Control) const;

  bool KeepErrorPaths;

  unsigned Copies = 0;
  std::unique_ptr<MemoryFacts> Known;
  std::unique_ptr<LeadingElements> Front;
  std::unique_ptr<ModRef> Apart; ///< with leading parts of buffers
  std::unique_ptr<ControlDep> Control, WatchingControl;
  std::unique_ptr<Sites> CallSites;
  std::unique_ptr<Matching> Match;
  std::unique_ptr<WholeArrayStores> Filled;
  std::unique_ptr<Phases> All, Watching;
};

} // namespace skel

#endif
