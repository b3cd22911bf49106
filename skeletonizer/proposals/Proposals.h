//===- Proposals.h - cuts that free a skeleton of computation ---*- C++ -*-===//
//
// For the report: which values, taken from a model, would let kept computation
// go; found as minimum cuts of the slice's demands and tried by slicing again.
// Also loops that wait for communicated results. Changes nothing.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_PROPOSALS_H
#define BSIM_SKELETONIZER_PROPOSALS_H

#include "skeletonizer/model/Findings.h"
#include "skeletonizer/slice/Slicer.h"
#include "skeletonizer/model/Sources.h"

namespace skel {

/// Done: the plan as it is without further cuts.
void propose(const Phases &A, const Sources &Src, const Plan &Done,
             Findings &Out);

} // namespace skel

#endif
