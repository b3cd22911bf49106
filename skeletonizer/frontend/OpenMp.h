//===- OpenMp.h - regions of several threads, MPI calls in them -*- C++ -*-===//
//
// A rank of a skeleton has one thread, so a parallel region runs once there.
// That is the same communication as long as one thread of each region makes it.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_OPENMP_H
#define BSIM_SKELETONIZER_OPENMP_H

#include "skeletonizer/model/Plan.h"
#include "skeletonizer/model/Program.h"
#include "skeletonizer/model/Sources.h"

namespace skel {

/// Marks the statements that a team of threads executes: of directives with
/// "parallel", unless they say how many threads there are.
void markTeams(Program &P, const Sources &S);

/// False with all places in Error if each thread of a parallel region
/// communicates, in code that may run.
bool checkOpenMp(const Program &P, const Sources &S, const Plan &Plan,
                 std::string &Error);

} // namespace skel

#endif
