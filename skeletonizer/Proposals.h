//===- Proposals.h - cuts that free a skeleton of computation ---*- C++ -*-===//
//
// For the report: which values, taken from a model, would let kept computation
// go; found as minimum cuts of the slice's demands and tried by slicing again.
// Also loops that wait for communicated results. Changes nothing.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_PROPOSALS_H
#define BSIM_SKELETONIZER_PROPOSALS_H

#include "Findings.h"
#include "Slicer.h"
#include "Sources.h"

namespace skel {

/// The phases of the analysis that stay as they are when values are cut.
struct Phases {
  const IrIndex &Index;
  MemoryObjects &Objects;
  const PointsTo &Pts;
  const ModRef &Memory;
  const ControlDep &Control;
  const Sites &CallSites;
  const Matching &Match;
  Fills &Filled;
  const Sources &Src;
  bool KeepErrorPaths;
};

/// Done: the plan as it is without further cuts.
void propose(const Phases &A, const Plan &Done, Findings &Out);

} // namespace skel

#endif
