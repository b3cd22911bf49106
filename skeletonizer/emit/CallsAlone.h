//===- CallsAlone.h - a call or a zero instead of a statement ---*- C++ -*-===//
//
// Takes out what stands around a call that stays alone of its statement, and
// returns zero where nobody reads the result.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_CALLSALONE_H
#define BSIM_SKELETONIZER_CALLSALONE_H

#include "skeletonizer/emit/StayingText.h"

namespace skel {

/// The call that stands for an if with nothing left in it: "if (f(x) < 0) { }"
/// is f(x). Only of functions of the program: those of the C library may want
/// their result to be looked at. Null if there is no such call.
const Call *onlyCallOf(const StayingText &T, const Stmt &If);

/// Leaves of "x = f(y) + 1;" the call alone, if that is what stays.
void leaveCall(const StayingText &T, const Stmt &St);

/// Returns zero, behind the call that stays, where nobody reads the result.
void returnZero(const StayingText &T, const Stmt &St);

/// Ends a function with a return of zero, unless it has one there: control must
/// not run into the end of a function with a result.
void addReturn(const StayingText &T, const Function &F);

} // namespace skel

#endif
