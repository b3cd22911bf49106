//===- DeadParams.h - parameters that nothing reads -------------*- C++ -*-===//
//
// A parameter that is named nowhere in what is left of its function goes, from
// the definition, the prototypes and all calls, where all of them are written
// out and the function is only called: nothing takes its address.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_DEADPARAMS_H
#define BSIM_SKELETONIZER_DEADPARAMS_H

#include "skeletonizer/emit/Calls.h"
#include "skeletonizer/model/Edits.h"
#include "skeletonizer/plan/KeepSet.h"

namespace skel {

/// E: with the cuts and the nulls of Calls. Files: those of the result.
void cutDeadParams(const Program &P, const Sources &S, const Plan &Plan,
                   const KeepSet &K, const CallEdits &Calls,
                   const std::set<unsigned> &Files, Edits &E);

} // namespace skel

#endif
