//===- Verify.h - do skeleton and original communicate alike? --*- C++ -*-===//
//
// Builds the whole program and the skeleton for the runtime, runs both and
// compares the communication traces of all ranks.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_VERIFY_H
#define BSIM_SKELETONIZER_VERIFY_H

#include "Emit.h"
#include "Options.h"
#include "Output.h"
#include "Program.h"
#include "Units.h"
#include <string>

namespace skel {

/// One of the two programs to compare.
struct VerifySide {
  Tree Files;
  const Emission *E = nullptr;
};

/// 0: equal; 1: different, told on standard output; 2: could not be compared,
/// with the reason in Error.
int verify(const Options &O, const Program &P, VerifySide &Full,
           VerifySide &Skeleton, std::string &Error);

} // namespace skel

#endif
