//===- Verify.h - do skeleton and original communicate alike? ---*- C++ -*-===//
//
// Builds the whole program and the skeleton for the runtime, runs both and
// compares the communication traces of all ranks. On request, compares them
// with the traces of the original under MPICH, too.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_VERIFY_H
#define BSIM_SKELETONIZER_VERIFY_H

#include "skeletonizer/emit/Emit.h"
#include "skeletonizer/base/Options.h"
#include "skeletonizer/base/Output.h"
#include "skeletonizer/model/Program.h"
#include "skeletonizer/model/Units.h"
#include <set>
#include <string>

namespace skel {

/// One of the two programs to compare.
struct VerifySide {
  Tree Files;
  const Emission *E = nullptr;
  const Program *P = nullptr; ///< that E's files belong to
};

/// 0: equal; 1: different, told on standard output; 2: could not be compared,
/// with the reason in Error.
/// Defined: names that the program defines. Modelled: "file:line" of calls that
/// depend on hints. If the traces differ, all other calls must be equal.
int verify(const Options &O, const UnitList &Units,
           const std::set<std::string> &Defined, VerifySide &Full,
           VerifySide &Skeleton, const std::set<std::string> &Modelled,
           std::string &Error);

} // namespace skel

#endif
