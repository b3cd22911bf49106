//===- LearnedParams.h - what a learned value may depend on -----*- C++ -*-===//
//
// For learned hints that name no parameters: integers that can be read at the
// place, that what happens there uses, and that bring no computation back.
// Works on the program as it was, before hints are in its text. Changes
// nothing.
//
//===----------------------------------------------------------------------===//
#ifndef BSIM_SKELETONIZER_LEARNEDPARAMS_H
#define BSIM_SKELETONIZER_LEARNEDPARAMS_H

#include "skeletonizer/hints/LearnedValues.h"
#include "skeletonizer/proposals/Proposals.h"

namespace skel {

/// By the places' indices; empty for those that want none.
std::vector<LearnedParams>
findLearnedParams(const Phases &A, const Sources &Src,
                  const std::vector<LearnedPlace> &Places);

} // namespace skel

#endif
