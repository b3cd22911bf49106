//===- VerifyMpich.h - the original under MPICH -----------------*- C++ -*-===//
//
// Builds the sources of the program with MPICH's compiler and traces its runs.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_VERIFYMPICH_H
#define BSIM_SKELETONIZER_VERIFYMPICH_H

#include "skeletonizer/verify/VerifyPrograms.h"

namespace skel {

class VerifyMpich {
public:
  /// Functions that return false set Error.
  VerifyMpich(const UnitList &U, const std::set<std::string> &D,
              VerifyPrograms &P, std::string &E)
      : Units(U), Defined(D), Programs(P), Error(E) {}

  /// Compiles the sources as they are, with the flags of the user.
  bool build();
  /// Runs the original under MPICH with a trace.
  bool trace(int NP);

private:
  bool findPrograms();

  const UnitList &Units;
  const std::set<std::string> &Defined; ///< names that the program defines
  VerifyPrograms &Programs;
  std::string &Error;
  std::string Compiler, Mpiexec;
};

} // namespace skel

#endif
