//===- VerifyPlaces.h - source places of traced calls -----------*- C++ -*-===//
//
// The traces do not name source lines. Only when they differ are the programs
// linked once more, with wrappers around the traced calls. Each wrapper notes
// the address from which it was called.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_VERIFYPLACES_H
#define BSIM_SKELETONIZER_VERIFYPLACES_H

#include "skeletonizer/verify/VerifyPrograms.h"

namespace skel {

class VerifyPlaces {
public:
  using Lines = VerifyPrograms::Lines;

  VerifyPlaces(VerifyPrograms &P, std::string &E) : Programs(P), Error(E) {}

  /// Source places of one rank's calls; empty if they cannot be found.
  Lines sites(const std::string &Name, int NP, int Rank, size_t Count);
  /// Tells the place in the original, "  at file:line", for a place in a built
  /// tree. Both: also the line of the skeleton.
  std::string original(const std::string &Name, const VerifySide &Side,
                       const Lines &Places, size_t At, bool Both);

private:
  /// Links a program once with wrappers that note where each call was made.
  bool wrap(const std::string &Name);

  VerifyPrograms &Programs;
  std::string &Error;
  std::set<std::string> Wrapped, Noted; ///< programs; folders of sites
};

} // namespace skel

#endif
