//===- Privatise.h - one copy of the static data for each rank --*- C++ -*-===//
//
// Marks the program's mutable static objects BSIM_PRIVATE and writes each use
// of them BSIM_G(name) (bsim/bsim.h). Knows nothing of what is kept, except
// that uses in removed text do not count.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_PRIVATISE_H
#define BSIM_SKELETONIZER_PRIVATISE_H

#include "skeletonizer/model/Edits.h"
#include "skeletonizer/model/Program.h"
#include "skeletonizer/model/Sources.h"
#include <set>
#include <string>

namespace skel {

/// The static objects of which each rank needs its own copy.
std::set<std::string> privateKeys(const Program &P, const Sources &S);

/// Adds the edits. NeedsHeader gets the files that use bsim.h now, Told the
/// warnings. False with all refused places in Error.
bool privatise(const Program &P, const Sources &S,
               const std::set<std::string> &Private, Edits &E,
               std::set<unsigned> &NeedsHeader, std::string &Told,
               std::string &Error);

} // namespace skel

#endif
