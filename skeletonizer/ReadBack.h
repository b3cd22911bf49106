//===- ReadBack.h - is in the text what the plan keeps? ---------*- C++ -*-===//
//
// The texts of a skeleton are compiled, and each call, condition and store that
// the plan keeps is looked for in the code, at the place where it is copied to.
// Knows nothing of how the texts were made.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_READBACK_H
#define BSIM_SKELETONIZER_READBACK_H

#include "Emit.h"
#include "Libraries.h"
#include "Plan.h"
#include "Sources.h"
#include "Units.h"

namespace llvm {
class DILocation;
class Instruction;
} // namespace llvm

namespace skel {

/// False with what is missing, or what the compiler says, in Error: a fault of
/// skeletonize itself. Names: of the skeleton's code.
bool readBack(const UnitList &Units, const Program &P, const Sources &S,
              const Plan &Plan, const Emission &E, OuterNames &Names,
              std::string &Error);

/// What of an instruction is looked for; false if nothing.
bool kindOfCode(const llvm::Instruction &I, KeptCode::Kind &What,
                std::string &Name);
/// Where; null if it has no place.
const llvm::DILocation *placeOfCode(const llvm::Instruction &I);

} // namespace skel

#endif
