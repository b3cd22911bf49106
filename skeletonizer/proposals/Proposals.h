//===- Proposals.h - cuts that free a skeleton of computation ---*- C++ -*-===//
//
// Finds, for the report, which values from a model would free the skeleton of
// kept computation. These are minimum cuts of the slice's demands, tried by
// slicing again. Also finds loops that wait for communicated results.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_PROPOSALS_H
#define BSIM_SKELETONIZER_PROPOSALS_H

#include "skeletonizer/model/Findings.h"
#include "skeletonizer/slice/Slicer.h"
#include "skeletonizer/model/Sources.h"

namespace skel {

/// Done: the plan without further cuts.
void propose(const Phases &A, const Sources &Src, const Plan &Done,
             Findings &Out);

} // namespace skel

#endif
