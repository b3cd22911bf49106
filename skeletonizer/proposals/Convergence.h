//===- Convergence.h - loops that wait for communicated results -*- C++ -*-===//
//
// Which loops end when data from a message of the same loop says so, and at
// which of their conditions. Changes nothing.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_CONVERGENCE_H
#define BSIM_SKELETONIZER_CONVERGENCE_H

#include "skeletonizer/slice/DemandGraph.h"
#include "skeletonizer/model/Findings.h"
#include "skeletonizer/slice/SliceState.h"

namespace skel {

/// Demands: those of Slice, closed.
std::vector<Findings::Convergence> findConvergence(const Phases &A,
                                                   const SliceState &Slice,
                                                   const DemandGraph &Demands);

} // namespace skel

#endif
