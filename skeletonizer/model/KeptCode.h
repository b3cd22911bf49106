//===- KeptCode.h - code that is looked for in the result -------*- C++ -*-===//
//
// What the plan keeps of the IR, as it is found again when the result is
// compiled (see ReadBack).
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_KEPTCODE_H
#define BSIM_SKELETONIZER_KEPTCODE_H

#include "skeletonizer/model/Plan.h"

namespace llvm {
class DILocation;
class Instruction;
} // namespace llvm

namespace skel {

/// What of an instruction is looked for; false if nothing.
bool kindOfCode(const llvm::Instruction &I, KeptCode::Kind &What,
                std::string &Name);
/// Where; null if it has no place.
const llvm::DILocation *placeOfCode(const llvm::Instruction &I);

} // namespace skel

#endif
