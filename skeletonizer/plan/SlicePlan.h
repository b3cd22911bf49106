//===- SlicePlan.h - from the slice to the plan -----------------*- C++ -*-===//
#ifndef BSIM_SKELETONIZER_SLICEPLAN_H
#define BSIM_SKELETONIZER_SLICEPLAN_H

#include "skeletonizer/slice/SliceState.h"

namespace skel {

/// Writes down, by source places, what the slicer found: all of the plan but
/// its blocks.
void planOfSlice(const IrIndex &Index, const PointsTo &Pts,
                 const ModRef &Memory, const Sites &CallSites,
                 const SliceState &Slice, Plan &Result);

} // namespace skel

#endif
