//===- FullPlan.h - plans that need no analysis; checks ---------*- C++ -*-===//
//
// The plan that keeps everything, and what is refused before any planning.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_FULLPLAN_H
#define BSIM_SKELETONIZER_FULLPLAN_H

#include "skeletonizer/model/Plan.h"
#include "skeletonizer/model/Program.h"
#include "skeletonizer/model/Sources.h"

namespace skel {

/// Everything stays, all calls move data.
Plan fullPlan(const Program &P);

/// False with all places in Error if the program names a function of MPI that
/// the runtime does not have.
bool checkMpiCalls(const Program &P, const Sources &S, const Plan &Plan,
                   std::string &Error);

/// A plan as text, for debugging.
std::string dumpPlan(const Program &P, const Plan &Plan);

} // namespace skel

#endif
