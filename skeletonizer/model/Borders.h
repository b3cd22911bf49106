//===- Borders.h - jumps over the ends of a run of statements ---*- C++ -*-===//
//
// Code in front of a run and behind it begins and ends the run's time, if
// control passes there. Knows the statements alone.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_BORDERS_H
#define BSIM_SKELETONIZER_BORDERS_H

#include "skeletonizer/model/Program.h"

namespace skel {

/// The jump, in First to Last, siblings, may end outside of them.
bool jumpsOut(const Program &P, const Stmt &Jump, int First, int Last);

/// Control may come into First to Last, siblings, behind their beginning: why;
/// or null.
const char *whyEntered(const Program &P, int First, int Last);

/// The same, or control may leave them where no code can stand in front of the
/// jump: a macro has it.
const char *whyOpen(const Program &P, int First, int Last);

} // namespace skel

#endif
