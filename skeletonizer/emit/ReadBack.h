//===- ReadBack.h - is in the text what the plan keeps? ---------*- C++ -*-===//
//
// The texts of a skeleton are compiled, and each call, condition and store that
// the plan keeps is looked for in the code, at the place where it is copied to.
// Knows nothing of how the texts were made.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_READBACK_H
#define BSIM_SKELETONIZER_READBACK_H

#include "skeletonizer/emit/Emit.h"
#include "skeletonizer/emit/Libraries.h"
#include "skeletonizer/model/Plan.h"
#include "skeletonizer/model/Sources.h"
#include "skeletonizer/model/Units.h"

namespace skel {

/// False with what is missing, or what the compiler says, in Error: a fault of
/// skeletonize itself. Names: of the skeleton's code.
bool readBack(const UnitList &Units, const Program &P, const Sources &S,
              const Plan &Plan, const Emission &E, OuterNames &Names,
              std::string &Error);

} // namespace skel

#endif
